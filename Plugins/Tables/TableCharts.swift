package import BoxOffice

/// The charts of one source in the files that ``Tables`` opened.
package struct TableCharts: FileCharts {
    private let index: TableIndex
    /// The source that details come from: that with the name, or the one that has the figures of the
    /// council; nil if there is none.
    package let original: (any Source)?
    /// The manifest, with the source name in the rows.
    package let manifest: Manifest
    /// What the rows say of the source.
    private let facts: SourceFacts.Facts
    /// The editions that the run may use, as every source has them.
    package private(set) var holdings: Holdings
    /// For each form, the columns as a table of its rows.
    private let tables: [Table<[Value]>]
    /// The maximum number of rows of an edition that the run uses.
    private var top = Int.max

    init(of name: String, in index: TableIndex, _ original: (any Source)?) {
        let known = original?.holdings.regions ?? Region.all
        var spelled: [String: Region] = [:]
        var editions: [Period: [ChartFilter]] = [:]
        for own in index.editions where own.key.source == name {
            guard let period = own.period else { continue }
            var filter = own.filter
            if let region = filter.region {
                // One spelling for each region, because it is part of the key in databases.
                let own = original.flatMap { _ in try? Region(named: region.name, among: known) }
                filter.region =
                    spelled[region.code] ?? Region(code: region.code, name: (own ?? region).name)
                spelled[region.code] = filter.region
            }
            editions[period, default: []].append(filter)
        }
        self.index = index
        self.original = original
        facts = index.sources.of[name] ?? SourceFacts.Facts()
        let decimals = Self.territory(facts, original).currency.places
        tables = index.forms.map { index.table(of: $0, decimals: decimals) }
        manifest = Manifest(name: name, summary: Tables.manifest.summary)
        holdings = Holdings(of: "", from: Day(daysSince1970: 0), to: nil, charts: [])
        hold(editions)
    }

    /// The filters of the editions that the run may use, by period.
    private var editions: [Period: [ChartFilter]] { holdings.editions ?? [:] }

    /// Limits the run to these editions.
    private mutating func hold(_ editions: [Period: [ChartFilter]]) {
        let days = editions.keys
        let files = index.files
        let title: Message =
            files.count == 1
            ? files.first?.name ?? ""
            : Message("table-several-files", "the table of \(files.count) files")
        holdings = Holdings(
            of: title, from: days.map(\.from).min() ?? Day(daysSince1970: 0),
            to: days.map(\.to).max() ?? Day(daysSince1970: 0),
            charts: Chart.allCases.filter { chart in days.contains { $0.chart == chart } },
            secondReadingOf: manifest.name == Tables.site
                ? nil : original?.holdings.secondReadingOf,
            provider: original?.provider)
        let filters = Set(editions.values.joined())
        holdings.regions = filters.compactMap(\.region).eachOnce.sorted { $0.name < $1.name }
        holdings.nations = ChartFilter.Nation.allCases.filter { nation in
            filters.contains { $0.nation == nation }
        }
        holdings.kinds = ChartFilter.Kind.allCases.filter { kind in
            filters.contains { $0.kind == kind }
        }
        holdings.editions = editions
    }

    /// The country and currency of the rows, and the rest of the policy of the source with that
    /// name.
    package var policy: ChartPolicy {
        ChartPolicy(
            territory: Self.territory(facts, original),
            finalAfter: original?.policy.finalAfter ?? ChartPolicy().finalAfter,
            mayBeEmpty: true)
    }

    private static func territory(
        _ facts: SourceFacts.Facts, _ original: (any Source)?
    ) -> Territory {
        var territory = original?.policy.territory ?? Territory()
        territory.country = facts.country?.value ?? territory.country
        territory.currency =
            facts.currency?.value ?? facts.places.map(Currency.unknown) ?? .none
        return territory
    }

    /// The film page of the source with that name.
    package var filmPage: String? { original?.filmPage }

    /// The source whose charts the rows were; nil for tables of the council, which are none.
    private var chartSource: (any Source)? { manifest.name == Tables.site ? nil : original }

    /// Returns the origins from the source with that name.
    package func origins(for query: Query) -> [String: String] {
        chartSource?.origins(for: query) ?? [:]
    }

    /// Returns the notes of the source with that name; for charts with several filters, without
    /// those that hold for one only.
    package func notes(for query: Query) -> [SourceNote] {
        let notes = chartSource?.notes(for: query) ?? []
        guard case .chart(let charts) = query, charts.hasSeveralFilters else { return notes }
        return notes.filter { $0.column != "sales_share" }
    }

    /// Returns the columns of every chart, and those that only the files have.
    package func dataset(for query: Query) -> Dataset? {
        query == .rows ? nil : tables.first?.dataset
    }

    /// Returns the columns of the files, in their order, after those of the period and the filter that
    /// the lines before a table say.
    package func defaultColumns(for query: Query) -> [String] {
        guard case .chart(let charts) = query else { return index.usual }
        let isDaily = charts.chart == .daily
        let period = isDaily ? ["date"] : ["year_week", "from", "to"]
        let hasPeriod = ["date", "from"].contains(where: index.usual.contains)
        let filters = charts.heldFilters
        let parts: [(String, (ChartFilter) -> Bool)] = [
            ("region", { $0.region != nil }), ("nation", { $0.nation != nil }),
            ("kind", { $0.kind != nil }),
        ]
        let filtered = parts.filter { filters.contains(where: $0.1) }.map(\.0)
        let added = (hasPeriod ? [] : period) + filtered
        return added.filter { !index.usual.contains($0) } + index.usual
    }

    // MARK: - Pages

    /// Returns a request for each edition.
    package func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        let files = index.files
        return AnySequence(
            query.editions.lazy.map { [self] edition in
                Request(table: files[own(edition)?.file ?? 0].path, edition)
            })
    }

    /// Throws, because there are no answers to read.
    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        throw .notOpened
    }

    /// Returns the rows of an edition.
    package func ownPage(for request: Request) throws(Fault) -> Page? {
        guard case .edition(let edition) = request.subject else { return nil }
        guard let own = own(edition) else {
            throw Fault(.usage, "table-not-there", "there is no such chart in \(holdings.name)")
        }
        let currency = Value(facts.currency?.value.code)
        let rows = best(of: index.rows(of: own, as: edition, currency))
        var page = Page(rows, of: tables[own.form])
        let form = index.forms[own.form]
        let tellsChange = ["rank_change", "is_new"].contains { form.index(of: $0) != nil }
        page.entries = { [index, territory = policy.territory] in
            rows.map { row in
                ChartEntry(edition, in: territory, tellsChange: tellsChange) { name in
                    index.indices[name].map { row[$0] } ?? .missing
                }
            }
        }
        // A sum proves that a table of the council is whole.
        page.state.mayLackRows = own.lacks != nil
        page.fetchedAt = own.times(form).min()
        page.saysFinal = saysFinal(own)
        return page
    }

    /// Returns the `top` rows with the best ranks, in the order of the file.
    private func best(of rows: [[Value]]) -> [[Value]] {
        guard rows.count > top, let rank = index.indices["rank"] else { return rows }
        func place(_ index: Int) -> Int { rows[index][rank].integer ?? .max }
        return rows.indices.sorted { (place($0), $0) < (place($1), $1) }.prefix(top).sorted().map {
            rows[$0]
        }
    }

    private func own(_ edition: ChartEdition) -> TableEdition? {
        own(edition.period, edition.filter)
    }

    private func own(_ period: Period, _ filter: ChartFilter) -> TableEdition? {
        index.edition(EditionKey(period.days, filter, of: manifest.name))
    }

    // MARK: - The editions of a run

    /// Returns the same charts with only the editions of `chart` that match the filters of `query`
    /// and `regions`.
    ///
    /// A part of the filter that the query leaves open may be anything if `takesAll` is true, and
    /// must be absent otherwise. Each edition has at most `top` rows.
    package func filtered(
        to chart: Chart, _ query: ChartFilter, in regions: [Region], takingAll takesAll: Bool,
        top: Int
    ) -> TableCharts {
        func fits<Part: Equatable>(_ part: Part?, _ wanted: [Part]) -> Bool {
            wanted.isEmpty ? takesAll || part == nil : part.map(wanted.contains) ?? false
        }
        var charts = self
        charts.hold(
            editions.filter { $0.key.chart == chart }.compactMapValues { filters in
                let own = filters.filter { filter in
                    fits(filter.region, regions)
                        && fits(filter.nation, [query.nation].compactMap(\.self))
                        && fits(filter.kind, [query.kind].compactMap(\.self))
                }
                return own.isEmpty ? nil : own
            })
        charts.top = max(0, top)
        return charts
    }

    /// The number of rows in the editions that the run may use, by chart.
    package var rows: [Chart: Int] {
        editions.reduce(into: [:]) { rows, element in
            for filter in element.value {
                rows[element.key.chart, default: 0] += own(element.key, filter)?.rows.count ?? 0
            }
        }
    }

    /// The number of rows of months, years and spans, which are no charts.
    package var rowsOfNoChart: Int {
        ownEditions.reduce(0) { $1.period == nil ? $0 + $1.rows.count : $0 }
    }

    private var ownEditions: [TableEdition] {
        index.editions.filter { $0.key.source == manifest.name }
    }

    /// Returns false if a row says that it is not final, true if all say that they are; nil otherwise.
    private func saysFinal(_ own: TableEdition) -> Bool? {
        let column = index.forms[own.form].index(of: "is_final")
        let answers = Set(own.rows.map { $0.value(at: column) })
        if answers.contains(.boolean(false)) { return false }
        return answers == [.boolean(true)] ? true : nil
    }

    /// Returns true if all rows of `period` were fetched before `moment`, or without one, before the
    /// figures were final, although others are, or if they say so; false if a time is unknown.
    package func isOlder(_ period: Period, than moment: Instant?, orFinal isFinal: Bool) -> Bool {
        let filters = editions[period] ?? []
        let all = filters.compactMap { own(period, $0) }
        if isFinal, all.contains(where: { saysFinal($0) == false }) { return true }
        let times = all.compactMap { $0.times(index.forms[$0.form]).max() }
        guard times.count == filters.count, let newest = times.max() else { return false }
        if let moment { return newest < moment }
        return isFinal && !policy.isFinal(period, on: policy.territory.today(at: newest))
    }

    /// True if there are ``periodTables``, which are made anew each time.
    package var hasPeriodTables: Bool { !editionsOfTables.isEmpty }

    private var editionsOfTables: [TableEdition] {
        (index.editions + index.olderWholes).filter {
            $0.key.source == manifest.name && ($0.isOfSite || $0.period == nil)
        }
    }

    /// The tables of the council, and those of months, years and spans, in the order of the files.
    package var periodTables: [PeriodTable] {
        let currency = policy.territory.currency
        return editionsOfTables.map { own in
            let form = index.forms[own.form]
            var table = PeriodTable(of: own.key.days, at: own.place)
            (table.filter, table.asked, table.lacks) = (own.filter, own.asked, own.lacks)
            table.lacking = Set(["open_date", "film_nation"].filter { form.index(of: $0) == nil })
            table.films = own.rows.map { PeriodTable.Film($0, form, currency) }
            return table
        }
    }

    /// The paths of the files.
    package var paths: [String] { index.files.map(\.path).filter { $0 != "-" } }

    /// What the user should know about the files.
    package var remarks: [Fault] { index.remarks }

    /// The columns that databases need and that the files do not have in every row.
    package var lacking: [String] {
        ["movie_code", "source", "currency"].filter(facts.lacks)
    }

    /// Refuses an edition of `query` that another source also has.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line.
    package func refuse(_ query: ChartQuery, of other: String) throws(Fault) {
        for edition in query.editions {
            guard let own = own(edition),
                editions[edition.period]?.contains(edition.filter) == true
            else { continue }
            throw Fault(
                .malformed, "table-edition-of-service",
                "the chart of \(edition) is there twice: \(other) has it too"
            ).about(own.place)
        }
    }

    /// Refuses an edition that `first`, whose rows come earlier, also has.
    func refuseTwice(_ first: TableCharts) throws(Fault) {
        let shared = ownEditions.compactMap { own -> (TableEdition, TableEdition)? in
            var key = own.key
            key.source = first.manifest.name
            return index.edition(key).map { (own, $0) }
        }
        guard
            let (own, other) = shared.min(by: {
                $0.0.key.days.lowerBound < $1.0.key.days.lowerBound
            })
        else { return }
        throw Fault.editionTwice(own.name, other.place).about(own.place)
    }
}

extension PeriodTable.Film {
    /// Makes the film of a row.
    fileprivate init(_ row: [Value], _ form: TableForm, _ currency: Currency) {
        func value(_ name: String) -> Value { row.value(at: form.index(of: name)) }
        func units(_ name: String) -> Int? {
            value(name).decimal?.units(withPlaces: currency.places)
        }
        self.init(rank: value("rank").integer ?? 0, title: value("title").text ?? "")
        code = value("movie_code").text.flatMap { $0.isEmpty ? nil : $0 }
        openDate = value("open_date").day
        country = value("film_nation").text ?? ""
        audience = value("audience_count").integer ?? 0
        sales = units("sales_amount") ?? 0
        audienceTotal = value("audience_total").integer
        salesTotal = units("sales_total")
    }
}
