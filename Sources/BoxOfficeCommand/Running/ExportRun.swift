internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

/// One export, from the values of the command line to the committed document.
///
/// What can be wrong with the command line is found first, then what is wrong with the set-up, then
/// whether the output can be created; only then is a service asked.
struct ExportRun: Sendable {
    let origin: Values
    private(set) var output: Values
    let running: Values
    var added: Values?
    var top = Int.max
    var limit = Int.max
    /// The file that says how far the reader of the document is.
    var state: String?
    /// The films whose runs are asked for, if they are.
    var trend: TrendChoice?

    init(_ values: Values) {
        origin = values
        output = values
        running = values
    }

    /// Exports what `makeQuery` makes of the chosen source and today's date, and gives the exit
    /// status; where that is nil, there is nothing to do yet.
    func run(
        console: Console, _ makeQuery: (any Source, Day) throws(Fault) -> Query?
    ) async throws(Fault) -> Int32 {
        var report = try RunReport(
            at: output.report, besides: [output.output], console: console)
        let result: Result<Int32, Fault>
        do throws(Fault) {
            result = .success(try await run(reporting: &report, console: console, makeQuery))
        } catch {
            result = .failure(error)
        }
        let warnings = await report.network?.warnings ?? []
        switch result {
        case .success(let status):
            report.commit(status: status, nil, warnings)
            return status
        case .failure(let fault):
            let status = console.signal().map(ExitStatus.endedBy(signal:))
            report.commit(status: status ?? ExitStatus.of(fault.kind), fault, warnings)
            throw fault
        }
    }

    private func run(
        reporting report: inout RunReport, console: Console,
        _ makeQuery: (any Source, Day) throws(Fault) -> Query?
    ) async throws(Fault) -> Int32 {
        let resolved = try await resolve(console, makeQuery)
        var run = self
        run.output = resolved.output
        guard let planned = try run.plan(resolved, console) else {
            report.note(resolved.source)
            return noteNothingToDo(resolved.today, console)
        }
        if run.output.flag(\.dryRun) { return try await run.show(planned, console) }
        let connected = try run.connect(planned, console)
        try report.begin(planned.plan, as: resolved.formatName, connected)
        guard let outcome = try await run.write(planned, connected, &report, console) else {
            return noteNothingToDo(resolved.today, console)
        }
        report.digest = outcome.digest
        return await run.tell(outcome, of: planned.query, connected.network, console: console)
    }

    // MARK: - Resolve

    /// What the names on the command line stand for.
    private struct Resolved: Sendable {
        let registry: Registry
        let source: any Source
        let posters: [any PosterSource]
        let format: any Format
        let formatName: String
        /// The options of the document, without those that are set for another format.
        let output: Values
        /// The options of the format.
        let options: PluginOptions
        let today: Day
        /// What is asked for; nil if there is nothing to do yet.
        let query: Query?
    }

    /// Finds the plugins and their options, and what is asked for.
    private func resolve(
        _ console: Console, _ makeQuery: (any Source, Day) throws(Fault) -> Query?
    ) async throws(Fault) -> Resolved {
        let registry = try Registry.withExecutables(
            in: origin.pluginDir,
            asked: [origin.source, FormatChoice.likely(output).name] + (added?.posterNames ?? []),
            isQuiet: running.quiet, seconds: origin.timeout, console: console)
        var source = try await registry.source(named: origin.source)
        let choice = try await registry.formatChoice(for: output)
        let format = try await registry.format(named: choice.name)
        let output = output.settled(on: format)
        var posters =
            wants("posters")
            ? try await registry.posterSources(named: added?.posterNames, console) : []
        let today = CurrentProcess.now().dayInSeoul
        let query = try makeQuery(source, today)
        let options = try output.options(
            for: format.manifest, implied: choice.assignments, besides: &source, &posters)
        return Resolved(
            registry: registry, source: source, posters: posters, format: format,
            formatName: choice.name, output: output, options: options, today: today, query: query)
    }

    // MARK: - Plan

