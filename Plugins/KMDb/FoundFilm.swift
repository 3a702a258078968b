internal import BoxOffice
internal import Wire

/// A film in an answer of KMDb.
struct FoundFilm: Hashable, Sendable {
    /// KMDb's own number of the film; empty if it has none.
    var number = ""
    /// The titles, folded (``Swift/String/folded``).
    var titles: Set<String> = []
    /// The names of the directors, folded.
    var directors: Set<String> = []
    /// The year of production, or nil.
    var productionYear: Int?
    /// The year of the first release, or nil.
    var releaseYear: Int?
    /// The codes of the film at KOBIS.
    var codes: Set<Identifier> = []
    /// The numbers under which the rating board examined it.
    var ratingNumbers: Set<Identifier> = []
    /// The addresses of its posters.
    var posters: [String] = []
    /// The address of its page.
    var page: String?
}

/// What identifies a film: a text, or a number where an answer has a number instead.
///
/// A number has no leading zeros, so texts of digits are compared with it by their value, and with
/// other texts as they are.
enum Identifier: Hashable, Sendable {
    case text(String)
    case number(Int)

    /// What `text`, of a film of KOBIS, is in answers: itself or, if it is digits alone, their number.
    static func forms(of text: String) -> [Identifier] {
        guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int(text)
        else { return [.text(text)] }
        return [.text(text), .number(number)]
    }

    /// `text`, which is the number that `node` is, or a text.
    fileprivate init(_ text: String, at node: Node?) {
        let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:))
        if node?.isNumber == true, let number { self = .number(number) } else { self = .text(text) }
    }
}

extension FoundFilm {
    /// The films of an answer, which no document shows.
    static let table = Table<FoundFilm>(
        named: "kmdb", [BoxOffice.Field("number", "번호", .text) { .text($0.number) }])

    private enum Field: Int, WireField {
        case DOCID, title, titleEtc, prodYear, repRlsDate, kmdbUrl, posters
        case directors, ratings, Codes, CommCodes

        static let names = FieldNames(of: Self.self)

        var isNested: Bool { rawValue >= Self.directors.rawValue }
    }

    /// The lists of a film: each is an object with one field, the list.
    private enum List: Int, WireField {
        case director, rating, Code, CommCode
        static let names = FieldNames(of: Self.self)
        var isNested: Bool { true }
    }

    /// The fields of the items of the lists.
    private enum Item: Int, WireField {
        case directorNm, ratingNo, CodeNm, CodeNo
        static let names = FieldNames(of: Self.self)
    }

    /// Reads the film at `node`.
    init(reading node: Node) throws(Malformed) {
        let film = try node.object(Field.self)
        number = film.text(.DOCID) ?? ""
        let others = (film.text(.titleEtc) ?? "").split(separator: "^").map { String($0) }
        titles = Set(([film.text(.title) ?? ""] + others).map(\.withoutMarks.folded))
            .subtracting([""])
        productionYear = film.text(.prodYear)?.leadingYear
        releaseYear = film.text(.repRlsDate)?.leadingYear
        page = film.text(.kmdbUrl)?.asWebAddress
        for address in (film.text(.posters) ?? "").split(separator: "|") {
            guard posters.count < Self.mostPosters else { break }
            if let address = String(address).trimmed.asWebAddress, !posters.contains(address) {
                posters.append(address)
            }
        }
        for item in try Self.items(of: film[.directors], .director) {
            if let name = item.text(.directorNm) { directors.insert(name.withoutMarks.folded) }
        }
        directors.remove("")
        for item in try Self.items(of: film[.ratings], .rating) {
            if let number = item.text(.ratingNo)?.asRatingNumber {
                ratingNumbers.insert(Identifier(number, at: item[.ratingNo]))
            }
        }
        let codes =
            try Self.items(of: film[.Codes], .Code) + Self.items(of: film[.CommCodes], .CommCode)
        for item in codes where item.text(.CodeNm) == "FIMS" {
            if let code = item.text(.CodeNo) {
                self.codes.insert(Identifier(code, at: item[.CodeNo]))
            }
        }
    }

    /// The items of the list `list` inside the object at `node`.
    private static func items(
        of node: Node?, _ list: List
    ) throws(Malformed) -> [Object<Item>] {
        guard let items = try node?.object(List.self)[list]?.list() else { return [] }
        var objects: [Object<Item>] = []
        for item in items { objects.append(try item.object(Item.self)) }
        return objects
    }

    /// How many posters of a film are read.
    private static let mostPosters = 20
}
