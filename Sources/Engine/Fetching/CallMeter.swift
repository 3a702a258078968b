package import BoxOffice

/// Counts the calls against daily quotas, for all runs that share them.
package protocol CallMeter: Sendable {
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
package struct Quota: Hashable, Sendable {
    /// The ``Service/name`` of the service.
    package let service: String
    /// Distinguishes the key from others without revealing it: hexadecimal digits of a hash.
    package let keyHash: String
    /// The number of calls a day, from midnight to midnight in Seoul.
    package let limit: Int

    /// Describes a quota.
    package init(service: String, keyHash: String, limit: Int) {
        self.service = service
        self.keyHash = keyHash
        self.limit = limit
    }
}
