/// One request of an export, and the corresponding request to its peer for a cross-check, if any.
struct Question: Sendable {
    /// The request to the source.
    let request: Request
    /// The request to its peer.
    let peerRequest: Request?
    /// How many questions of the export were made before it; nil for one that comes from an answer.
    var index: Int?
}

/// All the questions of an export, made one at a time.
struct Questions: Sequence, IteratorProtocol {
    private var requests: AnySequence<Request>.Iterator
    private var peerRequests: AnySequence<Request>.Iterator?
    private var index = 0

    /// Makes the questions of `plan`.
    init(of plan: Plan) {
        requests = plan.source.requests(for: plan.requested).makeIterator()
        peerRequests = plan.peer?.requests(for: plan.requested).makeIterator()
    }

    mutating func next() -> Question? {
        guard let request = requests.next() else { return nil }
        defer { index += 1 }
        guard peerRequests != nil else {
            return Question(request: request, peerRequest: nil, index: index)
        }
        return peerRequests?.next().map {
            Question(request: request, peerRequest: $0, index: index)
        }
    }
}