    /// What is asked for, what is kept of it, and how the document gets to its place.
    private struct Planned: Sendable {
        let resolved: Resolved
        let bookmarks: Bookmarks?
        let query: Query
        let plan: Plan
        let kept: KeptAnswers
        let writing: Writing
    }

    /// Plans the run and refuses what cannot be done; nil if there is nothing to do yet.
    private func plan(_ resolved: Resolved, _ console: Console) throws(Fault) -> Planned? {
        guard let asked = resolved.query else { return nil }
        let format = resolved.format
        var bookmarks = try bookmarks(for: format)
        let query = try resumed(
            asked, from: &bookmarks, of: resolved.source, today: resolved.today, console)
        let plan = try plan(query, from: bookmarks, resolved)
        let path = try OutputPath(
            output.output, of: query, format: resolved.formatName, updates: output.update)
        try check(path, of: query, as: format, console)
        try checkState(path, of: query)
        try origin.checkPlugin(resolved.source)
        let kept = try keptAnswers(for: plan, console)
        let writing = Writing(
            output: output, format: resolved.formatName, path: path, options: resolved.options,
            chosen: output.columnNames.map { _ in plan.columns },
            keepsPictures: added?.postersDir != nil,
            timeout: format is any AddsToFiles ? .seconds(origin.timeout) : nil)
        try writing.check(plan, as: format, console)
        return Planned(
            resolved: resolved, bookmarks: bookmarks, query: query, plan: plan, kept: kept,
            writing: writing)
    }

    /// What is to be done for `query`, in the columns that the user chose or the format prefers.
    private func plan(
        _ query: Query, from bookmarks: Bookmarks?, _ resolved: Resolved
    ) throws(Fault) -> Plan {
        let (source, format) = (resolved.source, resolved.format)
        var plan = try Plan(
            query, from: source, today: resolved.today,
            peer: origin.flag(\.crossCheck) ? try resolved.registry.peer(of: source) : nil,
            enrichment: try enrichment(of: source, resolved.posters), top: top, limit: limit,
            keepsGoing: origin.flag(\.keepGoing), allowsEmpty: output.allowEmpty)
        plan.bookmarks = bookmarks
        let wanted = format.columns(of: plan.usualColumns, resolved.options).filter { name in
            plan.dataset.columns.contains { $0.name == name }
        }
        return try plan.choosing(
            output.columnNames ?? (wanted.isEmpty ? plan.usualColumns : wanted),
            unwritten: format.columnsBesides(resolved.options))
    }

    /// Shows what the run would ask for.
    private func show(_ planned: Planned, _ console: Console) async throws(Fault) -> Int32 {
        let (plan, kept, format) = (planned.plan, planned.kept, planned.resolved.format)
        if let trend {
            return try await showTrend(plan, trend, kept, console) { query throws(Fault) in
                try self.plan(query, from: planned.bookmarks, planned.resolved)
            } remaining: { plan throws(Fault) in
                try planned.writing.remaining(of: plan, kept, as: format)
            }
        }
        let rest = try planned.writing.remaining(of: plan, kept, as: format)
        return try DryRun(plan: rest, kept: kept, environment: console.environment)
            .show(on: console)
    }

    // MARK: - Connect

    /// Makes what brings the answers.
    private func connect(_ planned: Planned, _ console: Console) throws(Fault) -> Connected {
        let (plan, resolved) = (planned.plan, planned.resolved)
        let network = try network(for: plan, console)
        var fetcher = Fetcher(
            over: resolved.registry.carrying(
                resolved.source, plan.enrichment?.posters ?? [], besides: network),
            kept: planned.kept,
            recorder: origin.record.map(RecordingFolder.init(at:)),
            pictures: try pictureFolder(for: plan, console),
            thumbnails: resolved.format.hasPictures(resolved.options)
                ? webPictures(for: plan, console) : nil,
            jobs: origin.jobs, retry: Retry(retries: origin.retries),
            timeLimit: .seconds(origin.timeout))
        fetcher.remembersFilms =
            planned.bookmarks != nil || (origin.refresh && resolved.format is any Resumable)
        return Connected(network: network, fetcher: fetcher)
    }

