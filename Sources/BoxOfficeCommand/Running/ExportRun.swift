internal import BoxOffice
internal import Curl
internal import Executables
internal import Storage

/// One export, from the values of the command line to the committed document.
///
/// What can be wrong with the command line is found first, then what is wrong with the set-up, then
/// whether the output can be created; only then is a service asked.
struct ExportRun: Sendable {
    let origin: SourceOptions
    let output: OutputOptions
    let running: RunningOptions
    var added: EnrichmentOptions?
    var top = Int.max
    var limit = Int.max

    init(_ origin: SourceOptions, _ output: OutputOptions, _ running: RunningOptions) {
        self.origin = origin
        self.output = output
        self.running = running
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
        let warnings = await report.line?.warnings ?? []
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
        let registry = try Registry.withExecutables(
            in: origin.pluginDir, asked: [origin.source, output.format], isQuiet: running.quiet,
            seconds: origin.timeout, console: console)
        var source = try await registry.source(named: origin.source)
        let format = try await registry.format(named: output.format)
        let today = Process.now().dayInSeoul
        let asked = try makeQuery(source, today)
        let options = try output.options(for: format.manifest, besides: &source)
        guard let query = asked else {
            report.note(source)
            console.note(
                "nothing-to-do",
                "there is nothing to do yet: of this range no period is over on \(today)")
            return ExitStatus.success
        }
        try source.check(query)
        let path = try OutputPath(output.output, of: query, format: output.format)
        if let file = output.report {
            if path.leads(to: file, of: query) { throw .reportIsOutput }
            let inputs = console.environment.inputFiles + (running.config.map { [$0] } ?? [])
            if inputs.contains(where: { SmallFile.isSameFile($0, file) }) { throw .reportIsInput }
        }
        if output.update, origin.refresh { throw .updateRefresh }

        var export = Export(query, from: source, over: NoTransport(), today: today)
        export.counterpart =
            origin.crossCheck ? try registry.peer(of: source) : nil
        export.enrichment = try enrichment(of: source, registry: registry)
        export.columns = output.columnNames
        export.unwritten = format.unwrittenColumns(options)
        export.top = top
        export.limit = limit
        export.jobs = origin.jobs
        export.retry = Retry(RetryPolicy(retries: origin.retries))
        export.timeLimit = .seconds(origin.timeout)
        export.keepsGoing = origin.keepGoing
        export.allowsEmpty = output.allowEmpty
        if export.columns == nil {
            export.columns = format.defaultColumns(of: export, options)
        }
        _ = try export.layout(header: nil, medium: .file, options: options)  // Are there columns?
        try prepareArchive(of: &export, console: console)
        let writing = Writing(
            output: output, format: output.format, path: path, options: options,
            chosen: output.columnNames)
        if output.dryRun {
            let rest = try writing.remaining(of: export, as: format)
            return try DryRun(export: rest, environment: console.environment).show(on: console)
        }
        let line = try line(of: export, registry: registry, console: console)
        export.transport = registry.carrying(source, besides: line)
        try preparePictures(of: &export, console: console)
        export.recorder = origin.record.map(RecordingFolder.init(at:))
        try report.begin(export, line)

        let outcome: Outcome
        do throws(Fault) {
            outcome = try await registry.supervise { [export] () async throws(Fault) in
                try await writing.write(export, as: format, line, running, console)
            }
        } catch {
            let warnings = await export.tally.warnings + line.warnings
            for fault in warnings { console.warn(fault) }
            throw error.kind == .notYet ? error.after(export) : error
        }
        report.add(outcome)
        return await tell(outcome, line, console: console)
    }

    /// What brings the answers: nothing, a folder, or the network.
    private func line(
        of export: Export, registry: Registry, console: Console
    ) throws(Fault) -> ServiceLine {
        let source = export.source
        if source.service == nil, origin.replay != nil || origin.record != nil {
            throw .noRecordings(source.manifest.name)
        }
        if let path = origin.replay {
            let folder = RecordingFolder(at: path)
            guard folder.exists else { throw .noReplayFolder(path) }
            return ServiceLine(folder)
        }
        if origin.offline { return ServiceLine(NoTransport()) }
        if source.service != nil || wants("posters") {
            try ProcessLimits.asking(jobs: origin.jobs).require()
        }
        let posters = wants("posters") ? registry.posters.first?.service : nil
        return try ServiceLine(
            to: [source.service, posters].compactMap(\.self), origin, console: console)
    }

    private func wants(_ kind: String) -> Bool { added?.kinds.contains(kind) == true }

    /// What is looked up besides: details from the source itself, posters from theirs.
    private func enrichment(
        of source: any Source, registry: Registry
    ) throws(Fault) -> Enrichment? {
        guard wants("details") || wants("posters") else { return nil }
        let register = source as? any Register
        if wants("details"), register == nil { throw .noDetails(source.holdings.name) }
        return Enrichment(
            details: register, writesDetails: wants("details"),
            posters: wants("posters") ? registry.posters.first : nil)
    }

    /// Says what is kept for other runs, and what of it is used.
    private func prepareArchive(of export: inout Export, console: Console) throws(Fault) {
        try origin.checkPlugin(export.source)
        guard origin.replay == nil, export.source.service != nil || wants("posters") else { return }
        export.archive = console.environment.archive
        export.archiveMode = origin.offline ? .offline : origin.refresh ? .refresh : .normal
        if origin.offline, export.archive == nil { throw .noArchive }
    }

