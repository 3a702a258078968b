internal import BoxOffice

extension ByteBuffer {
    /// Appends `bytes` in base64, as the address of a picture inside a page has it.
    mutating func append(base64 bytes: [UInt8]) {
        append(room: (bytes.count + 2) / 3 * 4) { output in
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let group = bytes[start..<min(start + 3, bytes.count)]
                var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                bits <<= UInt32(8 * (3 - group.count))
                for index in 0..<4 {
                    let digit = Int(bits >> UInt32(18 - 6 * index) & 63)
                    output.append(index <= group.count ? digits[digit] : UInt8(ascii: "="))
                }
            }
        }
    }
}

private let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
