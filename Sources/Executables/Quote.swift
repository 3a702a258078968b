internal import BoxOffice

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
