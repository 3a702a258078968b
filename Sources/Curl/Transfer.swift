/// What one transfer gathers while libcurl runs it.
///
/// A class, because libcurl is given its address; libcurl borrows it and never frees it.
final class Transfer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    private(set) var isPrivate = false
    private let limit: Int
    private let reach: Reach
    private let cancellation: Cancellation
    private let tell: (@Sendable (String) -> Void)?

    /// - Parameter tell: what is told, line by line, of what goes over the connection, but for the
    ///   bodies; the key is in it.
    init(
        limit: Int, reach: Reach, cancellation: Cancellation, tell: (@Sendable (String) -> Void)?
    ) {
        self.limit = limit
        self.reach = reach
        self.cancellation = cancellation
        self.tell = tell
    }

    var isTraced: Bool { tell != nil }

    /// Tells of `text`, which went the way of `sign`: `<` came, `>` went, `*` is libcurl's own.
    func trace(_ text: String, _ sign: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let isSecret = line.lowercased().contains("authorization:")
            let name = line.prefix { $0 != ":" }
            tell?("\(sign) \(isSecret ? "\(name): ***" : "\(line)")")
        }
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// Whether nobody but machines of the public network may be asked.
    var asksPublicHostsAlone: Bool { reach == .publicHosts }

    /// Whether the machine at `address` may be connected to, nil for what is no IP address; asked
    /// only where it is the one that the URL names, and no proxy.
    func mayConnect(to address: IPAddress?) -> Bool {
        guard asksPublicHostsAlone,
            address?.isPublic != true || address?.isOfThisMachine == true
        else { return true }
        isPrivate = true
        return false
    }

    /// Takes a piece of the body, already decompressed; false means that it is too much.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= limit - bytes.count else {
            isTooLarge = true
            return false
        }
        unsafe bytes.append(contentsOf: piece)
        return true
    }
}
