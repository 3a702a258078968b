internal import Archive
internal import BoxOffice
internal import Curl

/// One export of a chart, from the values of the command line to the committed document.
///
/// What can be wrong with the command line is found first, then what is wrong with the set-up, then
/// whether the output can be created; only then is a service asked.
struct ChartRun: Sendable {
    let chart: Chart
    let periods: PeriodOptions
    let films: FilterOptions
    let origin: SourceOptions
    let output: OutputOptions

    func run(console: Console) async throws(Fault) {
        let registry = try Registry.builtIn()
        let source = try registry.source(named: origin.source)
        let exporter = try registry.exporter(named: output.format)
        let today = Process.now().dayInSeoul
        let query = Query(
            periods: try periods.selection.periods(
                of: chart, today: today, holdings: source.holdings),
            regions: try films.regions(), nation: films.nation, kind: films.kind)
        try source.holdings.check(query)
        let options = try PluginOptions(output.options, for: exporter.manifest)

        var export = Export(query, from: source, over: NoTransport(), today: today)
        export.columns = output.columnNames
        export.top = films.top
        export.jobs = origin.jobs
        export.allowsEmpty = output.allowEmpty
        let layout = Layout(
            columns: try export.layoutColumns(), header: output.header, options: options)
        export.transport = try transport(to: source, console: console)
        export.recorder = origin.record.map(RecordingFolder.init(at:))

        try await write(export, as: exporter, layout, console: console)
    }

    /// What brings the answers: nothing, a folder, or the network.
    private func transport(
        to source: any Source, console: Console
    ) throws(Fault) -> any Transport {
        if let folder = origin.replay { return RecordingFolder(at: folder) }
        guard let service = source.service else { return NoTransport() }
        let endpoint = try Endpoint(of: service, console: console)
        return CurlTransport(
            endpoints: [service.name: endpoint], limits: Limits(seconds: origin.timeout),
            now: Process.now)
    }

    private func write<Format: Exporter & ~Copyable>(
        _ export: Export, as format: Format.Type, _ layout: Layout, console: Console
    ) async throws(Fault) {
        let exporter = try Format(layout)
        guard output.output != "-" else {
            _ = try await export.run(into: exporter, StandardOutput())
            return
        }
        let file = try FileSink(at: output.output, allowsEmpty: output.allowEmpty)
        let rows = try await export.run(into: exporter, file)
        if !output.quiet { console.note("wrote \(rows) rows to '\(output.output)'") }
    }
}

/// The transport of a source that carries all its answers within itself.
private struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nobody was to be asked for \(request.target)")
    }
}
