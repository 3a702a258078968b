package import BoxOffice

/// A transport that counts what is sent, and sends no more than is allowed.
///
/// A run has exactly one: everything that it sends goes through it, however many documents it
/// writes.
package struct MeteredTransport: Transport {
    private let base: any Transport
    private let counter: CallCounter

    /// Makes a transport that sends what `counter` allows over `base`.
    package init(_ base: any Transport, counter: CallCounter) {
        self.base = base
        self.counter = counter
    }

    /// Sends `request` if there is a call left for it.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` if there is none, and the faults of the transport
    ///   below.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        try await counter.take(request.service)
        return try await base.send(request)
    }

    /// Tells the counter if the service says that the quota is exhausted.
    package func didReject(_ request: Request, _ fault: Fault) async {
        if fault.outlook == .tomorrow { await counter.close(request.service) }
        await base.didReject(request, fault)
    }
}
