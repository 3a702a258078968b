package import BoxOffice

/// The address of a service and its key, as configured for this run.
package struct Endpoint: Sendable {
    let baseURL: String
    package let key: Secret?
    private let place: Service.Key?

    /// Combines `service` with its base URL and key.
    package init(of service: Service, baseURL: String, key: Secret?) {
        self.baseURL = baseURL
        self.key = key
        place = service.key
    }

    /// Returns the whole URL of `request`: the only place where a key and a URL meet.
    func url(for request: Request) -> String {
        let url = baseURL + "/" + request.target
        guard let key, let name = place?.parameter else { return url }
        let separator = request.parameters.isEmpty ? "?" : "&"
        return "\(url)\(separator)\(name.percentEncoded)=\(key.text.percentEncoded)"
    }

    /// The header with the key; nil if the key is in the URL or there is none.
    var header: String? {
        guard let key, let place, let name = place.header else { return nil }
        return "\(name): \(place.prefix)\(key.text)"
    }
}

extension Secret {
    /// Overwrites the key with asterisks in an answer of a service or a plugin.
    ///
    /// Answers are written to files and recordings, which must never contain a key: as it is, or with
    /// characters escaped as in URLs (`%43`, `+` for a space), in JSON (`\u0043`, `\/`) or in XML
    /// (`&#67;`, `&amp;`).
    package func blot(in bytes: inout [UInt8]) {
        let key = Array(text.utf8)
        // Other text may contain fewer by chance.
        guard key.count >= 8 else { return }
        var index = 0
        while index < bytes.count {
            // Answers are long, and most bytes begin neither the key nor another spelling of it.
            guard bytes[index] == key[0] || bytes.span.mayStand(for: key[0], at: index),
                let end = bytes.span.end(of: key, from: index)
            else {
                index += 1
                continue
            }
            // A backslash that is escaped itself stays with the one before it.
            let backslash = UInt8(ascii: "\\")
            let before = bytes[..<index].reversed().prefix { $0 == backslash }.count
            let first = bytes[index] == backslash && before % 2 == 1 ? index + 1 : index
            for position in first..<end { bytes[position] = UInt8(ascii: "*") }
            index = end
        }
    }
}

extension UInt8 {
    /// True if the byte may begin an escape of JSON, URLs or XML.
    package var beginsSpelling: Bool {
        self == UInt8(ascii: "\\") || self == UInt8(ascii: "%") || self == UInt8(ascii: "&")
    }
}

extension Span<UInt8> {
    /// Returns the end of `text`, of which `known` bytes were found before, if the rest begins at
    /// `start` in some spelling; nil if it does not.
    ///
    /// Each character may be in any of the spellings that ``Secret/blot(in:)`` lists.
    package func end(of text: [UInt8], after known: Int = 0, from start: Int) -> Int? {
        guard known < text.count else { return start }
        guard start < count else { return nil }
        // A character that begins an escape may also stand for itself.
        if self[start].beginsSpelling, let (bytes, length) = unescaped(at: start),
            text[known...].starts(with: bytes),
            let whole = end(of: text, after: known + bytes.count, from: start + length)
        {
            return whole
        }
        let isPlus = self[start] == UInt8(ascii: "+") && text[known] == UInt8(ascii: " ")
        guard self[start] == text[known] || isPlus else { return nil }
        return end(of: text, after: known + 1, from: start + 1)
    }

    /// Returns true if an escape begins at `start` that may stand for `byte`, as quickly as answers full
    /// of escapes need it.
    fileprivate func mayStand(for byte: UInt8, at start: Int) -> Bool {
        let sign = self[start]
        guard sign.beginsSpelling, sign != UInt8(ascii: "&"), byte < 0x80 else {
            return sign.beginsSpelling
        }
        let isNumber = start + 1 < count && self[start + 1] == UInt8(ascii: "u")
        let digits = sign == UInt8(ascii: "%") ? 1..<3 : isNumber ? 2..<6 : 1..<1
        guard !digits.isEmpty else { return start + 1 < count && self[start + 1] == byte }
        guard start + digits.upperBound <= count else { return false }
        var value: UInt32 = 0
        for place in digits {
            let letter = self[start + place] | 0x20
            let base = letter < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
            value = value << 4 | UInt32(letter &- base)
        }
        return value == UInt32(byte)
    }

    /// The longest reference that is looked at.
    private static var longestReference: Int { 1024 }

    /// Returns the UTF-8 for the escape at `start`, and the length of the escape.
    private func unescaped(at start: Int) -> (bytes: [UInt8], length: Int)? {
        func number(_ digits: Range<Int>) -> UInt32? {
            guard start + digits.upperBound <= count else { return nil }
            return UInt32(
                String(decoding: digits.map { self[start + $0] }, as: UTF8.self), radix: 16)
        }
        func character(_ value: UInt32?, _ length: Int) -> (bytes: [UInt8], length: Int)? {
            value.flatMap { Unicode.Scalar($0) }.map { (Array(String($0).utf8), length) }
        }
        // URLs escape bytes, not characters.
        if self[start] == UInt8(ascii: "%") {
            return number(1..<3).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
        }
        if self[start] == UInt8(ascii: "&") {
            let rest = (start + 1)..<Swift.min(start + Self.longestReference, count)
            let letters = rest.prefix { self[$0].isUnreserved || self[$0] == UInt8(ascii: "#") }
            guard let end = letters.last, end + 1 < count, self[end + 1] == UInt8(ascii: ";")
            else { return nil }
            let name = String(decoding: letters.map { self[$0] }, as: UTF8.self)
            let value =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#")
                    ? UInt32(name.dropFirst())
                    : ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27][name]
            return character(value, name.utf8.count + 2)
        }
        guard start + 1 < count else { return nil }
        guard self[start + 1] == UInt8(ascii: "u") else { return ([self[start + 1]], 2) }
        let unit = number(2..<6)
        guard let high = unit, (0xD800..<0xDC00).contains(high) else { return character(unit, 6) }
        guard let low = number(8..<12), self[start + 7] == UInt8(ascii: "u") else { return nil }
        return character(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, 12)
    }
}
