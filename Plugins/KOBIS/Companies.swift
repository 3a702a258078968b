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

    func page(_ node: Node) throws(Malformed) -> Page {
        try node.page(of: Company.searchTable, identity: \.code, answering: request) {
            node throws(Malformed) in
            let item = try node.object(ListItem.self)
            var company = Company(code: try item.required(item.code(.companyCd), .companyCd))
            company.name = item.cleanText(.companyNm)
            company.englishName = item.cleanText(.companyNmEn)
            company.ceo = item.cleanText(.ceoNm)
            company.parts = (item.cleanText(.companyPartNames) ?? "").items(separatedBy: ",")
            company.films = (item.cleanText(.filmoNames) ?? "").items(separatedBy: "|")
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

    func page(_ node: Node) throws(Malformed) -> Page {
        guard let node = try node.object(InfoRoot.self)[.companyInfo] else { throw .noInfo }
        let info = try node.object(Info.self)
        var company = Company(code: "")
        company.parts = try info[.parts]?.texts(of: PartField.companyPartNm) ?? []
        company.films = try info[.filmos]?.filmCredits() ?? []
        if info.areEmpty { return Page([], of: Company.detailsTable) }
        try info.check(info.code(.companyCd), isWhat: request, .companyCd)
        company.code = try info.required(info.code(.companyCd), .companyCd)
        company.name = info.cleanText(.companyNm)
        company.englishName = info.cleanText(.companyNmEn)
        company.ceo = info.cleanText(.ceoNm)
        return Page([company], of: Company.detailsTable)
    }
}
