internal import BoxOffice

/// Which films of a chart of ranks have a colour, and which one.
enum RankChoice {
    /// The styles of the films, in the order of `ranks`; nil for those without a colour.
    ///
    /// A film earns 20 points in a period for rank 1, and 1 for rank 20. The ten with the most points
    /// have a colour; of films with the same points, those that the rows name first. Colours are given
    /// from the left and from the top, because those that follow each other differ most.
    ///
    /// - Parameter ranks: the ranks of each film by period.
    static func styles(of ranks: [[Int?]], lowestRank: Int) -> [LineStyle?] {
        let points = ranks.map { film in
            film.reduce(0) { $0 + ($1.map { lowestRank + 1 - $0 } ?? 0) }
        }
        let best = ranks.indices.sorted { (-points[$0], $0) < (-points[$1], $1) }
            .prefix(LineStyle.count)
        func start(_ film: Int) -> (Int, Int, Int) {
            let first = ranks[film].firstIndex { $0 != nil } ?? 0
            return (
                first, (ranks[film].indices.contains(first) ? ranks[film][first] : nil) ?? 0, film
            )
        }
        var styles = [LineStyle?](repeating: nil, count: ranks.count)
        for (colour, film) in best.sorted(by: { start($0) < start($1) }).enumerated() {
            styles[film] = LineStyle(colour: colour)
        }
        return styles
    }
}
