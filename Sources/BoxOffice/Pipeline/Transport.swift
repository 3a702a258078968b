/// What carries a request to a service and brings the answer back.
///
/// It alone knows where services are and what their keys are.
public protocol Transport: Sendable {
    /// Sends `request` and waits for the whole answer, whatever its HTTP status.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` where no answer came, `malformed` where it was
    ///   too large, and `cancelled` where the task was.
    func send(_ request: Request) async throws(Fault) -> Answer
}
