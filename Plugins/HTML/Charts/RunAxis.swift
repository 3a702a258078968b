internal import BoxOffice

/// The axis of the figures in a drawing of runs.
struct RunAxis {
    /// From figures to heights.
    let scale: LinearScale
    /// The ticks: their heights, their texts, and whether the figure is zero.
    let ticks: [(y: Double, text: String, isZero: Bool)]

    /// Chooses the axis of the figures of a column.
    ///
    /// It begins at zero, or at the least figure if that is negative. An axis of ranks has rank 1 on
    /// top.
    init(
        _ column: Column, over figures: ClosedRange<Double>, top: Double, bottom: Double,
        isKorean: Bool
    ) {
        let areRanks = column.name == "rank"
        let low = areRanks ? min(figures.lowerBound, 1) : min(figures.lowerBound, 0)
        let high = max(figures.upperBound, areRanks ? 2 : 0)
        let ticks = AxisTicks(
            over: low...max(low, high), count: 6, leastExponent: column.kind.leastExponent)
        if areRanks {
            let domain = low...max(low, high)
            let scale = LinearScale(
                domain: domain, start: top + Self.rankPadding, end: bottom - Self.rankPadding)
            self.scale = scale
            // There is no rank 0, and rank 1 is always labelled.
            self.ticks =
                [(scale(1), "1", false)]
                + ticks.indices.filter {
                    $0 != 0 && domain.contains(ticks.figure($0)) && ticks.figure($0) != 1
                }
                .map { (scale(ticks.figure($0)), ticks.number($0).plain, false) }
        } else {
            let scale = LinearScale(domain: ticks.range, start: bottom, end: top)
            self.scale = scale
            self.ticks = ticks.indices.map { index in
                let number = ticks.number(index)
                let text =
                    switch column.kind {
                    case .percent: number.plain + "%"
                    case .fraction, .decimal: number.plain
                    default: number.abbreviated(isKorean: isKorean)
                    }
                return (scale(ticks.figure(index)), text, index == 0)
            }
        }
    }

    private static let rankPadding = 10.0
}

extension Column.Kind {
    /// The power of ten that figures of the kind are multiples of; percentages are counted as such.
    fileprivate var leastExponent: Int {
        switch self {
        case .percent, .decimal: -1
        case .fraction: -2
        default: 0
        }
    }
}

extension Value {
    /// The height of the value on its axis, where 12.3 % is 12.3; nil if it is no number.
    var heightOnAxis: Double? {
        if case .percent(let percent) = self { return Double(percent.tenths) / 10 }
        return figure
    }
}
