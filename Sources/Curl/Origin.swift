internal import CCurl

/// The scheme, host and port of a URL, as libcurl reads them.
///
/// libcurl's own parser takes them out: where two parsers differ, one is asked for a host and the
/// other connects to another.
struct Origin: Hashable, Sendable {
    let scheme: String
    /// The host in lower case; IPv6 in brackets, IPv4 as four decimal numbers.
    let host: String
    /// The port, that of the scheme where none is written.
    let port: String

    /// Takes them out of `url`; nil where it is no http or https URL, or names a user.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        // libcurl would take hosts in other characters, which become ASCII in ways of their own.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        // It would also do with one slash, or with three.
        let slash = UInt8(ascii: "/")
        let behindScheme = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard behindScheme.starts(with: [slash, slash]), behindScheme.dropFirst(2).first != slash,
            !behindScheme.dropFirst(2).prefix(while: { !"/?#".utf8.contains($0) })
                .contains(UInt8(ascii: "@"))
        else { return nil }
        guard let parts = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(parts) }
        guard unsafe curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            unsafe Self.part(CURLUPART_USER, of: parts) == nil,
            let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parts)?.lowercased(),
            let host = unsafe Self.part(CURLUPART_HOST, of: parts)?.lowercased(), !host.isEmpty,
            let port = unsafe Self.part(CURLUPART_PORT, of: parts),
            scheme == "http" || scheme == "https"
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func part(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?  // Freed here; copied before.
        let flags = UInt32(CURLU_DEFAULT_PORT)
        guard unsafe curl_url_get(parts, part, &text, flags) == CURLUE_OK,
            let found = unsafe text
        else { return nil }
        defer { unsafe curl_free(found) }
        return unsafe String(cString: found)
    }

    /// The beginning of the URL: `https://a.kr`, with the port where it is not the usual one.
    var text: String {
        let isUsual = port == (scheme == "https" ? "443" : "80")
        return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    /// Whether a redirect from here to `other` keeps the host and does not give up encryption.
    func mayRedirect(to other: Origin?) -> Bool {
        guard let other, host == other.host else { return false }
        if scheme == other.scheme { return port == other.port }
        // From http to https the port changes too.
        return other.scheme == "https"
    }

    /// The host as an IP address; nil where it is a name.
    var address: IPAddress? {
        IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
    }

    /// Whether the host is this machine or one of its own network, as far as the URL tells.
    var isPrivate: Bool {
        if let address { return !address.isPublic }
        var name = host[...]
        while name.last == "." { name = name.dropLast() }
        guard name.contains("."), !name.contains("%"), !name.contains(":") else { return true }
        let last = name.split(separator: ".").last ?? ""
        // What ends in a number is an address to some, so only the usual form counts as public.
        return ["local", "localhost"].contains(last) || last.first?.isNumber ?? true
    }
}
