internal import Assistant
internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// One export, from the values of the command line to the committed document.
///
/// Errors of the command line are found first, then errors of the set-up, then whether the output
/// can be created; only after that is a service asked.
struct ExportRun: Sendable {
    /// The values as given and set, without settings that are meant for other runs.
    let values: Values
    let console: Console
    /// The sources of the rows, in their order; at least one.
    let sources: [any Source]
    let format: any Format
    /// The options of the format.
    let options: PluginOptions
    let now: Instant
    let registry: Registry
    /// The sources of details in the order they are asked, including the registers of the charts'
    /// sources.
    let details: [any DetailsSource]
    let posters: [any PosterSource]
    /// What each source is asked for; nil if there is nothing to do yet.
    private(set) var asked: [Asked]?
    /// The same for the period before, in case the last one is asked for and not published yet.
    private(set) var askedBefore: [Asked]?

    /// The maximum number of rows to write.
    var limit: Int {
        values.number(values.command.groups.contains(.search) ? \.limit : \.rowLimit) ?? .max
    }

    /// Exports what `ask` returns for the only source and the time, and returns the exit status; if
    /// that is nil, there is nothing to do yet.
    static func run(
        _ values: Values, _ console: Console,
        _ ask: (any Source, Instant) throws(Fault) -> Asked?
    ) async throws(Fault) -> Int32 {
        try await run(values, console) { sources, now throws(Fault) in
            guard sources.count == 1, let source = sources.first else {
                throw .oneSource(values.command.name, values.sources.first ?? "")
            }
            return try ask(source, now).map { [$0] }
        }
    }

    /// Exports what `ask` returns for the chosen sources and the time, and returns the exit status;
    /// if that is nil, there is nothing to do yet.
    static func run(
        _ values: Values, _ console: Console,
        _ ask: ([any Source], Instant) throws(Fault) -> [Asked]?
    ) async throws(Fault) -> Int32 {
        var report = try RunReport(
            at: values.text(\.report), besides: values.output, console.inputs(of: values),
            console: console)
        let status: Int32
        var fault: Fault?
        do throws(Fault) {
            let run = try await ExportRun(values, console, ask)
            status = try await run.carryOut(reporting: &report)
        } catch {
            fault = error
            status =
                console.signal().map(ExitStatus.endedBy(signal:)) ?? ExitStatus.of(error.kind)
        }
        let warnings = await report.network?.warnings ?? []
        report.commit(status: status, fault, warnings)
        if let fault { throw fault }
        return status
    }

    /// Finds the plugins and their options, and asks what to export.
    init(
        _ given: Values, _ console: Console,
        _ ask: ([any Source], Instant) throws(Fault) -> [Asked]?
    ) async throws(Fault) {
        self.console = console
        registry = try Registry.withExecutables(
            in: given.texts(\.pluginDir),
            asked: given.sources + [FormatChoice.likely(given).name]
                + (given.posterNames ?? []) + (given.detailsNames ?? []),
            seconds: given.timeout, console: console)
        var sources = try await registry.sources(named: given.sources)
        let choice: FormatChoice
        if let inquiry = console.inquiry {
            format = inquiry.format
            choice = FormatChoice(name: format.manifest.name)
        } else {
            choice = try await registry.formatChoice(for: given)
            if let note = choice.note(on: given, among: registry.formatNames) {
                console.note(note.code, note)
            }
            format = try await registry.format(named: choice.name)
        }
        let values = try given.settled(on: format)
        self.values = values
        var details =
            values.kinds.contains("details")
            ? try await registry.detailsSources(named: values.detailsNames, besides: sources) : []
        var posters =
            values.kinds.contains("posters")
            ? try await registry.posterSources(named: values.posterNames, console) : []
        let orders: [(OptionTable.Path, String)] = [
            (\.detailsFrom, "details"), (\.postersFrom, "posters"),
        ]
        for (option, kind) in orders
        where values.isGiven(option) && !values.kinds.contains(kind) {
            console.advise(
                "from-without-with",
                "--\(OptionTable[option].name) does nothing without --with \(kind)",
                ko: "--{1}{은/는} --with {2}{과/와} 함께 지정해야 적용됩니다")
        }
        now = CurrentProcess.now()
        options = try values.options(
            for: format.manifest, implied: choice.assignments, besides: &sources, &details, &posters
        )
        if values.flag(\.update), try format.reader(options) == nil {
            throw .optionsExcludeUpdate(of: format.manifest.name)
        }
        sources = try Self.opening(sources, values, registry, console)
        if values.kinds.contains("details"), values.detailsNames == nil {
            for register in sources.compactMap({ $0.fileCharts?.registerOfRows })
            where !details.contains(where: { $0.manifest.name == register.manifest.name }) {
                details.append(register)
            }
        }
        (sources, asked) = try Self.served(sources, at: now, values, ask)
        let todays = sources.map { [now] in $0.policy.territory.today(at: now) }
        let asking = asked?.filter { $0.charts?.asksForAny ?? true } ?? []
        if values.selection.isLatest,
            let last = (asking.isEmpty ? asked ?? [] : asking).compactMap({ $0.periods?.last.to })
                .max(),
            let today = todays.min()
        {
            // On its last day that period is not over yet.
            let seconds = now.secondsSince1970 - last.distance(to: today) * 86_400
            askedBefore = try? ask(sources, Instant(secondsSince1970: seconds))
        }
        self.sources = sources
        self.details = details
        self.posters = posters
    }

