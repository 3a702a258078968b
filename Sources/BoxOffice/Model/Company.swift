/// A company of the film trade, as far as a source knows it.
public struct Company: Hashable, Sendable {
    /// The company's code at KOBIS.
    public var code: String
    /// The name in Korean, or nil.
    public var name: String?
    /// The name in English, or nil.
    public var englishName: String?
    /// 대표자: the head of the company, or nil.
    public var ceo: String?
    /// 분류: what the company does, such as `배급사`.
    public var parts: [String] = []
    /// The films the company worked on.
    public var films: [FilmCredit] = []

    /// Makes a company with nothing but its code.
    public init(code: String) {
        self.code = code
    }

    /// The columns of a company found by a search.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let searchTable = Table<Company>(
        named: "companies", key: ["company_code"],
        common + [Field("films", "필모그래피", .list) { .list($0.films.map(\.title)) }])

    /// The columns of a company's details.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailsTable = Table<Company>(
        named: "company", key: ["company_code"],
        common + [
            Field("films", "필모그래피", .list) { .list($0.films.map(\.titleWithPart)) },
            Field("film_codes", "영화코드", .list) { .list($0.films.map { $0.code ?? "" }) },
        ],
        comparisonKey: { record in
            var record = record
            record.films.sort { "\($0)" < "\($1)" }
            return record
        })

    private static let common: [Field<Company>] = [
        Field("company_code", "영화사코드", .text) { .text($0.code) },
        Field("name", "영화사명", .text) { Value($0.name) },
        Field("name_en", "영문이름", .text) { Value($0.englishName) },
        Field("ceo", "대표자", .text) { Value($0.ceo) },
        Field("parts", "분류", .list) { .list($0.parts) },
    ]
}
