extension StringProtocol where SubSequence == Substring {
    /// The part of an address behind `https://`, or all of it if it has no scheme.
    var behindScheme: Substring {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else {
            return self[...]
        }
        return self[colon...].dropFirst(3)
    }

    /// The host of an address, without name, password and port; an IPv6 address in its brackets.
    var host: Substring {
        let host = hostAndPort
        guard host.hasPrefix("["), let end = host.firstIndex(of: "]") else {
            return host.prefix { $0 != ":" }
        }
        return host[...end]
    }

    /// The host of an address, and its port unless it is the usual one of the scheme: two ports of
    /// one host are two services.
    var server: String {
        let port = hostAndPort[host.endIndex...].dropFirst()
        let isUsual = port.isEmpty || port == (lowercased().hasPrefix("https:") ? "443" : "80")
        return isUsual ? String(host) : "\(host):\(port)"
    }

    private var hostAndPort: Substring {
        let host = behindScheme.prefix { !"/?#".contains($0) }
        guard let at = host.lastIndex(of: "@") else { return host }
        return host[at...].dropFirst()
    }
}