    /// Returns the sources and what they are asked for; one with recorded days has those that serve
    /// the run.
    private static func served(
        _ sources: [any Source], at now: Instant, _ values: Values,
        _ ask: ([any Source], Instant) throws(Fault) -> [Asked]?
    ) throws(Fault) -> ([any Source], [Asked]?) {
        guard let place = sources.firstIndex(where: { $0.recordedSource != nil }) else {
            return (sources, try ask(sources, now))
        }
        return try values.serving(sources[place]) {
            source throws(Fault) -> ([any Source], [Asked]?) in
            var sources = sources
            sources[place] = source
            let asked = try ask(sources, now)
            if let asked { try source.check(asked[place].query) }
            return (sources, asked)
        }
    }

    /// Says which recorded days the figures are of, if a source has such days.
    private func noteRecordings(_ plan: Plan) {
        guard let holdings = sources.map(\.holdings).first(where: { $0.recorded != nil }),
            let last = holdings.last
        else { return }
        guard plan.query.isChart else {
            return console.note(
                "recorded-answers", "this was recorded: \(holdings.held)", ko: "저장된 자료입니다. {1}")
        }
        let days = plan.periods.map { $0.first.from...$0.last.to } ?? holdings.first...last
        console.note(
            "recorded-days", "these are recorded figures of \(days.text), from \(holdings.name)",
            ko: "저장된 {1} 자료입니다 ({2})")
    }

    /// Plans, fetches and writes, or shows the requests that would be sent.
    ///
    /// - Parameter known: the connection, if an attempt already has one.
    private func carryOut(
        reporting report: inout RunReport, over known: Connected? = nil
    ) async throws(Fault) -> Int32 {
        report.note(sources, isUpdate: values.flag(\.update))
        guard let planned = try plan() else { return noteNothingToDo() }
        report.note(planned.plan)
        try report.check(besides: planned.writing.files(of: planned.plan))
        if values.flag(\.dryRun) {
            noteRecordings(planned.plan)
            return try await show(planned)
        }
        for plan in planned.writing.documentPlans(of: planned.plan)
        where !values.flag(\.update) && known == nil {
            planned.writing.warnOfCurrencies(plan)
        }
        var connected = if let known { known } else { try connect(planned) }
        try report.begin(planned.plan, as: format, connected)
        if console.inquiry != nil { try await allow(planned, connected.network) }
        let found: Outcome?
        do throws(Fault) {
            found = try await write(planned, connected, &report)
        } catch {
            // Without the service, what was kept of such a run is found again.
            let isMissing =
                error.kind == .notPublished
                || ["empty-chart", "not-archived", "no-recording"].contains(error.code)
            guard askedBefore != nil, isMissing, connected.fetcher.tally.rows == 0 else {
                throw error
            }
            console.note(
                "latest-is-before", "\(error.wording); the period before it is asked for instead",
                ko: "{1}. 대신 그 전 기간을 요청합니다")
            connected.fetcher.tally = Tally()
            var run = self
            (run.asked, run.askedBefore) = (askedBefore, nil)
            return try await run.carryOut(reporting: &report, over: connected)
        }
        guard let outcome = found else { return noteNothingToDo() }
        report.digest = outcome.digest
        noteRecordings(planned.plan)
        if let advice = planned.plan.face?.advice, CurrentProcess.speaksToTerminal,
            planned.writing.path.isStandardOutput, !format.traits.isProse
        {
            console.note(advice.code, advice)
        }
        return await tell(outcome, of: planned.plan.query, connected.network)
    }

