/// The bookmarks of the reader of a chart's or market's documents: the periods it already has.
///
/// Each chart of a source has a separate mark for each region and selection of films, and the
/// market one for each length of its rows. The periods of a market are those of the daily chart: a
/// row of it is bookmarked by its last day.
package struct Bookmarks: Hashable, Sendable {
    /// A series of editions or rows that has a mark of its own.
    package struct Series: Hashable, Sendable {
        /// The name of the source in keys (``Holdings/peer``); empty in a state that does not name
        /// it.
        package let source: String
        /// The chart.
        package let chart: Chart
        /// The name of the region; `all` for the whole country.
        package let region: String
        /// The origin of the films, such as `korean`; `all` for all films.
        package let nation: String
        /// The kind of release, such as `art`; `all` for all films.
        package let kind: String

        /// The length of a row of the market; nil for a chart.
        package let unit: MarketQuery.Unit?

        /// The value in keys for a chart that is not limited.
        package static let all = "all"

        /// Makes the series that `edition` of the source belongs to.
        package init(of edition: ChartEdition, from source: String) {
            self.init(
                edition.period.chart, of: source, region: edition.filter.region?.name ?? Self.all,
                nation: edition.filter.nation?.rawValue ?? Self.all,
                kind: edition.filter.kind?.rawValue ?? Self.all)
        }

        /// Makes the series of the rows of a market.
        package init(of market: MarketQuery, from source: String) {
            self.init(
                .daily, of: source, nation: market.nations.isEmpty ? Self.all : Self.each,
                unit: market.unit)
        }

        /// The nation of a market that has rows for all films and for those of each nation.
        package static let each = "each"

        /// Makes a series.
        package init(
            _ chart: Chart, of source: String = "", region: String = all, nation: String = all,
            kind: String = all, unit: MarketQuery.Unit? = nil
        ) {
            self.unit = unit
            self.source = source
            self.chart = chart
            self.region = region
            self.nation = nation
            self.kind = kind
        }
    }

    /// The mark of one series: the periods that the reader has of it.
    package struct Mark: Hashable, Sendable {
        /// The last period up to which the reader has all editions, and these are final; nil if
        /// there is none.
        package var last: Period?
        /// The later editions that were requested: they may still change, or come after a missing
        /// one.
        package var provisional: [Period: Sent] = [:]
        /// The number of rows sent of each edition (`--top`): `.max` for all, nil if the state does
        /// not say.
        package var top: Int?
        /// True if the editions are joined from several charts (`--deep`).
        package var isDeep = false

        /// Makes the mark of a reader that has nothing.
        package init(last: Period? = nil) {
            self.last = last
        }

        /// The period that the reader needs next; nil if nothing was ever requested.
        package var next: Period? {
            last?.advanced(by: 1)
                ?? provisional.map { period, sent in
                    sent.from.map { Period(of: .daily, containing: $0) } ?? period
                }.min { $0.from < $1.from }
        }
    }

    /// The part of an edition that was sent while it might still change.
    package struct Sent: Hashable, Sendable {
        /// The codes of the films, or the nations of a market; empty if the edition was not
        /// available.
        package var films: [String]
        /// The first day of a row of the market; nil for an edition of a chart.
        package var from: Day?
        /// True if rows or figures were missing, as in ``EditionState/isShort``.
        package var isShort: Bool

        /// Makes the record of an edition that was sent.
        package init(_ films: [String], from: Day? = nil, isShort: Bool = false) {
            self.films = films
            self.from = from
            self.isShort = isShort
        }
    }

    /// The first period to send again although the reader has it; nil if there is none.
    ///
    /// It is for one run, and not part of a state.
    package var refreshedFrom: Period?

    private var marks: [Series: Mark] = [:]

    /// Makes bookmarks of a reader that has nothing yet.
    package init() {}

    /// Accesses the mark of `series`.
    package subscript(series: Series) -> Mark {
        get { marks[series] ?? Mark() }
        // Without it, every change of a mark would copy all its contents.
        _modify { yield &marks[series, default: Mark()] }
    }

    /// The series of which the reader has anything, in a fixed order.
    package var series: [Series] {
        func order(_ series: Series) -> [String] {
            let chart = Chart.allCases.firstIndex(of: series.chart) ?? 0
            return [
                series.unit?.rawValue ?? "", "\(chart)", series.source, series.region,
                series.nation,
                series.kind,
            ]
        }
        return marks.filter { $1 != Mark() }.keys.sorted {
            order($0).lexicographicallyPrecedes(order($1))
        }
    }

    /// Moves a mark whose state did not name the source to `series`.
    package mutating func adopt(_ series: Series) {
        let nameless = Series(
            series.chart, region: series.region, nation: series.nation, kind: series.kind)
        guard marks[series] == nil, let mark = marks.removeValue(forKey: nameless) else { return }
        marks[series] = mark
    }
}
