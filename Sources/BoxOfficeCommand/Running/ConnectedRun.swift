internal import BoxOffice
internal import Engine
internal import Storage

/// A planned run with its way to the services.
struct ConnectedRun: Sendable {
    private(set) var planned: PlannedRun
    let network: Network
    /// What gets the answers, from the archive or over the network.
    private(set) var fetcher: Fetcher

    private var run: ResolvedRun { planned.run }

    /// Creates the network and the fetcher.
    init(_ planned: PlannedRun) throws(Fault) {
        self.planned = planned
        let (run, values) = (planned.run, planned.run.values)
        network = try run.network()
        fetcher = Fetcher(
            over: network.transport(to: run.sources, run.details, run.posters),
            kept: planned.kept, jobs: values.jobs)
        if let limiter = run.console.limiter { fetcher.limiter = limiter }
        fetcher.recorder = values.text(\.record).map { RecordingFolder(at: $0) }
        fetcher.retry = Retry(retries: values.retries)
        fetcher.timeLimit = .seconds(values.timeout)
        fetcher.pictures = try run.pictureFolder()
        if run.format.showsPictures(run.options), planned.plan.hasValues(of: "poster_url") {
            fetcher.thumbnails = run.webPictures()
        }
        fetcher.providerOfPictures = Registry.defaultSource.provider
        fetcher.skipsRefusals = planned.plan.keepsGoing && planned.plan.asksSeveral
        fetcher.remembersFilms = run.format is any Resumable
    }

    /// Returns `planned`, a second attempt at this run, with its connection, counts and output.
    func carrying(_ planned: PlannedRun) -> ConnectedRun {
        var connected = self
        connected.planned = planned
        connected.planned.live = self.planned.live
        connected.fetcher.tally.forgetMissing()
        connected.fetcher.kept = planned.kept
        return connected
    }

    /// Opens the only output, if that is a device or a pipe and two attempts may write to it.
    mutating func holdOutput() throws(Fault) {
        let files = planned.files
        guard run.askedBefore != nil, files.count == 1, let path = files.first,
            FileStatus(of: path)?.isLive == true
        else { return }
        planned.live = try LiveOutput(at: path)
    }

    /// Fetches and writes; returns nil if the films that were looked up have no period that is over.
    func write(reporting report: inout RunReport) async throws(Fault) -> Outcome? {
        var planned = planned
        planned.callsLeft = await network.callsLeft(to: run.sources)
        let needsFilms = planned.plan.derivation?.needsFilms == true
        var lookups: [Request] = []
        do throws(Fault) {
            // The only document is opened before the first request anyway.
            if needsFilms || run.values.has(\.record) || planned.files.count > 1 {
                try planned.tryOutput()
            }
            if needsFilms, var derivation = planned.plan.derivation {
                var finder = FilmFinder(in: planned.plan.source, at: run.now, with: fetcher)
                if try await derivation.resolve(&finder) {
                    planned.plan = try run.plan([Asked(derivation)], from: nil)
                }
                lookups = finder.requests
                guard planned.plan.hasRequests else { return nil }
                if run.console.inquiry != nil {
                    try await planned.allow(over: network, after: lookups.count)
                }
                try planned.checkFormat()
                try report.begin(planned.plan, self)
            }
            return try await run.registry.supervise { [planned] () async throws(Fault) in
                try await planned.write(with: fetcher)
            }
        } catch {
            let asksServices = error.kind == .notYet && run.values.text(\.replay) == nil
            // An update asks for nothing that it wrote a moment ago.
            let maxCalls =
                error.code == "no-more-calls" && !run.values.flag(\.update)
                ? run.values.number(\.maxCalls) : nil
            throw asksServices
                ? error.after(planned.plan, planned.kept, lookups, maxCalls: maxCalls) : error
        }
    }

    // MARK: - Tell

    /// Tells the warnings of a run that failed.
    func tellWarnings() async {
        for fault in await fetcher.tally.warnings + network.warnings { run.console.warn(fault) }
    }

    /// Tells the user what no document shows, and returns the exit status.
    func tell(_ outcome: Outcome) async -> Int32 {
        planned.tellRecordings()
        let (console, summary) = (run.console, outcome.summary)
        if let advice = planned.plan.face?.advice, CurrentProcess.speaksToTerminal,
            planned.path.isStandardOutput, !run.format.traits.isProse
        {
            console.note(advice.code, advice)
        }
        if summary.rows == 0, planned.plan.query.isSearch {
            console.note("nothing-found", "nothing was found", ko: "검색 결과가 없습니다")
        }
        if !console.isQuiet || !summary.missing.isEmpty {
            console.warn(of: summary.incompleteCharts)
            for fault in await summary.warnings + network.warnings { console.warn(fault) }
        }
        console.warn(
            of: summary.missing.map { fault in
                fault.saying(Message("missing: \(fault.wording)", ko: "누락: {1}"))
            })
        console.warn(of: summary.unwritten)
        // An assistant asks for more rows in another way.
        if let total = summary.total, total > summary.rows, summary.rows == run.limit,
            console.inquiry == nil
        {
            console.note(
                "more-to-find",
                "these are the first \(summary.rows, named: "rows") of \(total, named: "total"); --limit \(total) gives them all",
                ko: "전체 {2}건 가운데 처음 {1}건입니다. 모두 받으려면 --limit {3}{을/를} 사용하세요")
        }
        if let told = outcome.told { console.note(told.code, told) }
        console.detail(calls(of: summary))
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }

    /// Returns the text that gives the calls of the run.
    private func calls(of summary: ExportSummary) -> Message {
        let calls = network.calls.sorted { $0.key < $1.key }.reduce("") {
            (all: Message, calls) in
            let more = Message(
                "\(calls.value, "call") to \(calls.key), ", ko: "{2} 호출 {1}회, ")
            return "\(all)\(more)"
        }
        return Message(
            "calls-of-run",
            "\(calls)\(summary.retries, "retry", "retries"), \(summary.archiveHits, named: "archive_hits") from the archive",
            ko: "{1}재시도 {2}회, 보관함에서 {3}건")
    }
}

extension Console {
    /// Warns about the first of `faults`, and says how many more there are; a report, which is also
    /// what an assistant gets, has all.
    fileprivate func warn(of faults: [Fault]) {
        let most = 20
        for fault in faults.prefix(most) { warn(fault) }
        guard faults.count > most, inquiry == nil else { return }
        warn("more-of-these", "and \(faults.count - most) more of these", ko: "같은 경고가 {1}건 더 있습니다")
    }
}
