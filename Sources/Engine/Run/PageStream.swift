internal import BoxOffice

/// The pages that answer a plan's requests, in request order, with everything that is looked up for
/// their films.
///
/// Several tasks fetch pages ahead, and each page is read where it was fetched. The stream itself
/// is used by one task.
final class PageStream {
    private let asking: Asking
    /// The lookups of each source plan; nil if nothing is looked up for it.
    private let lookups: [FilmLookups?]
    private let fetched: OrderedMap<PlannedRequest, FetchedPage>
    /// The pages whose new films are looked up, and those whose pictures are fetched.
    private var withFilms: OrderedMap<PageOfFilms, PageOfFilms>?
    private var withPictures: OrderedMap<PageOfFilms, PageOfFilms>?

    /// Prepares to fetch everything that `plan` asks for.
    ///
    /// - Parameter rows: writes the rows of a page where the page is read, if they look the same
    ///   anywhere in a document.
    init(_ plan: Plan, with fetcher: Fetcher, writingBy rows: (any RowWriter)? = nil) {
        let lookups = plan.sourcePlans.map { FilmLookups(of: $0, plan, fetcher) }
        let looksUp = lookups.contains { $0 != nil }
        self.lookups = lookups
        // Charts from which a derivation makes rows are not written themselves.
        let asking = Asking(
            plan: plan, fetcher: fetcher, codes: CodeLookup(plan, fetcher),
            looksUp: lookups.map { $0 != nil },
            rows: plan.derivation == nil ? rows : nil)
        self.asking = asking
        let requests = plan.plannedRequests()
        // One job fetches page after page; with several jobs, some pages wait for an earlier one.
        let width = fetcher.jobs == 1 ? 1 : 2 * fetcher.jobs
        let fetched = OrderedMap(
            width: width, batch: fetcher.asksServices || looksUp ? 1 : 8, of: requests
        ) { request, cells async throws(Fault) in try await asking.page(for: request, by: &cells) }
        self.fetched = fetched
        guard looksUp else { return }
        let searches = lookups.map { $0?.search }
        let withFilms = OrderedMap<PageOfFilms, PageOfFilms>(
            width: width,
            of: { () async throws(Fault) in
                guard let page = try await fetched.next() else { return nil }
                return try asking.begin(page, lookups[page.sourcePlan], limit: plan.limit)
            }, isElementReady: { fetched.isReady }
        ) { page, _ async throws(Fault) in
            try await searches[page.answer.sourcePlan]?.lookUp(page) ?? page
        }
        withPictures = OrderedMap(
            width: width,
            of: { () async throws(Fault) in
                guard var page = try await withFilms.next() else { return nil }
                lookups[page.answer.sourcePlan]?.choose(&page)
                return page
            }, isElementReady: { withFilms.isReady }
        ) { page, _ async throws(Fault) in
            try await searches[page.answer.sourcePlan]?.fetchPictures(page) ?? page
        }
        self.withFilms = withFilms
    }

    /// Returns the next page; nil after the last.
    ///
    /// - Parameter idle: called before a wait, so that output can be flushed.
    /// - Throws: the fault that ends the run.
    func next(idle: () throws(Fault) -> Void = {}) async throws(Fault) -> FetchedPage? {
        guard let withPictures else { return try await fetched.next(idle: idle) }
        guard let page = try await withPictures.next(idle: idle) else { return nil }
        return try await finish(page)
    }

    /// Returns the page that follows another, which named its `request`; at most `limit` more rows
    /// are written, and none of those in `seen` again.
    func page(
        after request: PlannedRequest, limit: Int, seen: Set<String>
    ) async throws(Fault) -> FetchedPage {
        var cells: [Value] = []
        let answer = try await asking.page(for: request, by: &cells)
        guard let lookups = lookups[request.sourcePlan] else { return answer }
        var page = try asking.begin(answer, lookups, limit: limit, seen: seen)
        page = try await lookups.search.lookUp(page)
        lookups.choose(&page)
        return try await finish(try await lookups.search.fetchPictures(page))
    }

