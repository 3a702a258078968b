internal import BoxOffice
internal import Wire

// The small objects that several services have lists of.

/// A person's part: directors, actors, staff.
private enum CreditField: Int, WireField {
    case peopleNm, peopleNmEn, cast, castEn, staffRoleNm

    static let names = FieldNames(of: Self.self)
}

/// A company's part.
private enum CompanyField: Int, WireField {
    case companyCd, companyNm, companyNmEn, companyPartNm

    static let names = FieldNames(of: Self.self)
}

/// A film among somebody's works.
private enum FilmField: Int, WireField {
    case movieCd, movieNm, moviePartNm, companyPartNm

    static let names = FieldNames(of: Self.self)
}

extension Cursor where Self: ~Copyable {
    /// Reads a list of people; one of whom nothing is said is passed over.
    mutating func credits() throws(Malformed) -> [Credit] {
        var credits: [Credit] = []
        var fields = Leaves<CreditField>()
        try list { cursor throws(Malformed) in
            try cursor.object(&fields)
            let english = fields.text(.peopleNmEn)
            if fields.areEmpty { return }
            credits.append(
                Credit(
                    name: fields.text(.peopleNm) ?? english ?? "", englishName: english,
                    role: fields.text(.cast) ?? fields.text(.staffRoleNm),
                    englishRole: fields.text(.castEn)))
        }
        return credits
    }

    /// Reads a list of companies; one of which nothing is said is passed over.
    mutating func companyCredits() throws(Malformed) -> [CompanyCredit] {
        var credits: [CompanyCredit] = []
        var fields = Leaves<CompanyField>()
        try list { cursor throws(Malformed) in
            try cursor.object(&fields)
            let english = fields.text(.companyNmEn)
            if fields.areEmpty { return }
            credits.append(
                CompanyCredit(
                    code: fields.text(.companyCd), name: fields.text(.companyNm) ?? english ?? "",
                    englishName: english,
                    part: fields.text(.companyPartNm)))
        }
        return credits
    }

    /// Reads a list of films; one of which nothing is said is passed over.
    mutating func filmCredits() throws(Malformed) -> [FilmCredit] {
        var credits: [FilmCredit] = []
        var fields = Leaves<FilmField>()
        try list { cursor throws(Malformed) in
            try cursor.object(&fields)
            if fields.areEmpty { return }
            credits.append(
                FilmCredit(
                    code: fields.text(.movieCd), title: fields.text(.movieNm) ?? "",
                    part: fields.text(.moviePartNm) ?? fields.text(.companyPartNm)))
        }
        return credits
    }

    /// Reads a list of objects for the text of one of their fields.
    mutating func texts<Fields: WireField>(of field: Fields) throws(Malformed) -> [String] {
        var texts: [String] = []
        var fields = Leaves<Fields>()
        try list { cursor throws(Malformed) in
            try cursor.object(&fields)
            if let text = fields.text(field) { texts.append(text) }
        }
        return texts
    }
}
