internal import BoxOffice

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

    /// Reads the values of a row of a file in that form.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the row does not belong to a chart, or
    ///   contradicts its own period.
    init(_ values: [Value], _ form: TableForm, _ options: PluginOptions) throws(Fault) {
        func value(_ name: String) -> Value { form.index(of: name).map { values[$0] } ?? .missing }
        func text(_ name: String) -> String? {
            value(name).text.flatMap { $0.isEmpty ? nil : $0 }
        }
        let date = value("date").day
        guard let from = value("from").day ?? date, let to = value("to").day ?? date else {
            throw .noPeriod
        }
        let period = Chart.allCases.lazy.map { Period(of: $0, containing: from) }.first {
            ($0.from, $0.to) == (from, to)
        }
        guard let period else { throw .noChart(from, to) }
        if let date, date != from {
            throw .otherPeriod("date", "\(date)", period)
        }
        if let week = text("year_week"), week != period.week.compact {
            throw .otherPeriod("year_week", week, period)
        }
        if let chart = text("chart"), chart != period.chart.rawValue {
            throw .otherPeriod("chart", chart, period)
        }
        self.period = period
        let region = text("region").map { name in
            Region(code: Region.korean(name)?.code ?? name, name: name)
        }
        filter = ChartFilter(
            region: region, nation: text("nation").flatMap(ChartFilter.Nation.init),
            kind: text("kind").flatMap(ChartFilter.Kind.init))
        let usual = options[Tables.source]
        let said = text("source")
        hasSource = said != nil || !usual.isEmpty
        source = said ?? (usual.isEmpty ? Tables.name : usual)
        country = text("country").flatMap(Country.init)
        currency = text("currency").flatMap(Currency.init)
        fetchedAt = text("fetched_at").flatMap(Instant.init)
        amounts = zip(form.columns, values).compactMap { $0.kind == .amount ? $1.decimal : nil }
        let code = text("movie_code")
        hasCode = code != nil
        rank = value("rank").integer
        title = text("title") ?? ""
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
