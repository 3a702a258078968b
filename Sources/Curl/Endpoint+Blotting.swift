internal import BoxOffice

extension Endpoint {
    /// Overwrites the key wherever a service sends it back, with as many asterisks.
    ///
    /// Answers are written to files and recordings, where no key may ever be. Every character of it
    /// may be written in any way that JSON, XML and URLs have for it (`C`, `\u0043`, `&#67;`,
    /// `&#x43;`, `&amp;`, `%43`), and with the zeros of UTF-16 around it. A key shorter than eight
    /// bytes is left, because it would be found in what is no key.
    func blotKey(in bytes: inout [UInt8]) {
        if let key { Self.blot(Array(key.text.utf8), in: &bytes) }
    }

    /// Overwrites `key`, in any spelling, with as many asterisks.
    package static func blot(_ key: [UInt8], in bytes: inout [UInt8]) {
        guard key.count >= 8, bytes.count >= key.count else { return }
        var index = 0
        while index < bytes.count {
            if let end = bytes.span.end(of: key, from: index) {
                for place in index..<end where bytes[place] != 0 {
                    bytes[place] = UInt8(ascii: "*")
                }
                index = end
            } else {
                index += 1
            }
        }
    }
}

extension Span<UInt8> {
    /// Where `text`, which begins at `start` in some spelling, ends; nil where it does not begin
    /// there.
    fileprivate func end(of text: [UInt8], from start: Int) -> Int? {
        var index = start
        for (place, byte) in text.enumerated() {
            if place > 0 { index = skippingZeros(from: index) }
            guard let end = end(of: byte, from: index) else { return nil }
            index = end
        }
        return index
    }

    /// Where one character ends that begins at `start` in some spelling of `byte`.
    private func end(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        if self[start] == byte { return start + 1 }
        switch self[start] {
        case UInt8(ascii: "\\"): return endOfEscape(of: byte, from: start)
        case UInt8(ascii: "&"): return endOfReference(to: byte, from: start)
        case UInt8(ascii: "%"):
            guard let (value, end) = number(from: start, digits: 2, radix: 16) else { return nil }
            return value == byte ? end : nil
        default: return nil
        }
    }

    /// `\u0043` or `\/`, as JSON has it.
    private func endOfEscape(of byte: UInt8, from start: Int) -> Int? {
        guard let (sign, place) = character(from: start + 1) else { return nil }
        if sign == byte, "/\"\\".utf8.contains(byte) { return place + 1 }
        guard sign == UInt8(ascii: "u"),
            let (value, end) = number(from: place, digits: 4, radix: 16)
        else { return nil }
        return value == byte ? end : nil
    }

    /// `&#67;`, `&#x43;` or `&amp;`, as XML has it.
    private func endOfReference(to byte: UInt8, from start: Int) -> Int? {
        guard let (sign, place) = character(from: start + 1) else { return nil }
        guard sign == UInt8(ascii: "#") else {
            return Self.names[byte].flatMap { end(ofWord: $0, from: start) }
        }
        let isHexadecimal =
            character(from: place + 1).map { $0.0 | 0x20 == UInt8(ascii: "x") } ?? false
        let before = isHexadecimal ? skippingZeros(from: place + 1) : place
        guard let (value, end) = number(from: before, digits: nil, radix: isHexadecimal ? 16 : 10),
            value == byte, let (semicolon, last) = character(from: end),
            semicolon == UInt8(ascii: ";")
        else { return nil }
        return last + 1
    }

    private func end(ofWord word: String, from start: Int) -> Int? {
        var index = start
        for byte in word.utf8 {
            guard let (found, place) = character(from: index), found == byte else { return nil }
            index = place + 1
        }
        return index
    }

    /// The number whose digits stand behind `place`: so many, or all that there are up to twelve.
    private func number(
        from place: Int, digits: Int?, radix: Int
    ) -> (value: Int, end: Int)? {
        var value = 0
        var end = place + 1
        var found = 0
        while found < digits ?? 12, let (byte, place) = character(from: end),
            let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix
        {
            value = value * radix + digit
            end = place + 1
            found += 1
        }
        return found > 0 && (digits ?? found) == found ? (value, end) : nil
    }

    /// The next byte that is no zero, and its place.
    private func character(from start: Int) -> (UInt8, Int)? {
        let place = skippingZeros(from: start)
        return place < count ? (self[place], place) : nil
    }

    /// The first place from `start` on that has no zero; UTF-16 and UTF-32 have at most three.
    private func skippingZeros(from start: Int) -> Int {
        var place = start
        while place < count, place < start + 3, self[place] == 0 { place += 1 }
        return place
    }

    private static var names: [UInt8: String] {
        [
            UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
            UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&apos;",
        ]
    }
}
