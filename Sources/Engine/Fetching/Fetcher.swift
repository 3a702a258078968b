package import BoxOffice

/// The way to the answers of requests: from the provider itself, the archive, or the service.
///
/// A request to the service is repeated if that may help.
package struct Fetcher: Sendable {
    /// The archive, and the rules for using its answers.
    package var kept: KeptAnswers
    /// The store of the chosen poster pictures, or nil.
    package var pictures: (any PictureStore)?
    /// The provider whose films the store knows by code alone (``Source/provider``); nil for all.
    package var providerOfPictures: String?
    /// What precedes the codes of films in the store, because films of two sources may have the
    /// same: `cinemart-`.
    private var prefixOfPictures = ""
    /// The source of the pictures that the document shows, or nil if it shows none.
    package var thumbnails: (any ThumbnailSource)?
    /// The limit on the pictures that the documents show.
    var budget = PictureBudget()
    /// The searches for films so far.
    private let searches = SharedPages()
    /// The counter of retries and answers from the archive.
    package var tally = Tally()
    /// The archive that also keeps good answers, to be replayed, or nil.
    package var recorder: (any AnswerArchive)?
    /// The policy that repeats requests that may then succeed; by default none.
    package var retry = Retry(retries: 0)
    /// The time limit for reading one answer, including a kept one; nil for no limit.
    package var timeLimit: Duration?
    /// True if pages of charts say which films the archive had before
    /// (``EditionState/earlierFilms``).
    package var remembersFilms = false
    /// True if a service that refused the key, or whose quota is exhausted, is not asked again,
    /// because the run goes on with others.
    package var skipsRefusals = false
    /// The maximum number of requests in flight at once, at least 1.
    let jobs: Int
    /// True if answers may be new: not recordings, and not only those of the archive.
    package var asksServices: Bool { !transport.isLocal && kept.mode != .offline }
    private let transport: any Transport
    /// The limit of ``jobs`` requests in flight.
    ///
    /// It applies to charts and to the lookups of their films together; several runs of a process may
    /// share one.
    package var limiter: ConcurrencyLimiter

    package init(over transport: any Transport, kept: KeptAnswers, jobs: Int = 4) {
        self.kept = kept
        self.jobs = max(1, jobs)
        self.transport = transport
        limiter = ConcurrencyLimiter(width: transport.isLocal ? .max : self.jobs)
    }

    /// The same fetcher, which takes searches from the archive for as long as they are kept, and counts
    /// nothing.
    var takingSearches: Fetcher {
        var fetcher = self
        (fetcher.kept, fetcher.tally) = (kept.takingSearches, Tally())
        return fetcher
    }

    /// Returns the fetcher for lookups of the films of `source`.
    func of(_ source: any Source) -> Fetcher {
        var fetcher = self
        if let providerOfPictures, source.provider != providerOfPictures {
            fetcher.prefixOfPictures = "\(source.nameInKeys)-"
        }
        return fetcher
    }

    /// Returns the kept poster of the film with that code, if it comes from a source that knows the
    /// film.
    func keptPoster(of code: String) -> Poster? {
        guard var poster = pictures?.knownPoster(of: prefixOfPictures + code) else { return nil }
        poster.movieCode = code
        return poster
    }

    /// Keeps the picture of `poster` and returns the path of its file; nil without a store.
    func keepPicture(of poster: Poster) async throws(Fault) -> String? {
        var poster = poster
        poster.movieCode = prefixOfPictures + poster.movieCode
        return try await pictures?.keep(poster)
    }

    /// Returns the page in the answer to `request`, wherever the answer comes from.
    ///
    /// - Parameters:
    ///   - anew: true if the answer must not come from the archive.
    ///   - whole: the request for the chart of all films, which shows whether an empty chart of some
    ///     of them is published; nil if there is none.
    package func page(
        for request: Request, from provider: any Provider, anew: Bool = false,
        besides whole: Request? = nil
    ) async throws(Fault) -> Page {
        if Task.isCancelled { throw Fault.cancelled }
        let asked = AddressedRequest(request, to: provider, kept)
        let terms = asked.terms
        var (page, answer) = try await answer(to: asked, anew: anew, besides: whole)
        page.fetchedAt = answer.fetchedAt
        if page.isUnsettled, !page.isKept { page.unsettled = answer }
        if remembersFilms {
            page.state.earlierFilms = page.state.earlierFilms.merging(
                kept.archive?.corrections()[request]?.films)
        }
        page.lacksRows = page.isShort(terms.policy)
        if asked.isWorthKeeping { try recorder?.keep(answer, to: request, nil) }
        page.state.isConfirmed = answer.isConfirmed
        if !page.state.isConfirmed {
            page.notes += [terms.doubt(of: page, about: request.subject)].compactMap(\.self)
            page.state.isShort = terms.shortage(of: page, about: request.subject) != nil
        }
        // A table without times gives the beginning of the period as its own. Its rows are never final,
        // whatever they say, nor are those that a wrong clock dated.
        let start = (request.subject.edition?.period.from).map(Instant.init(startOf:))
        let hasTime = answer.fetchedAt != start && !answer.isDateUncertain
        let hasFinalFigures =
            page.saysFinal != false
            && (page.saysFinal == true && hasTime
                || Freshness(of: request.subject, in: answer, terms.policy) == .final)
        page.state.isFinal = !page.state.isShort && hasFinalFigures
        if request.subject.edition != nil {
            page.state.isProvisional =
                (page.saysFinal == false || answer.fetchedAt != start)
                && (!hasFinalFigures || page.state.isShort && !page.state.mayLackRows)
        }
        return page
    }

    /// Keeps the answer of `provider` to `request` that does not settle the question alone, because
    /// other pages do.
    func keep(_ answer: Answer, to request: Request, from provider: any Provider) {
        let asked = AddressedRequest(request, to: provider, kept)
        guard let archive = kept.archive, asked.isWorthKeeping else { return }
        do throws(Fault) {
            try keep(answer, to: asked, after: nil, in: archive)
        } catch {
            tally.warn(ofArchive: error)
        }
    }

    /// Checks that the programs asked so far ended well.
    ///
    /// - Throws: a ``Fault`` if one sent more than it was asked for, or ended badly.
    func settle() async throws(Fault) { try await transport.settle() }

    /// Drops the answers that must not be kept, because they may belong to other requests.
    func dropDoubtful() {
        for request in transport.doubtful {
            kept.archive?.drop(answerTo: request)
            recorder?.drop(answerTo: request)
        }
    }

    /// Returns the page in the answer to `request`, which is made once in a run; nil if the service
    /// would have to be asked and `mayAsk` is false.
    func page(
        for request: Request, from provider: any Provider, mayAsk: Bool
    ) async throws(Fault) -> Page? {
        guard !mayAsk else {
            return try await searches.page(for: request, from: provider, by: self)
        }
        let asked = AddressedRequest(request, to: provider, kept)
        guard let (page, answer) = try keptAnswer(to: asked) else { return nil }
        if asked.isWorthKeeping { try recorder?.keep(answer, to: request, nil) }
        return page
    }

    /// Returns the answer to a request, wherever it comes from, and its page.
    func answer(
        to asked: AddressedRequest, anew: Bool = false, besides whole: Request? = nil
    ) async throws(Fault) -> (Page, Answer) {
        let (request, provider, terms) = (asked.request, asked.provider, asked.terms)
        if let page = try provider.ownPage(for: request) {
            try terms.check(count: page.count, about: request.subject)
            // Without a time fetched, no figure counts as final.
            let first = request.subject.edition?.period.from ?? Day(daysSince1970: 0)
            var answer = Answer(body: [], fetchedAt: page.fetchedAt ?? Instant(startOf: first))
            // Rows from the future were dated by a wrong clock.
            let lead = answer.fetchedAt.secondsSince1970 - terms.now.secondsSince1970
            answer.clockDifference = max(0, lead)
            return (page, answer)
        }
        if let own = provider.ownAnswer(to: request) { return try read(own, to: asked) }
        if !anew, let known = try keptAnswer(to: asked) { return known }
        guard kept.mode != .offline || transport.isOffline(request) else { throw .notKept }
        var (page, answer) = try await newAnswer(to: asked)
        var isSettled = !terms.leavesOpen(page, about: request.subject)
        if !isSettled, !terms.allowsEmpty, let whole, !transport.isLocal {
            do throws(Fault) {
                _ = try await searches.page(for: whole, from: provider, by: self)
            } catch {
                throw error.kind == .notPublished ? error : error.about(.chartOfAllFilms)
            }
            isSettled = true
        }
        // A cross-check compares what both sources say today.
        let new = terms.isCrossCheck ? (page, answer) : nil
        var earlier: Answer?
        do throws(Fault) {
            if case .edition = request.subject {
                earlier = try kept.archive?.answer(to: request)
            }
            weigh(&page, &answer, to: asked, after: earlier)
            // A program's answer is kept only if the program says so: it may change with the
            // program, and contain what the program was given.
            if let archive = kept.archive, isSettled, !page.isUnsettled, asked.isWorthKeeping,
                terms.isWorthKeeping(count: page.count, about: request.subject)
            {
                try keep(answer, to: asked, after: earlier, in: archive)
            }
        } catch {
            // A kept answer that cannot be read may be fuller, so it is not replaced.
            tally.warn(ofArchive: error)
        }
        if page.note != nil, let new { (page, answer) = new }
        page.isKept = page.isKept && !anew
        if remembersFilms, let edition = request.subject.edition {
            page.state.earlierFilms = earlier.flatMap { films(in: $0, to: asked) }
            page.state.hasNothingToCompare =
                kept.mode == .refresh && earlier == nil
                && terms.policy.isFinal(edition.period, at: terms.now)
        }
        return (page, answer)
    }

    /// Returns the films in `answer` by their codes, with their places; nil if it cannot be read.
    private func films(in answer: Answer, to asked: AddressedRequest) -> [String: Int]? {
        guard let codes = try? asked.provider.read(answer, to: asked.request).filmCodes() else {
            return nil
        }
        return Dictionary(zip(codes, codes.indices)) { first, _ in first }
    }

    /// Keeps `answer`, and remembers a correction if `earlier`, the answer before it, may have been
    /// delivered as final, or had films in better places.
    ///
    /// If there was a correction before, the final answer after one that was lost or in doubt counts
    /// as another: readers may have passed over the earlier ones.
    private func keep(
        _ answer: Answer, to asked: AddressedRequest, after earlier: Answer?,
        in archive: any AnswerArchive
    ) throws(Fault) {
        let (request, terms) = (asked.request, asked.terms)
        let freshness = Freshness(of: request.subject, in: answer, terms.policy)
        guard let edition = request.subject.edition else {
            return try archive.keep(answer, to: request, freshness)
        }
        let isCorrected =
            freshness == .final && archive.corrections()[request]?.isOfFinal == true
        let replacement = { (earlier: Answer?) -> ReplacedAnswer? in
            let known = earlier.map { Freshness(of: request.subject, in: $0, terms.policy) }
            let wasFinal =
                earlier.map { terms.policy.isFinal(edition.period, at: $0.fetchedAt) } ?? false
            let isOther = earlier.map { $0.body != answer.body } ?? false
            let isOfFinal = isOther && wasFinal || isCorrected && known != .final
            guard isOther || isOfFinal else { return nil }
            var films = earlier.flatMap { self.films(in: $0, to: asked) } ?? [:]
            if !isOfFinal {
                // This run may end before its reader knows of them, and no other would know.
                let places = self.films(in: answer, to: asked) ?? [:]
                films = films.filter { code, place in places[code].map { place < $0 } ?? true }
            }
            guard isOfFinal || !films.isEmpty else { return nil }
            return (films: films, isOfFinal: isOfFinal)
        }
        guard replacement(earlier) != nil else {
            return try archive.keep(answer, to: request, freshness)
        }
        try archive.keep(answer, to: request, freshness, replacing: replacement)
        if !remembersFilms, let fault = archive.corrections().fault { tally.warn(ofArchive: fault) }
    }

    /// Returns the kept answer to a request and its page.
    ///
    /// An answer that can no longer be read is dropped, as if it had never been kept, unless the
    /// run is offline.
    private func keptAnswer(to asked: AddressedRequest) throws(Fault) -> (Page, Answer)? {
        guard let answer = try kept.usableAnswer(to: asked.request, from: asked.provider) else {
            return nil
        }
        do throws(Fault) {
            var (page, answer) = try read(answer, to: asked)
            tally.countHit()
            page.isKept = true
            return (page, answer)
        } catch {
            if kept.mode != .offline { kept.archive?.drop(answerTo: asked.request) }
            return nil
        }
    }

    /// Returns a new answer to a request.
    ///
    /// A request to a service that is down is sent only once: with the waits for thousands of
    /// retries, a run that keeps going would take hours. One that no request reaches is not asked
    /// any more.
    private func newAnswer(to asked: AddressedRequest) async throws(Fault) -> (Page, Answer) {
        let service = asked.request.service
        do throws(Fault) {
            if let fault = tally.loss(of: service) { throw fault }
            if skipsRefusals, let fault = tally.refusal(of: service) { throw fault }
            let retry = tally.isDown(service) ? Retry(retries: 0) : retry
            let new = try await retry.attempts { number async throws(Fault) in
                try await attempt(number, of: asked)
            }
            tally.note(nil, from: service)
            tally.note(new.1, from: service)
            return new
        } catch {
            tally.note(error, from: service)
            throw error
        }
    }

    /// Sends a request for the time `number`, counting from 1.
    private func attempt(
        _ number: Int, of asked: AddressedRequest
    ) async throws(Fault) -> (Page, Answer) {
        var isSent = true
        defer { if isSent, number > 1 { tally.countRetry() } }
        let answer: Answer
        do throws(Fault) {
            answer = try await limiter.run { () async throws(Fault) in
                if Task.isCancelled { throw Fault.cancelled }
                return try await transport.send(asked.request)
            }
        } catch {
            // For lack of calls nothing is sent.
            isSent = error.kind != .notYet
            throw error
        }
        do throws(Fault) {
            return try read(answer, to: asked)
        } catch {
            await transport.didReject(asked.request, error)
            throw error
        }
    }

    /// Replaces the new answer and its page by the kept ones if those are fuller: an answer that
    /// lacks rows or figures replaces a fuller one only if it comes again a day later.
    private func weigh(
        _ page: inout Page, _ answer: inout Answer, to asked: AddressedRequest,
        after earlier: Answer?
    ) {
        let (request, terms) = (asked.request, asked.terms)
        guard case .edition = request.subject, kept.archive != nil, asked.provider.isKept else {
            return
        }
        let isCertain = terms.doubt(of: page, about: request.subject) == nil
        guard !isCertain || page.isEmpty || page.fullRows < terms.policy.rows ?? 0 else { return }
        let checksum = CRC32.hexadecimal(of: answer.body.span)
        let fuller = earlier.flatMap { known in
            known.body == answer.body ? nil : try? read(known, to: asked).0
        }.flatMap { $0.fullRows > page.fullRows ? $0 : nil }
        // A chart of a region or of some films may have any number of rows; one with fewer than
        // before may be cut off, unless the user asks for it anew.
        guard !isCertain || kept.mode != .refresh && fuller != nil else { return }
        let first = earlier?.short.flatMap { $0.checksum == checksum ? $0.since : nil }
        // A wrong clock confirms nothing, nor does it forget since when the same comes.
        let counts = first != nil || !answer.isDateUncertain
        var since = answer.fetchedAt
        if let first { since = answer.isDateUncertain ? first : min(since, first) }
        answer.short = Answer.Short(since: since, checksum: counts ? checksum : "")
        let isWanted = page.isEmpty && terms.allowsEmpty
        if answer.isInDoubt, !isWanted, var known = earlier, var fuller {
            known.short = answer.short
            fuller.isKept = true
            fuller.notes = [
                .fullerRowsKept(fuller.fullRows, of: known.fetchedAt, instead: page.fullRows)
            ]
            (page, answer) = (fuller, known)
        }
    }

    /// Reads `answer`, and refuses it if it cannot be complete.
    private func read(
        _ answer: Answer, to asked: AddressedRequest
    ) throws(Fault) -> (Page, Answer) {
        let (request, provider) = (asked.request, asked.provider)
        var answer = answer
        answer.source = provider.manifest.name
        answer.timeLimit = timeLimit
        guard (200..<300).contains(answer.status) else {
            let fault = provider.fault(in: answer) ?? .httpStatus(answer.status)
            throw fault.waiting(as: answer)
        }
        let page: Page
        do throws(Fault) {
            page = try provider.read(answer, to: request)
            if case .edition(let edition) = request.subject { try page.check(against: edition) }
        } catch {
            var fault = error
            if fault.kind == .malformed, answer.endsWithConnection { fault.outlook = .passing }
            throw fault
        }
        try asked.terms.check(count: page.count, about: request.subject)
        return (page, answer)
    }
}

