/// A person who works on films, as a source describes them.
public struct Person: Hashable, Sendable {
    /// The person's code at KOBIS.
    public var code: String
    /// The name in Korean, or nil.
    public var name: String?
    /// The name in English, or nil.
    public var englishName: String?
    /// 성별, or nil.
    public var sex: String?
    /// 분야: the person's main job, such as `감독`, or nil.
    public var mainRole: String?
    /// The addresses of home pages.
    public var homePages: [String] = []
    /// The films the person worked on, with their parts in them.
    public var films: [Credit] = []

    /// Makes a person who has only their code.
    public init(code: String) {
        self.code = code
    }

    /// The columns of a person found by a search.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let searchTable = Table<Person>(
        named: "people", key: ["person_code"],
        common + [Field("films", "필모그래피", .list) { .list($0.films.map(\.name)) }])

    /// The columns of a person's details.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailsTable = Table<Person>(
        named: "person", key: ["person_code"],
        common + [
            Field("sex", "성별", .text) { Value($0.sex) },
            Field("home_pages", "홈페이지", .list) { .list($0.homePages) },
            Field("films", "필모그래피", .list) { .list($0.films.map(\.nameWithRole)) },
            Field("film_codes", "영화코드", .list) { .list($0.films.map { $0.code ?? "" }) },
        ], comparisonKey: { $0.sorting(\.films) })

    private static let common: [Field<Person>] = [
        Field("person_code", "영화인코드", .text) { .text($0.code) },
        Field("name", "영화인명", .text) { Value($0.name) },
        Field("name_en", "영문이름", .text) { Value($0.englishName) },
        Field("main_role", "분야", .text) { Value($0.mainRole) },
    ]
}

/// A company of the film trade, as a source describes it.
public struct Company: Hashable, Sendable {
    /// The company's code at KOBIS.
    public var code: String
    /// The name in Korean, or nil.
    public var name: String?
    /// The name in English, or nil.
    public var englishName: String?
    /// 대표자: the head of the company, or nil.
    public var ceo: String?
    /// 분류: the company's lines of business, such as `배급사`.
    public var parts: [String] = []
    /// The films the company worked on, with its parts in them.
    public var films: [Credit] = []

    /// Makes a company that has only its code.
    public init(code: String) {
        self.code = code
    }

    /// The columns of a company found by a search.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let searchTable = Table<Company>(
        named: "companies", key: ["company_code"],
        common + [Field("films", "필모그래피", .list) { .list($0.films.map(\.name)) }])

    /// The columns of a company's details.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let detailsTable = Table<Company>(
        named: "company", key: ["company_code"],
        common + [
            Field("films", "필모그래피", .list) { .list($0.films.map(\.nameWithRole)) },
            Field("film_codes", "영화코드", .list) { .list($0.films.map { $0.code ?? "" }) },
        ], comparisonKey: { $0.sorting(\.films) })

    private static let common: [Field<Company>] = [
        Field("company_code", "영화사코드", .text) { .text($0.code) },
        Field("name", "영화사명", .text) { Value($0.name) },
        Field("name_en", "영문이름", .text) { Value($0.englishName) },
        Field("ceo", "대표자", .text) { Value($0.ceo) },
        Field("parts", "분류", .list) { .list($0.parts) },
    ]
}

/// A part in a film: in a film's record, of a person or company that worked on it; in the record of
/// a person or company, of that person or company in a film.
public struct Credit: Hashable, Sendable {
    /// The code of the company or film, or nil.
    public var code: String?
    /// The name of the person or company, or the title of the film.
    public var name: String
    /// The name in English, or nil.
    public var englishName: String?
    /// The job, part or character: `촬영`, `배급사`, `기택`; or nil.
    public var role: String?
    /// The role in English, or nil.
    public var englishRole: String?

    /// Makes a credit.
    public init(
        code: String? = nil, name: String, englishName: String? = nil, role: String? = nil,
        englishRole: String? = nil
    ) {
        self.code = code
        self.name = name
        self.englishName = englishName
        self.role = role
        self.englishRole = englishRole
    }

    /// The name, followed by the role in brackets if there is one: `송강호 (기택)`.
    var nameWithRole: String { role.map { "\(name) (\($0))" } ?? name }
}

/// An entry of a code table: a code and its meaning.
public struct Code: Hashable, Sendable {
    /// The code, such as `0105001`.
    public var code: String
    /// The meaning in Korean, or nil.
    public var name: String?
    /// The meaning in English, or nil.
    public var englishName: String?

    /// Makes an entry.
    public init(code: String, name: String? = nil, englishName: String? = nil) {
        self.code = code
        self.name = name
        self.englishName = englishName
    }

    /// The columns of a code table.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let table = Table<Code>(
        named: "codes", key: ["code"],
        [
            Field("code", "코드", .text) { .text($0.code) },
            Field("name", "이름", .text) { Value($0.name) },
            Field("name_en", "영문이름", .text) { Value($0.englishName) },
        ])
}

extension Hashable {
    /// Returns the record with these lists sorted, because their order changes from one answer to
    /// the next.
    func sorting(_ lists: WritableKeyPath<Self, [Credit]>...) -> Self {
        var record = self
        for list in lists { record[keyPath: list].sort { "\($0)" < "\($1)" } }
        return record
    }
}
