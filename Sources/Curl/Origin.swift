internal import CTransfer

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

    /// Parses `url`; nil if it is not an http or https URL, or contains a user name, and also if
    /// libcurl is not there.
    init?(_ url: String) {
        let bytes = Array(url.utf8)
        // libcurl would accept international host names and convert them.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        // It would also accept one slash, or three.
        let slash = UInt8(ascii: "/")
        let behindScheme = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard behindScheme.starts(with: [slash, slash]), behindScheme.dropFirst(2).first != slash,
            !behindScheme.dropFirst(2).prefix(while: { !"/?#".utf8.contains($0) })
                .contains(UInt8(ascii: "@"))
        else { return nil }
        guard bo_curl_is_there(), let parts = unsafe bo_curl_new_url() else { return nil }
        defer { unsafe bo_curl_free_url(parts) }
        guard unsafe bo_curl_set_url(parts, CURLUPART_URL, url) == CURLUE_OK,
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
        var text: UnsafeMutablePointer<CChar>?  // Copied and then freed here.
        guard unsafe bo_curl_get_url(parts, part, &text) == CURLUE_OK,
            let found = unsafe text
        else { return nil }
        defer { unsafe bo_curl_free_part(found) }
        return unsafe String(cString: found)
    }

    /// The beginning of the URL: `https://a.kr`, with the port if it is not the default.
    var text: String {
        let isUsual = port == (scheme == "https" ? "443" : "80")
        return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    /// Whether the host is `domain` or below it.
    func isIn(_ domain: String) -> Bool { host == domain || host.hasSuffix(".\(domain)") }

    /// Whether a redirect from here to `other` stays on the host and keeps encryption.
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

    /// Whether the host is a link-local address; a name may still lead to one.
    var isLinkLocal: Bool {
        var name =
            host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "%" && $0 != "]" } : host[...]
        while name.last == "." { name = name.dropLast() }
        return IPAddress(String(name))?.isLinkLocal ?? false
    }

    /// Whether the host is this machine or one of its network, as far as the URL shows.
    var isPrivate: Bool {
        if let address { return !address.isPublic }
        var name = host[...]
        while name.last == "." { name = name.dropLast() }
        guard name.contains("."), !name.contains("%"), !name.contains(":") else { return true }
        let last = name.split(separator: ".").last ?? ""
        // Some parsers take a name that ends in a number for an address, so it is not public.
        return ["local", "localhost"].contains(last) || last.first?.isNumber ?? true
    }
}
