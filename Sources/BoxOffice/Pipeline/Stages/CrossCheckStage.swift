/// Sends each question to another source too, and checks that its answer is the same.
struct CrossCheckStage: Stage {
    private let source: any Source
    private let peer: any Source
    private let fetcher: Fetcher

    init(_ source: any Source, _ peer: any Source, _ fetcher: Fetcher) {
        self.source = source
        self.peer = peer
        self.fetcher = fetcher
    }

    func process(_ batch: Batch) async throws(Fault) -> Batch {
        guard let request = batch.question.peerRequest else { return batch }
        let other = try await fetcher.page(for: request, from: peer)
        try batch.page.compare(with: other, source.manifest.name, peer.manifest.name)
        guard (batch.page.next == nil) == (other.next == nil) else { throw .oneEnds }
        var batch = batch
        batch.next = batch.page.next.map { Question(request: $0, peerRequest: other.next) }
        return batch
    }
}

extension Fault {
    fileprivate static let oneEnds = Fault(
        .malformed, "one-source-ends",
        "the sources differ in the number of pages: one ends here")
}
