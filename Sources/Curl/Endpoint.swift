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

    /// Overwrites the key with asterisks where a service sends it back.
    ///
    /// Answers are written to files and recordings, which must never contain a key. Each character
    /// may be written in any of the ways of JSON, XML and URLs (`C`, `\u0043`, `&#67;`,
    /// `&#x43;`, `&amp;`, `%43`, `+` for a space), with the zeros of UTF-16 around it. A key of fewer
    /// than eight bytes is left alone, because other text may contain it by chance.
    func blotKey(in bytes: inout [UInt8]) {
        guard let key = key.map({ Array($0.text.utf8) }), key.count >= 8 else { return }
        var index = 0
        while index < bytes.count {
            // Answers are long, and most bytes begin neither the key nor another spelling of it.
            guard bytes[index] == key[0] || bytes[index].beginsSpelling,
                let end = bytes.span.end(of: key, from: index)
            else {
                index += 1
                continue
            }
            for position in index..<end where bytes[position] != 0 {
                bytes[position] = UInt8(ascii: "*")
            }
            index = end
        }
    }
}

extension UInt8 {
    /// True if the byte may begin an escape of JSON, XML or URLs.
    package var beginsSpelling: Bool {
        self == UInt8(ascii: "\\") || self == UInt8(ascii: "&") || self == UInt8(ascii: "%")
            || self == UInt8(ascii: "+")
    }
}

extension Span<UInt8> {
    /// Returns the end of `text` if it begins at `start` in some spelling; nil if it does not.
    ///
    /// Each character may be in any of the spellings that ``Endpoint/blotKey(in:)`` lists.
    package func end(of text: [UInt8], from start: Int) -> Int? {
        start < count ? end(of: text[...], at: start) : nil
    }

    private func end(of text: ArraySlice<UInt8>, at start: Int) -> Int? {
        guard let first = text.first else { return start }
        let index = text.startIndex == 0 ? start : skippingZeros(from: start)
        guard index < count else { return nil }
        // A character that begins an escape may also stand for itself.
        if self[index].beginsSpelling, let (bytes, end) = spelling(at: index),
            text.starts(with: bytes),
            let whole = self.end(of: text.dropFirst(bytes.count), at: end)
        {
            return whole
        }
        return self[index] == first ? end(of: text.dropFirst(), at: index + 1) : nil
    }

    /// Returns the UTF-8 that the escape at `start` stands for, and the end of the escape.
    private func spelling(at start: Int) -> (bytes: [UInt8], end: Int)? {
        // The bytes of the longest escape without the zeros between them, and the end of each.
        var signs: [UInt8] = []
        var ends: [Int] = []
        var index = start
        while index < count, signs.count < 16 {
            signs.append(self[index])
            ends.append(index + 1)
            index = skippingZeros(from: index + 1)
        }
        return unescaped(signs).map { ($0.bytes, ends[$0.length - 1]) }
    }

    /// Returns the index of the first byte from `start` on that is not zero, after at most three
    /// zeros, as UTF-32 has.
    private func skippingZeros(from start: Int) -> Int {
        var index = start
        while index < count, index < start + 3, self[index] == 0 { index += 1 }
        return index
    }
}

/// Returns the UTF-8 for the escape at the beginning of `signs`, and the length of the escape.
private func unescaped(_ signs: [UInt8]) -> (bytes: [UInt8], length: Int)? {
    func number(_ range: Range<Int>, radix: Int = 16) -> UInt32? {
        guard range.upperBound <= signs.count else { return nil }
        return UInt32(String(decoding: signs[range], as: UTF8.self), radix: radix)
    }
    func character(_ value: UInt32?, _ length: Int) -> (bytes: [UInt8], length: Int)? {
        value.flatMap { Unicode.Scalar($0) }.map { (Array(String($0).utf8), length) }
    }
    let next = signs.dropFirst().first
    switch signs.first {
    case UInt8(ascii: "+"): return ([0x20], 1)
    // URLs escape bytes, not characters.
    case UInt8(ascii: "%"): return number(1..<3).map { ([UInt8(clamping: $0)], 3) }
    case UInt8(ascii: "\\") where next == UInt8(ascii: "u"):
        let unit = number(2..<6)
        guard let high = unit, (0xD800..<0xDC00).contains(high) else { return character(unit, 6) }
        guard let low = number(8..<12), signs[6..<8].elementsEqual("\\u".utf8) else { return nil }
        return character(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, 12)
    case UInt8(ascii: "\\"): return character(next.flatMap { escapesOfJSON[$0] }, 2)
    default:
        guard let end = signs.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: signs[1..<end], as: UTF8.self)
        if let value = entitiesOfXML[name] { return character(value, end + 1) }
        guard next == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = name.lowercased().hasPrefix("#x")
        let digits = isHexadecimal ? number(3..<end) : number(2..<end, radix: 10)
        return character(digits, end + 1)
    }
}

/// The characters for the letters after a backslash.
private let escapesOfJSON = Dictionary(
    uniqueKeysWithValues: zip(#"/"\bfnrt"#.utf8, [0x2F, 0x22, 0x5C, 8, 12, 10, 13, 9] as [UInt32]))

private let entitiesOfXML: [String: UInt32] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27,
]
