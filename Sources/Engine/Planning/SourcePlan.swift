package import BoxOffice

/// What a run asks one source for.
package struct Asked: Sendable {
    /// The query for the source.
    package var query: Query
    /// What makes rows from the charts of the query; nil if they are exported themselves.
    package var derivation: (any Derivation)?
    /// Periods that the source cannot be asked for, with the reasons.
    package var unavailable: [Fault] = []

    /// Asks for the answers to `query`.
    package init(_ query: Query, unavailable: [Fault] = []) {
        self.query = query
        self.unavailable = unavailable
    }

    /// Asks for the rows that `derivation` makes.
    package init(_ derivation: any Derivation) {
        query = .chart(derivation.charts)
        self.derivation = derivation
    }

    /// The charts that are exported; nil if the rows are something else.
    package var charts: ChartQuery? { derivation == nil ? query.charts : nil }

    /// The periods of the rows; nil if they have none, or if each film has its own.
    package var periods: Periods? { charts?.periods ?? derivation?.face.days }
}

/// A source of a plan, with the query for it.
package struct SourcePlan: Sendable {
    /// The source of the rows.
    package let source: any Source
    /// A source that gets the same requests and must give the same rows, or nil.
    package let secondReading: (any Source)?
    /// The lookups for every film, or nil.
    package let enrichment: Enrichment?
    /// The query for the source: if rows are made from charts, that for those charts.
    package private(set) var query: Query
    /// What makes the rows from the charts; nil if they are the source's own.
    package let derivation: (any Derivation)?
    /// Periods of the plan's chart that the source cannot be asked for, with the reasons.
    package internal(set) var unavailable: [Fault]

    /// All columns of its rows: those of the source and of deep charts, then ``editionColumns``, those
    /// of the enrichment and those derived from them.
    let dataset: Dataset
    /// The columns of every chart whose values come from the edition, because the source leaves
    /// them out, or the host knows better.
    let editionColumns: [Column]
    let derived: [DerivedColumn]
    /// The number of columns before those of the enrichment.
    var ownColumns: Int {
        dataset.columns.count - derived.count - (enrichment?.columns.count ?? 0)
    }
    /// For each column that the plan wants, its index in ``dataset``; nil if its rows lack the
    /// column.
    private(set) var places: [Int?] = []

    /// Plans what `source` is asked for.
    ///
    /// - Parameters:
    ///   - asked: what the source is asked for.
    ///   - source: the source of the rows.
    ///   - secondReading: a source that must give the same rows, or nil.
    ///   - enrichment: the lookups for every film, or nil.
    ///   - isOneOfSeveral: true if rows of other sources stand next to its own: then each row has
    ///     the source and the currency that the source declares.
    package init(
        _ asked: Asked, to source: any Source, secondReading: (any Source)? = nil,
        enrichment: Enrichment? = nil, isOneOfSeveral: Bool = false
    ) {
        let query = asked.query
        derivation = asked.derivation
        self.source = source
        self.secondReading = secondReading
        self.enrichment = enrichment
        unavailable = asked.unavailable
        self.query = query
        if var charts = query.charts {
            charts.source = source.manifest.name
            self.query = .chart(charts)
        }
        // The rows that are made from charts have the same columns for every source.
        let own = derivation?.face.dataset ?? source.dataset(of: query)
        let charts = asked.charts
        // The host knows whether rows are final, unless they are those of files.
        let isOfFiles = source.holdings.editions != nil
        let told =
            (isOneOfSeveral ? Self.provenance : []) + (isOfFiles ? [] : [Column.isFinal.name])
        editionColumns =
            charts != nil
            ? Self.columnsOfEdition.filter { column in
                own.index(ofColumn: column.name) == nil
                    || own.key.isEmpty && told.contains(column.name)
            } : []
        let rows = own.columns + (charts?.deepColumns ?? []) + editionColumns
        let known = rows + Self.headed(enrichment?.columns ?? [], besides: rows)
        derived =
            derivation == nil
            ? DerivedColumn.available(with: known, isChart: query.isChart) : []
        dataset = Dataset(name: own.name, columns: known + derived.map(\.column), key: own.key)
    }

    /// Returns the `columns`, headed by their own names if another has their Korean header, because
    /// users choose columns by their headers.
    private static func headed(_ columns: [Column], besides rows: [Column]) -> [Column] {
        let common = Movie.detailColumns + Poster.table.dataset.columns
        var others = rows + DerivedColumn.all.map(\.column) + common
        return columns.map { column in
            guard !common.contains(column) else { return column }
            let isTaken = others.contains { $0.koreanHeader == column.koreanHeader }
            let headed = isTaken ? column.headed(column.name) : column
            others.append(headed)
            return headed
        }
    }

    /// The columns in which a plugin must not contradict what it declares.
    private static let provenance = ["source", "chart", "country", "currency", "fetched_at"]

    /// The columns of a chart's row whose values follow from the edition and its source.
    private static let columnsOfEdition =
        ChartEntry.table.dataset.columns.filter {
            [
                "date", "year_week", "from", "to", "region", "chart", "nation", "kind", "source",
                "country", "currency", "fetched_at",
            ].contains($0.name)
        } + [.isFinal]

    /// Returns the values of ``editionColumns`` in all rows of `page`, an answer.
    func values(of edition: ChartEdition, in page: Page) -> [Value] {
        let territory = source.policy.territory
        return editionColumns.map { column in
            switch column.name {
            case "source": .text(source.manifest.name)
            case "country": Value(territory.country?.code)
            case "currency": Value(territory.currency.knownCode)
            case "fetched_at": Value(page.fetchedAt?.description)
            case Column.isFinal.name: .boolean(page.state.isFinal)
            case let name: edition.value(of: name) ?? .missing
            }
        }
    }

    /// Refuses columns of details that the rows already have.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func checkDetails() throws(Fault) {
        // A file may have such columns.
        guard source.holdings.editions == nil else { return }
        try enrichment?.check(
            besides: dataset.columns.prefix(ownColumns) + derived.map(\.column),
            of: source.manifest.name)
    }

    /// True if the plan wants any column besides those of the source and of deep charts.
    var wantsMore: Bool {
        let own = ownColumns - editionColumns.count
        return enrichment != nil || places.contains { $0.map { $0 >= own } ?? false }
    }

    /// Finds the positions of the columns that the plan wants.
    mutating func find(_ names: [String]) {
        places = names.map { name in dataset.columns.lastIndex { $0.name == name } }
    }

    /// The columns that are written by default, without those of the enrichment; with regions, the
    /// region follows the columns of the period.
    var usualColumns: [String] {
        if let derivation { return derivation.face.usualColumns }
        let usual = source.defaultColumns(for: query)
        guard let charts, !charts.regions.isEmpty, !usual.contains("region") else { return usual }
        let period = usual.prefix { ["date", "year_week", "from", "to"].contains($0) }
        return period + ["region"] + usual.dropFirst(period.count)
    }

    /// The columns derived from those of the source and of the enrichment; empty if none of their
    /// values is wanted.
    var derivedColumns: [DerivedColumn] {
        let start = dataset.columns.count - derived.count
        return places.contains { $0.map { $0 >= start } ?? false } ? derived : []
    }

    /// The value of the column `source` in every row; nil if that column is the source's own.
    package var sourceInRows: String? {
        let model = derivation?.face.dataset ?? query.dataset
        let isOfModel = dataset.name == model.name && !dataset.key.isEmpty
        let isAdded = editionColumns.contains { $0.name == "source" }
        return isOfModel || isAdded ? source.manifest.name : nil
    }

    /// The charts that are exported; nil if the rows are something else.
    package var charts: ChartQuery? { derivation == nil ? query.charts : nil }

    /// Returns what documents say about the source, as one of those of `whole`.
    func figures(for whole: Query) -> FigureSource {
        var figures = FigureSource(source.manifest.name, territory: source.policy.territory)
        figures.nameInKeys = source.nameInKeys
        figures.credit = source.credit
        figures.filmPage = source.filmPage
        if let own = charts {
            // Corrections come from periods that the reader has.
            let asked = own.askedPeriods.first { own.corrected[$0] == nil }
            figures.first = own.corrected.isEmpty ? own.periods.first : asked ?? own.periods.last
            figures.isAsked = own.asksForAny
            figures.columns = dataset.columns.map(\.name)
            figures.regions = own.regions
        }
        if whole.isChart, derivation?.face.showsFiguresOfCharts ?? true {
            figures.notes = source.notes(for: whole)
        }
        return figures
    }

    // MARK: - Requests

    /// True if there is anything to request: no period of a chart may be over yet.
    package var hasRequests: Bool { query.charts?.asksForAny ?? true }

    /// Returns the source plan for only some of its charts; nil limits nothing.
    ///
    /// - Parameters:
    ///   - periods: the periods that its query is about.
    ///   - region: a region of the plan, which other sources may name differently, and its place
    ///     among the regions of the query.
    ///   - parts: the only charts that are asked for; those of other sources are left out.
    func limited(
        to periods: Periods?, region: (place: Int, region: Region)?, parts: [DocumentPart]?
    ) -> SourcePlan {
        guard let charts else { return self }
        var sourcePlan = self
        let own = region.map { place, region in
            charts.held == nil
                ? charts.regions.dropFirst(place).prefix(1).map(\.self)
                : charts.regions.filter { $0.code == region.code }
        }
        let wanted = parts.map { parts in
            Set(parts.filter { $0.source == source.manifest.name }.map(\.period))
        }
        // A source of a file may have nothing of a region.
        let limited = charts.limited(to: periods, regions: own, parts: wanted)
        sourcePlan.query = .chart(own?.isEmpty == true ? limited.askingForNothing : limited)
        return sourcePlan
    }

    /// The parts of a document of charts that the source plan asks for.
    var parts: [DocumentPart] {
        charts?.askedPeriods.map { DocumentPart($0, of: source.manifest.name) } ?? []
    }

    /// Returns the number of editions of `periods` that the source plan asks for.
    func editions(in periods: Periods) -> Int {
        guard let query = charts else { return 0 }
        return periods.filter { query.periods.covers($0) && query.asks(for: $0) }
            .reduce(0) { $0 + query.editions(of: $1).count }
    }
}

