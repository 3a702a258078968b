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
        let options = try PluginOptions(output.options, for: exporter.manifest)

        var export = Export(query, from: source, over: NoTransport(), today: today)
        export.counterpart =
            origin.crossCheck ? try registry.counterpart(of: source.manifest.name) : nil
        export.columns = output.columnNames
        export.top = top
        export.limit = limit
        export.jobs = origin.jobs
        export.keepsGoing = origin.keepGoing
        export.allowsEmpty = output.allowEmpty
        let layout = Layout(
            columns: try export.layoutColumns(), header: output.header, options: options)
        export.transport = try transport(to: source, console: console)
        export.recorder = origin.record.map(RecordingFolder.init(at:))

        let summary = try await write(export, as: exporter, layout)
        return tell(summary, console: console)
    }

    /// What brings the answers: nothing, a folder, or the network.
    private func transport(
        to source: any Source, console: Console
    ) throws(Fault) -> any Transport {
        guard let service = source.service else {
            guard origin.replay == nil, origin.record == nil else {
                throw .noRecordings(source.manifest.name)
            }
            return NoTransport()
        }
        if let path = origin.replay {
            let folder = RecordingFolder(at: path)
            guard folder.exists else { throw .noReplayFolder(path) }
            return folder
        }
        let endpoint = try Endpoint(of: service, console: console)
        return CurlTransport(
            endpoints: [service.name: endpoint], limits: Limits(seconds: origin.timeout),
            now: Process.now)
    }

    private func write<Format: Exporter & ~Copyable>(
        _ export: Export, as format: Format.Type, _ layout: Layout
    ) async throws(Fault) -> Export.Summary {
        let exporter = try Format(layout)
        guard output.output != "-" else {
            return try await export.run(into: exporter, StandardOutput())
        }
        let file = try FileSink(at: output.output, allowsEmpty: output.allowEmpty)
        return try await export.run(into: exporter, file)
    }

    /// Says what the user could not see in the document itself, and gives the exit status.
    private func tell(_ summary: Export.Summary, console: Console) -> Int32 {
        for fault in summary.missing.prefix(20) { console.warn("missing: \(fault.message)") }
        if summary.missing.count > 20 { console.warn("missing: \(summary.missing.count) in all") }
        if !output.quiet, let total = summary.total, total > summary.rows,
            summary.rows == limit
        {
            console.note(
                "these are the first \(summary.rows) of \(total); --limit \(total) gives them all")
        }
        if !output.quiet, output.output != "-" {
            console.note("wrote \(summary.rows) rows to '\(output.output)'")
        }
        return summary.missing.isEmpty ? ExitStatus.success : ExitStatus.partial
    }
}

/// The transport of a source that carries all its answers within itself.
private struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody was to be asked for \(request.target)")
    }
}

extension Fault {
    fileprivate static func noRecordings(_ source: String) -> Fault {
        Fault(.usage, "--record and --replay do not go with --source \(source), which asks nobody")
    }

    fileprivate static func noReplayFolder(_ path: String) -> Fault {
        Fault(.configuration, "the folder '\(path)' that --replay names is not there")
    }
}
