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

    /// The state after `bytes`, 16 per step.
    package static func state(after bytes: Span<UInt8>, from state: UInt32) -> UInt32 {
        var rest = bytes
        var crc = state
        while rest.count >= 16 {
            let step = rest.extracting(first: 16)
            rest = rest.extracting(droppingFirst: 16)
            let last = crc
            crc = 0
            // What depends on the previous step comes last, so that the rest does not wait for it.
            for index in 4..<16 { crc ^= tables[15 - index][Int(step[index])] }
            for index in 0..<4 {
                let byte = step[index] ^ UInt8(truncatingIfNeeded: last >> (8 * index))
                crc ^= tables[15 - index][Int(byte)]
            }
        }
        for index in rest.indices {
            crc = (crc >> 8) ^ tables[0][Int(UInt8(truncatingIfNeeded: crc) ^ rest[index])]
        }
        return crc
    }

    /// Sixteen tables: the usual one, and the same advanced by 1 to 15 more bytes.
    ///
    /// Their lengths are part of the type, so that an index that is a byte needs no bounds check.
    private static let tables: InlineArray<16, InlineArray<256, UInt32>> = {
        var tables = InlineArray<16, InlineArray<256, UInt32>>(repeating: InlineArray(repeating: 0))
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
            tables[0][byte] = crc
        }
        for table in 1..<16 {
            for byte in 0..<256 {
                let previous = tables[table - 1][byte]
                tables[table][byte] = (previous >> 8) ^ tables[0][Int(previous & 0xFF)]
            }
        }
        return tables
    }()
}
