/// The proxies that an environment names, and the hosts that it exempts.
///
/// libcurl does not report in advance which proxy it will use. So the choice is made here by
/// libcurl's rules and passed to libcurl: the proxy that is checked is the one that is used.
struct ProxySettings: Sendable {
    private let variables: [String: String]

    /// Reads the settings from the `variables` that libcurl reads, such as `https_proxy`.
    ///
    /// `HTTP_PROXY` is not one of them, because a CGI program would get it from a request's header.
    init(_ variables: [String: String]) {
        self.variables = variables.filter { !$0.value.isEmpty }
    }

    /// Returns the proxy for `origin`; nil for a direct connection.
    func proxy(for origin: Origin) -> String? {
        let names = origin.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let proxy = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variables[$0] }.first
        return isExempt(origin) ? nil : proxy
    }

    /// Returns true if `no_proxy` names the host, its domain or its network.
    private func isExempt(_ origin: Origin) -> Bool {
        guard let list = variables["no_proxy"] ?? variables["NO_PROXY"] else { return false }
        if list == "*" { return true }
        let patterns = list.split { $0 == "," || $0 == " " || $0 == "\t" }
        if let address = origin.address {
            return patterns.contains { IPNetwork($0)?.contains(address) ?? false }
        }
        let host = origin.host.hasSuffix(".") ? origin.host.dropLast() : origin.host[...]
        return patterns.contains { pattern in
            var domain = pattern.lowercased()[...]
            if domain.hasSuffix(".") { domain = domain.dropLast() }
            if domain.hasPrefix(".") { domain = domain.dropFirst() }
            return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
        }
    }
}
