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

    private var hostName: Substring {
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host[...] }
        return host[..<colon]
    }
}
