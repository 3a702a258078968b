internal import BoxOffice
internal import Wire

// Films, people, companies and codes: the services other than the charts.

/// A film, a person or a company; search results and details describe it with the same fields.
protocol RegisterRecord: Hashable, Sendable {
    static var searchTable: Table<Self> { get }
    static var detailsTable: Table<Self> { get }
    /// The name of the field with the code.
    static var codeField: String { get }

    var code: String { get }

    /// Creates a record with only its code.
    init(code: String)

    /// Reads everything but the code.
    mutating func read(_ fields: Fields) throws(Malformed)
}

extension RegisterRecord {
    /// Reads a page of a search, whose list is called `name`; an item without a code is refused.
    static func found(
        in envelope: Fields, _ name: String, answering request: Request
    ) throws(Malformed) -> Page {
        var records: [Self] = []
        for node in try envelope[name]?.list() ?? [] {
            do throws(Malformed) {
                let item = try node.fields()
                var record = Self(code: try item.required(item.code(codeField), codeField))
                try record.read(item)
                records.append(record)
            } catch {
                throw Malformed("item \(records.count + 1): \(error.reason)")
            }
        }
        guard let total = try envelope.integer("totCnt"), total >= 0 else {
            throw Malformed("the answer does not say how many there are in all")
        }
        var (number, before) = (1, 0)
        if case .page(let asked, let read) = request.subject { (number, before) = (asked, read) }
        let read = before + records.count
        // A register that becomes smaller may end before the page that is asked for.
        guard read <= total || total > 0 && records.isEmpty else {
            throw Malformed(
                "the answers have \(read, "item"), but say that there are \(total) in all")
        }
        guard !records.isEmpty || read >= total else {
            throw Malformed("the search ends after \(read) of \(total)")
        }
        let next = Request(
            service: request.service, path: request.path,
            parameters: request.parameters.map { name, value in
                (name: name, value: name == "curPage" ? "\(number + 1)" : value)
            }, subject: .page(number + 1, after: read))
        return Page(
            records, of: searchTable, identity: { $0.code }, next: read < total ? next : nil,
            total: total)
    }

    /// Reads the details in the field `name`.
    ///
    /// For an unknown code KOBIS sends a record of nulls, perhaps with the code.
    static func details(
        in envelope: Fields, _ name: String, answering request: Request
    ) throws(Malformed) -> Page {
        guard let info = try envelope[name]?.fields() else {
            throw Malformed("the answer has nothing in it")
        }
        let code = try info.code(codeField)
        var record = Self(code: code ?? "")
        try record.read(info)
        let isBlank = record == Self(code: record.code)
        if isBlank, code == nil { return Page([], of: detailsTable) }
        guard try info.required(code, codeField) == "\(request.subject)" else {
            throw Malformed(
                "the answer is about \(record.code.excerpt), not about \(request.subject)")
        }
        return Page(isBlank ? [] : [record], of: detailsTable)
    }
}

extension Movie: RegisterRecord {
    static var codeField: String { "movieCd" }

    mutating func read(_ fields: Fields) throws(Malformed) {
        // Some search results have only the main nation and genre.
        nations = try fields.texts(
            of: "nationNm", in: "nations", or: "nationAlt", "repNationNm")
        genres = try fields.texts(of: "genreNm", in: "genres", or: "genreAlt", "repGenreNm")
        directors = try fields.items("directors", Credit.init)
        actors = try fields.items("actors", Credit.init)
        staff = try fields.items("staffs", Credit.init)
        companies = try fields.items("companys", Credit.init)
        showTypes = try fields.items("showTypes") { type throws(Malformed) in
            try [type.cleanText("showTypeGroupNm"), type.cleanText("showTypeNm")]
                .compactMap(\.self).joined(separator: " ")
        }
        audits = try fields.items("audits") { audit throws(Malformed) in
            Audit(
                number: try audit.cleanText("auditNo"),
                rating: try audit.cleanText("watchGradeNm"))
        }
        title = try fields.cleanText("movieNm")
        englishTitle = try fields.cleanText("movieNmEn")
        originalTitle = try fields.cleanText("movieNmOg")
        runningMinutes = try fields.integer("showTm")
        productionYear = try fields.integer("prdtYear")
        openDate = try fields.day("openDt")
        productionStatus = try fields.cleanText("prdtStatNm")
        kind = try fields.cleanText("typeNm")
    }
}

