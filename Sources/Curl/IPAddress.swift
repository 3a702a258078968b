internal import CTransfer
internal import Glibc

/// An address of the Internet Protocol, of version 4 or 6.
struct IPAddress: Hashable, Sendable {
    /// The four or sixteen bytes, in network order.
    let bytes: [UInt8]

    /// Reads an address as it is usually written; nil if `text` is not one.
    init?(_ text: String) {
        var address = [UInt8](repeating: 0, count: 16)
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)]
        where unsafe inet_pton(family, text, &address) == 1 {
            bytes = Array(address.prefix(count))
            return
        }
        return nil
    }

    /// Reads the address of a socket; nil if it is not an IP address.
    init?(_ address: UnsafePointer<sockaddr>) {
        // The positions in a `sockaddr_in` and a `sockaddr_in6`.
        let place: Range<Int>
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        let start = unsafe UnsafeRawPointer(address) + place.lowerBound
        bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: place.count))
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// True if the address is link-local (169.254.0.0/16, fe80::/10), or an IPv6 address that
    /// contains a link-local IPv4 address: some services there give credentials to anyone who asks.
    var isLinkLocal: Bool {
        if bytes.count == 4 { return bytes[0] == 169 && bytes[1] == 254 }
        if bytes[0] == 0xFE, bytes[1] >> 6 == 0b10 { return true }
        return addressesInside.contains { $0.isLinkLocal }
    }

    /// The IPv4 addresses contained in an IPv6 address, in every form that contains one.
    private var addressesInside: [IPAddress] {
        func inside(_ indices: Int...) -> IPAddress { IPAddress(bytes: indices.map { bytes[$0] }) }
        let last = inside(12, 13, 14, 15)
        // Compatible and mapped (RFC 4291), translated (RFC 2765).
        if bytes.prefix(8).allSatisfy({ $0 == 0 }) { return [last] }
        // NAT64 (RFC 6052), also with a local prefix (RFC 8215), which may have any length.
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
            return [last, inside(6, 7, 9, 10), inside(7, 9, 10, 11), inside(9, 10, 11, 12)]
        }
        // 6to4 (RFC 3056).
        return bytes.starts(with: [0x20, 0x02]) ? [inside(2, 3, 4, 5)] : []
    }

    /// True if the address is public: not of this machine or a private network, not multicast and
    /// not reserved, according to the registries of IANA (RFC 6890).
    var isPublic: Bool {
        if isLinkLocal || Self.reserved.contains(where: { $0.contains(self) }) { return false }
        if bytes.count == 4 { return true }
        // NAT64 (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16, RFC 3056) contain an address of
        // version 4.
        let prefix = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
        if bytes.starts(with: prefix) || bytes.starts(with: [0x20, 0x02]) {
            return addressesInside.first?.isPublic == true
        }
        // Public addresses begin with 2 or 3, so ::ffff:127.0.0.1 is not one.
        return bytes[0] >> 5 == 0b001
    }

    /// The reserved networks.
    private static let reserved = """
        0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
        192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
        2001::/32 2001:db8::/32 3fff::/20
        """.split(whereSeparator: \.isWhitespace).compactMap(IPNetwork.init)

    /// True if an interface of this machine has the address.
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
}

/// A network as it is written, such as `10.0.0.0/8`; a single address is also a network.
struct IPNetwork: Sendable {
    private let address: IPAddress
    private let bits: Int

    /// Reads a network as libcurl does, which takes 0 bits as all bits; nil if `text` is not one.
    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }),
            let bits = parts.count == 1 ? 0 : Int(parts[1]),
            (0...address.bytes.count * 8).contains(bits)
        else { return nil }
        self.address = address
        self.bits = bits == 0 ? address.bytes.count * 8 : bits
    }

    /// Returns true if `other` is in the network.
    func contains(_ other: IPAddress) -> Bool {
        other.bytes.count == address.bytes.count
            && zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
                let count = min(8, max(0, bits - index * 8))
                return (pair.0 ^ pair.1) >> (8 - count) == 0
            }
    }
}