    private func finish(_ page: PageOfFilms) async throws(Fault) -> FetchedPage {
        guard let lookups = lookups[page.answer.sourcePlan] else { return page.answer }
        do throws(Fault) {
            var answer = try await lookups.finish(page)
            if answer.fault == nil { asking.derive(&answer) }
            return answer
        } catch {
            return try asking.missing(error, about: page.answer.subject, page.answer.sourcePlan)
        }
    }

    /// Stops fetching pictures, because the document has enough.
    func stopPictures() async {
        for lookups in lookups { await lookups?.search.pictures.stop() }
    }

    /// The fault of films without a code, if that ends the run; later pages only add to it.
    var refusal: Fault? { get async { await asking.codes.faultOfLacking } }

    /// Adds the data that was not available for the rows so far, and the counts, to `summary`.
    func report(to summary: inout ExportSummary) async {
        await asking.codes.report(to: &summary)
        for lookups in lookups { await lookups?.report(to: &summary) }
        asking.fetcher.tally.add(to: &summary)
    }

    /// Ends all work in flight, because `fault` ended the run.
    ///
    /// If the quota is exhausted, requests in flight may finish: they are already counted, and the
    /// archive can keep their answers.
    func end(because fault: Fault) async {
        let cancels = fault.kind != .notYet
        await fetched.finish(cancels: cancels)
        await withFilms?.finish(cancels: cancels)
        await withPictures?.finish(cancels: cancels)
    }
}

/// The part of a stream that asks the sources of a plan, shared by many tasks.
private struct Asking: Sendable {
    let plan: Plan
    let fetcher: Fetcher
    let codes: CodeLookup
    /// For each source plan, true if its films are looked up.
    let looksUp: [Bool]
    let rows: (any RowWriter)?

    /// Returns the page that answers `request`, or why there is none, if the run goes on; `cells` is
    /// scratch memory for the rows.
    func page(
        for request: PlannedRequest, by cells: inout [Value]
    ) async throws(Fault) -> FetchedPage {
        let subject = request.request.subject
        let sourcePlan = plan.sourcePlans[request.sourcePlan]
        var pages: [Page] = []
        do throws(Fault) {
            var next = try await fetch(request, of: sourcePlan, into: &pages)
            if case .movies(let title?, _, _, _) = sourcePlan.query {
                next = await putFirst(title, of: sourcePlan, &pages, then: next)
            }
            let policy = sourcePlan.source.policy
            let nations = request.companions.compactMap(\.nation)
            var ((page, reading), remark) = try await refetchingKept(&pages, request, sourcePlan) {
                pages throws(Fault) in
                guard let first = pages.first else { throw .noPage }
                let page =
                    plan.isDeep ? try DeepChart(pages, of: nations, rows: policy.rows).page : first
                let reading = try plan.derivation?.erasedReading(
                    of: ChartsOfPeriod(pages: pages, joined: page, areWhole: true, policy: policy))
                return ((page, reading), reading?.isDoubtful ?? false)
            }
            if let remark { reading?.remarks?.append(remark) }
            var answer = FetchedPage(
                sourcePlan: request.sourcePlan, subject: subject, page: page, next: next)
            answer.reading = reading
            if plan.derivation != nil { answer.page.dropRecords() }
            // Charts that did not fit each other were requested again.
            answer.page.state.isProvisional =
                pages.contains(where: \.state.isProvisional) || reading?.isProvisional == true
            guard plan.derivation == nil else { return answer }
            if let edition = answer.edition, sourcePlan.wantsMore {
                answer.page.add(
                    sourcePlan.editionColumns,
                    withValues: sourcePlan.values(of: edition, in: answer.page))
            }
            try await codes.fill(&answer, of: sourcePlan)
            if plan.needsCodes, answer.edition != nil { try answer.page.checkFilms(upTo: plan.top) }
            guard !looksUp[request.sourcePlan] else { return answer }
            if let columns = sourcePlan.enrichment?.filmColumns { answer.page.add(columns, [:]) }
            derive(&answer)
            if let rows { try answer.write(by: rows, plan, &cells) }
            return answer
        } catch {
            var answer = try missing(error, about: subject, request.sourcePlan)
            if let derivation = plan.derivation, let first = pages.first {
                let charts = ChartsOfPeriod(
                    pages: pages, joined: first, areWhole: false, policy: sourcePlan.source.policy)
                answer.reading = try derivation.erasedReading(of: charts)
            }
            return answer
        }
    }

