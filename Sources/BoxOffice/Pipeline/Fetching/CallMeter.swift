/// Counts the calls that use up a day's quota, for every run that shares it.
public protocol CallMeter: Sendable {
    /// Counts a call that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` where the quota has no call left; nothing is counted
    ///   then. What keeps the meter from counting stops no call: it is among the ``warnings``.
    func take(_ quota: Quota) async throws(Fault)

    /// Takes in that the service itself says that the day's quota is used up.
    func close(_ quota: Quota) async

    /// What went wrong in counting, each sort once.
    var warnings: [Fault] { get async }
}

/// How many calls a day a service takes with one key.
public struct Quota: Hashable, Sendable {
    /// The ``Service/name`` of the service.
    public let service: String
    /// What tells the key from others without giving it away: hexadecimal digits of a hash.
    public let keyHash: String
    /// The calls a day, from midnight to midnight in Seoul.
    public let limit: Int

    /// Describes a quota.
    public init(service: String, keyHash: String, limit: Int) {
        self.service = service
        self.keyHash = keyHash
        self.limit = limit
    }
}
