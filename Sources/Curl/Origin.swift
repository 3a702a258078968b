/// The scheme and host of a URL.
struct Origin: Hashable, Sendable {
    let scheme: String
    /// The host with its port, as the URL has them.
    let host: String

    /// Takes them out of `url`; nil where it is no http or https URL.
    init?(_ url: String) {
        let parts = url.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") else { return nil }
        let scheme = parts[0].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let authority = parts[1].dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        self.scheme = scheme
        self.host = authority.lowercased()
    }

    /// Whether a redirect from here to `other` keeps the host and does not give up encryption.
    func mayRedirect(to other: Origin?) -> Bool {
        guard let other else { return false }
        if scheme == other.scheme { return host == other.host }
        // From http to https the port changes too, where one is written.
        return other.scheme == "https" && hostName == other.hostName
    }

    /// Whether the host is this machine or one of its own network, as far as its name tells.
    var isPrivate: Bool { Self.isPrivate(host: hostName) }

    /// Whether `host` is an address of a private range, in whatever form, or a name without a dot.
    static func isPrivate(host: some StringProtocol) -> Bool {
        var name = host.drop { $0 == "[" }
        while let last = name.last, last == "]" || last == "." { name = name.dropLast() }
        if name.contains(":") {  // IPv6: the public addresses begin with 2 or 3.
            return name.first != "2" && name.first != "3"
        }
        if !name.contains(".") || name.contains("%") || name.hasSuffix(".local") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        // 0177.0.0.1 and 0x7f.1 are addresses to some, so only the usual form counts as public.
        guard parts.last?.first?.isNumber == true else { return false }
        let bytes = parts.compactMap { part in
            part.first == "0" && part.count > 1 ? nil : UInt8(part)
        }
        guard parts.count == 4, bytes.count == 4 else { return true }
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (224..., _),
            (100, 64...127):
            return true
        default: return false
        }
    }

    private var hostName: Substring {
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host[...] }
        return host[..<colon]
    }
}
