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
        var host = behindScheme.prefix { !"/?#".contains($0) }
        if let at = host.lastIndex(of: "@") { host = host[at...].dropFirst() }
        guard host.hasPrefix("["), let end = host.firstIndex(of: "]") else {
            return host.prefix { $0 != ":" }
        }
        return host[...end]
    }
}
