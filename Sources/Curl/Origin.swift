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

    /// Whether the host is this machine or one of its own network, by its name: an address of a
    /// private range, an IPv6 address, or a name without a dot.
    var isPrivate: Bool {
        let name = hostName
        if name.hasPrefix("[") || !name.contains(".") || name.hasSuffix(".local") { return true }
        let parts = name.split(separator: ".").map { Int($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1] else {
            return parts.last.flatMap(\.self) != nil  // Numbers in another form than four bytes.
        }
        switch (first, second) {
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
