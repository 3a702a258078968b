internal import BoxOffice
internal import Engine

/// The transport of a run that asks nobody.
struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(
            .bug, "nobody-asked",
            Message("nobody was to be asked for \(request.target)", ko: "요청하면 안 되는 것을 요청했습니다: {1}"))
    }
}
