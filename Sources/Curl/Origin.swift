package import BoxOffice
internal import CTransfer

/// Returns true if `text` is the address of a web service: http or https, a host, perhaps a port
/// and a path, and nothing else.
///
/// - Throws: a ``Fault`` of kind `configuration` if libcurl, which reads addresses, cannot be used.
package func isServiceAddress(_ text: String) throws(Fault) -> Bool {
    try checkLibrary()
    return Origin(text) != nil
}

/// Returns true if `text` is an address on this machine or its own network.
package func isPrivateAddress(_ text: String) -> Bool {
    Origin(text)?.isPrivate ?? false
}

/// The scheme, host and port of a URL, as libcurl reads them.
///
/// libcurl's own parser is used: a second parser might read another host from the same URL than
/// libcurl connects to.
struct Origin: Hashable, Sendable {
    let scheme: String
    /// The host in lower case; IPv6 in brackets, IPv4 as four decimal numbers.
    let host: String
    /// The port; if none is written, the default of the scheme.
    let port: String

    /// Parses `url`; nil if it is not an http or https URL, or contains a user name, or if libcurl
    /// cannot be used.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        let rest = bytes.drop { $0 != UInt8(ascii: ":") }
        let authority = rest.dropFirst(3).prefix { !"/?#".utf8.contains($0) }
        // libcurl would also accept and convert international host names, and one slash or three.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            rest.starts(with: "://".utf8), !authority.isEmpty,
            !authority.contains(UInt8(ascii: "@")), unsafe libcurl.shared.trouble == nil,
            let parts = unsafe libcurl.curl_url()
        else { return nil }
        defer { unsafe libcurl.curl_url_cleanup(parts) }
        guard unsafe libcurl.curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
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
        var text: UnsafeMutablePointer<CChar>?  // Copied and then freed here.
        let usual = UInt32(CURLU_DEFAULT_PORT)  // For a port that is not written.
        guard unsafe libcurl.curl_url_get(parts, part, &text, usual) == CURLUE_OK else {
            return nil
        }
        defer { unsafe libcurl.curl_free(text) }
        return unsafe copy(text)
    }

    /// The beginning of the URL: `https://a.kr`, with the port if it is not the default.
    var text: String {
        let isUsual = port == (scheme == "https" ? "443" : "80")
        return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    /// Returns true if the host is `domain` or below it.
    func isIn(_ domain: String) -> Bool { host == domain || host.hasSuffix(".\(domain)") }

    /// Returns true if a redirect from here to `other` stays on the host and keeps encryption.
    func mayRedirect(to other: Origin?) -> Bool {
        guard let other, host == other.host else { return false }
        if scheme == other.scheme { return port == other.port }
        // From http to https the port changes too.
        return other.scheme == "https"
    }

    /// The host as an IP address; nil if it is a name.
    var address: IPAddress? {
        IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
    }

    /// The host without brackets, the name of an interface and dots at its end.
    private var bareHost: Substring {
        var name =
            host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "%" && $0 != "]" } : host[...]
        while name.last == "." { name.removeLast() }
        return name
    }

    /// True if the host is a link-local address; a name may still resolve to one.
    var isLinkLocal: Bool { IPAddress(String(bareHost))?.isLinkLocal ?? false }

    /// True if the host is this machine or is on its network, as far as the URL shows.
    var isPrivate: Bool {
        if let address { return !address.isPublic }
        let name = bareHost
        guard name.contains("."), !name.contains("%"), !name.contains(":") else { return true }
        let last = name.split(separator: ".").last ?? ""
        // Some parsers read a name that ends in a number as an address, so it is not public.
        return ["local", "localhost"].contains(last) || last.first?.isNumber ?? true
    }
}
