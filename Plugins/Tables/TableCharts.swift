package import BoxOffice

/// The files of a run, shared by their sources: the index of the rows, and the columns.
struct TableContents: Sendable {
    let index: TableIndex
    /// All columns of rows: those of every chart, then the others of the files.
    let columns: [Column]
    /// The index of each column by its name.
    let indices: [String: Int]
    /// The columns as a table of rows.
    let table: Table<[Value]>
    /// The columns that are written by default: those of the files, in their order.
    let usual: [String]
    /// For each file, the index of each of ``columns`` in its rows.
    let places: [[Int?]]
    private let currency: Value

    init(_ index: TableIndex, _ options: PluginOptions) {
        self.index = index
        let own = index.forms.flatMap(\.columns).eachOnce
        usual = own.map(\.name)
        currency = Value(Currency(options[Tables.currency])?.code)
        let charts = ChartEntry.table.dataset
        columns = (charts.columns + own).eachOnce
        let indices = Dictionary(
            columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.indices = indices
        table = Table(
            named: charts.name, key: charts.key,
            columns.enumerated().map { place, column in
                let derived = DerivedColumn.all.first { $0.column.name == column.name }
                guard let derived else { return Field<[Value]>(column) { $0[place] } }
                // The value is derived again, in the smallest unit of the currency; if the file
                // lacks columns for that, or the row figures, its own value stays.
                let derivedIn = Set(
                    index.forms.indices.filter { index.forms[$0].derives(derived) })
                return Field<[Value]>(column) { row in
                    let row = copy row
                    guard case .integer(let file) = row[indices.count], derivedIn.contains(file)
                    else {
                        return row[place]
                    }
                    let value = derived.value(
                        RowFigures(in: nil) { name in
                            let value = indices[name].map { row[$0] } ?? .missing
                            return value.whole(row.last)
                        })
                    let isKnown = derived.required.allSatisfy { name in
                        indices[name].map { row[$0] } != .missing
                    }
                    return value == .missing && !isKnown ? row[place] : value
                }
            })
        places = index.forms.map { [columns] form in
            columns.map { form.index(of: $0.name) }
        }
    }

    /// Reads the rows of `edition` in `bytes`, each with a value for each of ``columns``, then the
    /// number of the file and the number of decimal places of its currency.
    func rows(
        in bytes: [UInt8], at place: EditionPlace, _ edition: ChartEdition, decimals: Int
    ) throws(Fault) -> [[Value]] {
        // The values of a row that its file may lack or write in another form.
        let usual: [Value?] = columns.map { column in
            switch column.name {
            case "source": .text(edition.source)
            case "nation", "kind": nil
            case let name: edition.value(of: name)
            }
        }
        let places = places[place.file]
        let ofCurrency = columns.firstIndex { $0.name == "currency" }
        return try index.values(in: bytes, of: place.file).map { values in
            let row = columns.indices.map { column in
                if let value = usual[column] { return value }
                let value = places[column].map { values[$0] } ?? .missing
                return column == ofCurrency && value == .missing ? currency : value
            }
            return row + [.integer(place.file), .integer(decimals)]
        }
    }

    /// Returns the names of the figures that rows lack, by the index of the row.
    fileprivate func lacking(in rows: [[Value]], _ tellsChange: Bool) -> [Int: [String]] {
        let figures = ChartEntry.figures.compactMap { name in indices[name].map { (name, $0) } }
        let change = tellsChange ? indices["is_new"] : nil
        var lacking: [Int: [String]] = [:]
        for (index, row) in rows.enumerated() {
            for (name, figure) in figures where row[figure] == .missing {
                // A film that is not on the chart of all films has no share.
                guard name != "sales_share" || change.map({ row[$0] }) != .missing else { continue }
                lacking[index, default: []].append(name)
            }
        }
        return lacking
    }
}

extension TableForm {
    /// Returns true if the file has all columns that the column is derived from, or lacks the
    /// column.
    fileprivate func derives(_ derived: DerivedColumn) -> Bool {
        index(of: derived.column.name) == nil
            || derived.inputs.allSatisfy { input in
                // Every row has a period.
                ["from", "to"].contains(input) || index(of: input) != nil
            }
    }
}

extension Value {
    /// Returns an amount with the number of decimal places in `places`; any other value unchanged.
    fileprivate func whole(_ places: Value?) -> Value {
        guard let amount = decimal, let places = places?.integer, amount.places < places,
            let units = amount.units(withPlaces: places)
        else { return self }
        return .decimal(Decimal(units, places: places))
    }
}

/// The charts of one source in the files that ``Tables`` opened.
package struct TableCharts: Source {
    private let contents: TableContents
    private let table: ProviderTable
    /// The source with that name, if there is one; details come from it.
    package let original: (any Source)?
    /// The manifest, with the source name in the rows.
    package let manifest: Manifest
    /// The filters of the editions that the run may use, by period.
    private let editions: [Period: [ChartFilter]]
    /// The same as holdings, as every source has them.
    package let holdings: Holdings
    /// The maximum number of rows of an edition that the run uses.
    private var top = Int.max

    init(of table: ProviderTable, in contents: TableContents, _ original: (any Source)?) {
        let known = original?.holdings.regions ?? Region.all
        var spelled: [String: Region] = [:]
        let editions: [Period: [ChartFilter]] = table.keys.reduce(into: [:]) { editions, key in
            guard var filter = table.editions[key]?.filter else { return }
            if let region = filter.region {
                // One spelling for each region, because it is part of the key in databases.
                let own = original.flatMap { _ in try? Region(named: region.name, among: known) }
                filter.region =
                    spelled[region.code] ?? Region(code: region.code, name: (own ?? region).name)
                spelled[region.code] = filter.region
            }
            editions[key.period, default: []].append(filter)
        }
        self.init(of: table, in: contents, original, editions)
    }

    private init(
        of table: ProviderTable, in contents: TableContents, _ original: (any Source)?,
        _ editions: [Period: [ChartFilter]]
    ) {
        self.contents = contents
        self.table = table
        self.original = original
        self.editions = editions
        manifest = Manifest(name: table.name, summary: Tables.manifest.summary)
        let days = editions.keys
        let files = contents.index.files
        let name: Message =
            files.count == 1
            ? files.first?.name ?? ""
            : Message("table-several-files", "the table of \(files.count) files")
        var holdings = Holdings(
            of: name, from: days.map(\.from).min() ?? Day(daysSince1970: 0),
            to: days.map(\.to).max() ?? Day(daysSince1970: 0),
            charts: Chart.allCases.filter { chart in days.contains { $0.chart == chart } },
            peer: original?.holdings.peer, provider: original?.provider)
        let filters = Set(editions.values.joined())
        holdings.regions = filters.compactMap(\.region).eachOnce.sorted { $0.name < $1.name }
        holdings.nations = ChartFilter.Nation.allCases.filter { nation in
            filters.contains { $0.nation == nation }
        }
        holdings.kinds = ChartFilter.Kind.allCases.filter { kind in
            filters.contains { $0.kind == kind }
        }
        holdings.editions = editions
        self.holdings = holdings
    }

    /// The country and currency of the rows, and the rest of the policy of the source with that
    /// name.
    package var policy: ChartPolicy {
        var territory = original?.policy.territory ?? Territory()
        territory.country = table.country?.value ?? territory.country
        territory.currency = table.currency?.value ?? table.places.map(Currency.unknown) ?? .none
        return ChartPolicy(
            territory: territory,
            finalAfter: original?.policy.finalAfter ?? ChartPolicy().finalAfter,
            mayBeEmpty: true)
    }

    /// The film page of the source with that name.
    package var filmPage: String? { original?.filmPage }

    /// Returns the origins from the source with that name.
    package func origins(for query: Query) -> [String: String] {
        original?.origins(for: query) ?? [:]
    }

    /// Returns the notes of the source with that name; for charts with several filters, without
    /// those that hold for one only.
    package func notes(for query: Query) -> [SourceNote] {
        let notes = original?.notes(for: query) ?? []
        guard case .chart(let charts) = query, charts.hasSeveralFilters else { return notes }
        return notes.filter { $0.column != "sales_share" }
    }

    /// Returns the columns of every chart, and those that only the files have.
    package func dataset(for query: Query) -> Dataset? {
        query == .rows ? nil : contents.table.dataset
    }

    /// Returns the columns of the files, in their order.
    package func defaultColumns(for query: Query) -> [String] { contents.usual }

    // MARK: - Answers

    /// Returns a request for each edition.
    package func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        let files = contents.index.files
        return AnySequence(
            query.editions.lazy.map { [self] edition in
                Request(table: files[place(of: edition)?.file ?? 0].path, edition)
            })
    }

