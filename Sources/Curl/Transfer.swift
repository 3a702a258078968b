/// The state of one transfer while libcurl runs it.
///
/// A class, because libcurl gets its address. libcurl never frees it.
final class Transfer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    /// Whether it was not allowed to connect to the address of the host.
    private(set) var isRefused = false
    /// Whether the system has no descriptor or memory for a socket.
    var lacksResources = false
    private let limit: Int
    let reach: Reach
    private let cancellation: Cancellation
    private let tell: (@Sendable (String) -> Void)?

    /// - Parameter tell: receives a log of the connection, line by line, without bodies; it contains
    ///   the key.
    init(
        limit: Int, reach: Reach, cancellation: Cancellation, tell: (@Sendable (String) -> Void)?
    ) {
        self.limit = limit
        self.reach = reach
        self.cancellation = cancellation
        self.tell = tell
    }

    var isTraced: Bool { tell != nil }

    /// Logs `text`, marked by `sign`: `<` received, `>` sent, `*` from libcurl itself.
    func trace(_ text: String, _ sign: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let isSecret = line.lowercased().contains("authorization:")
            let name = line.prefix { $0 != ":" }
            tell?("\(sign) \(isSecret ? "\(name): ***" : "\(line)")")
        }
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// Whether it matters which addresses are connected to: others than the user chose the host.
    var checksAddresses: Bool { reach != .sameHost }

    /// Whether the machine at `address` may be connected to; nil is anything but an IP address.
    ///
    /// Called only if the connection goes to the host in the URL and not to a proxy.
    func mayConnect(to address: IPAddress?) -> Bool {
        let isAllowed =
            switch reach {
            case .sameHost: true
            case .anyHost: address?.isLinkLocal == false
            case .publicHosts: address?.isPublic == true && address?.isOfThisMachine == false
            }
        if !isAllowed { isRefused = true }
        return isAllowed
    }

    /// Adds a piece of the body, already decompressed; returns false if the body is too large.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= limit - bytes.count else {
            isTooLarge = true
            return false
        }
        unsafe bytes.append(contentsOf: piece)
        return true
    }
}
