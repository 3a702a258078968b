internal import BoxOffice
internal import Wire

/// The functions that keep secrets granted to plugins out of messages, and the program's own keys
/// out of plugins' answers.
package struct PluginSecrets: Sendable {
    /// Registers a text that must not appear in any message from now on.
    let hide: @Sendable (String) -> Void
    private let redact: @Sendable ([UInt8]) -> [UInt8]
    /// Overwrites the program's own keys in an answer, which documents, the archive and recordings get.
    let blotKeys: @Sendable (inout [UInt8]) -> Void

    /// Creates secrets that are hidden and redacted by these functions; by default nothing is.
    ///
    /// - Parameter redacted: returns bytes with all secrets replaced.
    package init(
        hide: @escaping @Sendable (String) -> Void = { _ in },
        redacted: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        blotKeys: @escaping @Sendable (inout [UInt8]) -> Void = { _ in }
    ) {
        self.hide = hide
        redact = redacted
        self.blotKeys = blotKeys
    }

    /// Returns the redacted beginning of `line`, of which the caller shows `count` bytes.
    ///
    /// The line must not be cut before this, because the beginning of a secret would remain.
    func redacted(_ line: some Sequence<UInt8>, upTo count: Int) -> [UInt8] {
        redact(Array(line.prefix(count + longestSecret)))
    }

    /// Returns the beginning of `line` as a message quotes it.
    func quote(_ line: some Sequence<UInt8>, atMost limit: Int = Quote.limit) -> String {
        Quote.of(redacted(line, upTo: limit), atMost: limit)
    }
}

/// The maximum number of bytes of a secret in its longest encoding.
let longestSecret = 16 << 10

/// A quotation of a plugin's bytes in a message: their beginning, on one line, harmless to a
/// terminal.
///
/// Bytes that are not UTF-8 are shown as `\xb1`, and characters that control a terminal or the
/// direction of text as `\u{1b}`.
enum Quote {
    /// The default maximum number of bytes in a quote.
    static let limit = 200

    /// Returns `bytes` between quotation marks.
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
    /// Returns the value as messages show it: short, with a text as `quote` shows its bytes.
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