extension Person: RegisterRecord {
    static var codeField: String { "peopleCd" }

    mutating func read(_ fields: Fields) throws(Malformed) {
        for node in try fields["homepages"]?.list() ?? [] {
            // They are typed by hand, and many have no scheme. One that could break a line is left
            // out.
            if let page = try node.text()?.cleaned, page.isOneVisibleWord { homePages.append(page) }
        }
        films = try fields.filmCredits()
        name = try fields.cleanText("peopleNm")
        englishName = try fields.cleanText("peopleNmEn")
        sex = try fields.cleanText("sex")
        mainRole = try fields.cleanText("repRoleNm")
    }
}

extension Company: RegisterRecord {
    static var codeField: String { "companyCd" }

    mutating func read(_ fields: Fields) throws(Malformed) {
        parts = try fields.texts(of: "companyPartNm", in: "parts", or: "companyPartNames")
        films = try fields.filmCredits()
        name = try fields.cleanText("companyNm")
        englishName = try fields.cleanText("companyNmEn")
        ceo = try fields.cleanText("ceoNm")
    }
}

extension Credit {
    /// Reads a role of a person or a company, or one of their films; nil for an entry without
    /// content.
    init?(_ fields: Fields) throws(Malformed) {
        let company = try fields.code("companyCd")
        let film = try fields.code("movieCd")
        self.init(
            code: company ?? film,
            name: try fields.firstText([
                "peopleNm", "companyNm", "movieNm", "peopleNmEn", "companyNmEn",
            ]) ?? "",
            englishName: try fields.firstText(["peopleNmEn", "companyNmEn"]),
            role: try fields.firstText(["cast", "staffRoleNm", "moviePartNm", "companyPartNm"]),
            englishRole: try fields.cleanText("castEn"))
        // Checked after the fields are read, because reading refuses values that are not texts.
        if fields.areBlank { return nil }
    }
}

extension Code {
    /// Reads an entry of searchCodeList, whose answer is a list without an envelope.
    init(_ node: Node) throws(Malformed) {
        let fields = try node.fields()
        self.init(
            code: try fields.required(fields.code("fullCd"), "fullCd"),
            name: try fields.cleanText("korNm"), englishName: try fields.cleanText("engNm"))
    }
}

extension KOBIS {
    /// The fields of a film's details, by column name; a search has fewer columns.
    static let originsOfMovies = [
        "movie_code": "movieCd", "title": "movieNm", "title_en": "movieNmEn",
        "open_date": "openDt", "production_year": "prdtYear",
        "production_status": "prdtStatNm", "movie_type": "typeNm",
        "title_original": "movieNmOg", "running_minutes": "showTm",
        "genres": "genres.genreNm", "nations": "nations.nationNm",
        "directors": "directors.peopleNm", "directors_en": "directors.peopleNmEn",
        "actors": "actors.peopleNm", "actors_en": "actors.peopleNmEn", "cast": "actors.cast",
        "staff": "staffs.peopleNm", "companies": "companys.companyNm",
        "company_codes": "companys.companyCd", "distributors": "companys.companyNm",
        "producers": "companys.companyNm", "importers": "companys.companyNm",
        "show_types": "showTypes.showTypeNm", "audit_numbers": "audits.auditNo",
        "rating": "audits.watchGradeNm", "ratings": "audits.watchGradeNm",
    ]

    /// The fields of a person's details.
    static let originsOfPeople = [
        "person_code": "peopleCd", "name": "peopleNm", "name_en": "peopleNmEn",
        "main_role": "repRoleNm", "films": "filmos.movieNm", "film_codes": "filmos.movieCd",
        "sex": "sex", "home_pages": "homepages",
    ]

    /// The fields of a company's details.
    static let originsOfCompanies = [
        "company_code": "companyCd", "name": "companyNm", "name_en": "companyNmEn",
        "ceo": "ceoNm", "parts": "parts.companyPartNm", "films": "filmos.movieNm",
        "film_codes": "filmos.movieCd",
    ]
}
