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
