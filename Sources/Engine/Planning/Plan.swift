package import BoxOffice

/// What an export will do: pure values, checked once.
///
/// An ``Export`` with a ``Fetcher`` carries it out.
package struct Plan: Sendable {
    /// What is exported.
    package private(set) var query: Query
    /// The source of the rows.
    package let source: any Source
    /// A source that gets the same requests and must give the same rows, or nil.
    package let peer: (any Source)?
    /// What is also looked up for every film, or nil.
    package let enrichment: Enrichment?
    /// How many rows of each answer are written at most.
    package let top: Int
    /// How many rows are written at most.
    package let limit: Int
    /// Whether faults are left out of the document instead of ending the run.
    package var keepsGoing: Bool
    /// Whether an edition without rows is accepted, no matter what the source's policy says.
    package let allowsEmpty: Bool
    /// Today in Seoul.
    package let today: Day
    /// The rows of runs that are wanted, if not all: a chart is asked for if any film needs it.
    private var selected: Set<DocumentPart>?
    /// How far the readers of earlier documents are, if the documents go on behind those.
    package var bookmarks: Bookmarks?

    /// All available columns: those of the source, then those of the enrichment, then those that
    /// are derived from them.
    package let dataset: Dataset
    private let derived: [DerivedColumn]
    /// The columns of the dataset that are written, in their order, by index.
    package private(set) var written: [Int]
    /// Columns that are not written but whose values the format needs, by index.
    package private(set) var unwritten: [Int] = []

    /// Plans an export of the rows for `query`, in the usual columns.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the source does not answer such queries, or its
    ///   charts do not have `top` rows.
    package init(
        _ query: Query, from source: any Source, today: Day, peer: (any Source)? = nil,
        enrichment: Enrichment? = nil, top: Int = .max, limit: Int = .max,
        keepsGoing: Bool = false, allowsEmpty: Bool = false
    ) throws(Fault) {
        try source.check(query)
        if top != .max { try source.policy.check(top: top) }
        self.query = query
        self.source = source
        self.peer = peer
        self.enrichment = enrichment
        self.top = top
        self.limit = limit
        self.keepsGoing = keepsGoing
        self.allowsEmpty = allowsEmpty
        self.today = today
        let own = Self.dataset(of: query, source)
        let known = own.columns + (enrichment?.columns ?? [])
        derived = DerivedColumn.available(with: known, isChart: query.isChart)
        dataset = Dataset(name: own.name, columns: known + derived.map(\.column), key: own.key)
        written = []
        let all = dataset.columns.map(\.name)
        written = usualColumns.compactMap { all.firstIndex(of: $0) }
    }

    /// The columns of the rows before anything is added to them.
    ///
    /// Runs have the same columns whatever the source.
    private static func dataset(of query: Query, _ source: any Source) -> Dataset {
        if case .trend = query { query.dataset } else { source.dataset(of: query) }
    }

    /// What the source is asked for.
    package var requested: Query {
        guard case .trend(let trend) = query else { return query }
        return trend.charts.map(Query.chart) ?? query
    }

    /// Whether there is anything to ask for: of the runs, some period is over.
    package var hasRequests: Bool {
        if case .trend = requested { false } else { true }
    }

    /// The columns that are written by default: those of the source, then those of the enrichment.
    package var usualColumns: [String] {
        let own =
            if case .trend = query { query.defaultColumns } else {
                source.usualColumns(of: query)
            }
        return own
            + (enrichment?.columns.map(\.name) ?? []).filter {
                !own.contains($0) && !Poster.columnsOnRequest.contains($0)
            }
    }

    /// The names of the columns that are written.
    package var columns: [String] { written.map { dataset.columns[$0].name } }

    /// The columns that are derived from those of the source and of the enrichment; none if no value of
    /// them is wanted.
    var derivedColumns: [DerivedColumn] {
        let start = dataset.columns.count - derived.count
        return wanted.contains { $0 >= start } ? derived : []
    }

    /// The columns whose values a row has: those that are written, then the others that the format
    /// needs.
    package var wanted: [Int] { written + unwritten }

    /// What the column `source` has in every row; nil if the rows have no such column of the model.
    package var sourceInRows: String? {
        let isOfModel = dataset.name == query.dataset.name && !dataset.key.isEmpty
        return isOfModel ? source.manifest.name : nil
    }

    /// Whether rows have the values of the column `name`, written or not.
    package func hasValues(of name: String) -> Bool {
        wanted.contains { dataset.columns[$0].name == name }
    }

    /// The plan with these columns.
    ///
    /// - Parameters:
    ///   - names: the columns to write, in their order.
    ///   - unwritten: columns whose values the format wants besides, as far as there are any.
    /// - Throws: a ``Fault`` of kind `usage` for an unknown column.
    package func choosing(
        _ names: [String], unwritten: [String] = []
    ) throws(Fault) -> Plan {
        var plan = self
        do throws(Fault) {
            plan.written = try dataset.indices(of: names)
        } catch {
            guard let name = names.first(where: { dataset.index(of: $0) == nil }),
                let what = Enrichment.whatAdds(name)
            else { throw error }
            throw .needsLookup(name, of: what, hint: error.advice)
        }
        plan.unwritten = unwritten.compactMap { name in
            dataset.columns.firstIndex { $0.name == name }
        }.filter { !plan.written.contains($0) }
        return plan
    }

    /// The plan for some of the periods of its chart.
    package func narrowed(to periods: Periods) -> Plan {
        guard case .chart(let query) = query else { return self }
        var plan = self
        plan.query = .chart(query.of(periods))
        return plan
    }

    /// The plan for the charts of these parts alone.
    package func asking(only parts: [DocumentPart]) -> Plan {
        let wanted = Set(parts.map(\.period))
        let periods = wanted.sorted { $0.from < $1.from }
        var plan = self
        if let first = periods.first, let last = periods.last {
            plan = narrowed(to: Periods(from: first, to: last))
        }
        let others = Set(plan.parts.map(\.period)).subtracting(wanted)
        plan.selected = Set(parts)
        if case .chart(var query) = plan.query {
            query.skipped.formUnion(others)
            plan.query = .chart(query)
        } else if case .trend(var query) = plan.query {
            query.skipped.formUnion(others)
            plan.query = .trend(query)
        }
        return plan
    }

    /// The parts of a document that it asks for: the periods of a chart, or those of every run.
    package var parts: [DocumentPart] {
        switch query {
        case .chart(let query):
            query.periods.filter { !query.skipped.contains($0) }.map { DocumentPart($0) }
        case .trend(let query):
            query.films.flatMap { film in
                (film.periods.map(Array.init) ?? []).map { DocumentPart($0, of: film.code) }
            }.filter { selected?.contains($0) != false }
        default: []
        }
    }

    /// The layout of the documents.
    ///
    /// - Parameters:
    ///   - header: the language of the headers, or nil to let the format choose.
    ///   - medium: where the documents are shown.
    ///   - mayLeaveOutColumns: whether the user chose no columns, so that some may be left out.
    ///   - options: the options of the format.
    ///   - begun: when the run began.
    ///   - headers: the Korean headers of an existing document, one for each written column; none
    ///     for the headers of the columns.
    package func layout(
        header: Layout.Header?, medium: Layout.Medium, mayLeaveOutColumns: Bool = false,
        options: PluginOptions, begun: Instant? = nil, headers: [String] = []
    ) -> Layout {
        var columns = written.map { dataset.columns[$0] }
        if !headers.isEmpty { columns = zip(columns, headers).map { $0.headed($1) } }
        return Layout(
            columns: columns,
            unwritten: unwritten.map { dataset.columns[$0] }, header: header, medium: medium,
            mayLeaveOutColumns: mayLeaveOutColumns, options: options,
            document: description(begun: begun))
    }

    /// Where the values of the columns come from, as far as that is known.
    private var origins: [String: String] {
        var origins = DerivedColumn.origins
        if enrichment?.writesDetails == true,
            let register = enrichment?.details as? any ExplainsFigures
        {
            origins.merge(register.origins(for: .movie(codes: []))) { $1 }
        }
        return origins.merging(explained?.origins(for: query) ?? [:]) { $1 }
    }

    /// The source, if it says more about its figures.
    private var explained: (any ExplainsFigures)? { source as? any ExplainsFigures }

    /// What documents say of `source`.
    private func figures(from source: any Source) -> FigureSource {
        var figures = FigureSource(source.manifest.name, market: source.policy.market)
        figures.nameInKeys = source.nameInKeys
        figures.credit = source.credit
        figures.filmPage = explained?.filmPage
        return figures
    }

    /// What the documents are about.
    private func description(begun: Instant?) -> DocumentDescription {
        let providers: [any Provider] = [source] + (enrichment?.providers ?? [])
        var document = DocumentDescription(
            dataset: dataset.name, sources: providers.map(\.manifest.name))
        document.figures = [figures(from: source)]
        if case .chart(let query) = query {
            document.periods = query.periods
            document.regions = query.regions
            document.nation = query.nation
            document.kind = query.kind
        }
        if case .trend(let query) = query { document.trend = query }
        document.terms = query.terms
        if top != .max { document.terms.append(.init("top", "\(top)")) }
        if document.periods != nil || document.trend != nil {
            document.figures[0].notes = explained?.notes(for: query) ?? source.policy.notes
        }
        document.credits = providers.map(\.credit).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
        document.key = dataset.key
        document.origins = origins
        document.bookmarks = bookmarks
        document.top = top == .max ? nil : top
        document.allowsEmpty = allowsEmpty
        document.begun = begun
        return document
    }
}

