internal import BoxOffice

extension Endpoint {
    /// Overwrites the key wherever a service sends it back, with as many asterisks.
    ///
    /// Answers are written to files and recordings, where no key may ever be. Every character of it
    /// may be written in any way that JSON, XML and URLs have for it (`C`, `\u0043`, `&#67;`,
    /// `&#x43;`, `&amp;`, `%43`, `+` for a space), and with the zeros of UTF-16 around it. A key shorter than eight
    /// bytes is left, because it would be found in what is no key.
    func blotKey(in bytes: inout [UInt8]) {
        guard let key = key.map({ Array($0.text.utf8) }), key.count >= 8, let first = key.first,
            bytes.count >= key.count
        else { return }
        var index = 0
        while index < bytes.count {
            // Answers are long, and most bytes begin neither the key nor another spelling.
            guard bytes[index] == first || bytes[index].beginsSpelling else {
                index += 1
                continue
            }
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

extension UInt8 {
    /// Whether another spelling of a character than itself may begin with the byte.
    package var beginsSpelling: Bool {
        self == UInt8(ascii: "\\") || self == UInt8(ascii: "&") || self == UInt8(ascii: "%")
            || self == UInt8(ascii: "+")
    }
}

extension Span<UInt8> {
    /// Where `text`, which begins at `start` in some spelling, ends; nil where it does not begin
    /// there.
    ///
    /// Every character of it may stand in any of the spellings that ``Endpoint/blotKey(in:)`` lists.
    package func end(of text: [UInt8], from start: Int) -> Int? {
        end(of: text, from: 0, startingAt: start)
    }

    /// Where the bytes of `text` from `place` on end, which begin at `start` in some spelling.
    private func end(of text: [UInt8], from place: Int, startingAt start: Int) -> Int? {
        var (place, index) = (place, start)
        while place < text.count {
            if place > 0 { index = skippingZeros(from: index) }
            guard index < count else { return nil }
            let spelled = spelling(of: text, at: place, from: index)
            guard self[index] == text[place] else {
                guard let spelled else { return nil }
                (place, index) = (place + spelled.length, spelled.end)
                continue
            }
            // A sign that begins other spellings may stand for itself, too.
            if let spelled,
                let end = end(
                    of: text, from: place + spelled.length, startingAt: spelled.end)
            {
                return end
            }
            (place, index) = (place + 1, index + 1)
        }
        return index
    }

    /// How many bytes of `text` from `place` on are spelled in another way than by themselves at
    /// `start`, and where that spelling ends; nil where none is.
    private func spelling(
        of text: [UInt8], at place: Int, from start: Int
    ) -> (length: Int, end: Int)? {
        let found: (value: Int, end: Int)?
        switch self[start] {
        case UInt8(ascii: "\\"): found = escape(from: start)
        case UInt8(ascii: "&"): found = reference(from: start)
        case UInt8(ascii: "+"): found = (0x20, start + 1)
        case UInt8(ascii: "%"):
            // In URLs bytes are spelled, not characters.
            guard let (value, end) = number(from: start, digits: 2, radix: 16),
                value == text[place]
            else { return nil }
            return (1, end)
        default: found = nil
        }
        guard let found, let scalar = Unicode.Scalar(UInt32(clamping: found.value)) else {
            return nil
        }
        let bytes = UTF8.encode(scalar).map(Array.init) ?? []
        guard !bytes.isEmpty, text[place...].starts(with: bytes) else { return nil }
        return (bytes.count, found.end)
    }

    /// The character that `\u0043`, `\ud83c\udfac`, `\/` or `\n` stands for, as JSON has it.
    private func escape(from start: Int) -> (value: Int, end: Int)? {
        guard let (sign, place) = character(from: start + 1) else { return nil }
        if let value = Self.escapes[sign] { return (value, place + 1) }
        guard sign == UInt8(ascii: "u"),
            let (high, end) = number(from: place, digits: 4, radix: 16)
        else { return nil }
        guard (0xD800..<0xDC00).contains(high) else { return (high, end) }
        guard let (backslash, next) = character(from: end), backslash == UInt8(ascii: "\\"),
            let (letter, last) = character(from: next + 1), letter == UInt8(ascii: "u"),
            let (low, lowEnd) = number(from: last, digits: 4, radix: 16),
            (0xDC00..<0xE000).contains(low)
        else { return nil }
        return (0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), lowEnd)
    }

    /// The character that `&#67;`, `&#x43;` or `&amp;` stands for, as XML has it.
    private func reference(from start: Int) -> (value: Int, end: Int)? {
        guard let (sign, place) = character(from: start + 1) else { return nil }
        guard sign == UInt8(ascii: "#") else {
            for (name, value) in Self.names {
                if let end = end(ofWord: name, from: start) { return (value, end) }
            }
            return nil
        }
        let isHexadecimal =
            character(from: place + 1).map { $0.0 | 0x20 == UInt8(ascii: "x") } ?? false
        let before = isHexadecimal ? skippingZeros(from: place + 1) : place
        guard let (value, end) = number(from: before, digits: nil, radix: isHexadecimal ? 16 : 10),
            let (semicolon, last) = character(from: end), semicolon == UInt8(ascii: ";")
        else { return nil }
        return (value, last + 1)
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

    private static var names: [(String, Int)] {
        [("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27)]
    }

    private static var escapes: [UInt8: Int] {
        [
            UInt8(ascii: "/"): 0x2F, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
            UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
            UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
        ]
    }
}
