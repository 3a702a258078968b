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
