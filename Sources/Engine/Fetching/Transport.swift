package import BoxOffice

/// Sends requests to services and returns their answers.
///
/// Only a transport knows the addresses of the services and their keys.
package protocol Transport: Sendable {
    /// Whether answers are available locally, so that there is no waiting, and asking in vain has no
    /// effect.
    var isLocal: Bool { get }

    /// Sends `request` and waits for the complete answer, whatever its HTTP status is.
    ///
    /// - Throws: a ``Fault`` of kind `unavailable` if no answer came, `malformed` if it was too
    ///   large, and `cancelled` if the task was cancelled.
    func send(_ request: Request) async throws(Fault) -> Answer

    /// Records that the provider that read the answer to `request` rejected it.
    func didReject(_ request: Request, _ fault: Fault) async
}

extension Transport {
    /// By default false: answers come from elsewhere.
    package var isLocal: Bool { false }

    /// Does nothing: most transports do not use the content of answers.
    package func didReject(_ request: Request, _ fault: Fault) async {}
}