    // MARK: - Connect

    /// Creates the network and the fetcher.
    private func connect(_ planned: Planned) throws(Fault) -> Connected {
        let network = try network()
        var fetcher = Fetcher(
            over: network.transport(to: sources, details, posters), kept: planned.writing.kept,
            jobs: values.jobs)
        if let limiter = console.limiter { fetcher.limiter = limiter }
        fetcher.recorder = values.text(\.record).map { RecordingFolder(at: $0) }
        fetcher.retry = Retry(retries: values.retries)
        fetcher.timeLimit = .seconds(values.timeout)
        fetcher.pictures = try pictureFolder()
        if format.showsPictures(options), planned.plan.hasValues(of: "poster_url") {
            fetcher.thumbnails = webPictures()
        }
        fetcher.providerOfPictures = Registry.defaultSource.provider
        fetcher.skipsRefusals = planned.plan.joinsSources && planned.plan.keepsGoing
        fetcher.remembersFilms = format is any Resumable
        return (network, fetcher)
    }

    // MARK: - Write

    /// Fetches and writes; returns nil if the films that were looked up have no period that is over.
    private func write(
        _ planned: Planned, _ connected: Connected, _ report: inout RunReport
    ) async throws(Fault) -> Outcome? {
        var (plan, writing) = planned
        writing.callsLeft = await connected.network.callsLeft(to: sources)
        do throws(Fault) {
            if var derivation = plan.derivation, derivation.needsFilms {
                try writing.tryOutput(of: plan)
                var finder = FilmFinder(in: plan.source, at: now, with: connected.fetcher)
                if try await derivation.resolve(&finder) {
                    plan = try self.plan([Asked(derivation)], from: nil)
                }
                guard plan.hasRequests else { return nil }
                if console.inquiry != nil { try await allow((plan, writing), connected.network) }
                try writing.check(plan)
                try report.begin(plan, as: format, connected)
            }
            return try await registry.supervise { [plan, writing] () async throws(Fault) in
                try await writing.write(Export(plan, with: connected.fetcher))
            }
        } catch {
            let warnings = await connected.fetcher.tally.warnings + connected.network.warnings
            for fault in warnings { console.warn(fault) }
            let asksServices = error.kind == .notYet && values.text(\.replay) == nil
            throw asksServices
                ? error.after(plan, writing.kept, updates: values.flag(\.update)) : error
        }
    }

    // MARK: - Tell

    /// Reports that there is no chart to request, and returns the exit status.
    private func noteNothingToDo() -> Int32 {
        let today = sources.map { $0.policy.territory.today(at: now) }.min() ?? now.dayInSeoul
        console.note(
            "nothing-to-do",
            "there is nothing to do yet: no period of this range is over on \(today)",
            ko: "아직 할 일이 없습니다. {1} 현재 이 범위에는 끝난 기간이 없습니다")
        return ExitStatus.success
    }

