internal import BoxOffice

/// The indices of the columns that tell what a row belongs to.
struct TableRoles: Sendable {
    let count: Int
    fileprivate let date, from, to, week, chart, region, nation, kind: Int?
    fileprivate let source, country, currency, fetchedAt, rank, code, title: Int?
    fileprivate let amounts: [Int]

    init(_ columns: [Column]) {
        let indices = Dictionary(
            columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        count = columns.count
        date = indices["date"]
        from = indices["from"]
        to = indices["to"]
        week = indices["year_week"]
        chart = indices["chart"]
        region = indices["region"]
        nation = indices["nation"]
        kind = indices["kind"]
        source = indices["source"]
        country = indices["country"]
        currency = indices["currency"]
        fetchedAt = indices["fetched_at"]
        rank = indices["rank"]
        code = indices["movie_code"]
        title = indices["title"]
        amounts = columns.indices.filter { columns[$0].kind == .amount }
    }
}

/// The source, edition and film of a row of a table.
struct TableRow: Sendable {
    /// The name of its source.
    let source: String
    let period: Period
    let filter: ChartFilter
    let country: Country?
    let currency: Currency?
    let fetchedAt: Instant?
    let amounts: [Decimal]
    /// The key of the film within the edition: its code or, without one, rank and title.
    let film: String
    let title: String
    let rank: Int?
    let hasCode: Bool
    let hasSource: Bool

    /// Reads the values of a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the row does not belong to a chart, or
    ///   contradicts its own period.
    init(_ values: [Value], _ roles: TableRoles, _ options: PluginOptions) throws(Fault) {
        func text(_ index: Int?) -> String? {
            index.flatMap { values[$0].text }.flatMap { $0.isEmpty ? nil : $0 }
        }
        func day(_ index: Int?) -> Day? {
            index.flatMap { values[$0].day }
        }
        guard let from = day(roles.from) ?? day(roles.date),
            let to = day(roles.to) ?? day(roles.date)
        else { throw .noPeriod }
        let period = Chart.allCases.lazy.map { Period(of: $0, containing: from) }.first {
            ($0.from, $0.to) == (from, to)
        }
        guard let period else { throw .noChart(from, to) }
        if let date = day(roles.date), date != from {
            throw .otherPeriod("date", "\(date)", period)
        }
        if let week = text(roles.week), week != period.week.compact {
            throw .otherPeriod("year_week", week, period)
        }
        if let chart = text(roles.chart), chart != period.chart.rawValue {
            throw .otherPeriod("chart", chart, period)
        }
        self.period = period
        let region = text(roles.region).map { name in
            Region(code: Region.korean(name)?.code ?? name, name: name)
        }
        filter = ChartFilter(
            region: region, nation: text(roles.nation).flatMap(ChartFilter.Nation.init),
            kind: text(roles.kind).flatMap(ChartFilter.Kind.init))
        let usual = options[Tables.source]
        let said = text(roles.source)
        hasSource = said != nil || !usual.isEmpty
        source = said ?? (usual.isEmpty ? Tables.name : usual)
        country = text(roles.country).flatMap(Country.init)
        currency = text(roles.currency).flatMap(Currency.init)
        fetchedAt = text(roles.fetchedAt).flatMap(Instant.init)
        amounts = roles.amounts.compactMap { values[$0].decimal }
        let code = text(roles.code)
        hasCode = code != nil
        rank = roles.rank.flatMap { values[$0].integer }
        title = text(roles.title) ?? ""
        film = code ?? "\(rank.map(String.init) ?? "") \(title)"
    }

    /// The edition, for messages.
    var edition: ChartEdition { ChartEdition(period, filter: filter, source: source) }
}

extension Fault {
    fileprivate static let noPeriod = Fault(
        .malformed, "table-no-period", "the row has no date, and not both from and to")

    fileprivate static func noChart(_ from: Day, _ to: Day) -> Fault {
        Fault(
            .malformed, "table-no-chart",
            "\(from)~\(to) is not the period of a chart: charts are of a day, of Monday to Sunday, of Friday to Sunday or of Monday to Thursday"
        )
    }

    fileprivate static func otherPeriod(
        _ column: String, _ text: String, _ period: Period
    ) -> Fault {
        Fault(
            .malformed, "table-other-period",
            "'\(text)' in the column \(column) does not fit the row's period, \(period)")
    }
}
