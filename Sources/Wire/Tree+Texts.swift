internal import CWire

extension Tree {
    /// The text or number at `index` without white space at its ends; nil if nothing is left.
    func text(at index: Int) -> String? {
        withText(at: index) { bytes in
            let range = bytes.withoutSpace
            guard !range.isEmpty else { return nil }
            // All parsers give valid UTF-8: simdjson has checked it, libxml2 and libyaml have
            // converted to it. Without white space at its ends it is still that.
            let text = bytes.extracting(range)
            assert((try? UTF8Span(validating: text)) != nil)
            return String(copying: unsafe UTF8Span(unchecked: text))
        }
    }

    /// Whether the text at `index` is `text`, byte for byte.
    func hasText(_ text: StaticString, at index: Int) -> Bool {
        withText(at: index) { bytes in
            text.withUTF8Buffer { text in
                bytes.count == text.count
                    && bytes.indices.allSatisfy { unsafe bytes[$0] == text[$0] }
            }
        }
    }

    /// The text or number at `index` as a number.
    // It is long, and inlined wherever a field is read it would push other code out of the caches.
    @inline(never)
    func figure(at index: Int) -> Figure {
        withText(at: index) { bytes in
            // Usually there is no white space.
            if let decimal = WireNumber(bytes) { return .decimal(decimal) }
            let range = bytes.withoutSpace
            guard !range.isEmpty else { return .nothing }
            return WireNumber(bytes.extracting(range)).map(Figure.decimal) ?? .other
        }
    }

    /// Throws unless a text, a number or null is at `index`.
    func checkText(at index: Int) throws(Malformed) {
        switch kind(at: index) {
        case bo_kind_text, bo_kind_number, bo_kind_null: return
        default: throw .noText(in: form)
        }
    }
}

/// White space that services leave at the ends of texts: spaces, tabs, line ends and other control
/// characters, no-break spaces (U+00A0) and ideographic spaces (U+3000).
extension Span<UInt8> {
    /// The part that has no white space at its ends.
    fileprivate var withoutSpace: Range<Int> {
        var (start, end) = (0, count)
        // Most texts are numbers and have none.
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
