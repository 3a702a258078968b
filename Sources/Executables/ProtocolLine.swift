internal import BoxOffice

/// The lines that the host writes to a plugin, one JSON object each.
enum ProtocolLine {
    /// The greeting.
    static var hello: [UInt8] {
        Array(#"{"hello":{"protocol":\#(PluginManifest.protocolVersion)}}\#n"#.utf8)
    }

    /// Returns the query for an edition of a chart, without a line end.
    ///
    /// - Parameter hasFilters: true if the source's charts can be filtered; any other source does
    ///   not know the filter fields.
    static func query(
        _ edition: ChartEdition, _ options: PluginOptions, withFilters hasFilters: Bool = false
    ) -> String {
        let (period, filter) = (edition.period, edition.filter)
        let filters: [(name: String, value: Value)] = [
            ("region", Value(filter.region?.code)), ("nation", Value(filter.nation?.rawValue)),
            ("kind", Value(filter.kind?.rawValue)),
        ]
        return question(
            "query",
            [
                ("dataset", .text("chart")), ("chart", .text(period.chart.rawValue)),
                ("from", .date(period.from)), ("to", .date(period.to)),
            ] + (hasFilters ? filters : []), options)
    }

    /// Returns the query for a source's own dataset, without a line end.
    static func query(_ dataset: String, _ options: PluginOptions) -> String {
        question("query", [("dataset", .text(dataset))], options)
    }

    /// Returns the question for the posters of a film, without a line end.
    static func film(_ film: Film, _ options: PluginOptions) -> String {
        question(
            "film",
            [
                ("code", .text(film.code)), ("title", .text(film.title)),
                ("year", Value(film.year)), ("genres", .list(film.genres)),
            ], options)
    }

    /// Returns the question for the details of a film, without a line end.
    static func details(_ film: Film, _ options: PluginOptions) -> String {
        func text(_ text: String) -> Value { text.isEmpty ? .missing : .text(text) }
        return question(
            "film",
            [
                ("code", text(film.code)), ("source", Value(film.source)),
                ("title", text(film.title)), ("opened", Value(film.openDate)),
                ("year", Value(film.year)), ("country", Value(film.country?.code)),
            ], options)
    }

    private static func question(
        _ name: String, _ fields: [(name: String, value: Value)], _ options: PluginOptions
    ) -> String {
        #"{"\#(name)":\#(Value.json(of: fields)),"options":\#(json(options))}"#
    }

    /// Returns the line that describes the document to a format.
    ///
    /// The options come last, because plugins from before there was a `document` may look for them
    /// there.
    static func begin(_ layout: Layout) -> [UInt8] {
        let document = layout.document
        // Plugins from before there were other currencies know only this name.
        let amounts = document.currencies == [.won] ? "won" : Column.Kind.amount.rawValue
        let columns = layout.columns.map { column in
            Value.json(of: [
                ("name", .text(column.name)), ("korean", .text(column.koreanHeader)),
                ("type", .text(column.kind == .amount ? amounts : column.kind.rawValue)),
            ])
        }
        let title = Value.json(of: [
            ("en", .text(Heading(in: .english).title(of: document))),
            ("ko", .text(Heading(in: .koreanLibrary).title(of: document))),
        ])
        let description = Value.json(of: [
            ("dataset", .text(document.dataset)), ("chart", Value(document.chart?.rawValue)),
            ("from", document.allPeriods.map { .date($0.first.from) } ?? .missing),
            ("to", document.allPeriods.map { .date($0.last.to) } ?? .missing),
            ("regions", .list(document.regions.map(\.name))),
            ("nation", Value(document.nation?.rawValue)), ("kind", Value(document.kind?.rawValue)),
            ("sources", .list(document.sources)),
            // A page of one source would be a wrong link for films of another.
            ("film_page", document.joinsSources ? .missing : Value(document.source("").filmPage)),
            ("begun", Value(document.begun?.description)),
        ])
        let figures = document.figures.map { source in
            Value.json(of: [
                ("name", .text(source.name)), ("credit", .text(source.credit)),
                ("country", Value(source.territory.country?.code)),
                ("currency", Value(source.territory.currency.knownCode)),
                ("decimals", .integer(source.territory.currency.places)),
                ("language", Value(source.territory.language)),
                ("film_page", Value(source.filmPage)),
            ])
        }
        let parts = [
            #""columns":[\#(columns.joined(separator: ","))]"#,
            #""header":\#(Value(layout.header?.rawValue).json)"#,
            #""colours":\#(layout.medium.hasColours)"#,
            #""document":{"title":\#(title),\#(description.dropFirst().dropLast()),"#
                + #""figures":[\#(figures.joined(separator: ","))]}"#,
            #""options":\#(json(layout.options))"#,
        ]
        return Array("{\(parts.joined(separator: ","))}\n".utf8)
    }

    /// Returns the current values of all declared options.
    private static func json(_ options: PluginOptions) -> String {
        Value.json(
            of: options.manifest.options.map { option in
                let value = options[option.name]
                return switch option.kind {
                case .boolean: (option.name, .boolean(value == "true"))
                case .integer: (option.name, .integer(Int(value) ?? 0))
                case .text, .choice: (option.name, .text(value))
                }
            })
    }
}

/// The rows for an executable format: `{"row":{…}}` on each line, and `{"end":{}}` at the end.
///
/// The objects are the same as in the JSON Lines export. A format that asks for editions gets a line
/// `{"edition":{…}}` before the rows of each.
struct RowLines: Document, RowWriter {
    private let object: JSONRowWriter
    private let hasEditions: Bool

    init(_ layout: Layout, withEditions hasEditions: Bool) {
        object = JSONRowWriter(layout.columns)
        self.hasEditions = hasEditions
    }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        guard hasEditions else { return }
        var fields = ["chart", "from", "to", "region", "nation", "kind"].map { name in
            (name: name, value: edition.value(of: name) ?? Value.missing)
        }
        let source = edition.source
        fields.append((name: "source", value: source.isEmpty ? .missing : .text(source)))
        output.append(#"{"edition":\#(Value.json(of: fields))}\#n"#)
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append("{\"row\":")
        object.write(row, into: &output)
        output.append("}\n")
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        let missing = ending.missing.map {
            Value.json(of: [("code", .text($0.code)), ("message", .text($0.message))])
        }
        let list = missing.isEmpty ? "" : #""missing":[\#(missing.joined(separator: ","))]"#
        output.append(#"{"end":{\#(list)}}\#n"#)
        return []
    }
}
