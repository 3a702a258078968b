package import BoxOffice

/// A query for the market on some days, one row per day, week, month or year.
package struct MarketQuery: Hashable, Sendable {
    /// The days, as periods of the daily chart.
    package let days: Periods
    /// The length of time that a row covers; a row that the range cuts off has only its days within
    /// it.
    package let unit: CalendarUnit
    /// The nations that have rows of their own, besides all films.
    package let nations: [ChartFilter.Nation]
    /// True if rows have the change from a year before.
    package let comparesYears: Bool
    /// The first day that the source has charts of; earlier days are not compared with.
    package let firstDay: Day
    /// The day on which ``days`` end once all of them are over; nil if they end with the newest day
    /// that is over, whichever that is.
    package let end: Day?

    /// Makes a query.
    package init(
        days: Periods, unit: CalendarUnit = .day, nations: [ChartFilter.Nation] = [],
        comparesYears: Bool = false, firstDay: Day, end: Day? = nil
    ) {
        self.days = days
        self.unit = unit
        self.nations = nations
        self.comparesYears = comparesYears
        self.firstDay = firstDay
        self.end = end
    }

    /// The columns that are written by default.
    package var defaultColumns: [String] {
        let shares = nations.isEmpty ? [] : ["nation_share_at_least", "nation_share_at_most"]
        return MarketEntry.usualColumns.inserting(shares, after: "sales_at_most")
            + (comparesYears ? ["sales_change_rate_at_least", "sales_change_rate_at_most"] : [])
    }

    /// The length of time that makes all days one row; nil if they are one, or span several years.
    var unitOfOneRow: CalendarUnit? {
        CalendarUnit.allCases.first {
            $0.days(around: days.first.from).contains(days.first.from...days.last.to)
        }
    }

    /// The days of each row, oldest first.
    package var spans: [ClosedRange<Day>] {
        days.groups(by: unit).map { $0.first.from...$0.last.to }
    }

    /// Returns the period of a row with the days `span`.
    ///
    /// The last row may be running: it is named by the days that it has in the end, so that it keeps
    /// its name until then.
    package func period(of span: ClosedRange<Day>) -> RowPeriod {
        let (first, last) = (span.lowerBound, span.upperBound)
        let whole = unit.days(around: first)
        let isRunning = last == days.last.to && first == whole.lowerBound
        let end = last < days.last.to ? last : end ?? (isRunning ? whole.upperBound : last)
        return RowPeriod(first...min(end, whole.upperBound), as: unit)
    }

    /// Returns the days of the year before that those of a row are compared with; nil if they are
    /// not compared.
    ///
    /// A whole February or year is compared with the whole one before. Any other row that contains
    /// a 29 February is not compared, because the year before has no such day; a 29 February of the
    /// year before is left out.
    package func daysBefore(_ span: ClosedRange<Day>) -> [Day]? {
        guard comparesYears else { return nil }
        let (first, last) = (span.lowerBound, span.upperBound)
        let unit = first.month == 2 ? CalendarUnit.month : .year
        let whole = first < last && unit.days(around: first) == span ? unit : nil
        guard let start = first.aYearBefore,
            whole != nil || !span.days.contains(where: \.isLeapDay),
            let end = whole?.days(around: start).upperBound ?? last.aYearBefore,
            start >= firstDay, start <= end
        else { return nil }
        let days = (start...end).days
        return whole == nil ? days.filter { !$0.isLeapDay } : days
    }

    /// True if rows are to be compared, and all days of a year before are before the first chart.
    var isBeforeComparison: Bool {
        comparesYears && (days.last.to.aYearBefore ?? days.last.to.advanced(by: -366)) < firstDay
    }

    /// The charts that it is computed from: those of its days and of the days that they are
    /// compared with.
    package var charts: ChartQuery {
        let before = spans.compactMap(daysBefore).joined().map {
            Period(of: .daily, containing: $0)
        }
        var query = ChartQuery(ofEach: before + days) ?? ChartQuery(periods: days)
        query.nations = nations
        return query
    }
}

extension Day {
    /// The same date a year before; nil for 29 February.
    fileprivate var aYearBefore: Day? { Day(year: year - 1, month: month, day: dayOfMonth) }
    fileprivate var isLeapDay: Bool { month == 2 && dayOfMonth == 29 }
}

