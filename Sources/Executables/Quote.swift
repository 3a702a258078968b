internal import BoxOffice
internal import Wire

/// What keeps secrets out of messages that plugins were granted.
package struct PluginSecrets: Sendable {
    /// Is told what must never be said from now on.
    let hide: @Sendable (String) -> Void
    private let redact: @Sendable ([UInt8]) -> [UInt8]

    /// Makes one that hides nothing, or that hides what another place knows how to hide.
    ///
    /// - Parameter redacted: gives bytes without what must not be said in them.
    package init(
        hide: @escaping @Sendable (String) -> Void = { _ in },
        redacted: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) {
        self.hide = hide
        redact = redacted
    }

    /// The beginning of `line`, of which `count` bytes may be said.
    ///
    /// It is to be cut only after this, because the beginning of a secret would be left otherwise.
    func redacted(_ line: some Sequence<UInt8>, upTo count: Int) -> [UInt8] {
        redact(Array(line.prefix(count + longestSecret)))
    }

    /// The beginning of `line` as a message quotes it.
    func quote(_ line: some Sequence<UInt8>, atMost limit: Int = Quote.limit) -> String {
        Quote.of(redacted(line, upTo: limit), atMost: limit)
    }
}

/// How many bytes a secret may take in its longest spelling.
let longestSecret = 16 << 10

/// Shows bytes that a plugin wrote in a message: the beginning, on one line, harmless to a terminal.
///
/// What is no UTF-8 is shown as `\xb1`, and what steers a terminal or turns a line as `\u{1b}`.
enum Quote {
    /// How many bytes a quote has where nothing else is said.
    static let limit = 200

    /// `bytes` between quotation marks.
    static func of(_ bytes: some Sequence<UInt8>, atMost limit: Int = limit) -> String {
        let bytes = Array(bytes)
        var text = "'"
        var rest = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var place = 0
        while true {
            let (shown, count): (String, Int)
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                (shown, count) = (scalar.harmless, encoded.count)
            case .error(let length):
                let wrong = bytes[place..<min(place + length, bytes.count)]
                (shown, count) = (wrong.map { "\\x" + $0.hexadecimal }.joined(), length)
            case .emptyInput: return text + "'"
            }
            guard text.utf8.count + shown.utf8.count <= limit else { return text + "…'" }
            text += shown
            place += count
        }
    }
}

extension UInt8 {
    /// The byte in two hexadecimal digits.
    fileprivate var hexadecimal: String {
        (self < 16 ? "0" : "") + String(self, radix: 16)
    }
}

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
