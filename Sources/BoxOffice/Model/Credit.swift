/// A person's part in a film.
public struct Credit: Hashable, Sendable {
    /// The name in Korean.
    public var name: String
    /// The name in English, or nil.
    public var englishName: String?
    /// What the person did or played: `촬영`, `기택`; or nil.
    public var role: String?
    /// The role in English, or nil.
    public var englishRole: String?

    /// Makes a credit.
    public init(
        name: String, englishName: String? = nil, role: String? = nil, englishRole: String? = nil
    ) {
        self.name = name
        self.englishName = englishName
        self.role = role
        self.englishRole = englishRole
    }

    /// The name, followed by the role in brackets if there is one: `송강호 (기택)`.
    var nameWithRole: String { role.map { "\(name) (\($0))" } ?? name }
}

/// A company's part in a film.
public struct CompanyCredit: Hashable, Sendable {
    /// The company's code, or nil.
    public var code: String?
    /// The name in Korean.
    public var name: String
    /// The name in English, or nil.
    public var englishName: String?
    /// What the company did: `제작사`, `배급사`, `수입사`, `제공`; or nil.
    public var part: String?

    /// Makes a credit.
    public init(
        code: String? = nil, name: String, englishName: String? = nil, part: String? = nil
    ) {
        self.code = code
        self.name = name
        self.englishName = englishName
        self.part = part
    }

    /// The name, followed by the part in brackets if there is one: `(주)바른손이앤에이 (제작사)`.
    var nameWithPart: String { part.map { "\(name) (\($0))" } ?? name }
}

/// A film that a person or a company worked on.
public struct FilmCredit: Hashable, Sendable {
    /// The film's code, or nil.
    public var code: String?
    /// The title.
    public var title: String
    /// What the person or company did: `감독`, `배급사`; or nil.
    public var part: String?

    /// Makes a credit.
    public init(code: String? = nil, title: String, part: String? = nil) {
        self.code = code
        self.title = title
        self.part = part
    }

    /// The title, followed by the part in brackets if there is one: `기생충 (감독)`.
    var titleWithPart: String { part.map { "\(title) (\($0))" } ?? title }
}