/// The size of the market over some days, with the bounds of its sales.
package struct MarketEntry: Sendable {
    /// The first day.
    package let from: Day
    /// The last day.
    package let to: Day
    /// The origin of the films that are counted; nil for all films.
    package let nation: ChartFilter.Nation?
    /// The period, which may still be running.
    package let period: RowPeriod
    /// The name of the source.
    package var source = ""
    /// The territory that the source's charts are from.
    package var territory = Territory()
    /// The time of the oldest of the answers; nil if there is none.
    package var fetchedAt: Instant?
    /// The bounds of all sales, in the smallest unit of the currency; nil if they are not known.
    package var sales: Bounds?
    /// The bounds of the nation's share of all sales.
    package var share: (atLeast: Decimal?, atMost: Decimal?) = (nil, nil)
    /// The bounds of the change of the sales from the year before, in percent.
    package var changeRate: (atLeast: Decimal?, atMost: Decimal?) = (nil, nil)
    /// The bounds of the admissions: at least those of the films on the charts, or both of them
    /// where every film is known; nil if they are out of range.
    package var audience: Bounds? = Bounds(atLeast: 0, atMost: nil)
    /// The number of films that are counted.
    package var films = 0
    /// True if no chart contradicts itself or another; nil if there is none.
    package var isConsistent: Bool?

    /// Makes an entry for some days without any figures yet.
    package init(_ days: ClosedRange<Day>, of period: RowPeriod, nation: ChartFilter.Nation?) {
        from = days.lowerBound
        to = days.upperBound
        self.period = period
        self.nation = nation
    }

    /// The columns of a market.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    package static let table = Table<MarketEntry>(
        named: "market", key: ["source", "period", "nation"],
        [
            Field("from", "시작일", .date) { .date($0.from) },
            Field("to", "종료일", .date) { .date($0.to) },
            Field("nation", "국적구분", .text) { .text($0.nation?.rawValue ?? "all") },
            Field("sales_at_least", "매출액하한", .amount) { $0.territory.amount($0.sales?.least) },
            Field("sales_at_most", "매출액상한", .amount) { $0.territory.amount($0.sales?.most) },
            Field("nation_share_at_least", "국적점유율하한", .share, short: "점유율하한") {
                Value($0.share.atLeast)
            },
            Field("nation_share_at_most", "국적점유율상한", .share, short: "점유율상한") {
                Value($0.share.atMost)
            },
            Field("audience_at_least", "관객수하한", .integer, short: "관객하한") {
                Value($0.audience?.least)
            },
            Field("films_known", "집계영화수", .integer, short: "영화수") { .integer($0.films) },
            Field("is_consistent", "모순없음", .boolean) {
                $0.isConsistent.map(Value.boolean) ?? .missing
            },
            Field("sales_change_rate_at_least", "매출액증감률하한", .percent, short: "증감률하한") {
                Value($0.changeRate.atLeast)
            },
            Field("sales_change_rate_at_most", "매출액증감률상한", .percent, short: "증감률상한") {
                Value($0.changeRate.atMost)
            },
            Field(Column("sales", "매출액", .text).bounds(as: .text)) { entry in
                Value(entry.sales.map { $0.readable(in: entry.territory.currency) })
            },
            Field("source", "출처", .text) { .text($0.source) },
            Field("country", "국가", .text) { Value($0.territory.country?.code) },
            Field("currency", "통화", .text) { .text($0.territory.currency.code) },
            Field("fetched_at", "수집시각", .text) { Value($0.fetchedAt?.description) },
            Field("unit", "집계단위", .text) { .text($0.period.word) },
            Field("period", "기간", .text) { .text($0.period.name) },
            Field("audience_at_most", "관객수상한", .integer, short: "관객상한") {
                Value($0.audience?.most)
            },
            Field(Column("nation_share", "국적점유율", .text, short: "점유율").bounds(as: .text)) {
                Value($0.readableShare)
            },
        ])

    /// The bounds of the share as people read them, rounded outwards: `49.5~49.7%`.
    private var readableShare: String? {
        func percent(_ units: Int) -> String { Decimal(units, places: 1).text(grouping: ",") }
        let least = share.atLeast.map { percent($0.units.flooredQuotient(by: 10)) }
        let most = share.atMost.map { percent(-(-$0.units).flooredQuotient(by: 10)) }
        guard let least else { return most.map { "≤ \($0)%" } }
        guard let most else { return "≥ \(least)%" }
        return least == most ? "\(least)%" : "\(least)~\(most)%"
    }

    /// The columns that are always written by default.
    package static let usualColumns = [
        "from", "to", "unit", "nation", "sales_at_least", "sales_at_most", "audience_at_least",
        "films_known", "is_consistent",
    ]
}
