package import BoxOffice
internal import Wire

/// A source that is an executable.
///
/// Its service is the plugin itself. It sends one request for each edition of a chart, and reads a
/// dataset of its own in pages. A ``PluginTransport`` carries the requests.
package struct ExecutableSource: HasOwnColumns, ExplainsFigures {
    /// The executable.
    package let file: PluginFile
    /// The manifest that it sent.
    package let plugin: PluginManifest
    /// The values of its options.
    package var options: PluginOptions
    let host: PluginHost
    /// The plugin to which a ``PluginTransport`` carries the requests.
    package var endpoint: PluginEndpoint {
        PluginEndpoint(file: file, manifest: plugin, host: host)
    }
    private let reader: RowReader

    /// Asks the executable for its manifest.
    package init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        try self.init(file, try await host.manifest(of: file), host: host)
    }

    init(_ file: PluginFile, _ plugin: PluginManifest, host: PluginHost) throws(Fault) {
        self.file = file
        self.host = host
        self.plugin = plugin
        options = try PluginOptions(for: plugin.manifest)
        let secrets = host.secrets
        reader = RowReader(columns: plugin.columns) { secrets.quote($0, atMost: 40) }
    }

    /// The plugin's own.
    package var manifest: Manifest { plugin.manifest }

    /// The charts that its manifest names.
    package var holdings: Holdings {
        let epoch = Day(daysSince1970: 0)
        return switch plugin.rows {
        case .charts(let charts, let from, let to):
            Holdings(
                of: "the plugin \(manifest.name)", from: from, to: to, charts: charts,
                canBeNarrowed: false)
        default:
            Holdings(
                of: "the plugin \(manifest.name)", from: epoch, to: nil, charts: [],
                canBeNarrowed: false)
        }
    }

    /// The policy of its charts, from its manifest.
    package var policy: ChartPolicy { plugin.policy }

    /// The address in its manifest.
    package var filmPage: String? { plugin.filmPage }

    /// The source with these values of its options.
    package func with(_ options: PluginOptions) throws(Fault) -> ExecutableSource {
        var source = self
        source.options = options
        return source
    }

    /// Its own columns; none for rows if it has charts.
    package func dataset(for query: Query) -> Dataset? {
        if query == .rows, case .charts = plugin.rows { nil } else { table.dataset }
    }

    /// One request for every edition, or for the first page of its own dataset.
    package func requests(for query: Query) -> AnySequence<Request> {
        switch (query, plugin.rows) {
        case (.chart(let query), .charts):
            AnySequence(
                query.editions.lazy.map { [self] edition in
                    let message = ProtocolLine.query(edition, options, of: manifest)
                    return endpoint.request(message, about: .edition(edition))
                })
        case (.rows, .own(let dataset)):
            AnySequence([
                endpoint.request(
                    ProtocolLine.query(dataset, options, of: manifest), about: .page(1, after: 0))
            ])
        default: AnySequence([])
        }
    }

    /// Reads the rows of a page, at most up to the line that ends the answer.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names the row and the problem.
    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        var before = 0
        if case .page(_, let after) = request.subject { before = after }
        let (rows, hasEnd) = try AnswerItem.row.items(in: answer.body, after: before, of: endpoint)
        {
            fields throws(Malformed) in
            let row = try reader.row(fields)
            try check(row, request.subject)
            return row
        }
        var next: Request?
        if !hasEnd, case .page(let number, let after) = request.subject {
            let subject = Subject.page(number + 1, after: after + rows.count)
            next = endpoint.request(request.parameters.first?.value ?? "", about: subject)
        }
        return Page(rows, of: table, next: next)
    }

    /// Checks that the row belongs to the requested edition.
    private func check(_ row: ExternalRow, _ subject: Subject) throws(Malformed) {
        guard case .edition(let edition) = subject else { return }
        let expected = ["date": edition.period.from, "from": edition.period.from]
        for (index, column) in plugin.columns.enumerated() {
            guard let day = column.name == "to" ? edition.period.to : expected[column.name],
                case .date(let given) = row.values[index], given != day
            else { continue }
            throw Malformed("'\(column.name)' is \(given), but \(edition.period) was asked for")
        }
    }

    private var table: Table<ExternalRow> {
        let fields = plugin.columns.enumerated().map { index, column in
            Field<ExternalRow>(column) { $0.values[index] }
        }
        let name = if case .own(let dataset) = plugin.rows { dataset } else { "chart" }
        return Table(named: name, fields)
    }
}
