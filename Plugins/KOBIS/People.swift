internal import BoxOffice
internal import Wire

// The services searchPeopleList and searchPeopleInfo.

extension KOBIS {
    /// The parameters of searchPeopleList.
    func parameters(of search: PersonSearch) -> [Request.Parameter] {
        [("peopleNm", search.name), ("filmoNames", search.film)].compactMap { name, value in
            value.map { Request.Parameter(name, $0) }
        }
    }
}

private enum ListItem: Int, WireField {
    case peopleCd, peopleNm, peopleNmEn, repRoleNm, filmoNames

    static let names = FieldNames(of: Self.self)
}

/// Reads a page of searchPeopleList.
struct PeopleListReader: ServiceReader {
    let root = Root.peopleListResult
    let request: Request

    func page(_ node: Node) throws(Malformed) -> Page {
        try node.page(of: Person.searchTable, identity: \.code, answering: request) {
            node throws(Malformed) in
            let item = try node.object(ListItem.self)
            var person = Person(code: try item.required(item.code(.peopleCd), .peopleCd))
            person.name = item.cleanText(.peopleNm)
            person.englishName = item.cleanText(.peopleNmEn)
            person.mainRole = item.cleanText(.repRoleNm)
            person.films = (item.cleanText(.filmoNames) ?? "").items(separatedBy: "|")
                .map { FilmCredit(title: $0) }
            return person
        }
    }
}

private enum InfoRoot: Int, WireField {
    case peopleInfo

    static let names = FieldNames(of: Self.self)
    var isNested: Bool { true }
}

private enum Info: Int, WireField {
    case peopleCd, peopleNm, peopleNmEn, sex, repRoleNm, homepages, filmos

    static let names = FieldNames(of: Self.self)

    var isNested: Bool { self == .homepages || self == .filmos }
}

/// Reads an answer of searchPeopleInfo.
struct PeopleInfoReader: ServiceReader {
    let root = Root.peopleInfoResult
    let request: Request

    func page(_ node: Node) throws(Malformed) -> Page {
        guard let node = try node.object(InfoRoot.self)[.peopleInfo] else { throw .noInfo }
        let info = try node.object(Info.self)
        var person = Person(code: "")
        // They are typed by hand, and many have no scheme. One that could break a line is left out.
        person.homePages = try info[.homepages]?.texts().filter(\.isOneVisibleWord) ?? []
        person.films = try info[.filmos]?.filmCredits() ?? []
        if info.areEmpty { return Page([], of: Person.detailsTable) }
        try info.check(info.code(.peopleCd), isWhat: request, .peopleCd)
        person.code = try info.required(info.code(.peopleCd), .peopleCd)
        person.name = info.cleanText(.peopleNm)
        person.englishName = info.cleanText(.peopleNmEn)
        person.sex = info.cleanText(.sex)
        person.mainRole = info.cleanText(.repRoleNm)
        return Page([person], of: Person.detailsTable)
    }
}

extension Node {
    /// Reads a list of texts.
    fileprivate func texts() throws(Malformed) -> [String] {
        var texts: [String] = []
        for node in try list() {
            if let text = try node.text()?.cleaned { texts.append(text) }
        }
        return texts
    }
}
