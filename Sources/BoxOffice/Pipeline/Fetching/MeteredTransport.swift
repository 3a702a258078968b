/// A transport that counts what is sent, and sends no more than is allowed.
///
/// It is the run's: all that one run sends goes through one of these, however many documents come
/// of it.
public struct MeteredTransport: Transport {
    private let base: any Transport
    private let counter: CallCounter

    /// Makes a transport that sends over `base` what `counter` allows.
    public init(_ base: any Transport, counter: CallCounter) {
        self.base = base
        self.counter = counter
    }

    /// Sends `request` where there is a call left for it.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` where there is none, and whatever the transport below
    ///   throws.
    public func send(_ request: Request) async throws(Fault) -> Answer {
        try await counter.take(request.service)
        return try await base.send(request)
    }

    /// Has the meter know where the service says that the quota is used up.
    public func didReject(_ request: Request, _ fault: Fault) async {
        if fault.outlook == .tomorrow { await counter.close(request.service) }
        await base.didReject(request, fault)
    }
}
