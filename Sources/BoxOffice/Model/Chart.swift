/// A chart that the Korean Film Council publishes: which days each of its editions covers.
public enum Chart: String, Hashable, Sendable, CaseIterable {
    /// 일별: one day.
    case daily
    /// 주간: Monday to Sunday.
    case weekly
    /// 주말: Friday to Sunday.
    case weekend
    /// 주중: Monday to Thursday.
    case weekdays

    /// What the chart is called inside a sentence, such as `daily`.
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

/// One edition of a source's chart: its period, and the filter of the chart.
public struct ChartEdition: Hashable, Sendable {
    /// The chart and the days.
    public let period: Period
    /// Which region and films the chart is limited to.
    public let filter: ChartFilter
    /// The name of the source that is asked for it, such as `kobis-json`; empty if nobody is.
    public let source: String

    /// Makes the edition of `period` under `filter` at `source`.
    public init(_ period: Period, filter: ChartFilter = ChartFilter(), source: String = "") {
        self.period = period
        self.filter = filter
        self.source = source
    }
}

extension ChartEdition: CustomStringConvertible {
    /// The period, followed by the region if there is one: `2022-06-01 서울시`.
    public var description: String {
        filter.region.map { "\(period) \($0.name)" } ?? "\(period)"
    }
}

extension Fault.Scope {
    /// The scope of `edition` of `source`.
    public init(_ edition: ChartEdition, of source: String?) {
        self.init(Periods(from: edition.period, to: edition.period), of: source)
        region = edition.filter.region?.name
    }

    /// The scope of `periods` of `source`.
    public init(_ periods: Periods, of source: String?) {
        self.init(source: source)
        chart = periods.first.chart.rawValue
        from = "\(periods.first.from)"
        to = "\(periods.last.to)"
    }
}

extension Fault {
    /// The same fault about `edition` of `source`, which is at the front of the message.
    public func about(_ edition: ChartEdition, of source: String) -> Fault {
        about(Message(edition), Scope(edition, of: source))
    }
}

/// How far the rows of an edition can be relied on.
public struct EditionState: Hashable, Sendable {
    /// Whether the figures no longer change, as far as that is known.
    public var isFinal: Bool
    /// Whether rows or figures are missing that such an edition always has, and no later answer has
    /// confirmed that; the rows then replace no fuller ones.
    public var isShort: Bool
    /// Whether somebody may have taken rows or figures out, so that the rows replace no fuller ones.
    package var mayLackRows = false
    /// Whether fewer rows or figures than before came again a day later, so that they stand.
    package var isConfirmed = false
    /// The codes of the films of the answer that the archive had before, without a limit; nil if
    /// there was none or nobody asked for a new one.
    ///
    /// They are known only to formats whose readers keep a state.
    public var earlierFilms: [String]?

    /// Describes rows that may change and lack nothing.
    public init(
        isFinal: Bool = false, isShort: Bool = false, earlierFilms: [String]? = nil
    ) {
        self.isFinal = isFinal
        self.isShort = isShort
        self.earlierFilms = earlierFilms
    }
}

/// What a chart is limited to; a chart without a filter counts every film everywhere in Korea.
public struct ChartFilter: Hashable, Sendable {
    /// Where a film comes from.
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

    /// How a film was released.
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

    /// Makes a filter; what is nil is not filtered by.
    public init(region: Region? = nil, nation: Nation? = nil, kind: Kind? = nil) {
        self.region = region
        self.nation = nation
        self.kind = kind
    }
}
