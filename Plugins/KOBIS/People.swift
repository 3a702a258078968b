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

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var item = Leaves<ListItem>()
        return try cursor.page(of: Person.searchTable, identity: \.code, answering: request) {
            cursor throws(Malformed) in
            try cursor.object(&item)
            var person = Person(code: try item.required(item.text(.peopleCd), .peopleCd))
            person.name = item.text(.peopleNm)
            person.englishName = item.text(.peopleNmEn)
            person.mainRole = item.text(.repRoleNm)
            person.films = (item.text(.filmoNames) ?? "").items(separatedBy: "|")
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

    func page<Wire: Cursor & ~Copyable>(_ cursor: inout Wire) throws(Malformed) -> Page {
        var people: [Person] = []
        var envelope = Leaves<InfoRoot>()
        try cursor.object(&envelope) { _, cursor throws(Malformed) in
            var info = Leaves<Info>()
            var person = Person(code: "")
            try cursor.object(&info) { field, cursor throws(Malformed) in
                switch field {
                case .filmos: person.films = try cursor.filmCredits()
                default: person.homePages = try cursor.texts()
                }
            }
            if info.areEmpty { return }
            try info.check(info.text(.peopleCd), isWhat: request, .peopleCd)
            person.code = try info.required(info.text(.peopleCd), .peopleCd)
            person.name = info.text(.peopleNm)
            person.englishName = info.text(.peopleNmEn)
            person.sex = info.text(.sex)
            person.mainRole = info.text(.repRoleNm)
            people = [person]
        }
        guard !envelope.isAbsent(.peopleInfo) else { throw .noInfo }
        return Page(people, of: Person.detailsTable)
    }
}

extension Cursor where Self: ~Copyable {
    /// Reads a list of texts.
    fileprivate mutating func texts() throws(Malformed) -> [String] {
        var texts: [String] = []
        try list { cursor throws(Malformed) in
            var bytes: [UInt8] = []
            try cursor.text(into: &bytes)
            let range = bytes.withoutSpace(bytes.indices)
            let text = String(cleaning: bytes.span.extracting(range))
            if let text, !text.isEmpty { texts.append(text) }
        }
        return texts
    }
}
