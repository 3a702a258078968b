package import BoxOffice
internal import Engine
internal import Wire

/// A source of figures, of posters or of details that is an executable.
///
/// Its service is the plugin itself. It sends one request for each edition of a chart, reads a
/// plugin's own dataset in pages, and asks for the posters or the details of one film at a time. A
/// ``PluginTransport`` carries the requests.
package struct ExecutableSource: Source, PosterSource, DetailsSource {
    /// The plugin to which a ``PluginTransport`` carries the requests.
    package let endpoint: PluginEndpoint
    /// The values of its options.
    package var options: PluginOptions

    /// Asks the executable for its manifest.
    package init(_ file: PluginFile, host: PluginHost) async throws(Fault) {
        let plugin = try await host.manifest(of: file)
        try self.init(PluginEndpoint(file: file, manifest: plugin, host: host))
    }

    init(_ endpoint: PluginEndpoint) throws(Fault) {
        self.endpoint = endpoint
        options = try PluginOptions(for: endpoint.manifest.manifest)
    }

    /// The manifest that it sent.
    package var plugin: PluginManifest { endpoint.manifest }

    /// Its name, summary and options.
    package var manifest: Manifest { plugin.manifest }

    /// True if the manifest has `"keeps": true`.
    package var keepsAnswers: Bool { plugin.keepsAnswers }

    /// The policy of its charts, from its manifest.
    package var policy: ChartPolicy { plugin.policy }

    /// The address in its manifest.
    package var filmPage: String? { plugin.filmPage }

    /// The charts, days and filters that its manifest declares.
    package var holdings: Holdings {
        var (charts, first, last): ([Chart], Day, Day?) = ([], Day(daysSince1970: 0), nil)
        if case .charts(let own, let from, let to) = plugin.rows {
            (charts, first, last) = (own, from, to)
        }
        var holdings = Holdings(
            of: "the plugin \(manifest.name)", from: first, to: last, charts: charts,
            canBeFiltered: false)
        let filters = plugin.filters ?? PluginManifest.Filters()
        holdings.regions = filters.regions
        holdings.nations = filters.nations
        holdings.kinds = filters.kinds
        return holdings
    }

    /// Returns the source with these option values.
    package func with(_ options: PluginOptions) throws(Fault) -> ExecutableSource {
        var source = self
        source.options = options
        return source
    }

    /// Returns the columns of the manifest; nil for rows if the source has charts.
    package func dataset(for query: Query) -> Dataset? {
        if query == .rows, case .charts = plugin.rows { nil } else { table.dataset }
    }

    // MARK: - Requests

    /// Returns one request for every edition, or one for the first page of the plugin's own
    /// dataset.
    package func requests(for query: Query) -> AnySequence<Request> {
        switch (query, plugin.rows) {
        case (.chart(let query), .charts):
            AnySequence(
                query.editions.lazy.map { [self] edition in
                    let message = ProtocolLine.query(
                        edition, options, withFilters: plugin.filters != nil)
                    return endpoint.request(message, about: .edition(edition))
                })
        case (.rows, .own(let dataset)):
            AnySequence([
                endpoint.request(
                    ProtocolLine.query(dataset, options), about: .page(1, after: 0))
            ])
        default: AnySequence([])
        }
    }

    /// Returns the request for a film's posters.
    package func request(for film: Film) -> Request? {
        endpoint.request(ProtocolLine.film(film, options), about: .film(film))
    }

    /// The columns that its manifest declares.
    package var detailColumns: [Column] { plugin.columns }

    /// Returns the request for a film's details; nil if the film has neither a code nor a title.
    package func detailsRequest(for film: Film) -> Request? {
        guard !film.code.isEmpty || !film.title.isEmpty else { return nil }
        return endpoint.request(
            ProtocolLine.details(film, options), about: .details(film, keptFor: plugin.keptFor))
    }

    // MARK: - Answers

    /// Reads the answer: the rows of a page, the posters of a film, best first, or the details of a
    /// film.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names the row or the poster and the problem.
    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        let (body, columns) = (answer.body, plugin.columns)
        if case .film(let film) = request.subject {
            let (posters, _) = try AnswerItem.poster.items(in: body, after: 0, of: endpoint) {
                fields throws(Malformed) in
                try Poster(endpoint.values(fields, of: Poster.declared), of: film)
            }
            return Page(posters, of: Poster.table)
        }
        var before = 0
        if case .page(_, let after) = request.subject { before = after }
        let edition = request.subject.edition
        let told = edition.map(told)
        let filled = known(by: answer)
        let (rows, hasEnd) = try endpoint.item.items(in: body, after: before, of: endpoint) {
            fields throws(Malformed) in
            let row = try endpoint.values(fields, of: columns)
            return if let told { try checked(row, told, filled) } else { row }
        }
        var next: Request?
        if !hasEnd, case .page(let number, let after) = request.subject {
            let subject = Subject.page(number + 1, after: after + rows.count)
            next = endpoint.request(request.parameters.first?.value ?? "", about: subject)
        }
        var page = Page(rows, of: table, next: next)
        if let edition {
            page.entries = { [territory = policy.territory] in
                let places = Dictionary(
                    zip(columns.map(\.name), columns.indices), uniquingKeysWith: { one, _ in one })
                return rows.map { row in
                    ChartEntry(edition, in: territory, tellsChange: places["rank_change"] != nil) {
                        places[$0].map { row[$0] } ?? .missing
                    }
                }
            }
        }
        return page
    }

    /// Returns what is known of all rows of a chart in `answer`, whether or not a row says it.
    private func known(by answer: Answer) -> [String: Value] {
        [
            "country": Value(policy.territory.country?.code),
            "currency": Value(policy.territory.currency.knownCode),
            "fetched_at": .text(answer.fetchedAt.description),
        ]
    }

    /// Returns what columns that tell the edition of a row have in those of `edition`; those of filters
    /// are missing where the chart is not narrowed.
    private func told(of edition: ChartEdition) -> [String: Value] {
        let names = ["date", "from", "to", "year_week", "chart"]
        var told = ["source": Value.text(manifest.name)]
        for name in names + (plugin.filters == nil ? [] : Self.columnsOfFilters) {
            told[name] = edition.value(of: name)
        }
        return told
    }

    private static let columnsOfFilters = ["region", "nation", "kind"]

    /// Returns a row with the values of its edition, and others that are `known`, in place of nulls, if
    /// it has no other ones, nor those of another country or currency than the manifest.
    private func checked(
        _ row: [Value], _ told: [String: Value], _ known: [String: Value]
    ) throws(Malformed) -> [Value] {
        var row = row
        for (index, (column, value)) in zip(plugin.columns, row).enumerated() {
            if let asked = told[column.name], value != asked {
                if asked == .missing {
                    throw Malformed(
                        "'\(column.name)' is not null, though the chart is of everything")
                }
                let isOfFilter = Self.columnsOfFilters.contains(column.name)
                guard value == .missing, !isOfFilter else {
                    let given = value == .missing ? "null" : value.readable(as: .text)
                    throw Malformed(
                        "'\(column.name)' is \(given), but \(asked.readable(as: .text)) was asked for"
                    )
                }
                row[index] = asked
            }
            guard let known = known[column.name] else { continue }
            if value == .missing {
                row[index] = known
            } else if let code = known.text, column.name != "fetched_at", value != known {
                throw Malformed("'\(column.name)' is not \(code), as in the manifest")
            }
        }
        return row
    }

    private var table: Table<[Value]> {
        let charts = endpoint.item == .details ? "details" : "chart"
        let name = if case .own(let dataset) = plugin.rows { dataset } else { charts }
        let fields = plugin.columns.enumerated().map { index, column in
            Field<[Value]>(column) { $0[index] }
        }
        return Table(named: name, fields)
    }
}

