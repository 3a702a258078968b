internal import BoxOffice
internal import Wire

// The small objects that several services return lists of.

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

/// A film that a person or a company worked on.
private enum FilmField: Int, WireField {
    case movieCd, movieNm, moviePartNm, companyPartNm

    static let names = FieldNames(of: Self.self)
}

extension Node {
    /// Reads a list of people; an entry without any content is skipped.
    func credits() throws(Malformed) -> [Credit] {
        var credits: [Credit] = []
        for node in try list() {
            let fields = try node.object(CreditField.self)
            let english = fields.cleanText(.peopleNmEn)
            if fields.areEmpty { continue }
            credits.append(
                Credit(
                    name: fields.cleanText(.peopleNm) ?? english ?? "", englishName: english,
                    role: fields.cleanText(.cast) ?? fields.cleanText(.staffRoleNm),
                    englishRole: fields.cleanText(.castEn)))
        }
        return credits
    }

    /// Reads a list of companies; an entry without any content is skipped.
    func companyCredits() throws(Malformed) -> [CompanyCredit] {
        var credits: [CompanyCredit] = []
        for node in try list() {
            let fields = try node.object(CompanyField.self)
            let english = fields.cleanText(.companyNmEn)
            if fields.areEmpty { continue }
            credits.append(
                CompanyCredit(
                    code: try fields.code(.companyCd),
                    name: fields.cleanText(.companyNm) ?? english ?? "",
                    englishName: english,
                    part: fields.cleanText(.companyPartNm)))
        }
        return credits
    }

    /// Reads a list of films; an entry without any content is skipped.
    func filmCredits() throws(Malformed) -> [FilmCredit] {
        var credits: [FilmCredit] = []
        for node in try list() {
            let fields = try node.object(FilmField.self)
            if fields.areEmpty { continue }
            credits.append(
                FilmCredit(
                    code: try fields.code(.movieCd), title: fields.cleanText(.movieNm) ?? "",
                    part: fields.cleanText(.moviePartNm) ?? fields.cleanText(.companyPartNm)))
        }
        return credits
    }

    /// Reads a list of objects and returns the text of one of their fields.
    func texts<Fields: WireField>(of field: Fields) throws(Malformed) -> [String] {
        var texts: [String] = []
        for node in try list() {
            if let text = try node.object(Fields.self).cleanText(field) { texts.append(text) }
        }
        return texts
    }
}