    /// Reports what the user cannot see in the document itself, and returns the exit status.
    private func tell(_ outcome: Outcome, of query: Query, _ network: Network) async -> Int32 {
        let summary = outcome.summary
        if summary.rows == 0, query.isSearch {
            console.note("nothing-found", "nothing was found", ko: "검색 결과가 없습니다")
        }
        if !console.isQuiet || !summary.missing.isEmpty {
            warn(
                of: summary.incompleteCharts,
                inAll: Message(
                    "rows-missing-in-all",
                    "rows are missing in \(summary.incompleteCharts.count) charts in all",
                    ko: "빠진 행이 있는 박스오피스가 모두 {1}건입니다"))
            for fault in await summary.warnings + network.warnings { console.warn(fault) }
        }
        warn(
            of: summary.missing.map { fault in
                fault.saying(Message("missing: \(fault.wording)", ko: "누락: {1}"))
            },
            inAll: Message(
                "missing-in-all", "missing: \(summary.missing.count) in all",
                ko: "빠진 것이 모두 {1}건입니다"))
        warn(
            of: summary.unwritten,
            inAll: Message(
                "files-not-written-in-all",
                "\(summary.unwritten.count) files were not written in all",
                ko: "쓰지 못한 파일이 모두 {1}개입니다"))
        if let total = summary.total, total > summary.rows, summary.rows == limit {
            console.note(
                "more-to-find",
                "these are the first \(summary.rows, named: "rows") of \(total, named: "total"); --limit \(total) gives them all",
                ko: "전체 {2}건 가운데 처음 {1}건입니다. 모두 받으려면 --limit {3}{을/를} 사용하세요")
        }
        if let told = outcome.told { console.note(told.code, told) }
        let calls = network.calls.sorted { $0.key < $1.key }.reduce("") {
            (all: Message, calls) in
            let more = Message(
                "\(calls.value, "call") to \(calls.key), ", ko: "{2} 호출 {1}회, ")
            return "\(all)\(more)"
        }
        console.detail(
            Message(
                "calls-of-run",
                "\(calls)\(summary.retries, "retry", "retries"), \(summary.archiveHits, named: "archive_hits") from the archive",
                ko: "{1}재시도 {2}회, 보관함에서 {3}건"))
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }

    /// Warns about the first of `faults`, and gives their number if there are more; a report has all.
    private func warn(of faults: [Fault], inAll message: Message) {
        let most = 20
        for fault in faults.prefix(most) { console.warn(fault) }
        if faults.count > most { console.warn(message.code, message) }
    }
}

/// The connection of a run, and the fetcher that uses it.
typealias Connected = (network: Network, fetcher: Fetcher)

extension Fault {
    /// Returns the fault of several sources for a command that takes one.
    static func oneSource(_ command: String, _ source: String) -> Fault {
        Fault(
            .usage, "one-source",
            "\(command) takes one source", ko: "{1} 명령에는 소스를 하나만 지정할 수 있습니다",
            hint: "such as --source \(source); only charts join several",
            hintKo: "--source {1}처럼 지정하세요. 여러 소스를 합칠 수 있는 것은 박스오피스뿐입니다")
    }

    /// Returns the fault of two options that name one file.
    static func sameFile(_ option: String, _ other: String) -> Fault {
        let code = "\(option)-is-\(other)"
        return Fault(
            .usage, code,
            "--\(option) and --\(other) name the same file",
            ko: "--{1}{과/와} --{2}{이/가} 같은 파일을 가리킵니다")
    }

    static func isInput(_ option: String) -> Fault {
        let code = "\(option)-is-input"
        return Fault(
            .usage, code,
            "--\(option) names a file that the run reads, such as that of a key or of the configuration",
            ko: "--{1}에 키 파일이나 설정 파일처럼 이번 실행이 읽는 파일을 지정했습니다")
    }

    static let noArchive = Fault(
        .configuration, "no-archive",
        "there is no archive: neither XDG_CACHE_HOME nor HOME is set",
        ko: "보관함이 없습니다. XDG_CACHE_HOME과 HOME이 모두 없습니다")
}
