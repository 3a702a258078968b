internal import CWire

/// The length of tags, which must be known before libxml2 reads them: its time grows with the square
/// of the number of attributes, and no time limit would stop it.
enum TagLength {
    /// The longest tag, in bytes; those of KOBIS have at most some forty.
    static let limit = 4 * 1024

    /// The longest document in UTF-16, in which tags are not measured.
    static let wideLimit = 64 * 1024

    /// Refuses `bytes` where a tag is longer than ``limit``.
    ///
    /// Comments, CDATA and processing instructions may be of any length.
    static func check(_ bytes: Span<UInt8>) throws(Malformed) {
        guard bytes.count >= 4, bytes[0] != 0, bytes[1] != 0, bytes[0] < 0xFE else {
            guard bytes.count <= wideLimit else { throw .tooWide }
            return
        }
        guard hasManyAttributes(bytes) else { return }
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if next == UInt8(ascii: "!") || next == UInt8(ascii: "?"),
                let end = endOfUnmeasured(bytes, from: index)
            {
                index = end
            } else {
                index = try endOfTag(bytes, from: index)
            }
        }
    }

    /// Whether there may be so many attributes that libxml2 would spend time on them: each has a `=`.
    private static func hasManyAttributes(_ bytes: Span<UInt8>) -> Bool {
        let count = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bo_count(bytes.baseAddress, bytes.count, UInt8(ascii: "="))
        }
        return count > limit / 4  // None is shorter than `a=""`.
    }

    /// The place behind the comment, CDATA section or instruction that begins at `start`; nil where
    /// something else begins there.
    private static func endOfUnmeasured(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        let kinds: [(begin: StaticString, end: StaticString)] = [
            ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"),
        ]
        for kind in kinds where has(bytes, "\(kind.begin)", at: start) {
            var index = start
            while index < bytes.count, !has(bytes, "\(kind.end)", at: index) { index += 1 }
            return index + 1
        }
        return nil
    }

    /// The place behind the tag that begins at `start`; a `>` in quotes does not end it.
    private static func endOfTag(_ bytes: Span<UInt8>, from start: Int) throws(Malformed) -> Int {
        var index = start + 1
        var quote: UInt8?
        while index < bytes.count {
            guard index - start < limit else { throw .overlongTag }
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
        }
        return index
    }

    private static func has(_ bytes: Span<UInt8>, _ text: String, at start: Int) -> Bool {
        var index = start
        for byte in text.utf8 {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }
}

extension Malformed {
    fileprivate static let overlongTag = Malformed(
        "the XML has a tag longer than any tag of an answer")
    fileprivate static let tooWide = Malformed("the XML is longer in UTF-16 than any answer")
}
