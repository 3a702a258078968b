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

    /// Whether the machine at `address` may be asked: a name can lead to any address.
    func mayAsk(_ address: String) -> Bool {
        isPrivate = reach == .publicHosts && Origin.isPrivate(host: address)
        return !isPrivate
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
