/// What carries a request to a service and brings the answer back.
///
/// It alone knows where services are and what their keys are.
public protocol Transport: Sendable {
    /// Whether answers are at hand, so that no time is lost waiting for them.
    var isLocal: Bool { get }

    /// Sends `request` and waits for the whole answer, whatever its HTTP status.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` where no answer came, `malformed` where it was
    ///   too large, and `cancelled` where the task was.
    func send(_ request: Request) async throws(Fault) -> Answer

    /// Takes in that the answer to `request` was rejected by the provider that read it.
    func didReject(_ request: Request, _ fault: Fault) async
}

extension Transport {
    /// Answers come from elsewhere.
    public var isLocal: Bool { false }

    /// Does nothing: most transports do not care what answers say.
    public func didReject(_ request: Request, _ fault: Fault) async {}
}
