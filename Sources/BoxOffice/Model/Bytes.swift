extension String {
    /// Makes the text that `bytes` encode; empty if they are not UTF-8.
    package init(utf8 bytes: Span<UInt8>) {
        self = (try? String(copying: UTF8Span(validating: bytes))) ?? ""
    }
}

extension Span<UInt8> {
    /// Returns true if the bytes equal those of `other`.
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // No early exit from the loop, so that the compiler can vectorize it.
        var difference: UInt8 = 0
        for index in indices { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}
