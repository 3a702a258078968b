/// Reads JSON for its flaws alone, as RFC 8259 has it.
struct JSONScanner {
    private let bytes: [UInt8]
    private var index: Int
    /// Whether each of the containers whose end has not come is an object.
    private var open: [Bool] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = Self.start(of: bytes)
    }

    /// Where the JSON begins: behind the byte order mark, where there is one.
    static func start(of bytes: [UInt8]) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Reads everything.
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

    /// Reads the name of a field and the colon behind it.
    private mutating func name() throws(JSONFlaw) {
        guard next == UInt8(ascii: "\"") else {
            throw flaw("the name of a field is expected, in double quotes")
        }
        try text()
        skipSpace()
        guard take(":") else { throw flaw("a colon is expected") }
        skipSpace()
    }

    /// Reads a value, of a list or an object only the beginning, and says whether it was that.
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

    /// Words that other languages have for values: the only ones that are quoted, because what else
    /// stands there could be secret.
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

    /// Reads a text from its first quote to its last.
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

    /// Reads an escape, both halves where it is a surrogate pair.
    private mutating func escape() throws(JSONFlaw) {
        let start = index
        let sign = byte(at: start + 1)
        if let sign, "\"\\/bfnrt".utf8.contains(sign) {
            index += 2
            return
        }
        guard let unit = codeUnit(at: start) else {
            // Half an escape at the end is one that ends too early.
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

    /// The number in the `\uXXXX` that begins there; nil where none does.
    private func codeUnit(at start: Int) -> Int? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
            bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit = 0
        for place in start + 2..<start + 6 {
            guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else {
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

    private func has(_ word: String, in places: Range<Int>) -> Bool {
        places.count == word.utf8.count && zip(places, word.utf8).allSatisfy { bytes[$0] == $1 }
    }

    /// The flaw that stands at the next byte; at the end it is the end.
    private func flaw(_ what: String) -> JSONFlaw {
        JSONFlaw(at: index, index < bytes.count ? what : "it ends too early")
    }
}

extension String {
    /// What is said of bytes that are not UTF-8.
    static let notUTF8 = "this is not UTF-8"
}

extension UInt8 {
    /// Whether the byte is a digit.
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is of a number or of a bare word.
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
    /// Removes the digits at the beginning, and says how many there were.
    fileprivate mutating func removeDigits() -> Int {
        let digits = prefix(while: \.isDigit).count
        removeFirst(digits)
        return digits
    }
}
