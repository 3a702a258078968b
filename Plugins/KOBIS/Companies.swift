internal import BoxOffice
internal import Wire

// The services searchCompanyList and searchCompanyInfo.

extension KOBIS {
    /// The parameters of searchCompanyList.
    func parameters(of search: CompanySearch) -> [Request.Parameter] {
        [("companyNm", search.name), ("ceoNm", search.ceo)].compactMap { name, value in
            value.map { Request.Parameter(name, $0) }
        }
    }
}

private enum ListItem: Int, WireField {
    case companyCd, companyNm, companyNmEn, companyPartNames, ceoNm, filmoNames

    static let names = FieldNames(of: Self.self)
}

/// Reads a page of searchCompanyList.
struct CompanyListReader: ServiceReader {
    let root = Root.companyListResult
    let request: Request

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var item = Leaves<ListItem>()
        return try cursor.page(of: Company.searchTable, identity: \.code, answering: request) {
            cursor throws(Malformed) in
            try cursor.object(&item)
            var company = Company(code: try item.required(item.text(.companyCd), .companyCd))
            company.name = item.text(.companyNm)
            company.englishName = item.text(.companyNmEn)
            company.ceo = item.text(.ceoNm)
            company.parts = (item.text(.companyPartNames) ?? "").items(separatedBy: ",")
            company.films = (item.text(.filmoNames) ?? "").items(separatedBy: "|")
                .map { FilmCredit(title: $0) }
            return company
        }
    }
}

private enum InfoRoot: Int, WireField {
    case companyInfo

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

private enum Info: Int, WireField {
    case companyCd, companyNm, companyNmEn, ceoNm, parts, filmos

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { self == .parts || self == .filmos }
}

private enum PartField: Int, WireField {
    case companyPartNm

    static let names = FieldNames(of: Self.self)
}

/// Reads an answer of searchCompanyInfo.
struct CompanyInfoReader: ServiceReader {
    let root = Root.companyInfoResult
    let request: Request

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var companies: [Company] = []
        var envelope = Leaves<InfoRoot>()
        try cursor.object(&envelope) { _, cursor throws(Malformed) in
            var info = Leaves<Info>()
            var company = Company(code: "")
            try cursor.object(&info) { field, cursor throws(Malformed) in
                switch field {
                case .parts: company.parts = try cursor.texts(of: PartField.companyPartNm)
                default: company.films = try cursor.filmCredits()
                }
            }
            if info.areEmpty { return }
            try info.check(info.text(.companyCd), isWhat: request, .companyCd)
            company.code = try info.required(info.text(.companyCd), .companyCd)
            company.name = info.text(.companyNm)
            company.englishName = info.text(.companyNmEn)
            company.ceo = info.text(.ceoNm)
            companies = [company]
        }
        guard !envelope.isAbsent(.companyInfo) else { throw .noInfo }
        return Page(companies, of: Company.detailsTable)
    }
}
