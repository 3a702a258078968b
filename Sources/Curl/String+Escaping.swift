extension String {
    /// The URL with spaces, control characters and other alphabets behind its host percent-encoded.
    ///
    /// Servers redirect to such addresses as if they were none to be encoded, and libcurl passes
    /// them on as they came.
    var withEscapedPath: String {
        // By bytes: a combining mark would make another character of a slash.
        let bytes = Array(utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard bytes.dropFirst(scheme.count).starts(with: "://".utf8) else { return self }
        let authority = bytes.dropFirst(scheme.count + 3).prefix { !"/?#".utf8.contains($0) }
        var escaped = Array(bytes[..<authority.endIndex])
        for byte in bytes[authority.endIndex...] {
            if byte > 0x20, byte < 0x7F {
                escaped.append(byte)
            } else {
                escaped += (byte < 16 ? "%0" : "%").utf8
                escaped += String(byte, radix: 16, uppercase: true).utf8
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
