internal import Archive
internal import BoxOffice
internal import Curl

/// One export, from the values of the command line to the committed document.
///
/// What can be wrong with the command line is found first, then what is wrong with the set-up, then
/// whether the output can be created; only then is a service asked.
struct ExportRun: Sendable {
    let origin: SourceOptions
    let output: OutputOptions
    var added: EnrichmentOptions?
    var top = Int.max
    var limit = Int.max

    /// Exports what `makeQuery` makes of the chosen source and today's date, and gives the exit
    /// status.
    func run(
        console: Console, _ makeQuery: (any Source, Day) throws(Fault) -> Query
    ) async throws(Fault) -> Int32 {
        let registry = try Registry.builtIn()
        let source = try registry.source(named: origin.source)
        let exporter = try registry.exporter(named: output.format)
        let today = Process.now().dayInSeoul
        let query = try makeQuery(source, today)
        try source.holdings.check(query)
        let options = try output.options(for: exporter.manifest)
        let paths = try OutputPath(output.output, of: query, format: output.format)

        var export = Export(query, from: source, over: NoTransport(), today: today)
        export.counterpart =
            origin.crossCheck ? try registry.counterpart(of: source.manifest.name) : nil
        export.enrichment = try enrichment(of: source, registry: registry)
        export.columns =
            output.columnNames ?? exporter.defaultColumns(of: export.usualColumns, options)
        export.unwritten = exporter.unwrittenColumns(options)
        export.top = top
        export.limit = limit
        export.jobs = origin.jobs
        export.keepsGoing = origin.keepGoing
        export.allowsEmpty = output.allowEmpty
        let layout = try export.layout(
            header: output.header, medium: medium(console.environment), options: options)
        export.transport = try transport(to: source, registry: registry, console: console)
        try prepare(&export, console: console)
        export.recorder = origin.record.map(RecordingFolder.init(at:))

        let summary = try await write(export, as: exporter, layout, to: paths)
        return tell(summary, paths, console: console)
    }

    /// Where the document is looked at, and whether in colours.
    private func medium(_ environment: Environment) -> Layout.Medium {
        output.color.medium(
            isTerminal: output.output == "-" && Process.printsToTerminal, environment)
    }

    /// What brings the answers: nothing, a folder, or the network.
    private func transport(
        to source: any Source, registry: Registry, console: Console
    ) throws(Fault) -> any Transport {
        if source.service == nil, origin.replay != nil || origin.record != nil {
            throw .noRecordings(source.manifest.name)
        }
        if let path = origin.replay {
            let folder = RecordingFolder(at: path)
            guard folder.exists else { throw .noReplayFolder(path) }
            return folder
        }
        let posters = wants("posters") ? registry.posters.service : nil
        var endpoints: [String: Endpoint] = [:]
        for case let service? in [source.service, posters] {
            endpoints[service.name] = try Endpoint(of: service, console: console)
        }
        return CurlTransport(
            endpoints: endpoints, limits: Limits(seconds: origin.timeout), now: Process.now)
    }

    private func wants(_ kind: String) -> Bool { added?.kinds.contains(kind) == true }

    /// What is looked up besides: details from the source itself, posters from theirs.
    private func enrichment(
        of source: any Source, registry: Registry
    ) throws(Fault) -> Enrichment? {
        guard wants("details") || wants("posters") else { return nil }
        if wants("details"), !source.holdings.isComplete {
            throw .noDetails(source.holdings.name)
        }
        return Enrichment(
            details: source.holdings.isComplete ? source : nil, writesDetails: wants("details"),
            posters: wants("posters") ? registry.posters : nil)
    }

    /// Says where posters are kept.
    private func prepare(_ export: inout Export, console: Console) throws(Fault) {
        guard export.enrichment?.posters != nil else { return }
        if origin.replay == nil, let cache = console.environment.cacheFolder {
            export.archive = AnswerFolder(at: "\(cache)/archive")
        }
        guard let path = added?.postersDir else { return }
        let pictures = CurlTransport(
            endpoints: [:], limits: Limits(seconds: origin.timeout, bytes: 16 << 20, redirects: 5),
            now: Process.now)
        // Who has a Kakao on his own network may have its pictures there too.
        let mayBePrivate = isPrivateAddress(console.environment["KAKAO_BASE_URL"] ?? "")
        export.enrichment?.pictures = try PictureFolder(at: path, now: Process.now) {
            url throws(Fault) in try await pictures.fetch(url, mayBePrivate: mayBePrivate)
        }
    }

    private func write<Format: Exporter & ~Copyable>(
        _ export: Export, as format: Format.Type, _ layout: Layout, to paths: OutputPath
    ) async throws(Fault) -> Export.Summary {
        let allowsEmpty = output.allowEmpty
        switch paths {
        case .standardOutput:
            return try await export.run(into: try Format(layout), StandardOutput())
        case .file(let path):
            let file = try FileSink(at: path, allowsEmpty: allowsEmpty)
            return try await export.run(into: try Format(layout), file)
        case .files(let template):
            return try await export.run(as: format, layout) { period throws(Fault) in
                try FileSink(at: template.path(of: period), allowsEmpty: allowsEmpty)
            }
        }
    }

    /// Says what the user could not see in the document itself, and gives the exit status.
    private func tell(
        _ summary: Export.Summary, _ paths: OutputPath, console: Console
    ) -> Int32 {
        if !output.quiet || !summary.missing.isEmpty {
            for fault in summary.warnings { console.warn(fault.message) }
        }
        for fault in summary.missing.prefix(20) { console.warn("missing: \(fault.message)") }
        if summary.missing.count > 20 { console.warn("missing: \(summary.missing.count) in all") }
        if !output.quiet, let total = summary.total, total > summary.rows,
            summary.rows == limit
        {
            console.note(
                "these are the first \(summary.rows) of \(total); --limit \(total) gives them all")
        }
        if !output.quiet {
            switch paths {
            case .standardOutput: break
            case .file(let path): console.note("wrote \(summary.rows) rows to '\(path)'")
            case .files:
                console.note("wrote \(summary.rows) rows to \(summary.documents) files")
            }
        }
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }
}

/// The transport of an export that has not been told of one.
private struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody was to be asked for \(request.target)")
    }
}

extension Fault {
    fileprivate static func noDetails(_ name: String) -> Fault {
        Fault(
            .usage, "there are no details to add: \(name) holds nothing but charts",
            hint: "ask another source")
    }

    fileprivate static func noRecordings(_ source: String) -> Fault {
        Fault(.usage, "--record and --replay do not go with --source \(source), which asks nobody")
    }

    fileprivate static func noReplayFolder(_ path: String) -> Fault {
        Fault(.configuration, "the folder '\(path)' that --replay names is not there")
    }
}
