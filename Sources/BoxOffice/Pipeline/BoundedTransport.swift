/// A transport that lets so many requests through at once and has the others wait their turn.
///
/// Rows are looked up beside charts, from many tasks; the bound holds for all of them together, and
/// so does the tally.
struct BoundedTransport: Transport {
    /// What all who go this way have met.
    let tally: Tally
    private let base: any Transport
    private let turnstile: Turnstile

    init(_ base: any Transport, width: Int, tally: Tally = Tally()) {
        self.base = base
        self.tally = tally
        turnstile = Turnstile(width: width)
    }

    func send(_ request: Request) async throws(Fault) -> Answer {
        try await turnstile.pass { () async throws(Fault) in
            if Task.isCancelled { throw Fault.cancelled }
            return try await base.send(request)
        }
    }

    func heed(_ fault: Fault, of request: Request) async {
        await base.heed(fault, of: request)
    }
}
