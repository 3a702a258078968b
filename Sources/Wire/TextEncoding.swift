package import BoxOffice
internal import Glibc

/// The encodings of texts in files.
package enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    /// The Korean encoding of Windows, which has all of EUC-KR.
    case cp949 = "CP949"

    /// Decodes a whole text: by its byte order mark, else as UTF-8, else as CP949.
    ///
    /// - Returns: the UTF-8 of the text without a byte order mark, and the encoding that it had.
    /// - Throws: a ``Fault`` of kind `malformed` if it is in none of these, and of kind
    ///   `configuration` if the C library does not have the encoding.
    package static func decode(
        _ bytes: [UInt8]
    ) throws(Fault) -> (text: [UInt8], encoding: TextEncoding) {
        let marks: [(TextEncoding, [UInt8])] = [
            (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]),
            (.utf16BigEndian, [0xFE, 0xFF]),
        ]
        let mark = marks.first { bytes.starts(with: $0.1) }
        let body = mark.map { Array(bytes.dropFirst($0.1.count)) } ?? bytes
        for encoding in mark.map({ [$0.0] }) ?? [.utf8, .cp949] {
            if let text = try encoding.utf8(of: body) { return (text, encoding) }
        }
        throw .noText
    }

    /// Returns the UTF-8 of `bytes`; nil if they are not in this encoding.
    ///
    /// - Throws: a ``Fault`` if the C library does not have the encoding.
    package func utf8(of bytes: [UInt8]) throws(Fault) -> [UInt8]? {
        if self == .utf8 { return (try? UTF8Span(validating: bytes.span)) == nil ? nil : bytes }
        guard let converter = unsafe iconv_open("UTF-8", rawValue),
            Int(bitPattern: converter) != -1
        else { throw .noEncoding(rawValue) }
        defer { unsafe iconv_close(converter) }
        var isWhole = false
        // Two bytes become three at most.
        let capacity = bytes.count + bytes.count / 2 + 1
        let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            unsafe bytes.withUnsafeBytes { bytes in
                // It is not written to, although iconv takes a pointer that could be.
                var input = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                    .assumingMemoryBound(to: CChar.self)
                var (left, room) = (bytes.count, capacity)
                var next = unsafe UnsafeMutableRawPointer(output.baseAddress)?
                    .assumingMemoryBound(to: CChar.self)
                isWhole = unsafe iconv(converter, &input, &left, &next, &room) != -1 && left == 0
                count = capacity - room
            }
        }
        return isWhole ? text : nil
    }
}

extension Fault {
    fileprivate static let noText = Fault(
        .malformed, "text-encoding", "it is neither UTF-8 nor CP949, nor UTF-16 with its mark",
        hint: "save the file as UTF-8 ('CSV UTF-8' in Excel)")

    fileprivate static func noEncoding(_ name: String) -> Fault {
        Fault(
            .configuration, "no-encoding", "the C library of this system has no \(name)",
            hint: "save the file as UTF-8, or install the encodings of the C library (gconv)")
    }
}
