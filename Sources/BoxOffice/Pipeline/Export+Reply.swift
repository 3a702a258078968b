extension Export {
    /// One request, and the same one to the counterpart where there is one.
    struct Question: Sendable {
        let request: Request
        let counterpart: Request?
    }

    /// What came of a question.
    enum Reply: Sendable {
        case page(Page, about: Subject, next: Question?)
        case written(WrittenRows, about: Subject)
        case missing(Fault, about: Subject)
    }

    /// Everything that is to be asked, made one at a time.
    struct Questions: Sequence, IteratorProtocol {
        private var requests: AnySequence<Request>.Iterator
        private var counterparts: AnySequence<Request>.Iterator?

        init(of export: Export) {
            requests = export.source.requests(for: export.query).makeIterator()
            counterparts = export.counterpart?.requests(for: export.query).makeIterator()
        }

        mutating func next() -> Question? {
            guard let request = requests.next() else { return nil }
            guard counterparts != nil else { return Question(request: request, counterpart: nil) }
            return counterparts?.next().map { Question(request: request, counterpart: $0) }
        }
    }

    /// Asks `question`, reads the answer, and writes its rows where `writer` can.
    func reply(
        to question: Question, over transport: BoundedTransport, _ enricher: Enricher?,
        by writer: PageWriter?
    ) async throws(Fault) -> Reply {
        let reply = try await reply(to: question, over: transport, enricher, limit: limit)
        guard let writer, case .page(let page, let subject, _) = reply, writer.takes(page) else {
            return reply
        }
        return .written(try writer.written(page), about: subject)
    }

    /// Asks `question` and reads the answer; what goes wrong says what it befell.
    func reply(
        to question: Question, over transport: BoundedTransport, _ enricher: Enricher?,
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
            return .missing(fault, about: question.request.subject)
        }
    }

    /// The answer to `request` and what it says: the source's own, a kept one, or a new one, which
    /// is asked for again where that may help.
    func page(
        for request: Request, from source: any Provider, over transport: BoundedTransport
    ) async throws(Fault) -> (Page, Answer) {
        if Task.isCancelled { throw Fault.cancelled }
        if let own = source.ownAnswer(to: request) {
            return try read(own, to: request, from: source)
        }
        if let kept = keptPage(for: request, from: source, transport.tally) { return kept }
        guard archiveMode != .offline else { throw .notKept }
        do throws(Fault) {
            let (page, answer) = try await newPage(for: request, from: source, over: transport)
            transport.tally.note(nil, from: request.service)
            transport.tally.note(answer, from: request.service)
            keep(answer, page, to: request, transport.tally)
            return (page, answer)
        } catch {
            transport.tally.note(error, from: request.service)
            throw error
        }
    }

    /// A new answer to `request`.
    ///
    /// Of a service that is down each further request is made once: thousands of them, where a run
    /// keeps going, would be patient for hours.
    private func newPage(
        for request: Request, from source: any Provider, over transport: BoundedTransport
    ) async throws(Fault) -> (Page, Answer) {
        let retry = transport.tally.isDown(request.service) ? Retry(.none) : retry
        return try await retry.attempts { () async throws(Fault) in
            let answer = try await transport.send(request)
            do throws(Fault) {
                return try read(answer, to: request, from: source)
            } catch {
                await transport.heed(error, of: request)
                throw error
            }
        } again: {
            transport.tally.countRetry()
        }
    }

    /// Reads `answer`, and refuses what cannot be the whole truth.
    func read(
        _ answer: Answer, to request: Request, from source: any Provider
    ) throws(Fault) -> (Page, Answer) {
        var answer = answer
        answer.source = source.manifest.name
        answer.timeLimit = timeLimit
        guard (200..<300).contains(answer.status) else {
            throw (source.fault(in: answer) ?? .httpStatus(answer.status)).heeding(answer)
        }
        let page: Page
        do throws(Fault) {
            page = try source.read(answer, to: request)
        } catch {
            var fault = error
            if fault.kind == .malformed, answer.endsWithConnection { fault.outlook = .passing }
            throw fault
        }
        if case .edition = request.subject, page.count > Self.mostRows {
            throw .tooManyRows(page.count, limit: Self.mostRows)
        }
        if case .edition(let edition) = request.subject, page.count == 0, !allowsEmpty,
            let refusal = refusal(ofEmpty: edition)
        {
            throw refusal
        }
        if case .code = request.subject, page.count == 0 { throw .unknownCode }
        return (page, answer)
    }

    /// How many rows one edition of a chart may have: KOBIS gives ten, and on no day does Korea show
    /// a thousand films.
    private static var mostRows: Int { 1000 }

    /// Why an edition without rows is not what it seems; nil where it may well be.
    ///
    /// The figures of yesterday come some time after midnight. Of days before, a chart of a region
    /// or a kind of films may well be empty, but one of all films in the whole country never was.
    func refusal(ofEmpty edition: ChartEdition) -> Fault? {
        if edition.period.to.distance(to: today) <= 1 { return .notPublished }
        return edition.filter == ChartFilter() ? .emptyChart : nil
    }
}

extension Fault {
    /// The fault with the wait that `answer` asks for, where one could help.
    fileprivate func heeding(_ answer: Answer) -> Fault {
        guard let seconds = answer.retryAfter,
            outlook == .passing || (answer.status == 429 && kind == .notYet && outlook == .lasting)
        else { return self }
        var fault = self
        // `Retry-After: 0` names no wait: the usual one, which grows, is better for both sides.
        fault.outlook = seconds > 0 ? .passingIn(seconds: seconds) : .passing
        return fault
    }

    fileprivate static func tooManyRows(_ count: Int, limit: Int) -> Fault {
        Fault(.malformed, "too-many-rows", "the chart has \(count) rows; the limit is \(limit)")
    }

    fileprivate static let oneEnds = Fault(
        .malformed, "one-ends", "the sources differ in the number of pages: one ends here")

    fileprivate static let unknownCode = Fault(
        .notFound, "unknown-code", "not found: nothing is known under this code")

    fileprivate static let emptyChart = Fault(
        .malformed, "empty-chart",
        "the chart is empty, which no chart of the whole country ever was",
        hint: "a chart without rows is accepted only where that is allowed")

    fileprivate static let notPublished = Fault(
        .notPublished, "not-published", "the chart is not published yet",
        hint: "it comes soon after midnight in Seoul")
}
