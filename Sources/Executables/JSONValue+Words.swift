internal import Wire

extension JSONValue {
    /// The value as messages show it: short, with a text as `quote` shows its bytes.
    func inWords(quoting quote: ([UInt8]) -> String) -> String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): "\(boolean)"
        case .number(let digits): String(digits.prefix(40))
        case .text(let text): quote(Array(text.utf8))
        case .list: "a list"
        case .object: "an object"
        }
    }
}
