/// The checksum of gzip, PNG and Ethernet (reflected polynomial 0xEDB88320), eight bytes a step.
package enum CRC32 {
    /// The checksum of `bytes` as eight hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        let digits = String(checksum(of: bytes), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// The checksum of `bytes`.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        let bytes = bytes.span
        var crc: UInt32 = ~0
        var index = 0
        while index &+ 8 <= bytes.count {
            let low =
                UInt32(bytes[index]) | UInt32(bytes[index &+ 1]) << 8
                | UInt32(bytes[index &+ 2]) << 16 | UInt32(bytes[index &+ 3]) << 24
            crc ^= low
            crc =
                tables[7][Int(UInt8(truncatingIfNeeded: crc))]
                ^ tables[6][Int(UInt8(truncatingIfNeeded: crc >> 8))]
                ^ tables[5][Int(UInt8(truncatingIfNeeded: crc >> 16))]
                ^ tables[4][Int(UInt8(truncatingIfNeeded: crc >> 24))]
                ^ tables[3][Int(bytes[index &+ 4])] ^ tables[2][Int(bytes[index &+ 5])]
                ^ tables[1][Int(bytes[index &+ 6])] ^ tables[0][Int(bytes[index &+ 7])]
            index &+= 8
        }
        while index < bytes.count {
            crc = (crc >> 8) ^ tables[0][Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
            index &+= 1
        }
        return ~crc
    }

    /// Eight tables, the first being the usual one; the others are it, so many bytes later.
    ///
    /// Of a length that is known, so that no index which is a byte need be checked.
    private static let tables: InlineArray<8, InlineArray<256, UInt32>> = {
        var tables = InlineArray<8, InlineArray<256, UInt32>>(repeating: InlineArray(repeating: 0))
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
            tables[0][byte] = crc
        }
        for table in 1..<8 {
            for byte in 0..<256 {
                let previous = tables[table - 1][byte]
                tables[table][byte] = (previous >> 8) ^ tables[0][Int(previous & 0xFF)]
            }
        }
        return tables
    }()
}