    // MARK: - Write

    /// Fetches and writes; nil if the films that were looked up have no period that is over.
    private func write(
        _ planned: Planned, _ connected: Connected, _ report: inout RunReport, _ console: Console
    ) async throws(Fault) -> Outcome? {
        var plan = planned.plan
        let (format, network) = (planned.resolved.format, connected.network)
        do throws(Fault) {
            if let trend {
                try planned.writing.tryOutput(of: plan)
                var lookup = try TrendLookup(trend.span, for: plan, with: connected.fetcher)
                if let query = try await lookedUp(planned.query, of: trend, by: &lookup) {
                    plan = try self.plan(
                        .trend(query), from: planned.bookmarks, planned.resolved)
                }
                guard plan.hasRequests else { return nil }
                try planned.writing.check(plan, as: format, console)
                try report.begin(plan, as: planned.resolved.formatName, connected)
            }
            return try await planned.resolved.registry.supervise {
                [plan] () async throws(Fault) in
                let export = Export(plan, with: connected.fetcher)
                return try await planned.writing.write(export, as: format, console) {
                    let service = $0.plan.source.service
                    return ProgressLine(
                        of: $0, output, running, console,
                        callsLeft: await network.callsLeft(to: service)
                    ) { service.flatMap { network.calls[$0.name] } ?? 0 }
                }
            }
        } catch {
            let warnings = await connected.fetcher.tally.warnings + network.warnings
            for fault in warnings { console.warn(fault) }
            let asksServices = error.kind == .notYet && origin.replay == nil
            throw asksServices ? error.after(plan, planned.kept) : error
        }
    }

    // MARK: - What is refused, added and told

    /// Refuses places that the output or the report must not go to.
    private func check(
        _ path: OutputPath, of query: Query, as format: any Format, _ console: Console
    ) throws(Fault) {
        if let file = output.report {
            if path.leads(to: file, of: query) { throw .reportIsOutput }
            let inputs = console.environment.inputFiles + (running.config.map { [$0] } ?? [])
            if inputs.contains(where: { SmallFile.isSameFile($0, file) }) { throw .reportIsInput }
        }
        if output.update, origin.refresh { throw .updateRefresh }
        if output.output == "-", format.traits.isBinary, CurrentProcess.printsToTerminal {
            throw .binaryOnTerminal(format)
        }
    }

    private func wants(_ kind: String) -> Bool { added?.kinds.contains(kind) == true }

    /// What is looked up besides: details from the source itself, posters from theirs.
    private func enrichment(
        of source: any Source, _ posters: [any PosterSource]
    ) throws(Fault) -> Enrichment? {
        guard wants("details") || wants("posters") else { return nil }
        let register = source as? any Register
        if wants("details"), register == nil { throw .noDetails(source.holdings.name) }
        return Enrichment(
            details: register, writesDetails: wants("details"), posters: posters)
    }

    /// What is kept for other runs, and what of it is used.
    private func keptAnswers(for plan: Plan, _ console: Console) throws(Fault) -> KeptAnswers {
        let asksServices = plan.source.service != nil || plan.enrichment?.posters.isEmpty == false
        guard origin.replay == nil, asksServices else {
            return KeptAnswers(nil, terms: plan.terms)
        }
        let mode: ArchiveMode = origin.offline ? .offline : origin.refresh ? .refresh : .normal
        let archive = console.environment.archive
        if origin.offline, archive == nil { throw .noArchive }
        return KeptAnswers(archive, mode: mode, terms: plan.terms)
    }

