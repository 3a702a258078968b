/// Scans JSON for the first flaw, by the grammar of RFC 8259.
///
/// It runs only after simdjson has rejected a document, and makes no values: simdjson does not say
/// where a document is broken, and the walk over its values sees only what is whole.
struct JSONScanner {
    private let bytes: [UInt8]
    private var index: Int
    /// The containers that are still open, from the outside in; true for an object.
    private var open: [Bool] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = Self.start(of: bytes)
    }

    /// Where the JSON begins: behind the byte order mark, if there is one.
    static func start(of bytes: [UInt8]) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Scans everything.
    ///
    /// - Throws: the first flaw.
    mutating func scan() throws(JSONFlaw) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw JSONFlaw(at: error.byteOffsets.lowerBound, .notUTF8)
        }
        skipSpace()
        var isFirst = try value()
        while let isObject = open.last {
            skipSpace()
            if take(isObject ? "}" : "]") {
                open.removeLast()
                isFirst = false
                continue
            }
            if !isFirst {
                let container = isObject ? "object" : "list"
                guard take(",") else {
                    throw flaw("a comma or the end of the \(container) is expected")
                }
                skipSpace()
            }
            if isObject { try name() }
            isFirst = try value()
        }
        skipSpace()
        guard index == bytes.count else { throw flaw("something follows its end") }
    }

    /// Scans the name of a field and the colon behind it.
    private mutating func name() throws(JSONFlaw) {
        guard next == UInt8(ascii: "\"") else {
            throw flaw("the name of a field is expected, in double quotes")
        }
        try text()
        skipSpace()
        guard take(":") else { throw flaw("a colon is expected") }
        skipSpace()
    }

    /// Scans a value, or the beginning of a list or object; returns whether it was a beginning.
    private mutating func value() throws(JSONFlaw) -> Bool {
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            open.append(next == UInt8(ascii: "{"))
            index += 1
            return true
        case UInt8(ascii: "\""):
            try text()
        case let byte? where (byte.isDigit || byte == UInt8(ascii: "-")) && !has("-Infinity"):
            try number()
        default:
            let start = index
            while let byte = next, byte.isOfWord { index += 1 }
            for word in ["true", "false", "null"] where has(word, in: start..<index) {
                return false
            }
            let known = Self.foreignWords.first { has($0, in: start..<index) }
            index = start
            throw flaw(known.map { "\($0) is no JSON value" } ?? "a value is expected")
        }
        return false
    }

    /// Words for values in other languages.
    ///
    /// Only these are quoted in messages, because anything else could be secret.
    private static var foreignWords: [String] {
        ["NaN", "Infinity", "-Infinity", "None", "True", "False", "undefined", "nil", "NULL"]
    }

    private mutating func number() throws(JSONFlaw) {
        let start = index
        while let byte = next, byte.isOfWord { index += 1 }
        var rest = bytes[start..<index]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = rest.removeDigits()
        var isNumber = whole == 1 || (whole > 1 && !startsWithZero)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            isNumber = rest.removeDigits() > 0 && isNumber
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            isNumber = rest.removeDigits() > 0 && isNumber
        }
        guard isNumber, rest.isEmpty else {
            index = start
            throw flaw("this is no number of JSON")
        }
    }

    /// Scans a string from its opening quote to its closing one.
    private mutating func text() throws(JSONFlaw) {
        index += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case ..<0x20: throw flaw("a control character must be escaped")
            default: index += 1
            }
        }
        throw flaw("")
    }

    /// Scans an escape, or both escapes of a surrogate pair.
    private mutating func escape() throws(JSONFlaw) {
        let start = index
        let sign = byte(at: start + 1)
        if let sign, "\"\\/bfnrt".utf8.contains(sign) {
            index += 2
            return
        }
        guard let unit = codeUnit(at: start) else {
            // If the document ends inside the escape, the flaw is its end.
            if start + 6 > bytes.count, sign == nil { index = bytes.count }
            throw flaw("this escape is unknown")
        }
        index += 6
        guard (0xD800..<0xE000).contains(unit) else { return }
        guard unit < 0xDC00, let low = codeUnit(at: index), (0xDC00..<0xE000).contains(low) else {
            index = start
            throw flaw("this is half of a surrogate pair")
        }
        index += 6
    }

    /// The number in the `\uXXXX` that begins at `start`; nil if none does.
    private func codeUnit(at start: Int) -> Int? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
            bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit = 0
        for index in start + 2..<start + 6 {
            guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else {
                return nil
            }
            unit = unit * 16 + digit
        }
        return unit
    }

    // MARK: - Bytes

    private var next: UInt8? { byte(at: index) }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private func has(_ word: String) -> Bool {
        has(word, in: index..<min(bytes.count, index + word.utf8.count))
    }

    private func has(_ word: String, in indices: Range<Int>) -> Bool {
        indices.count == word.utf8.count && zip(indices, word.utf8).allSatisfy { bytes[$0] == $1 }
    }

    /// A flaw at the next byte; at the end of the document the flaw is the end.
    private func flaw(_ what: String) -> JSONFlaw {
        JSONFlaw(at: index, index < bytes.count ? what : "it ends too early")
    }
}

extension String {
    /// The flaw of bytes that are not UTF-8.
    static let notUTF8 = "this is not UTF-8"
}

extension UInt8 {
    /// Whether the byte is a digit.
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte belongs to a number or a bare word.
    fileprivate var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Removes the digits at the beginning and returns how many there were.
    fileprivate mutating func removeDigits() -> Int {
        let digits = prefix(while: \.isDigit).count
        removeFirst(digits)
        return digits
    }
}
