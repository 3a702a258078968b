internal import BoxOffice

/// What tells an edition in files from others, independent of the spelling there.
struct EditionKey: Hashable, Sendable {
    let source: String
    let days: ClosedRange<Day>
    /// The code of the region; nil for the whole country.
    let region: String?
    let nation: ChartFilter.Nation?
    let kind: ChartFilter.Kind?

    init(_ days: ClosedRange<Day>, _ filter: ChartFilter, of source: String) {
        self.source = source
        self.days = days
        region = filter.region?.code
        nation = filter.nation
        kind = filter.kind
    }

    /// Makes the key of the same edition of another source.
    init(_ other: EditionKey, of source: String) {
        self.source = source
        (days, region, nation, kind) = (other.days, other.region, other.nation, other.kind)
    }
}

/// The rows of one period with one filter from one source, as a file has them.
struct TableEdition: Sendable {
    let key: EditionKey
    /// The filter as the file spells it.
    let filter: ChartFilter
    /// The index of the file, and that of the form of the rows.
    let file: Int
    var form: Int
    /// The place of the first row.
    let place: Message
    /// The values of the rows, in the order of their form; rows of JSON may be shorter than that.
    var rows: [[Value]] = []
    /// The places of the rows of a table of the council, until it is checked.
    var places: [Message] = []
    /// The time the oldest of the rows was fetched; nil if one of them has no time.
    var fetchedAt: Instant?
    /// True if the table is the council's.
    let isOfSite: Bool
    /// The day of the download, if the file says it.
    var asked: Day?
    /// The reason why it may not have all films of its filter and its days; nil if it has.
    var lacks: Message?

    /// The day of the download; a day before all others if the file does not say it.
    var askedOn: Day { asked ?? Day(daysSince1970: 0) }

    /// The period of the chart that it is; nil if there is no chart of such days.
    var period: Period? {
        Chart.allCases.lazy.map { Period(of: $0, containing: key.days.lowerBound) }.first {
            $0.days == key.days
        }
    }
}

/// What the columns of a row say about its edition.
struct RowEdition: Sendable {
    let source: String
    let hasSource: Bool
    let days: ClosedRange<Day>
    let filter: ChartFilter
    let country: Country?
    let currency: Currency?

    /// Reads it from the values of a row.
    ///
    /// - Parameters:
    ///   - lines: what the lines before the table say.
    ///   - options: what the user says about rows that do not say it.
    /// - Throws: a ``Fault`` of kind `malformed` if the row has no period or contradicts it.
    init(
        _ values: [Value], _ form: TableForm, _ lines: SiteLines, _ options: TableOptions
    ) throws(Fault) {
        func value(_ index: Int?) -> Value {
            index.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .missing
        }
        func text(_ name: String) -> String? {
            value(form.index(of: name)).text.flatMap { $0.isEmpty ? nil : $0 }
        }
        let tableDays = try lines.days ?? options.days
        guard let days = try Self.days(value, form, tableDays) else { throw .noPeriod }
        self.days = days
        if let all = lines.heading ?? lines.period, !all.contains(days) {
            throw .otherPeriod("date", days.text, all)
        }
        let week = text("year_week")
        let date = value(form.index(of: "date")).day
        // The Open API is asked for a week by any of its days.
        let isWithin = date.map(days.contains) == true && form.index(of: .period) != nil
        if let date, date != days.lowerBound, !isWithin {
            throw .otherPeriod("date", "\(date)", days)
        }
        if let week, week != Week(containing: days.lowerBound).compact {
            throw .otherPeriod("year_week", week, days)
        }
        let chart = text("chart") ?? value(form.index(of: .chartName)).text.flatMap(Self.chart)
        if let chart,
            Chart(rawValue: chart).map({
                Period(of: $0, containing: days.lowerBound).days
            }) != days
        {
            throw .otherPeriod("chart", chart, days)
        }
        let region = text("region").map { name in
            Region(code: Region.korean(name)?.code ?? name, name: name)
        }
        filter = ChartFilter(
            region: region ?? lines.filter.region,
            nation: text("nation").flatMap(ChartFilter.Nation.init) ?? lines.filter.nation,
            kind: text("kind").flatMap(ChartFilter.Kind.init) ?? lines.filter.kind)
        let said = text("source") ?? options.source ?? (form.isOfSite ? Tables.site : nil)
        (source, hasSource) = (said ?? Tables.name, said != nil)
        country = text("country").flatMap(Country.init)
        currency =
            text("currency").flatMap(Currency.init)
            ?? (form.isOfSite ? .won : options.currency)
    }

    /// Returns the days that the columns of a row say, or else `others`.
    private static func days(
        _ value: (Int?) -> Value, _ form: TableForm, _ others: ClosedRange<Day>?
    ) throws(Fault) -> ClosedRange<Day>? {
        let date = value(form.index(of: "date")).day
        let (from, to) = (form.index(of: "from"), form.index(of: "to"))
        let period = form.index(of: .period)
        if from != nil || to != nil || form.index(of: "date") != nil && period == nil {
            // With a week of the Open API, a day may be any of it.
            guard from != nil || !form.hasWeekOfService else { throw .noPeriod }
            let (first, last) = (value(from).day ?? date, value(to).day ?? date)
            if let others, first == nil || last == nil,
                first ?? others.lowerBound == others.lowerBound,
                last ?? others.upperBound == others.upperBound
            {
                return others
            }
            guard let first, let last else { throw .noPeriod }
            guard first <= last else { throw .otherPeriod("to", "\(last)", first...first) }
            return first...last
        }
        guard let period, let text = value(period).text, !text.isEmpty else { return others }
        guard let days = ClosedRange<Day>(written: text.withoutBlanks) else {
            throw .notOfItsType(text, Column("period", "기간", .text))
        }
        return days
    }

    /// Returns the chart that the Open API calls `일별 박스오피스`.
    private static func chart(named name: String) -> String? {
        let names: [(Chart, SiteLines.Kind)] = [
            (.daily, .daily), (.weekly, .weekly), (.weekend, .weekend), (.weekdays, .weekdays),
        ]
        return names.first { name.hasPrefix($0.1.rawValue) }?.0.rawValue ?? name
    }
}

extension Fault {
    fileprivate static let noPeriod = Fault(
        .malformed, "table-no-period", "the row has no date, and not both from and to")

    fileprivate static func otherPeriod(
        _ column: String, _ text: String, _ days: ClosedRange<Day>
    ) -> Fault {
        Fault(
            .malformed, "table-other-period",
            "'\(text)' in the column \(column) does not fit the row's period, \(days.text)")
    }
}