/// A request, with who answers it and the terms for the answers.
struct AddressedRequest {
    let request: Request
    let provider: any Provider
    let terms: AnswerTerms

    init(_ request: Request, to provider: any Provider, _ kept: KeptAnswers) {
        self.request = request
        self.provider = provider
        terms = kept.terms.of(provider)
    }

    /// True if the answer may be kept for other runs.
    ///
    /// Answers that plugins give without a service are not kept, unless they say for how long
    /// details are good: they may change with the plugin, and contain what the plugin was given.
    var isWorthKeeping: Bool {
        if case .details(_, let days) = request.subject { return days > 0 }
        return provider.isKept
    }
}

extension [String: Int]? {
    /// Returns the films of both, each with its best place; nil if there are none.
    func merging(_ films: [String: Int]?) -> [String: Int]? {
        guard let films else { return self }
        return (self ?? [:]).merging(films, uniquingKeysWith: min)
    }
}

extension Message {
    fileprivate static let chartOfAllFilms = Message(
        "chart-of-all-films", "the chart of all films")
}

extension Fault {
    /// Returns the fault with the wait that `answer` asks for, or with the usual one, if waiting may
    /// help; it does if a service asks for fewer requests, whatever the quota of the day.
    fileprivate func waiting(as answer: Answer) -> Fault {
        let asksForFewer = answer.status == 429 && kind == .notYet && outlook == .lasting
        guard outlook == .passing || asksForFewer else { return self }
        var fault = self
        // `Retry-After: 0` names no wait. The usual one, which grows, is better for both sides.
        let seconds = answer.retryAfter ?? 0
        fault.outlook = seconds > 0 ? .passingIn(seconds: seconds) : .passing
        return fault
    }

    fileprivate static func fullerRowsKept(
        _ rows: Int, of moment: Instant, instead count: Int
    ) -> Fault {
        Fault(
            .malformed, "fuller-rows-kept",
            "a shorter chart came (\(count) of \(rows, "whole row")); the rows of \(moment) stay until the same comes a day later"
        )
    }

    /// The fault if no service may be asked and there is no kept answer.
    fileprivate static let notKept = Fault(
        .unavailable, "not-archived", "it is not in the archive, and --offline asks no service",
        hint: "run the command once without --offline", outlook: .lasting)
}
