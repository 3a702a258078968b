internal import CTransfer
internal import Glibc

/// An address of the Internet Protocol, of version 4 or 6.
struct IPAddress: Hashable, Sendable {
    /// The four or sixteen bytes, in network order.
    let bytes: [UInt8]

    /// Reads an address as it is usually written; nil if `text` is not one.
    init?(_ text: String) {
        var four = in_addr()
        var sixteen = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = unsafe withUnsafeBytes(of: &sixteen) { unsafe Array($0) }
        } else {
            return nil
        }
    }

    /// Reads the address of a socket; nil if it is not an IP address.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
            }
        case AF_INET6:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
            }
        default: return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the address is link-local (169.254.0.0/16, fe80::/10), or of version 6 with one of
    /// version 4 in it that is: there are services that give credentials to whoever asks.
    var isLinkLocal: Bool {
        if bytes.count == 4 { return bytes[0] == 169 && bytes[1] == 254 }
        if bytes[0] == 0xFE, bytes[1] >> 6 == 0b10 { return true }
        return addressesInside.contains { $0.isLinkLocal }
    }

    /// The addresses of version 4 that are in one of version 6, in every form that has them.
    private var addressesInside: [IPAddress] {
        func inside(_ indices: Int...) -> IPAddress { IPAddress(bytes: indices.map { bytes[$0] }) }
        let last = inside(12, 13, 14, 15)
        var found: [IPAddress] = []
        // Compatible and mapped (RFC 4291), translated (RFC 2765).
        if bytes.prefix(8).allSatisfy({ $0 == 0 }) { found.append(last) }
        // NAT64 (RFC 6052), and with a prefix of one's own (RFC 8215), which may have any length.
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
            found += [
                last, inside(6, 7, 9, 10), inside(7, 9, 10, 11), inside(9, 10, 11, 12),
            ]
        }
        // 6to4 (RFC 3056).
        if bytes.starts(with: [0x20, 0x02]) { found.append(inside(2, 3, 4, 5)) }
        // Teredo (RFC 4380): the server, and the client with all bits inverted.
        if bytes.starts(with: [0x20, 0x01, 0, 0]) {
            found += [inside(4, 5, 6, 7), IPAddress(bytes: last.bytes.map { ~$0 })]
        }
        // ISATAP (RFC 5214), under any prefix.
        if bytes[8] & 0xFD == 0, bytes[9...11] == [0, 0x5E, 0xFE] { found.append(last) }
        return found
    }

    /// Whether the address is public: not of this machine or a private network, not multicast and not
    /// reserved, by the registries of IANA (RFC 6890).
    var isPublic: Bool {
        if isLinkLocal { return false }
        if bytes.count == 4 {
            switch (bytes[0], bytes[1], bytes[2]) {
            case (0, _, _), (10, _, _), (127, _, _), (172, 16...31, _), (192, 168, _),
                (100, 64...127, _), (192, 0, 0), (192, 0, 2), (192, 88, 99),
                (198, 18...19, _), (198, 51, 100), (203, 0, 113), (224..., _, _):
                return false
            default: return true
            }
        }
        // NAT64 (RFC 6052) contains an address of version 4.
        let wellKnown: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if bytes.starts(with: wellKnown) { return holdsPublic(at: 12) }
        // 6to4 (RFC 3056) contains one too. Teredo (RFC 4380) obfuscates one, so it is refused.
        if bytes.starts(with: [0x20, 0x02]) { return holdsPublic(at: 2) }
        if bytes.starts(with: [0x20, 0x01, 0, 0]) { return false }
        // Reserved for documentation (RFC 3849, RFC 9637).
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        if bytes.starts(with: [0x3F, 0xFF]), bytes[2] >> 4 == 0 { return false }
        // Public addresses begin with 2 or 3, so ::ffff:127.0.0.1 is not one.
        return bytes.first.map { $0 >> 5 == 1 } ?? false
    }

    /// Whether an interface of this machine has the address.
    var isOfThisMachine: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return false }
        defer { unsafe freeifaddrs(first) }
        var next = unsafe first
        while let interface = unsafe next?.pointee {
            if let address = unsafe interface.ifa_addr, unsafe IPAddress(address) == self {
                return true
            }
            unsafe next = interface.ifa_next
        }
        return false
    }

    /// Whether the four bytes from `index` on are a public address of version 4.
    private func holdsPublic(at index: Int) -> Bool {
        IPAddress(bytes: Array(bytes.dropFirst(index).prefix(4))).isPublic
    }

    /// Whether the first `bits` of this address and of `other` are the same.
    func matches(_ other: IPAddress, bits: Int) -> Bool {
        guard bytes.count == other.bytes.count, bits >= 0, bits <= bytes.count * 8 else {
            return false
        }
        return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let count = min(8, max(0, bits - index * 8))
            return (pair.0 ^ pair.1) >> (8 - count) == 0
        }
    }
}
