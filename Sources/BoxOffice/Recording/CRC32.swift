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
        let tables = tables.span
        var crc: UInt32 = ~0
        var index = 0
        while index + 8 <= bytes.count {
            var next: UInt32 = 0
            for place in 0..<8 {
                let shifted = place < 4 ? UInt8(truncatingIfNeeded: crc >> (8 * UInt32(place))) : 0
                next ^= tables[(7 - place) * 256 + Int(bytes[index + place] ^ shifted)]
            }
            crc = next
            index += 8
        }
        while index < bytes.count {
            let low = UInt8(truncatingIfNeeded: crc) ^ bytes[index]
            crc = (crc >> 8) ^ tables[Int(low)]
            index += 1
        }
        return ~crc
    }

    /// Eight tables of 256, the first being the usual one; the others are it, so many bytes later.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var crc = byte
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
            tables.append(crc)
        }
        for index in 256..<(8 * 256) {
            let previous = tables[index - 256]
            tables.append((previous >> 8) ^ tables[Int(previous & 0xFF)])
        }
        return tables
    }()
}