extension Provider {
    /// The executable that answers its requests; nil for a provider in Swift.
    package var executable: PluginEndpoint? { (self as? ExecutableSource)?.endpoint }
}

extension Poster {
    /// The fields of a poster in a plugin's answer.
    fileprivate static let declared = [
        Column("url", "url", .text), Column("width", "width", .integer),
        Column("height", "height", .integer), Column("thumbnail_url", "thumbnail_url", .text),
        Column("page_url", "page_url", .text), Column("confidence", "confidence", .fraction),
    ]

    /// Creates the poster of `film` from the values of these fields.
    fileprivate init(_ values: [Value], of film: Film) throws(Malformed) {
        let fields = Dictionary(uniqueKeysWithValues: zip(Self.declared.map(\.name), values))
        func address(_ name: String) throws(Malformed) -> String? {
            guard let text = fields[name]?.text else { return nil }
            if let address = text.asWebAddress { return address }
            throw Malformed("'\(name)' is not a web address with http or https")
        }
        func pixels(_ name: String) throws(Malformed) -> Int {
            if let pixels = fields[name]?.integer, pixels > 0 { return pixels }
            throw Malformed("'\(name)' is not a number of pixels from 1 up")
        }
        guard let url = try address("url") else { throw Malformed("'url' is null") }
        guard let confidence = fields["confidence"]?.decimal else {
            throw Malformed("'confidence' is null")
        }
        self.init(
            movieCode: film.code, query: film.title, imageURL: url, width: try pixels("width"),
            height: try pixels("height"), confidence: confidence)
        thumbnailURL = try address("thumbnail_url")
        pageURL = try address("page_url")
    }
}
