internal import BoxOffice

/// The figures of a film in a chart of runs: one of each group of days, so that a line has few enough
/// points.
struct RunFigures {
    /// A figure and its day.
    struct Point: Hashable {
        let day: Int
        let height: Double
    }

    /// The figure of each group that is farthest from zero, or the best rank; nil if there is none.
    let points: [Point?]
    /// The indices of the groups in which no day is missing; the line is broken at the others.
    let wholeGroups: Set<Int>

    /// Groups the figures of the days up to `last`, `stride` days in each group.
    init(of film: TrendSeries.Film, to last: Int, stride: Int, areRanks: Bool) {
        var points: [Point?] = []
        var wholeGroups: Set<Int> = []
        for first in Swift.stride(from: 1, through: max(last, 1), by: max(stride, 1)) {
            let days = first...max(first, min(first + stride - 1, last))
            let found = days.compactMap { day in
                film.values[day]?.heightOnAxis.map { Point(day: day, height: $0) }
            }
            if found.count == days.count { wholeGroups.insert(points.count) }
            points.append(
                areRanks
                    ? found.min { $0.height < $1.height }
                    : found.max { $0.height.magnitude < $1.height.magnitude })
        }
        (self.points, self.wholeGroups) = (points, wholeGroups)
    }

    /// Whether the line goes on from the group at `index` to the next one.
    ///
    /// - Parameter stride: how many days are in a group.
    func isJoined(at index: Int, stride: Int) -> Bool {
        guard points.indices.contains(index + 1), points[index + 1] != nil else { return false }
        return stride <= 1 || (wholeGroups.contains(index) && wholeGroups.contains(index + 1))
    }
}
