internal import CChecksum

/// The checksum of gzip, PNG and Ethernet (reflected polynomial 0xEDB88320).
package enum CRC32 {
    /// Returns the checksum of `bytes` as eight hexadecimal digits.
    package static func hexadecimal(of bytes: Span<UInt8>) -> String {
        let digits = String(checksum(of: bytes), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Returns the checksum of `bytes`.
    package static func checksum(of bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe bo_crc32($0.baseAddress, $0.count) }
    }
}