/// What a document, or a part of one, is about: periods and, in a document of runs, a film.
package struct DocumentPart: Hashable, Sendable {
    /// The periods; only one if it is a part of an existing document.
    package let periods: Periods
    /// The film's code; empty in a chart.
    package let film: String

    /// The part of `periods` and, among runs, of a film.
    package init(_ periods: Periods, of film: String = "") {
        self.periods = periods
        self.film = film
    }

    /// The part of one period.
    package init(_ period: Period, of film: String = "") {
        self.init(Periods(from: period, to: period), of: film)
    }

    /// The first period.
    package var period: Period { periods.first }
}

extension Fault {
    fileprivate static func needsLookup(
        _ name: String, of what: String, hint: Message?
    ) -> Fault {
        Fault(
            .usage, "column-needs-lookup",
            "the column '\(name)' is there only with --with \(what)", hint: hint)
    }
}

extension ChartQuery {
    /// The same query for `periods`.
    func of(_ periods: Periods) -> ChartQuery {
        ChartQuery(periods: periods, regions: regions, nation: nation, kind: kind)
    }
}

extension Query {
    /// What rows are selected by, besides what ``DocumentDescription`` has for charts.
    var terms: [DocumentDescription.Term] {
        let terms: [(String, String?)] =
            switch self {
            case .chart, .rows: []
            case .trend(let query):
                [
                    ("films", query.films.map(\.description).joined(separator: ", ")),
                    ("pivot", query.pivot?.name),
                ]
            case .movies(let title, let director, let opened, let produced):
                [
                    ("title", title), ("director", director), ("opened", opened.map(Self.years)),
                    ("produced", produced.map(Self.years)),
                ]
            case .people(let name, let film): [("name", name), ("film", film)]
            case .companies(let name, let ceo): [("name", name), ("ceo", ceo)]
            case .movie(let codes), .person(let codes), .company(let codes):
                [("codes", codes.joined(separator: ", "))]
            case .codes(let table): [("table", table)]
            }
        return terms.compactMap { name, value in
            value.map { DocumentDescription.Term(name, $0) }
        }
    }

    private static func years(_ years: ClosedRange<Int>) -> String {
        years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)..\(years.upperBound)"
    }
}
