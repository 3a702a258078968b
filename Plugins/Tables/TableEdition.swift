internal import BoxOffice

/// What tells an edition in files from others, independent of the spelling there.
struct EditionKey: Hashable, Sendable {
    var source: String
    let days: ClosedRange<Day>
    /// The filter, with nothing but the code of its region.
    private var filter: ChartFilter

    init(_ days: ClosedRange<Day>, _ filter: ChartFilter, of source: String) {
        (self.source, self.days, self.filter) = (source, days, filter)
        self.filter.region = filter.region.map { Region(code: $0.code, name: "") }
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
    /// The values of the rows, in the order of their form; missing ones at the end of a row are
    /// left out, but for tables of the council.
    var rows: [[Value]] = []
    /// The places of the rows of a table of the council, until it is checked.
    var places: [Message] = []
    /// True if the table is the council's.
    let isOfSite: Bool
    /// The day of the download, if it is the council's and the file says it.
    let asked: Day?
    /// The reason why it may not have all films of its filter and its days; nil if it has.
    var lacks: Message?

    /// The day of the download; a day before all others if the file does not say it.
    var askedOn: Day { asked ?? Day(daysSince1970: 0) }

    /// The period of the chart that it is; nil if there is no chart of such days.
    var period: Period? {
        Chart.allCases.lazy.compactMap { Period(of: $0, covering: key.days) }.first
    }

    /// Returns the times at which the rows were fetched; none if one of them has no time.
    func times(_ form: TableForm) -> [Instant] {
        guard let column = form.index(of: "fetched_at") else {
            return asked.map { [Instant(startOf: $0)] } ?? []
        }
        let times = rows.map { $0.value(at: column).text.flatMap(Instant.init) }
        return times.contains(nil) ? [] : times.compactMap(\.self)
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
        func text(_ name: String) -> String? {
            values.value(at: form.index(of: name)).text.flatMap { $0.isEmpty ? nil : $0 }
        }
        let days = try Self.days(values, form, lines.days ?? options.days)
        self.days = days
        if let all = lines.heading ?? lines.period, !all.contains(days) {
            throw .otherPeriod("date", days.text, all)
        }
        let week = text("year_week")
        let date = values.value(at: form.index(of: "date")).day
        // The Open API is asked for a week by any of its days.
        let isWithin = date.map(days.contains) == true && form.index(of: .period) != nil
        if let date, date != days.lowerBound, !isWithin {
            throw .otherPeriod("date", "\(date)", days)
        }
        if let week, week != Week(containing: days.lowerBound).compact {
            throw .otherPeriod("year_week", week, days)
        }
        let chart =
            text("chart") ?? values.value(at: form.index(of: .chartName)).text.map(Self.chart)
        if let chart, Chart(rawValue: chart).flatMap({ Period(of: $0, covering: days) }) == nil {
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
        _ values: [Value], _ form: TableForm, _ others: ClosedRange<Day>?
    ) throws(Fault) -> ClosedRange<Day> {
        let from = values.value(at: form.index(of: "from")).day
        let to = values.value(at: form.index(of: "to")).day
        let period = values.value(at: form.index(of: .period)).text ?? ""
        if from == nil, to == nil, !period.isEmpty {
            guard let days = ClosedRange<Day>(written: period.withoutBlanks) else {
                throw .notOfItsType(period, Column("period", "기간", .text))
            }
            return days
        }
        // With a week of the Open API, a day may be any of it.
        let hasWeek =
            form.hasWeekOfService && values.value(at: form.index(of: "year_week")) != .missing
        let isAnyDay = from == nil && hasWeek
        let date = isAnyDay ? nil : values.value(at: form.index(of: "date")).day
        let (first, last) = (from ?? date, to ?? date)
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

    /// Returns the chart that the Open API calls `일별 박스오피스`, or else its name.
    private static func chart(named name: String) -> String {
        let kind = SiteLines.Kind.named.first { name.hasPrefix($0.key) }?.value
        return if case .chart(let chart)? = kind { chart.rawValue } else { name }
    }
}

extension [Value] {
    /// Returns the value of a row in the column `index`; missing without a column, and after the
    /// end of the row.
    func value(at index: Int?) -> Value {
        guard let index, indices.contains(index) else { return .missing }
        return self[index]
    }

    /// Removes the missing values at the end of a row, and the room that they take.
    mutating func removeMissingEnd() {
        let count = (lastIndex { $0 != .missing } ?? -1) + 1
        if count < self.count { self = Array(prefix(count)) }
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
