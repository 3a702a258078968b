/// The round figures on an axis.
struct AxisTicks: Hashable {
    /// The first and the last tick, counted in steps from zero.
    let indices: ClosedRange<Int>
    /// The first digit of the step: 1, 2 or 5.
    let factor: Int
    /// The power of ten that `factor` is multiplied by.
    let exponent: Int

    /// Chooses ticks that reach over `figures`, about `count` of them.
    ///
    /// - Parameter leastExponent: no step is smaller than that power of ten: 0 for whole numbers.
    init(over figures: ClosedRange<Double>, count: Int, leastExponent: Int) {
        let wanted = (figures.upperBound - figures.lowerBound) / Double(max(count, 1))
        var exponent = leastExponent
        var factor = 1
        // Figures are numbers of at most 19 digits.
        while Self.size(factor, exponent) < wanted, exponent < 20 {
            (factor, exponent) =
                switch factor {
                case 1: (2, exponent)
                case 2: (5, exponent)
                default: (1, exponent + 1)
                }
        }
        let step = Self.size(factor, exponent)
        let first = Self.index((figures.lowerBound / step).rounded(.down))
        let last = Self.index((figures.upperBound / step).rounded(.up))
        (self.factor, self.exponent, indices) = (factor, exponent, first...max(last, first + 1))
    }

    /// The figure of a tick.
    func figure(_ index: Int) -> Double {
        Self.size(factor * index, exponent)
    }

    /// The figure of a tick as a number for its label.
    func number(_ index: Int) -> ShortNumber {
        ShortNumber(digits: factor * index, exponent: exponent)
    }

    /// The first and the last figure.
    var range: ClosedRange<Double> { figure(indices.lowerBound)...figure(indices.upperBound) }

    /// The index as a whole number; an axis has few ticks, so that the limits are never reached.
    private static func index(_ index: Double) -> Int {
        Int(min(max(index, -1_000_000), 1_000_000))
    }

    private static func size(_ factor: Int, _ exponent: Int) -> Double {
        let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
        return exponent < 0 ? Double(factor) / power : Double(factor) * power
    }
}
