internal import BoxOffice
internal import CChecksum

/// The checksum of gzip, PNG and Ethernet (reflected polynomial 0xEDB88320).
package enum CRC32 {
    /// The checksum of `bytes` as eight hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String { hexadecimal(of: bytes.span) }

    /// The checksum of `bytes` as eight hexadecimal digits.
    static func hexadecimal(of bytes: Span<UInt8>) -> String {
        let digits = String(checksum(of: bytes), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// The checksum of `bytes`.
    package static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        var folded = InlineArray<16, UInt8>(repeating: 0)
        let state = ~UInt32(0)
        let count = unsafe bytes.withUnsafeBufferPointer { bytes in
            var folded = folded.mutableSpan
            return unsafe folded.withUnsafeMutableBufferPointer { folded in
                unsafe bo_crc32_fold(bytes.baseAddress, bytes.count, state, folded.baseAddress)
            }
        }
        guard count > 0 else { return ~Self.state(after: bytes, from: state) }
        let rest = bytes.extracting(droppingFirst: count)
        return ~Self.state(after: rest, from: Self.state(after: folded.span, from: 0))
    }

    /// The state after `bytes`, one by one.
    package static func state(after bytes: Span<UInt8>, from state: UInt32) -> UInt32 {
        var crc = state
        for index in bytes.indices {
            crc = (crc >> 8) ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
        }
        return crc
    }

    /// The state after each byte alone.
    ///
    /// Its length is part of the type, so that an index that is a byte needs no bounds check.
    private static let table = InlineArray<256, UInt32> { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
}
