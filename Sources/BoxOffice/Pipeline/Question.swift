/// One request of an export, and the corresponding request to its peer for a cross-check, if any.
struct Question: Sendable {
    /// The request to the source.
    let request: Request
    /// The request to its peer.
    let peerRequest: Request?
}

/// All the questions of an export, made one at a time.
struct Questions: Sequence, IteratorProtocol {
    private var requests: AnySequence<Request>.Iterator
    private var peerRequests: AnySequence<Request>.Iterator?

    /// Makes the questions of `plan`.
    init(of plan: Plan) {
        requests = plan.source.requests(for: plan.requested).makeIterator()
        peerRequests = plan.peer?.requests(for: plan.requested).makeIterator()
    }

    mutating func next() -> Question? {
        guard let request = requests.next() else { return nil }
        guard peerRequests != nil else { return Question(request: request, peerRequest: nil) }
        return peerRequests?.next().map { Question(request: request, peerRequest: $0) }
    }
}
