extension Export {
    /// One request, and the same one to the counterpart where there is one.
    struct Question: Sendable {
        let request: Request
        let counterpart: Request?
    }

    /// What came of a question.
    enum Reply: Sendable {
        case page(Page, about: Subject, next: Question?)
        case missing(Fault)
    }

    /// Everything that is to be asked, made one at a time.
    func questions() -> AnySequence<Question> {
        let requests = source.requests(for: query)
        guard let counterpart else {
            return AnySequence(requests.lazy.map { Question(request: $0, counterpart: nil) })
        }
        let pairs = zip(requests, counterpart.requests(for: query))
        return AnySequence(pairs.lazy.map { Question(request: $0, counterpart: $1) })
    }

    /// Asks `question` and reads the answer; what goes wrong says what it befell.
    func reply(
        to question: Question, over transport: any Transport, _ enricher: Enricher?,
        limit: Int, seen: Set<String> = []
    ) async throws(Fault) -> Reply {
        do throws(Fault) {
            var (page, answer) = try await page(
                for: question.request, from: source, over: transport)
            try recorder?.store(answer, to: question.request)
            var nextOther: Request?
            if let counterpart, let request = question.counterpart {
                let (other, otherAnswer) = try await self.page(
                    for: request, from: counterpart, over: transport)
                try recorder?.store(otherAnswer, to: request)
                try page.compare(with: other, source.manifest.name, counterpart.manifest.name)
                guard (page.next == nil) == (other.next == nil) else { throw .oneEnds }
                nextOther = other.next
            }
            if let enricher {
                page = try await enrich(page, with: enricher, limit: limit, seen: seen)
            }
            return .page(
                page, about: question.request.subject,
                next: page.next.map { Question(request: $0, counterpart: nextOther) })
        } catch {
            var subject = "\(question.request.subject)"
            if keepsGoing, case .page = question.request.subject {
                subject += " and those after it"
            }
            let fault = error.about(subject)
            guard keepsGoing, fault.isLocal else { throw fault }
            return .missing(fault)
        }
    }

    /// Asks `source`'s service for one answer and reads it.
    func page(
        for request: Request, from source: any Source, over transport: any Transport
    ) async throws(Fault) -> (Page, Answer) {
        if Task.isCancelled { throw Fault.cancelled }
        var answer: Answer
        if let own = source.ownAnswer(to: request) {
            answer = own
        } else {
            answer = try await transport.send(request)
        }
        answer.source = source.manifest.name
        guard (200..<300).contains(answer.status) else {
            throw source.fault(in: answer) ?? .httpStatus(answer.status)
        }
        let page = try source.read(answer, to: request)
        if case .edition(let edition) = request.subject, page.count == 0, !allowsEmpty {
            try refuseEmpty(edition)
        }
        if case .code = request.subject, page.count == 0 { throw .unknownCode }
        return (page, answer)
    }

    /// Refuses an edition without rows where it is not what it seems.
    ///
    /// The figures of yesterday come some time after midnight. Of days before, a chart of a region
    /// or a kind of films may well be empty, but one of all films in the whole country never was.
    private func refuseEmpty(_ edition: ChartEdition) throws(Fault) {
        if edition.period.to.distance(to: today) <= 1 { throw .notPublished }
        if edition.filter == ChartFilter() { throw .emptyChart }
    }
}

extension Fault {
    fileprivate static let oneEnds = Fault(
        .malformed, "the sources differ in the number of pages: one ends here")

    fileprivate static let unknownCode = Fault(
        .notFound, "not found: nothing is known under this code")

    fileprivate static let emptyChart = Fault(
        .malformed, "the chart is empty, which no chart of the whole country ever was",
        hint: "--allow-empty accepts a chart without rows")

    fileprivate static let notPublished = Fault(
        .notPublished, "the chart is not published yet",
        hint: "it comes soon after midnight in Seoul; --allow-empty accepts a chart without rows")
}