    /// Says where the pictures of posters are kept.
    private func preparePictures(of export: inout Export, console: Console) throws(Fault) {
        guard export.enrichment?.posters != nil, let path = added?.postersDir else { return }
        let pictures = CurlTransport(
            endpoints: [:], limits: Limits(seconds: origin.timeout, bytes: 16 << 20, redirects: 5),
            now: Process.now, tell: console.trace)
        // Who has a Kakao on his own network may have its pictures there too.
        let mayBePrivate = isPrivateAddress(console.environment["KAKAO_BASE_URL"] ?? "")
        export.enrichment?.pictures = try PictureFolder(at: path, now: Process.now) {
            url throws(Fault) in try await pictures.fetch(url, mayBePrivate: mayBePrivate)
        }
    }

    /// Says what the user could not see in the document itself, and gives the exit status.
    private func tell(
        _ outcome: Outcome, _ line: ServiceLine, console: Console
    ) async -> Int32 {
        let summary = outcome.summary
        if !running.quiet || !summary.missing.isEmpty {
            for fault in await summary.warnings + line.warnings { console.warn(fault) }
        }
        for fault in summary.missing.prefix(20) {
            console.warn(fault.code, Message("missing", "missing: \(fault.wording)"))
        }
        if summary.missing.count > 20 {
            console.warn("missing-in-all", "missing: \(summary.missing.count) in all")
        }
        if let total = summary.total, total > summary.rows, summary.rows == limit {
            console.note(
                "more-to-find",
                "these are the first \(summary.rows) of \(total); --limit \(total) gives them all")
        }
        if let told = outcome.told { console.note(told.code, told) }
        let calls = line.calls.sorted { $0.key < $1.key }.map { "\($0.value) calls to \($0.key)" }
        console.detail(
            "\((calls + ["\(summary.retries) retries", "\(summary.archiveHits) from the archive"]).joined(separator: ", "))"
        )
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }
}

extension Environment {
    /// The folder in which good answers are kept for other runs; nil where there is no place for that.
    ///
    /// Services on other hosts than their own have another: what a service that was made up for a
    /// test has said must never stand for a true answer.
    var archiveFolder: String? {
        guard let cache = folder(.cache) else { return nil }
        let hosts = ["KOBIS_BASE_URL", "KAKAO_BASE_URL"].compactMap { name in
            self[name].map { String($0.host).percentEncoded }
        }
        guard !hosts.isEmpty else { return "\(cache)/archive" }
        let name = hosts.joined(separator: ",").prefix(200)
        // Of the folders that hold others it must be none.
        return "\(cache)/archive-of/\(name.allSatisfy { $0 == "." } ? "-" : name)"
    }

    /// Where good answers are kept for other runs; nil where there is no place for that.
    var archive: AnswerFolder? { archiveFolder.map(AnswerFolder.init(at:)) }
}

extension Export {
    /// Why the next run cannot go on where this one ends; nil where it can.
    var reasonToStartOver: String? {
        if source is ExecutableSource { return "what plugins answer is not kept" }
        if archive == nil { return "nothing is kept: neither XDG_CACHE_HOME nor HOME is set" }
        if archiveMode == .refresh { return "--refresh asks for everything: leave it out to go on" }
        if counterpart != nil {
            return "--cross-check asks for everything: check a shorter range at a time"
        }
        return nil
    }
}

/// The transport of a run that asks nobody.
struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody-asked", "nobody was to be asked for \(request.target)")
    }
}

extension Fault {
    /// The fault of a quota that is used up, saying how far `export` has come, and what helps.
    fileprivate func after(_ export: Export) -> Fault {
        var fault = self
        if let reason = export.reasonToStartOver {
            // A single request may well succeed the next time.
            let isLong = Array(export.source.requests(for: export.query).prefix(2)).count > 1
            if isLong { fault.advice = "the next run begins anew, because \(reason)" }
            return fault
        }
        guard case .chart(let query) = export.query else { return fault }
        var kept = 0
        var all = 0
        for request in export.source.requests(for: .chart(query)) {
            all += 1
            if export.usableKeptAnswer(to: request) != nil { kept += 1 }
        }
        return fault.saying(
            Message("kept-so-far", "\(fault.wording); \(kept) of \(all) charts are in the archive"))
    }

    fileprivate static func noDetails(_ name: String) -> Fault {
        Fault(
            .usage, "no-details", "there are no details to add: \(name) holds nothing but charts",
            hint: "ask another source")
    }

    fileprivate static func noRecordings(_ source: String) -> Fault {
        Fault(
            .usage, "no-recordings",
            "--record and --replay do not go with --source \(source), which asks nobody")
    }

    fileprivate static func noReplayFolder(_ path: String) -> Fault {
        Fault(
            .configuration, "no-replay-folder",
            "the folder '\(path)' that --replay names is not there")
    }

    fileprivate static let reportIsInput = Fault(
        .usage, "report-is-input", "--report names the file of a key or of the configuration")

    fileprivate static let reportIsOutput = Fault(
        .usage, "report-is-output", "--report and --output name the same file")

    fileprivate static let updateRefresh = Fault(
        .usage, "update-refresh", "--update and --refresh cannot be used together",
        hint: "leave out --update to ask for everything anew")

    fileprivate static let noArchive = Fault(
        .configuration, "no-archive", "there is no archive: neither XDG_CACHE_HOME nor HOME is set")
}
