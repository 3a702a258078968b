internal import BoxOffice

extension Endpoint {
    /// Overwrites the key with asterisks where a service sends it back.
    ///
    /// Answers are written to files and recordings, which must never contain a key. Each character
    /// may be written in any of the ways of JSON, XML and URLs (`C`, `\u0043`, `&#67;`,
    /// `&#x43;`, `&amp;`, `%43`, `+` for a space), with the zeros of UTF-16 around it. A key of fewer
    /// than eight bytes is left alone, because other text may contain it by chance.
    func blotKey(in bytes: inout [UInt8]) {
        guard let key = key.map({ Array($0.text.utf8) }), key.count >= 8, let first = key.first,
            bytes.count >= key.count
        else { return }
        var index = 0
        while index < bytes.count {
            // Answers are long, and most bytes begin neither the key nor another spelling of it.
            guard bytes[index] == first || bytes[index].beginsSpelling else {
                index += 1
                continue
            }
            if let end = bytes.span.end(of: key, from: index) {
                for position in index..<end where bytes[position] != 0 {
                    bytes[position] = UInt8(ascii: "*")
                }
                index = end
            } else {
                index += 1
            }
        }
    }
}

extension UInt8 {
    /// Whether an escape of JSON, XML or URLs may begin with the byte.
    package var beginsSpelling: Bool {
        self == UInt8(ascii: "\\") || self == UInt8(ascii: "&") || self == UInt8(ascii: "%")
            || self == UInt8(ascii: "+")
    }
}

extension Span<UInt8> {
    /// Where `text` ends if it begins at `start` in some spelling; nil if it does not.
    ///
    /// Each character may be in any of the spellings that ``Endpoint/blotKey(in:)`` lists.
    package func end(of text: [UInt8], from start: Int) -> Int? {
        end(of: text, from: 0, startingAt: start)
    }

    /// Where the bytes of `text` from `offset` on end if they begin at `start` in some spelling.
    private func end(of text: [UInt8], from offset: Int, startingAt start: Int) -> Int? {
        var (offset, index) = (offset, start)
        while offset < text.count {
            if offset > 0 { index = skippingZeros(from: index) }
            guard index < count else { return nil }
            let spelled = spelling(of: text, at: offset, from: index)
            guard self[index] == text[offset] else {
                guard let spelled else { return nil }
                (offset, index) = (offset + spelled.length, spelled.end)
                continue
            }
            // A character that begins an escape may also be itself.
            if let spelled,
                let end = end(
                    of: text, from: offset + spelled.length, startingAt: spelled.end)
            {
                return end
            }
            (offset, index) = (offset + 1, index + 1)
        }
        return index
    }

    /// How many bytes of `text` from `offset` on the escape at `start` stands for, and where it ends;
    /// nil if there is no escape or it stands for something else.
    private func spelling(
        of text: [UInt8], at offset: Int, from start: Int
    ) -> (length: Int, end: Int)? {
        let found: (value: Int, end: Int)?
        switch self[start] {
        case UInt8(ascii: "\\"): found = escape(from: start)
        case UInt8(ascii: "&"): found = reference(from: start)
        case UInt8(ascii: "+"): found = (0x20, start + 1)
        case UInt8(ascii: "%"):
            // URLs escape bytes, not characters.
            guard let (value, end) = number(from: start, digits: 2, radix: 16),
                value == text[offset]
            else { return nil }
            return (1, end)
        default: found = nil
        }
        guard let found, let scalar = Unicode.Scalar(UInt32(clamping: found.value)) else {
            return nil
        }
        let bytes = UTF8.encode(scalar).map(Array.init) ?? []
        guard !bytes.isEmpty, text[offset...].starts(with: bytes) else { return nil }
        return (bytes.count, found.end)
    }

    /// The character that `\u0043`, `\ud83c\udfac`, `\/` or `\n` stands for in JSON.
    private func escape(from start: Int) -> (value: Int, end: Int)? {
        guard let (sign, index) = character(from: start + 1) else { return nil }
        if let value = Self.character(escapedBy: sign) { return (value, index + 1) }
        guard sign == UInt8(ascii: "u"),
            let (high, end) = number(from: index, digits: 4, radix: 16)
        else { return nil }
        guard (0xD800..<0xDC00).contains(high) else { return (high, end) }
        guard let (backslash, next) = character(from: end), backslash == UInt8(ascii: "\\"),
            let (letter, last) = character(from: next + 1), letter == UInt8(ascii: "u"),
            let (low, lowEnd) = number(from: last, digits: 4, radix: 16),
            (0xDC00..<0xE000).contains(low)
        else { return nil }
        return (0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), lowEnd)
    }

    /// The character that `&#67;`, `&#x43;` or `&amp;` stands for in XML.
    private func reference(from start: Int) -> (value: Int, end: Int)? {
        guard let (sign, index) = character(from: start + 1) else { return nil }
        guard sign == UInt8(ascii: "#") else {
            for (name, value) in Self.names {
                if let end = end(ofWord: name, from: start) { return (value, end) }
            }
            return nil
        }
        let isHexadecimal =
            character(from: index + 1).map { $0.0 | 0x20 == UInt8(ascii: "x") } ?? false
        let before = isHexadecimal ? skippingZeros(from: index + 1) : index
        guard let (value, end) = number(from: before, digits: nil, radix: isHexadecimal ? 16 : 10),
            let (semicolon, last) = character(from: end), semicolon == UInt8(ascii: ";")
        else { return nil }
        return (value, last + 1)
    }

    private func end(ofWord word: String, from start: Int) -> Int? {
        var index = start
        for byte in word.utf8 {
            guard let (found, position) = character(from: index), found == byte else { return nil }
            index = position + 1
        }
        return index
    }

    /// The number in the digits behind `index`: `digits` of them, or all there are up to twelve.
    private func number(
        from index: Int, digits: Int?, radix: Int
    ) -> (value: Int, end: Int)? {
        var value = 0
        var end = index + 1
        var found = 0
        while found < digits ?? 12, let (byte, index) = character(from: end),
            let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix
        {
            value = value * radix + digit
            end = index + 1
            found += 1
        }
        return found > 0 && (digits ?? found) == found ? (value, end) : nil
    }

    /// The next byte that is not zero, and its index.
    private func character(from start: Int) -> (UInt8, Int)? {
        let index = skippingZeros(from: start)
        return index < count ? (self[index], index) : nil
    }

    /// The index of the first byte from `start` on that is not zero, past at most three zeros, which
    /// is what UTF-32 has.
    private func skippingZeros(from start: Int) -> Int {
        var index = start
        while index < count, index < start + 3, self[index] == 0 { index += 1 }
        return index
    }

    private static var names: [(String, Int)] {
        [("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27)]
    }

    /// What a backslash and `letter` stand for in JSON; nil for `u` and for what is no escape.
    private static func character(escapedBy letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"): Int(letter)
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: nil
        }
    }
}
