internal import Glibc

/// The proxies that an environment names, and the hosts it exempts.
///
/// libcurl does not tell before a transfer which proxy it will use. So the choice is made here by
/// libcurl's rules and passed to libcurl: what is checked is what is used.
struct ProxySettings: Sendable {
    private let variables: [String: String]

    /// Makes settings from the `variables` that libcurl reads, such as `https_proxy`.
    init(_ variables: [String: String]) {
        self.variables = variables.filter { !$0.value.isEmpty }
    }

    /// The settings in this process's environment, read at first use.
    static let ofProcess = {
        var variables: [String: String] = [:]
        for name in names {
            if let value = unsafe getenv(name) {
                variables[name] = unsafe String(cString: value)
            }
        }
        return ProxySettings(variables)
    }()

    /// `HTTP_PROXY` is not among them, because a CGI program would get it from a request's header.
    private static let names = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY",
    ]

    /// The proxy for `origin`; nil if it is connected to directly.
    func proxy(for origin: Origin) -> String? {
        let names =
            (origin.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"])
            + ["all_proxy", "ALL_PROXY"]
        guard let proxy = names.lazy.compactMap({ variables[$0] }).first else { return nil }
        return isExempt(origin) ? nil : proxy
    }

    /// Whether `no_proxy` names the host, its domain or its network.
    private func isExempt(_ origin: Origin) -> Bool {
        guard let list = variables["no_proxy"] ?? variables["NO_PROXY"] else { return false }
        if list == "*" { return true }
        let patterns = list.split { $0 == "," || $0 == " " || $0 == "\t" }
        if let address = origin.address {
            return patterns.contains { Self.matches(address, $0) }
        }
        let host = origin.host.hasSuffix(".") ? origin.host.dropLast() : origin.host[...]
        return patterns.contains { pattern in
            var domain = pattern.lowercased()[...]
            if domain.hasSuffix(".") { domain = domain.dropLast() }
            if domain.hasPrefix(".") { domain = domain.dropFirst() }
            return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
        }
    }

    /// Whether `pattern` is `address`, or a network that contains it, such as `10.0.0.0/8`.
    private static func matches(_ address: IPAddress, _ pattern: Substring) -> Bool {
        let parts = pattern.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let other = IPAddress(String(first)) else { return false }
        let all = address.bytes.count * 8
        guard parts.count == 2 else { return address.matches(other, bits: all) }
        // libcurl takes 0 bits for all bits.
        guard let bits = Int(parts[1]), bits >= 0 else { return false }
        return address.matches(other, bits: bits == 0 ? all : bits)
    }
}
