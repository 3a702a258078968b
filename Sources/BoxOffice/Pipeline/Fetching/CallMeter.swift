/// Counts the calls against daily quotas, for all runs that share them.
public protocol CallMeter: Sendable {
    /// Counts a call that is about to be sent.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if the quota has no call left; then nothing is
    ///   counted. If the meter itself fails, the call goes ahead, and the reason is in
    ///   ``warnings``.
    func take(_ quota: Quota) async throws(Fault)

    /// Records that the service itself says that the daily quota is exhausted.
    func close(_ quota: Quota) async

    /// What went wrong in counting, one fault of each sort.
    var warnings: [Fault] { get async }
}

/// How many calls a day a service allows with one key.
public struct Quota: Hashable, Sendable {
    /// The ``Service/name`` of the service.
    public let service: String
    /// Distinguishes the key from others without revealing it: hexadecimal digits of a hash.
    public let keyHash: String
    /// The number of calls a day, from midnight to midnight in Seoul.
    public let limit: Int

    /// Describes a quota.
    public init(service: String, keyHash: String, limit: Int) {
        self.service = service
        self.keyHash = keyHash
        self.limit = limit
    }
}
