/// How far the reader of a chart's documents is.
///
/// Each chart of a source has a mark of its own for each region and selection of films.
public struct Bookmarks: Hashable, Sendable {
    /// What has a mark of its own.
    public struct Series: Hashable, Sendable {
        /// The name of the source in keys (``Source/nameInKeys``); empty in a state that does not
        /// say it.
        public let source: String
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

        /// The series that `edition` of the source belongs to.
        public init(of edition: ChartEdition, from source: String) {
            self.init(
                edition.period.chart, of: source, region: edition.filter.region?.name ?? Self.all,
                nation: edition.filter.nation?.rawValue ?? Self.all,
                kind: edition.filter.kind?.rawValue ?? Self.all)
        }

        /// Names a series.
        public init(
            _ chart: Chart, of source: String = "", region: String = all, nation: String = all,
            kind: String = all
        ) {
            self.source = source
            self.chart = chart
            self.region = region
            self.nation = nation
            self.kind = kind
        }
    }

    /// What the reader has of one series.
    public struct Mark: Hashable, Sendable {
        /// The last period up to which the reader has all editions, and these are final; nil if
        /// there is none.
        public var last: Period?
        /// Later editions that were asked for: they may still change, or are behind one that is
        /// missing.
        public var provisional: [Period: Sent] = [:]
        /// The rows that are sent of each edition; nil if the state does not say it.
        public var selection: Selection?

        /// Makes the mark of a reader that has nothing.
        public init(last: Period? = nil) {
            self.last = last
        }

        /// The period that the reader needs next; nil if nothing was ever asked for.
        public var next: Period? {
            last?.advanced(by: 1) ?? provisional.keys.min { $0.from < $1.from }
        }
    }

    /// What was sent of an edition that may still change.
    public struct Sent: Hashable, Sendable {
        /// The codes of the films; none if the edition could not be had.
        public var films: [String]
        /// Whether rows or figures were missing, as in ``EditionState/isShort``.
        public var isShort: Bool

        /// Describes an edition that was sent.
        public init(_ films: [String], isShort: Bool = false) {
            self.films = films
            self.isShort = isShort
        }
    }

    /// Which rows are sent of each edition.
    public struct Selection: Hashable, Sendable {
        /// How many at most (`--top`); nil for all.
        public var top: Int?
        /// Whether charts are joined with those of Korean and of foreign films (`--deep`).
        public var isDeep: Bool

        /// Describes a selection.
        public init(top: Int? = nil, isDeep: Bool = false) {
            self.top = top
            self.isDeep = isDeep
        }
    }

    /// The first period that is sent again although the reader has it; nil if none is.
    ///
    /// It is about one run, and no part of a state.
    public var refreshedFrom: Period?

    private var marks: [Series: Mark] = [:]

    /// Makes bookmarks of a reader that has nothing yet.
    public init() {}

    /// What the reader has of `series`.
    public subscript(series: Series) -> Mark {
        get { marks[series] ?? Mark() }
        // Without it, every change of a mark would copy all that is in it.
        _modify { yield &marks[series, default: Mark()] }
    }

    /// The series that the reader has something of, in a fixed order.
    public var series: [Series] {
        func order(_ series: Series) -> [String] {
            let chart = Chart.allCases.firstIndex(of: series.chart) ?? 0
            return ["\(chart)", series.source, series.region, series.nation, series.kind]
        }
        return marks.filter { $1 != Mark() }.keys.sorted {
            order($0).lexicographicallyPrecedes(order($1))
        }
    }

    /// Takes a mark whose state did not say the source as that of `series`.
    fileprivate mutating func adopt(_ series: Series) {
        let nameless = Series(
            series.chart, region: series.region, nation: series.nation, kind: series.kind)
        guard marks[series] == nil, let mark = marks.removeValue(forKey: nameless) else { return }
        marks[series] = mark
    }
}

extension ChartQuery {
    /// The query for what `bookmarks` do not cover; one that asks for nothing if they cover
    /// everything.
    ///
    /// It begins right after them, wherever this one begins: a run after a week without any leaves
    /// no gap. Regions that are further than others are asked for again; their format leaves them
    /// out.
    ///
    /// - Parameters:
    ///   - bookmarks: what the reader of the document has; afterwards, as this run sees it.
    ///   - source: the name of the source in keys.
    ///   - selection: the rows that are sent of each edition.
    ///   - today: today's date.
    ///   - holdings: what the source has.
    ///   - policy: when its figures are final.
    ///   - refreshes: whether the periods of this query are sent again.
    /// - Throws: a ``Fault`` of kind `malformed` if a bookmark is of a period that is not final, or
    ///   before all that the source has, or of another selection, and of kind `usage` if the source
    ///   does not have the periods after it.
    package func resumed(
        from bookmarks: inout Bookmarks, of source: String, _ selection: Bookmarks.Selection,
        today: Day, holdings: Holdings, _ policy: ChartPolicy, refreshes: Bool = false
    ) throws(Fault) -> ChartQuery {
        var beginnings = refreshes && asksForAny ? [periods.first] : []
        for edition in editions(of: periods.first) {
            let series = Bookmarks.Series(of: edition, from: source)
            bookmarks.adopt(series)
            let mark = bookmarks[series]
            if let known = mark.selection {
                try known.check(selection, most: policy.rows ?? .max)
            }
            if let last = mark.last {
                guard policy.isFinal(last, on: today) else { throw .bookmarkInFuture(last) }
                guard last.advanced(by: 1).from >= holdings.first else {
                    throw .bookmarkTooEarly(last)
                }
            }
            if let next = mark.next { beginnings.append(next) }
            if mark.last == nil, asksForAny { beginnings.append(periods.first) }
        }
        let first = beginnings.min { $0.from < $1.from }
        guard let first, first.from <= periods.last.from else { return askingForNothing }
        try holdings.check(first, today: today)
        // What is asked for anew replaces what the archive had, so it is sent in any case.
        if refreshes { bookmarks.refreshedFrom = first }
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

extension Bookmarks.Selection {
    /// Refuses a run that would send other rows than the runs before; `most` is how many an edition
    /// has, so that to ask for these is to ask for all.
    fileprivate func check(_ other: Bookmarks.Selection, most: Int) throws(Fault) {
        guard isDeep == other.isDeep else { throw .otherDepth(isDeep) }
        let tops = [top, other.top].map { $0.flatMap { $0 < most ? $0 : nil } }
        guard tops[0] == tops[1] else { throw .otherTop(tops[0]) }
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

    /// - Parameter top: what the state says.
    fileprivate static func otherTop(_ top: Int?) -> Fault {
        let hint = Message(
            "state-of-other-top.hint", "write as many rows as before, or keep another state")
        guard let top else {
            return Fault(
                .malformed, "state-without-top",
                "the state is of documents with all rows of a chart",
                hint: hint)
        }
        return Fault(
            .malformed, "state-of-other-top",
            "the state is of documents with at most \(top) rows of a chart", hint: hint)
    }

    /// - Parameter isDeep: what the state says.
    fileprivate static func otherDepth(_ isDeep: Bool) -> Fault {
        isDeep
            ? Fault(
                .malformed, "state-of-deep",
                "the state is of charts that are joined with those of Korean and of foreign films")
            : Fault(
                .malformed, "state-without-deep",
                "the state is of charts that are not joined with others")
    }
}
