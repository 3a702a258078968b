internal import CWire

extension Tree {
    /// The text or number at `place` without white space at its ends; nil where none is left.
    func text(at place: Int) -> String? {
        withText(at: place) { bytes in
            let range = bytes.withoutSpace
            guard !range.isEmpty else { return nil }
            return try? String(copying: UTF8Span(validating: bytes.extracting(range)))
        }
    }

    /// Whether the text at `place` is `text`, to the byte.
    func hasText(_ text: StaticString, at place: Int) -> Bool {
        withText(at: place) { bytes in
            text.withUTF8Buffer { text in
                bytes.count == text.count
                    && bytes.indices.allSatisfy { unsafe bytes[$0] == text[$0] }
            }
        }
    }

    /// The text or number at `place` as a number.
    func figure(at place: Int) -> Figure {
        withText(at: place) { bytes in
            // Mostly there is no white space.
            if let decimal = Decimal(bytes) { return .decimal(decimal) }
            let range = bytes.withoutSpace
            guard !range.isEmpty else { return .nothing }
            return Decimal(bytes.extracting(range)).map(Figure.decimal) ?? .other
        }
    }

    /// Makes sure that a text or a number stands at `place`, or nothing.
    func checkText(at place: Int) throws(Malformed) {
        switch kind(at: place) {
        case bo_kind_text, bo_kind_number, bo_kind_null: return
        default: throw .noText(in: form)
        }
    }
}

/// White space as KOBIS leaves it at the ends of texts: spaces, tabs, line ends and other control
/// characters, no-break spaces (U+00A0) and ideographic spaces (U+3000).
extension Span<UInt8> {
    /// The part that has no white space at its ends.
    fileprivate var withoutSpace: Range<Int> {
        var (start, end) = (0, count)
        // Most texts are figures, and have none.
        if end > 0, isPlain(self[0]), isPlain(self[end - 1]) { return start..<end }
        while let length = lengthOfSpace(endingAt: end, from: start) { end -= length }
        while let length = lengthOfSpace(startingAt: start, to: end) { start += length }
        return start..<end
    }

    private func isPlain(_ byte: UInt8) -> Bool { (0x21..<0x7F).contains(byte) }

    private func lengthOfSpace(endingAt end: Int, from start: Int) -> Int? {
        guard end > start else { return nil }
        switch self[end - 1] {
        case 0x00...0x20, 0x7F: return 1
        case 0xA0 where end - 2 >= start && self[end - 2] == 0xC2: return 2
        case 0x80 where end - 3 >= start && self[end - 2] == 0x80 && self[end - 3] == 0xE3: return 3
        default: return nil
        }
    }

    private func lengthOfSpace(startingAt start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        switch self[start] {
        case 0x00...0x20, 0x7F: return 1
        case 0xC2 where start + 1 < end && self[start + 1] == 0xA0: return 2
        case 0xE3 where start + 2 < end && self[start + 1] == 0x80 && self[start + 2] == 0x80:
            return 3
        default: return nil
        }
    }
}
