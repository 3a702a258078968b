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

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        guard let request = work.question.peerRequest else { return work }
        let other = try await fetcher.page(for: request, from: peer)
        try work.page.compare(with: other, source.manifest.name, peer.manifest.name)
        guard (work.page.next == nil) == (other.next == nil) else { throw .oneEnds }
        var work = work
        work.next = work.page.next.map { Question(request: $0, peerRequest: other.next) }
        return work
    }
}

extension Fault {
    fileprivate static let oneEnds = Fault(
        .malformed, "one-source-ends",
        "the sources differ in the number of pages: one ends here")
}