// MARK: - Columns

extension Dataset {
    /// Returns the index of the column with exactly that name.
    func index(ofColumn name: String) -> Int? { columns.firstIndex { $0.name == name } }

    /// Joins the rows of all `sourcePlans`: the columns of the sources, the first one's first, then
    /// those of lookups, then those derived from them.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if two sources have columns with the same name and
    ///   different types.
    init(joining sourcePlans: [SourcePlan], inOneTable isOne: Bool) throws(Fault) {
        guard let first = sourcePlans.first else { throw .noSources }
        guard sourcePlans.count > 1 else {
            self = first.dataset
            return
        }
        var columns: [Column] = []
        var owners: [String: (Column.Kind, String)] = [:]
        let parts: [(SourcePlan) -> Range<Int>] = [
            { 0..<($0.ownColumns - $0.editionColumns.count) },
            { ($0.ownColumns - $0.editionColumns.count)..<$0.ownColumns },
            { $0.ownColumns..<($0.dataset.columns.count - $0.derived.count) },
            { ($0.dataset.columns.count - $0.derived.count)..<$0.dataset.columns.count },
        ]
        for part in parts {
            for sourcePlan in sourcePlans {
                for column in sourcePlan.dataset.columns[part(sourcePlan)] {
                    let name = sourcePlan.source.manifest.name
                    guard let (kind, other) = owners[column.name] else {
                        owners[column.name] = (column.kind, name)
                        let isTaken = columns.contains { $0.koreanHeader == column.koreanHeader }
                        columns.append(isTaken ? column.headed(column.name) : column)
                        continue
                    }
                    if isOne, kind != column.kind { throw .twoTypes(column, name, kind, other) }
                }
            }
        }
        self.init(name: first.dataset.name, columns: columns, key: first.dataset.key)
    }
}

extension Fault {
    fileprivate static let noSources = Fault(.bug, "no-source", "no source is asked")

    static func twoTypes(
        _ column: Column, _ source: String, _ kind: Column.Kind, _ other: String
    ) -> Fault {
        Fault(
            .usage, "column-of-two-types",
            "the column '\(column.name)' is \(kind.rawValue) at \(other) and \(column.kind.rawValue) at \(source), so their rows do not fit into one table",
            hint: Message("column-of-two-types.hint", "ask one source at a time"))
    }
}
