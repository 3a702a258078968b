internal import Configuration
internal import Wire

extension ConfigValue {
    /// The value of a setting; what no setting takes becomes bytes, which none takes either.
    init(_ value: JSONValue) {
        let content: ConfigContent =
            switch value {
            case .text(let text): .string(text)
            case .boolean(let boolean): .bool(boolean)
            case .number(let digits): Int(digits).map { .int($0) } ?? .bytes([])
            case .list(let items): items.texts.map { .stringArray($0) } ?? .bytes([])
            case .null, .object: .bytes([])
            }
        self.init(content, isSecret: false)
    }
}

extension [JSONValue] {
    /// The texts that these are; nil where one is something else.
    fileprivate var texts: [String]? {
        var texts: [String] = []
        for value in self {
            guard case .text(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }
}