    /// Says what the user could not see in the document itself, and gives the exit status.
    private func tell(
        _ outcome: Outcome, of query: Query, _ network: Network, console: Console
    ) async -> Int32 {
        let summary = outcome.summary
        if summary.rows == 0, query.isSearch {
            console.note("nothing-found", Message("nothing was found", ko: "검색 결과가 없습니다"))
        }
        if !running.quiet || !summary.missing.isEmpty {
            let incomplete = summary.incompleteCharts
            for fault in incomplete.prefix(mostTold) { console.warn(fault) }
            if incomplete.count > mostTold {
                console.warn(
                    "rows-missing-in-all",
                    Message(
                        "rows are missing in \(incomplete.count) charts in all",
                        ko: "빠진 행이 있는 박스오피스가 모두 {1}건입니다"))
            }
            for fault in await summary.warnings + network.warnings { console.warn(fault) }
        }
        for fault in summary.missing.prefix(mostTold) {
            console.warn(fault.code, Message("missing", "missing: \(fault.wording)", ko: "누락: {1}"))
        }
        if summary.missing.count > mostTold {
            console.warn(
                "missing-in-all",
                Message("missing: \(summary.missing.count) in all", ko: "빠진 것이 모두 {1}건입니다"))
        }
        for fault in summary.unwritten.prefix(mostTold) { console.warn(fault) }
        if summary.unwritten.count > mostTold {
            console.warn(
                "files-not-written-in-all",
                Message(
                    "\(summary.unwritten.count) files were not written in all",
                    ko: "쓰지 못한 파일이 모두 {1}개입니다"))
        }
        if let total = summary.total, total > summary.rows, summary.rows == limit {
            console.note(
                "more-to-find",
                Message(
                    "these are the first \(summary.rows) of \(total); --limit \(total) gives them all",
                    ko: "전체 {2}건 가운데 처음 {1}건입니다. 모두 받으려면 --limit {3}{을/를} 사용하세요"))
        }
        if let told = outcome.told { console.note(told.code, told) }
        let calls = network.calls.sorted { $0.key < $1.key }.map {
            Message("calls-to", "\($0.value) calls to \($0.key), ", ko: "{2} 호출 {1}회, ")
        }
        let all = calls.reduce("") { (sum: Message, next) in "\(sum)\(next)" }
        console.detail(
            Message(
                "calls-of-run",
                "\(all)\(summary.retries) retries, \(summary.archiveHits) from the archive",
                ko: "{1}재시도 {2}회, 보관함에서 {3}건"))
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }
}

/// How many messages of a kind are told; a report has all.
private let mostTold = 20

extension Fault {
    fileprivate static func noDetails(_ name: Message) -> Fault {
        Fault(
            .usage, "no-details",
            "there are no details to add: \(name) holds nothing but charts",
            ko: "{1}에는 박스오피스만 있어서 추가할 상세정보가 없습니다",
            hint: "ask another source", hintKo: "다른 소스를 사용하세요")
    }

    fileprivate static func binaryOnTerminal(_ format: any Format) -> Fault {
        let ending = format.traits.fileEndings.first.map { ".\($0)" } ?? ""
        return Fault(
            .usage, "binary-on-terminal",
            "the format \(format.manifest.name) is binary, and no terminal shows it",
            ko: "{1}{은/는} 바이너리 형식이어서 터미널에 표시할 수 없습니다",
            hint: "-o FILE\(ending) writes it to a file", hintKo: "-o FILE{1}{으로/로} 저장하세요")
    }

    fileprivate static let reportIsInput = Fault(
        .usage, "report-is-input",
        "--report names the file of a key or of the configuration",
        ko: "--report에 키 파일이나 설정 파일을 지정했습니다")

    fileprivate static let reportIsOutput = Fault(
        .usage, "report-is-output",
        "--report and --output name the same file", ko: "--report와 --output이 같은 파일입니다")

    fileprivate static let updateRefresh = Fault(
        .usage, "update-refresh",
        "--update and --refresh cannot be used together", ko: "--update와 --refresh는 함께 사용할 수 없습니다",
        hint: "leave out --update to ask for everything anew", hintKo: "모두 새로 받으려면 --update를 빼세요")

    fileprivate static let noArchive = Fault(
        .configuration, "no-archive",
        "there is no archive: neither XDG_CACHE_HOME nor HOME is set",
        ko: "보관함이 없습니다. XDG_CACHE_HOME과 HOME이 모두 없습니다")
}

/// The connection of a run, and what fetches over it.
struct Connected: Sendable {
    let network: Network
    let fetcher: Fetcher
}
