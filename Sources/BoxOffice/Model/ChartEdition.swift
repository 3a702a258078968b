/// One edition of a chart: its period, and the filter of the chart.
public struct ChartEdition: Hashable, Sendable {
    /// The chart and the days.
    public let period: Period
    /// Which region and films the chart is limited to.
    public let filter: ChartFilter

    /// Makes the edition of `period` under `filter`.
    public init(_ period: Period, filter: ChartFilter = ChartFilter()) {
        self.period = period
        self.filter = filter
    }
}

extension ChartEdition: CustomStringConvertible {
    /// The period, followed by the region if there is one: `2022-06-01 서울시`.
    public var description: String {
        filter.region.map { "\(period) \($0.name)" } ?? "\(period)"
    }
}

/// How far the rows of an edition can be relied on.
public struct EditionState: Hashable, Sendable {
    /// Whether the figures no longer change, as far as that is known.
    public var isFinal: Bool
    /// Whether rows or figures are missing that such an edition always has, and no later answer has
    /// confirmed that; the rows then replace no fuller ones.
    public var isShort: Bool
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
