/// From figures to distances in a drawing.
struct LinearScale: Hashable {
    /// The figures at both ends.
    let domain: ClosedRange<Double>
    /// Where the lowest figure is drawn.
    let start: Double
    /// Where the highest figure is drawn.
    let end: Double

    /// Where `figure` is drawn; figures beyond the ends are drawn at the ends.
    func callAsFunction(_ figure: Double) -> Double {
        let length = domain.upperBound - domain.lowerBound
        guard length > 0 else { return (start + end) / 2 }
        let part = (min(max(figure, domain.lowerBound), domain.upperBound) - domain.lowerBound)
        return start + (end - start) * (part / length)
    }
}
