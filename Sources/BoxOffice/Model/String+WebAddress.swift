extension String {
    /// The text as a web address, or nil if it is not one.
    ///
    /// Characters outside ASCII after the host are percent-encoded first, as browsers do.
    package var asWebAddress: String? {
        guard isOneVisibleWord else { return nil }
        let address = withEscapedPath
        return address.isWebAddress ? address : nil
    }

    /// The URL with spaces, control characters and non-ASCII characters after its host
    /// percent-encoded.
    ///
    /// Servers redirect to such addresses without encoding them, and libcurl passes them on
    /// unchanged.
    package var withEscapedPath: String {
        // By bytes, because a slash with a combining mark is another character.
        guard let end = schemeAndAuthority?.1.endIndex else { return self }
        var escaped = Array(utf8.prefix(end))
        for byte in utf8.dropFirst(end) {
            if byte > 0x20, byte < 0x7F {
                escaped.append(byte)
            } else {
                escaped += byte.percentEncoded.utf8
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The bytes before `://`, and those after it up to the path; nil without it.
    private var schemeAndAuthority: (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let bytes = Array(utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard bytes.dropFirst(scheme.count).starts(with: "://".utf8) else { return nil }
        return (scheme, bytes.dropFirst(scheme.count + 3).prefix { !"/?#".utf8.contains($0) })
    }

    /// True if the text is a web address as RFC 3986 defines it: http or https, a host, and
    /// optionally a port, a path and a query.
    ///
    /// It has no user, and only characters that an address may have. Addresses from services and
    /// plugins are written to documents and requested, so text with a line end, a terminal escape,
    /// a space or a non-ASCII character is rejected.
    package var isWebAddress: Bool {
        guard utf8.allSatisfy(\.isOfAddress), hasOnlyWholeEscapes,
            let (scheme, authority) = schemeAndAuthority,
            ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
        else { return false }
        if authority.first == UInt8(ascii: "[") {
            let literal = authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            let rest = authority.dropFirst(literal.count + 1)
            guard !literal.isEmpty, rest.first == UInt8(ascii: "]") else { return false }
            return literal.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
                && Self.isPort(rest.dropFirst())
        }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        return !host.isEmpty && host.allSatisfy(\.isUnreserved)
            && Self.isPort(authority.dropFirst(host.count))
    }

    /// True if the text is not empty and has no line end, space, invisible character or terminal
    /// escape.
    package var isOneVisibleWord: Bool {
        let hidden: [Unicode.GeneralCategory] = [
            .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned,
        ]
        return !isEmpty
            && unicodeScalars.allSatisfy { !hidden.contains($0.properties.generalCategory) }
    }

    /// True if every `%` is followed by two hexadecimal digits.
    private var hasOnlyWholeEscapes: Bool {
        utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { part in
                part.count >= 2 && part.prefix(2).allSatisfy { UInt8.hexDigits.contains($0) }
            }
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        return colon == UInt8(ascii: ":") && digits.count <= 5
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && Int(String(decoding: digits, as: UTF8.self)) ?? 0 < 65_536
    }
}

extension UInt8 {
    fileprivate static let hexDigits = Array("0123456789abcdefABCDEF".utf8)

    /// True if the byte may occur in an address.
    fileprivate var isOfAddress: Bool { isUnreserved || ":/?#[]@!$&'()*+,;=%".utf8.contains(self) }
}
