internal import BoxOffice
internal import Engine
internal import Storage

/// A planned run with its way to the services.
struct ConnectedRun: Sendable {
    let planned: PlannedRun
    let network: Network
    /// What gets the answers, from the archive or over the network.
    let fetcher: Fetcher

    private var run: ResolvedRun { planned.run }

    /// Creates the network and the fetcher.
    init(_ planned: PlannedRun) throws(Fault) {
        self.planned = planned
        let (run, values) = (planned.run, planned.run.values)
        network = try run.network()
        var fetcher = Fetcher(
            over: network.transport(to: run.sources, run.details, run.posters),
            kept: planned.writing.kept, jobs: values.jobs)
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
        self.fetcher = fetcher
    }

    private init(_ planned: PlannedRun, _ network: Network, _ fetcher: Fetcher) {
        (self.planned, self.network, self.fetcher) = (planned, network, fetcher)
    }

    /// Returns `planned` with this connection, and with nothing counted yet.
    func carrying(_ planned: PlannedRun) -> ConnectedRun {
        var fetcher = fetcher
        fetcher.tally = Tally()
        fetcher.kept = planned.writing.kept
        return ConnectedRun(planned, network, fetcher)
    }

    /// Fetches and writes; returns nil if the films that were looked up have no period that is over.
    func write(reporting report: inout RunReport) async throws(Fault) -> Outcome? {
        var planned = planned
        planned.writing.callsLeft = await network.callsLeft(to: run.sources)
        do throws(Fault) {
            if var derivation = planned.plan.derivation, derivation.needsFilms {
                try planned.writing.tryOutput(of: planned.plan)
                var finder = FilmFinder(in: planned.plan.source, at: run.now, with: fetcher)
                if try await derivation.resolve(&finder) {
                    planned.plan = try run.plan([Asked(derivation)], from: nil)
                }
                guard planned.plan.hasRequests else { return nil }
                if run.console.inquiry != nil {
                    try await planned.allow(over: network, after: finder.requests.count)
                }
                try planned.writing.check(planned.plan)
                try report.begin(planned.plan, as: run.format, self)
            }
            return try await run.registry.supervise { [planned] () async throws(Fault) in
                try await planned.writing.write(Export(planned.plan, with: fetcher))
            }
        } catch {
            for fault in await fetcher.tally.warnings + network.warnings { run.console.warn(fault) }
            let asksServices = error.kind == .notYet && run.values.text(\.replay) == nil
            throw asksServices
                ? error.after(
                    planned.plan, planned.writing.kept, updates: run.values.flag(\.update))
                : error
        }
    }

    // MARK: - Tell

    /// Tells the user what no document shows, and returns the exit status.
    func tell(_ outcome: Outcome) async -> Int32 {
        planned.tellRecordings()
        let (console, summary) = (run.console, outcome.summary)
        if let advice = planned.plan.face?.advice, CurrentProcess.speaksToTerminal,
            planned.writing.path.isStandardOutput, !run.format.traits.isProse
        {
            console.note(advice.code, advice)
        }
        if summary.rows == 0, planned.plan.query.isSearch {
            console.note("nothing-found", "nothing was found", ko: "검색 결과가 없습니다")
        }
        if !console.isQuiet || !summary.missing.isEmpty {
            console.warn(
                of: summary.incompleteCharts,
                inAll: Message(
                    "rows-missing-in-all",
                    "rows are missing in \(summary.incompleteCharts.count) charts in all",
                    ko: "빠진 행이 있는 박스오피스가 모두 {1}건입니다"))
            for fault in await summary.warnings + network.warnings { console.warn(fault) }
        }
        console.warn(
            of: summary.missing.map { fault in
                fault.saying(Message("missing: \(fault.wording)", ko: "누락: {1}"))
            },
            inAll: Message(
                "missing-in-all", "missing: \(summary.missing.count) in all",
                ko: "빠진 것이 모두 {1}건입니다"))
        console.warn(
            of: summary.unwritten,
            inAll: Message(
                "files-not-written-in-all",
                "\(summary.unwritten.count) files were not written in all",
                ko: "쓰지 못한 파일이 모두 {1}개입니다"))
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
    /// Warns about the first of `faults`, and gives their number if there are more; a report has all.
    fileprivate func warn(of faults: [Fault], inAll message: Message) {
        let most = 20
        for fault in faults.prefix(most) { warn(fault) }
        if faults.count > most { warn(message.code, message) }
    }
}
