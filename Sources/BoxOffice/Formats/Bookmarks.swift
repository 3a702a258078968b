/// The bookmarks of the reader of a chart's documents: the periods it already has.
///
/// Each chart of a source has a separate mark for each region and selection of films.
package struct Bookmarks: Hashable, Sendable {
    /// A series of editions that has a mark of its own.
    package struct Series: Hashable, Sendable {
        /// The name of the source in keys (``Holdings/secondReadingOf``).
        package let source: String
        /// The chart.
        package let chart: Chart
        /// The name of the region; `all` for the whole country.
        package let region: String
        /// The origin of the films, such as `korean`; `all` for all films.
        package let nation: String
        /// The kind of release, such as `art`; `all` for all films.
        package let kind: String

        /// The value in keys for a chart that is not limited.
        package static let all = "all"

        /// Makes the series that `edition` of the source belongs to.
        package init(of edition: ChartEdition, from source: String) {
            self.init(
                edition.period.chart, of: source, region: edition.filter.region?.name ?? Self.all,
                nation: edition.filter.nation?.rawValue ?? Self.all,
                kind: edition.filter.kind?.rawValue ?? Self.all)
        }

        package init(
            _ chart: Chart, of source: String, region: String = all, nation: String = all,
            kind: String = all
        ) {
            self.source = source
            self.chart = chart
            self.region = region
            self.nation = nation
            self.kind = kind
        }
    }

    /// How far a reader has the corrections that an archive remembers.
    package struct CorrectionMark: Hashable, Sendable {
        /// The archive, which gives the numbers; empty if none gave one yet.
        package let archive: String
        /// The number of the last correction; 0 if there was none.
        package let number: Int

        /// Makes the mark of a reader that has none, or those up to `number` of `archive`.
        package init(_ number: Int = 0, of archive: String = "") {
            self.number = number
            self.archive = archive
        }

        /// The number of the last correction of `archive`; 0 if the mark is of another one.
        package func number(in archive: String) -> Int { archive == self.archive ? number : 0 }
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
        /// The last correction of final editions that the reader has.
        package var corrections = CorrectionMark()

        /// Makes the mark of a reader that has nothing.
        package init(last: Period? = nil) {
            self.last = last
        }

        /// The period that the reader needs next; nil if nothing was ever requested.
        package var next: Period? {
            last?.advanced(by: 1) ?? provisional.keys.min { $0.from < $1.from }
        }
    }

    /// The part of an edition that was sent while it might still change.
    package struct Sent: Hashable, Sendable {
        /// The codes of the films; empty if the edition was not available.
        package var films: [String]
        /// The number of figures of each film by its code, if rows or figures may have been missing;
        /// nil if not.
        package var figures: [String: Int]?

        package init(_ films: [String], figures: [String: Int]? = nil) {
            self.films = films
            self.figures = figures
        }
    }

    /// The first period to send again although the reader has it; nil if there is none.
    ///
    /// It is for one run, and not part of a state.
    package var refreshedFrom: Period?

    /// The final periods to send again because they were corrected since the reader had them.
    ///
    /// They are for one run, and not part of a state.
    package var corrected: [Series: Set<Period>] = [:]

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
            return ["\(chart)", series.source, series.region, series.nation, series.kind]
        }
        return marks.filter { $1 != Mark() }.keys.sorted {
            order($0).lexicographicallyPrecedes(order($1))
        }
    }
}