    /// Returns the bytes of the rows.
    package func ownAnswer(to request: Request) -> Answer? {
        guard case .edition(let edition) = request.subject else { return nil }
        let never = Instant(startOf: edition.period.from)
        guard let place = place(of: edition) else {
            return Answer(status: Self.absent, body: [], fetchedAt: never)
        }
        do throws(Fault) {
            // Without a time fetched, no figure counts as final.
            return Answer(
                body: try contents.index.bytes(at: place), fetchedAt: place.fetchedAt ?? never)
        } catch {
            return Answer(
                status: Self.unreadable, body: Array(error.message.utf8), fetchedAt: never)
        }
    }

    /// Returns the reason why there are no rows; nil if there are.
    package func fault(in answer: Answer) -> Fault? {
        switch answer.status {
        case Self.absent:
            Fault(.usage, "table-not-there", "there is no such chart in \(holdings.name)")
        case Self.unreadable:
            Fault(.malformed, "table-unreadable", "\(String(utf8: answer.body.span))")
        default: nil
        }
    }

    /// The statuses of answers without rows; no service sends these.
    private static let (absent, unreadable) = (0, 1)

    /// Reads the rows.
    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject, let place = place(of: edition) else {
            throw Fault(.bug, "table-no-edition", "no rows are known for \(request.target)")
        }
        let rows = best(
            of: try contents.rows(
                in: answer.body, at: place, edition, decimals: policy.territory.currency.places))
        var page = Page(rows, of: contents.table)
        let form = contents.index.forms[place.file]
        let tellsChange = ["rank_change", "is_new"].contains { form.index(of: $0) != nil }
        page.entries = { [contents, territory = policy.territory] in
            rows.map { row in
                ChartEntry(edition, in: territory, tellsChange: tellsChange) { name in
                    contents.indices[name].map { row[$0] } ?? .missing
                }
            }
        }
        page.lacking = contents.lacking(in: rows, tellsChange)
        page.state.isShort = isShort(page, edition)
        page.state.mayLackRows = true
        return page
    }

    /// Returns the `top` rows with the best ranks, in the order of the file.
    private func best(of rows: [[Value]]) -> [[Value]] {
        guard rows.count > top, let rank = contents.indices["rank"] else { return rows }
        func place(_ index: Int) -> Int { rows[index][rank].integer ?? .max }
        return rows.indices.sorted { (place($0), $0) < (place($1), $1) }.prefix(top).sorted().map {
            rows[$0]
        }
    }

    /// Returns true if rows or figures are missing that charts of the source always have: perhaps
    /// they were deleted from the file.
    private func isShort(_ page: Page, _ edition: ChartEdition) -> Bool {
        guard let policy = original?.policy else { return false }
        let most = edition.filter == ChartFilter() ? policy.rows ?? 0 : 0
        return page.count < min(top, most) || policy.givesAllFigures && !page.lacking.isEmpty
    }

    private func place(of edition: ChartEdition) -> EditionPlace? {
        table.editions[EditionKey(edition.period, edition.filter)]
    }

    // MARK: - The editions of a run

    /// Returns the same charts with only the editions of `chart` that match the filters of `query`
    /// and `regions`.
    ///
    /// A part of the filter that the query leaves open may be anything if `takesAll` is true, and
    /// must be absent otherwise. Each edition has at most `top` rows.
    package func narrowed(
        to chart: Chart, _ query: ChartFilter, in regions: [Region], takingAll takesAll: Bool,
        top: Int
    ) -> TableCharts {
        func fits<Part: Equatable>(_ part: Part?, _ wanted: [Part]) -> Bool {
            wanted.isEmpty ? takesAll || part == nil : part.map(wanted.contains) ?? false
        }
        let editions = editions.filter { $0.key.chart == chart }.compactMapValues { filters in
            let own = filters.filter { filter in
                fits(filter.region, regions)
                    && fits(filter.nation, [query.nation].compactMap(\.self))
                    && fits(filter.kind, [query.kind].compactMap(\.self))
            }
            return own.isEmpty ? nil : own
        }
        var charts = TableCharts(of: table, in: contents, original, editions)
        charts.top = max(0, top)
        return charts
    }

    /// The number of rows in the editions that the run may use, by chart.
    package var rows: [Chart: Int] {
        editions.reduce(into: [:]) { rows, element in
            for filter in element.value {
                let place = table.editions[EditionKey(element.key, filter)]
                rows[element.key.chart, default: 0] += place?.rows ?? 0
            }
        }
    }

    /// Returns true if all rows of `period` were fetched before `moment`; false if a time is
    /// unknown.
    package func isOlder(_ period: Period, than moment: Instant?) -> Bool {
        let filters = editions[period] ?? []
        let times = filters.compactMap { table.editions[EditionKey(period, $0)]?.fetchedAt }
        guard let moment, times.count == filters.count, let newest = times.max() else {
            return false
        }
        return newest < moment
    }

    /// The tables of the council in the files, in their order.
    package var periodTables: [PeriodTable] { [] }

    /// The paths of the files.
    package var paths: [String] { contents.index.files.map(\.path).filter { $0 != "-" } }

    /// The columns that databases need and that the files do not have in every row.
    package var lacking: [String] {
        ["movie_code", "source", "currency"].filter(table.lacking.contains)
    }

    /// The number of extra pieces in the index, because the rows of some editions are not
    /// contiguous.
    package var pieces: Int { contents.index.pieces }

    /// Refuses an edition of `query` that another source also has.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line.
    package func refuse(_ query: ChartQuery, of other: String) throws(Fault) {
        for edition in query.editions {
            guard let place = place(of: edition),
                editions[edition.period]?.contains(place.filter) == true
            else { continue }
            throw Fault(
                .malformed, "table-edition-of-service",
                "the chart of \(edition) is there twice: \(other) has it too"
            ).about(contents.index.files[place.file].place(place.line))
        }
    }

    /// Refuses an edition that `first`, whose rows come earlier, also has.
    func refuseTwice(_ first: TableCharts) throws(Fault) {
        for key in table.keys {
            guard let place = table.editions[key], let other = first.table.editions[key] else {
                continue
            }
            let files = contents.index.files
            let edition = ChartEdition(key.period, filter: place.filter, source: table.name)
            throw Fault.editionTwice(edition, files[other.file].place(other.line))
                .about(files[place.file].place(place.line))
        }
    }
}
