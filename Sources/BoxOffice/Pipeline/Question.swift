/// One request of an export, and the same one to the source it is compared with, if there is one.
struct Question: Sendable {
    /// What the source is asked.
    let request: Request
    /// What its peer is asked.
    let peerRequest: Request?
}

/// Everything that an export asks, made one at a time.
struct Questions: Sequence, IteratorProtocol {
    private var requests: AnySequence<Request>.Iterator
    private var peerRequests: AnySequence<Request>.Iterator?

    /// The questions of `plan`.
    init(of plan: Plan) {
        requests = plan.source.requests(for: plan.query).makeIterator()
        peerRequests = plan.peer?.requests(for: plan.query).makeIterator()
    }

    mutating func next() -> Question? {
        guard let request = requests.next() else { return nil }
        guard peerRequests != nil else { return Question(request: request, peerRequest: nil) }
        return peerRequests?.next().map { Question(request: request, peerRequest: $0) }
    }
}
