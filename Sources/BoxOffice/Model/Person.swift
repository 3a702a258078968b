/// A person who works on films, as far as a source knows them.
public struct Person: Hashable, Sendable {
    /// The person's code at KOBIS.
    public var code: String
    /// The name in Korean, or nil.
    public var name: String?
    /// The name in English, or nil.
    public var englishName: String?
    /// 성별, or nil.
    public var sex: String?
    /// 분야: what the person mostly does, such as `감독`, or nil.
    public var mainRole: String?
    /// The addresses of home pages.
    public var homePages: [String] = []
    /// The films the person worked on.
    public var films: [FilmCredit] = []

    /// Makes a person with nothing but their code.
    public init(code: String) {
        self.code = code
    }

    /// The columns of a person found by a search.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let searchTable = Table<Person>(
        named: "people", key: ["person_code"],
        common + [Field("films", "필모그래피", .list) { .list($0.films.map(\.title)) }])

    /// The columns of a person's details.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailsTable = Table<Person>(
        named: "person", key: ["person_code"],
        common + [
            Field("sex", "성별", .text) { Value($0.sex) },
            Field("home_pages", "홈페이지", .list) { .list($0.homePages) },
            Field("films", "필모그래피", .list) { .list($0.films.map(\.titleWithPart)) },
            Field("film_codes", "영화코드", .list) { .list($0.films.map { $0.code ?? "" }) },
        ],
        comparisonKey: { record in
            var record = record
            record.films.sort { "\($0)" < "\($1)" }
            return record
        })

    private static let common: [Field<Person>] = [
        Field("person_code", "영화인코드", .text) { .text($0.code) },
        Field("name", "영화인명", .text) { Value($0.name) },
        Field("name_en", "영문이름", .text) { Value($0.englishName) },
        Field("main_role", "분야", .text) { Value($0.mainRole) },
    ]
}