    /// Applies `read` to the charts of a period, and fetches the kept ones anew if they do not fit or
    /// leave a doubt, which counts no more then.
    ///
    /// Charts of different ages may contradict each other, so those from the archive are requested
    /// once more. If that fails, a doubtful result stands, with a remark.
    private func refetchingKept<Result>(
        _ pages: inout [Page], _ planned: PlannedRequest, _ sourcePlan: SourcePlan,
        _ read: ([Page]) throws(Fault) -> (Result, isDoubtful: Bool)
    ) async throws(Fault) -> (Result, remark: Fault?) {
        let mayAsk = fetcher.asksServices && pages.contains(where: \.isKept)
        var doubtful: Result?
        do throws(Fault) {
            let (result, isDoubtful) = try read(pages)
            guard isDoubtful, mayAsk else { return (result, nil) }
            doubtful = result
        } catch {
            guard error.affectsOneRequest, mayAsk else { throw error }
        }
        let known = pages
        pages = []
        do throws(Fault) {
            _ = try await fetch(planned, of: sourcePlan, besides: known, into: &pages)
            return (try read(pages).0, nil)
        } catch {
            guard let doubtful, error.affectsOneRequest else { throw error }
            // Those that came are in the archive now.
            let mixed = pages + known.dropFirst(pages.count)
            let result = try? read(mixed).0
            pages = result == nil ? known : mixed
            return (result ?? doubtful, .keptChartsCount(error))
        }
    }

    /// Fetches the pages that answer `planned` and the requests that go with it, and returns the
    /// request for what follows the first page.
    ///
    /// Of the `known` pages, those of this run stay, and those from the archive are requested anew.
    /// `pages` receives the pages, including those before a fault.
    private func fetch(
        _ planned: PlannedRequest, of sourcePlan: SourcePlan, besides known: [Page] = [],
        into pages: inout [Page]
    ) async throws(Fault) -> PlannedRequest? {
        if let fault = planned.fault { throw fault }
        var next: PlannedRequest?
        for (index, request) in ([planned.request] + planned.companions).enumerated() {
            if index < known.count, !known[index].isKept {
                pages.append(known[index])
                continue
            }
            do throws(Fault) {
                let page = try await page(
                    for: request, from: sourcePlan.source, anew: !known.isEmpty)
                pages.append(page)
                if index == 0, let following = page.next {
                    next = PlannedRequest(sourcePlan: planned.sourcePlan, request: following)
                }
                guard let second = sourcePlan.secondReading, index < planned.secondRequests.count
                else {
                    continue
                }
                let other = try await self.page(
                    for: planned.secondRequests[index], from: second)
                try page.compare(with: other, sourcePlan.source.manifest.name, second.manifest.name)
                guard (page.next == nil) == (other.next == nil) else { throw .oneEnds }
                next?.secondRequests = other.next.map { [$0] } ?? []
            } catch {
                throw index > 0
                    ? request.nation.map { error.about(.films(of: $0)) } ?? error : error
            }
        }
        return next
    }

    /// Returns the page in the answer to `request`.
    private func page(
        for request: Request, from source: any Source, anew: Bool = false
    ) async throws(Fault) -> Page {
        let whole = (request.subject.edition?.ofAllFilms).flatMap(source.request)
        return try await fetcher.page(for: request, from: source, anew: anew, besides: whole)
    }

