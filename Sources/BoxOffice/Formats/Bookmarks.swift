/// How far earlier documents of a chart went: behind the last period of which they had all figures,
/// and these were final.
///
/// Each chart has a bookmark of its own for each region and selection of films.
public struct Bookmarks: Hashable, Sendable {
    /// What has a bookmark of its own.
    public struct Series: Hashable, Sendable {
        /// The chart.
        public let chart: Chart
        /// The name of the region; `all` for the whole country.
        public let region: String
        /// The origin of the films, such as `korean`; `all` for all films.
        public let nation: String
        /// The kind of release, such as `art`; `all` for all films.
        public let kind: String

        /// What keys have where a chart is not limited.
        public static let all = "all"

        /// The series that `edition` belongs to.
        public init(of edition: ChartEdition) {
            self.init(
                edition.period.chart, region: edition.filter.region?.name ?? Self.all,
                nation: edition.filter.nation?.rawValue ?? Self.all,
                kind: edition.filter.kind?.rawValue ?? Self.all)
        }

        /// Names a series.
        public init(
            _ chart: Chart, region: String = all, nation: String = all, kind: String = all
        ) {
            self.chart = chart
            self.region = region
            self.nation = nation
            self.kind = kind
        }
    }

    /// The last periods.
    private var periods: [Series: Period] = [:]

    /// Makes bookmarks of a reader that has nothing yet.
    public init() {}

    /// The last period of `series` that its reader has for good, or nil if it has none.
    public subscript(series: Series) -> Period? {
        get { periods[series] }
        set { periods[series] = newValue }
    }

    /// The series that have a bookmark, in a fixed order.
    public var series: [Series] {
        func order(_ series: Series) -> [String] {
            let chart = Chart.allCases.firstIndex(of: series.chart) ?? 0
            return ["\(chart)", series.region, series.nation, series.kind]
        }
        return periods.keys.sorted { order($0).lexicographicallyPrecedes(order($1)) }
    }
}

extension ChartQuery {
    /// The query for what `bookmarks` do not cover; one that asks for nothing if they cover
    /// everything.
    ///
    /// It begins behind them, wherever this one begins: a run after a week without any leaves no gap.
    /// Regions that are further than others are asked for again; their format leaves them out.
    ///
    /// - Parameters:
    ///   - bookmarks: what the reader of the document has.
    ///   - today: today's date.
    ///   - holdings: what the source has.
    ///   - policy: when its figures are final.
    /// - Throws: a ``Fault`` of kind `malformed` if a bookmark is of a period that is not final, or
    ///   before all that the source has, and of kind `usage` if the source does not have the periods
    ///   behind it.
    package func continued(
        behind bookmarks: Bookmarks, today: Day, holdings: Holdings, _ policy: ChartPolicy
    ) throws(Fault) -> ChartQuery {
        var beginnings: [Period] = []
        for edition in editions(of: periods.first) {
            guard let last = bookmarks[.init(of: edition)] else {
                if asksForAny { beginnings.append(periods.first) }
                continue
            }
            guard policy.isFinal(last, on: today) else { throw .bookmarkInFuture(last) }
            guard last.advanced(by: 1).from >= holdings.first else { throw .bookmarkTooEarly(last) }
            beginnings.append(last.advanced(by: 1))
        }
        let first = beginnings.min { $0.from < $1.from }
        guard let first, first.from <= periods.last.from else { return askingForNothing }
        try holdings.check(first, today: today)
        return ChartQuery(
            periods: Periods(from: first, to: periods.last), regions: regions, nation: nation,
            kind: kind)
    }

    /// The query that is about the last period and asks for nothing.
    package var askingForNothing: ChartQuery {
        var query = ChartQuery(
            periods: Periods(from: periods.last, to: periods.last), regions: regions,
            nation: nation, kind: kind)
        query.skipped = [periods.last]
        return query
    }
}

extension Fault {
    fileprivate static func bookmarkInFuture(_ period: Period) -> Fault {
        Fault(
            .malformed, "bookmark-in-future",
            "the state says that the figures of \(period) are final, which they are not yet")
    }

    fileprivate static func bookmarkTooEarly(_ period: Period) -> Fault {
        Fault(
            .malformed, "bookmark-too-early",
            "the state ends with \(period), before the first figures that there are")
    }
}
