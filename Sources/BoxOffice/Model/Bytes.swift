extension String {
    /// The text with these bytes; empty if they are not UTF-8.
    package init(utf8 bytes: Span<UInt8>) {
        self = (try? String(copying: UTF8Span(validating: bytes))) ?? ""
    }
}

extension Span<UInt8> {
    /// Whether these are the bytes of `other`.
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // No early exit from the loop, so that the compiler can vectorize it.
        var difference: UInt8 = 0
        for index in indices { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}

/// Whether `bytes` are those of `text`, for a `switch`.
package func ~= (text: StaticString, bytes: Span<UInt8>) -> Bool {
    text.withUTF8Buffer { bytes.equals(unsafe $0.span) }
}

/// Looking at eight bytes at once.
extension Span<UInt8> {
    /// Whether `test` is true of some eight bytes, which it gets as one word; fewer than eight are
    /// filled up with `filler`.
    @inlinable package func containsWord(
        filler: UInt8, where test: (UInt64) -> Bool
    ) -> Bool {
        guard count >= 8 else {
            var word = UInt64(repeating: filler)
            for index in indices { word = word << 8 | UInt64(self[index]) }
            return test(word)
        }
        let last = count - 8
        // Bounds are checked; only the type is not, and any eight bytes are an integer.
        for offset in stride(from: 0, to: last, by: 8)
        where test(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)) {
            return true
        }
        // The last eight may overlap those before.
        return test(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    /// The index of the first byte that is `byte`; nil if there is none.
    package func firstIndex(of byte: UInt8) -> Int? {
        var offset = 0
        while offset <= count - 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let marks = UInt64(littleEndian: word).marks(of: byte)
            // Only above the first mark there may be wrong ones.
            if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
        }
        return (offset..<count).first { self[$0] == byte }
    }
}

/// After "Determine if a word has a zero byte" and "… has a byte less than n" in Sean Anderson's "Bit
/// Twiddling Hacks".
extension UInt64 {
    /// A word of eight equal bytes.
    @inlinable package init(repeating byte: UInt8) {
        self = 0x0101_0101_0101_0101 &* UInt64(byte)
    }

    /// Zero if none of the eight bytes of this word is `byte`.
    @inlinable package func marks(of byte: UInt8) -> UInt64 {
        (self ^ UInt64(repeating: byte)).marks(below: 1)
    }

    /// Zero if none of the eight bytes of this word is less than `bound`, which is at most 128.
    @inlinable package func marks(below bound: UInt8) -> UInt64 {
        (self &- UInt64(repeating: bound)) & ~self & UInt64(repeating: 0x80)
    }
}
