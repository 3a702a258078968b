internal import BoxOffice
internal import Engine

/// The transport of a run that asks nobody.
struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody-asked", "nobody was to be asked for \(request.target)")
    }
}
