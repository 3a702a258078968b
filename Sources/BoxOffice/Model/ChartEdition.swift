/// One edition of a chart: which chart, of which days, narrowed to what.
public struct ChartEdition: Hashable, Sendable {
    /// The chart and the days.
    public let period: Period
    /// What the chart is narrowed to.
    public let filter: ChartFilter

    /// Makes the edition of `period` under `filter`.
    public init(_ period: Period, filter: ChartFilter = ChartFilter()) {
        self.period = period
        self.filter = filter
    }
}

extension ChartEdition: CustomStringConvertible {
    /// The period, and the region where there is one: `2022-06-01 서울시`.
    public var description: String {
        filter.region.map { "\(period) \($0.name)" } ?? "\(period)"
    }
}
