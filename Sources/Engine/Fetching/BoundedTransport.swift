internal import BoxOffice

/// A transport that sends a limited number of requests at once; the others wait their turn.
///
/// Films are looked up while charts are fetched, by many tasks; the limit applies to all of them
/// together.
struct BoundedTransport: Transport {
    private let base: any Transport
    private let limiter: ConcurrencyLimiter

    init(_ base: any Transport, width: Int) {
        self.base = base
        limiter = ConcurrencyLimiter(width: width)
    }

    func send(_ request: Request) async throws(Fault) -> Answer {
        try await limiter.run { () async throws(Fault) in
            if Task.isCancelled { throw Fault.cancelled }
            return try await base.send(request)
        }
    }

    func didReject(_ request: Request, _ fault: Fault) async {
        await base.didReject(request, fault)
    }
}