    /// Joins the pages of a search to one, on which films with exactly that title come first, and
    /// returns the request for what follows.
    ///
    /// Only pages whose films are written are read. A fault of one of them has its turn after the
    /// films before it.
    private func putFirst(
        _ title: String, of sourcePlan: SourcePlan, _ pages: inout [Page],
        then next: PlannedRequest?
    ) async -> PlannedRequest? {
        var next = next
        var films = pages.flatMap { $0.records(Movie.self) }
        guard let first = pages.first, films.count == first.count else { return next }
        var codes = Set(films.map(\.code))
        while let following = next, following.fault == nil, codes.count < plan.limit {
            do throws(Fault) {
                var page: [Page] = []
                next = try await fetch(following, of: sourcePlan, into: &page)
                let more = page.flatMap { $0.records(Movie.self) }
                let known = codes.count
                codes.formUnion(more.map(\.code))
                films += more
                if codes.count == known, let subject = next?.request.subject {
                    next?.fault = .repetition(subject)
                }
            } catch {
                next = following
                next?.fault = error
            }
        }
        let key = FilmChoice.key(of: title)
        let isEqual = { (film: Movie) in FilmChoice.key(of: film.title ?? "") == key }
        var page = Page(
            films.filter(isEqual) + films.filter { !isEqual($0) }, of: Movie.searchTable,
            identity: { $0.code }, next: next?.request, total: first.total)
        (page.fetchedAt, page.isKept, page.state) = (first.fetchedAt, first.isKept, first.state)
        pages = [page]
        return next
    }

    /// Adds the derived columns.
    func derive(_ answer: inout FetchedPage) {
        let derived = plan.sourcePlans[answer.sourcePlan].derivedColumns
        if !derived.isEmpty { answer.page.derive(derived, in: answer.edition?.period) }
    }

    /// Returns `page` with its films; if they cannot be read and the run goes on, with the reason.
    func begin(
        _ page: FetchedPage, _ lookups: FilmLookups?, limit: Int, seen: Set<String> = []
    ) throws(Fault) -> PageOfFilms {
        guard let lookups else { return PageOfFilms(answer: page, films: []) }
        do throws(Fault) {
            return try lookups.begin(page, limit: min(plan.top, limit), seen: seen)
        } catch {
            return PageOfFilms(
                answer: try missing(error, about: page.subject, page.sourcePlan), films: [])
        }
    }

    /// Returns the answer with which a run goes on without the page about `subject`.
    ///
    /// - Throws: the fault, with its subject, if the run ends.
    func missing(
        _ error: Fault, about subject: Subject, _ sourcePlan: Int
    ) throws(Fault) -> FetchedPage {
        var what = plan.wording(of: subject, sourcePlan)
        if plan.keepsGoing, case .page = subject {
            what = Message("pages-after", "\(what) and those after it")
        }
        let areFilms = if case .movie = plan.query { true } else { false }
        let source = plan.sourcePlans[sourcePlan].source.manifest.name
        let fault = error.about(what, subject.scope(of: source, areFilms: areFilms))
        // If a source of posters refuses the key, the run ends.
        let isOfSource = (error.scope.source ?? source) == source
        let isOnlySource = plan.namesSources && fault.endsSource && isOfSource
        guard plan.keepsGoing, fault.affectsOneRequest || isOnlySource else { throw fault }
        return FetchedPage(
            sourcePlan: sourcePlan, subject: subject, page: Page([], of: Code.table), fault: fault,
            next: nil)
    }
}

extension Page {
    /// Refuses a chart with two rows of one film among the first `top`, which cannot both be kept by
    /// its code.
    fileprivate func checkFilms(upTo top: Int) throws(Fault) {
        let code = dataset.columns.lastIndex { $0.name == "movie_code" }
        var seen: Set<String> = []
        for row in try rows([code], limit: top) {
            if let code = row.first?.text, !seen.insert(code).inserted { throw .filmTwice(code) }
        }
    }
}

extension Request {
    /// The nation whose chart is requested; nil for other requests.
    fileprivate var nation: ChartFilter.Nation? { subject.edition?.filter.nation }
}

extension Fault {
    fileprivate static let noPage = Fault(.bug, "no-page", "a request has no answer")

    /// Returns the warning that charts of several days could not be asked for once more.
    fileprivate static func keptChartsCount(_ fault: Fault) -> Fault {
        Fault(
            .unavailable, "kept-charts-count",
            "charts in the archive do not fit each other, and asking for them once more failed: \(fault.wording)"
        )
    }

    fileprivate static func filmTwice(_ code: String) -> Fault {
        Fault(
            .malformed, "film-twice-in-chart", "the film \(code) appears twice in the chart")
    }

    fileprivate static let oneEnds = Fault(
        .malformed, "one-source-ends",
        "the sources differ in the number of pages: one ends here")
}
