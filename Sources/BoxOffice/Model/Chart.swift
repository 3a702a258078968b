/// A kind of chart of the Korean Film Council; the kinds differ in the days that an edition covers.
public enum Chart: String, Hashable, Sendable, CaseIterable {
    /// 일별: one day.
    case daily
    /// 주간: Monday to Sunday.
    case weekly
    /// 주말: Friday to Sunday.
    case weekend
    /// 주중: Monday to Thursday.
    case weekdays

    /// The name of the chart inside a sentence, such as `daily`.
    package var wording: Message { Message("chart.\(rawValue)", "\(rawValue)") }

    /// The days of the week that an edition covers, counted from its Monday; nil for the daily.
    var daysOfWeek: ClosedRange<Int>? {
        switch self {
        case .daily: nil
        case .weekly: 0...6
        case .weekend: 4...6
        case .weekdays: 0...3
        }
    }
}

/// An edition of a source's chart: its period, and the filter of the chart.
public struct ChartEdition: Hashable, Sendable {
    /// The chart and the days.
    public let period: Period
    /// The region and films that the chart is limited to.
    public let filter: ChartFilter
    /// The name of the source to ask for it, such as `kobis-json`; empty if there is none.
    public let source: String

    /// Makes the edition of `period` under `filter` at `source`.
    public init(_ period: Period, filter: ChartFilter = ChartFilter(), source: String = "") {
        self.period = period
        self.filter = filter
        self.source = source
    }

    /// Returns the value that all rows of the edition have in the column `name` of charts; nil if
    /// rows differ in it, or if it is about their source.
    package func value(of name: String) -> Value? {
        switch name {
        case "date", "from": .date(period.from)
        case "to": .date(period.to)
        case "year_week": .text(period.week.compact)
        case "chart": .text(period.chart.rawValue)
        case "region": Value(filter.region?.name)
        case "nation": Value(filter.nation?.rawValue)
        case "kind": Value(filter.kind?.rawValue)
        default: nil
        }
    }
}

extension ChartEdition: CustomStringConvertible {
    /// The period, followed by the region if there is one: `2022-06-01 서울시`.
    public var description: String {
        filter.region.map { "\(period) \($0.name)" } ?? "\(period)"
    }
}

extension Fault.Scope {
    /// Makes the scope of `edition` of `source`.
    public init(_ edition: ChartEdition, of source: String?) {
        self.init(Periods(from: edition.period, to: edition.period), of: source)
        region = edition.filter.region?.name
    }

    /// Makes the scope of `periods` of `source`.
    public init(_ periods: Periods, of source: String?) {
        self.init(source: source)
        chart = periods.first.chart.rawValue
        from = "\(periods.first.from)"
        to = "\(periods.last.to)"
    }
}

/// The state of an edition's rows: whether they are final and complete.
public struct EditionState: Hashable, Sendable {
    /// True if the figures no longer change, as far as that is known.
    public var isFinal = false
    /// True if rows or figures are missing that such an edition always has, and no later answer has
    /// confirmed that; the rows then do not replace fuller ones.
    public var isShort = false
    /// True if somebody may have deleted rows or figures, so that the rows do not replace fuller
    /// ones.
    package var mayLackRows = false
    /// True if the source may still correct the figures, or complete them.
    ///
    /// Rows of a table that do not say when they were requested are not provisional, nor are those that
    /// somebody cut.
    package var isProvisional = false
    /// True if the same answer with fewer rows or figures than before came again a day later, so
    /// that it stands.
    package var isConfirmed = false
    /// The films of the answers that the archive had before by their codes, each with its best
    /// place, from 0; nil if it knows of none.
    ///
    /// These are the films of the answer that a new one replaces, and those of all final answers
    /// that were corrected. Only formats whose readers keep a state get them.
    package var earlierFilms: [String: Int]?
    /// True if final figures were requested anew (`--refresh`) and the archive had no earlier answer,
    /// so that nobody knows what was corrected.
    package var hasNothingToCompare = false

    /// Makes the state of rows that may still change and lack nothing.
    public init() {}
}

/// A limit on the films and places that a chart counts; a chart without one counts every film in
/// the whole country.
public struct ChartFilter: Hashable, Sendable {
    /// The origin of a film.
    public enum Nation: String, Hashable, Sendable, CaseIterable {
        /// 한국영화.
        case korean
        /// 외국영화.
        case foreign

        /// The Korean words for the values.
        public static let koreanNames: [String: Nation] = [
            "한국": .korean, "한국영화": .korean, "국내": .korean,
            "외국": .foreign, "외국영화": .foreign, "해외": .foreign,
        ]
    }

    /// The kind of a film's release.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// 상업영화.
        case commercial
        /// 다양성영화: art-house and independent films.
        case art

        /// The Korean words for the values.
        public static let koreanNames: [String: Kind] = [
            "상업": .commercial, "상업영화": .commercial, "예술": .art, "예술영화": .art,
            "다양성": .art, "다양성영화": .art,
            "독립예술": .art, "독립·예술": .art, "독립/예술": .art,
            "독립예술영화": .art, "독립·예술영화": .art, "독립/예술영화": .art,
        ]
    }

    /// The region that the figures cover, or nil for the whole country.
    public var region: Region?
    /// The origin of the films that are counted, or nil for all films.
    public var nation: Nation?
    /// The kind of release that is counted, or nil for all films.
    public var kind: Kind?

    /// Makes a filter; a nil value does not filter.
    public init(region: Region? = nil, nation: Nation? = nil, kind: Kind? = nil) {
        self.region = region
        self.nation = nation
        self.kind = kind
    }

    /// True if nothing but the origin of the films narrows the chart, if anything does.
    package var isOfNationAlone: Bool { region == nil && kind == nil }
}
