internal import BoxOffice

/// What stands under the columns of a chart of ranks.
enum PeriodLabels {
    /// The texts of a column in two lines, the second of which may be empty.
    struct Column: Hashable {
        /// The index of the period.
        let index: Int
        /// `06-01`, `22주` or `W22`.
        let name: String
        /// The day of the week, or the year where it is not the one of the label before.
        let detail: String
    }

    /// The labels of `periods` whose columns are `step` wide, as many as do not touch each other.
    static func columns(
        of periods: [Period], step: Double, size: Double, isKorean: Bool
    ) -> [Column] {
        let isDaily = periods.first?.chart == .daily
        let names = periods.map { period in
            isDaily
                ? String("\(period.from)".dropFirst(5))
                : isKorean ? "\(period.week.number)주" : "W\(period.week.number)"
        }
        let hasWeekdays = isDaily && periods.count <= mostWeekdays
        let widest = (names + ["2000"]).map { ChartText.width($0, size: size) }.max() ?? 0
        let stride =
            (isDaily ? dayStrides : weekStrides)
            .first { Double($0) * step >= widest + gap } ?? periods.count
        var year: Int?
        return Swift.stride(from: 0, to: periods.count, by: max(stride, 1)).map { index in
            let period = periods[index]
            let ownYear = isDaily ? period.from.year : period.week.year
            defer { year = ownYear }
            let weekday =
                (isKorean ? koreanWeekdays : englishWeekdays)[(period.from.weekday - 1) % 7]
            return Column(
                index: index, name: names[index],
                detail: hasWeekdays ? weekday : year == ownYear ? "" : "\(ownYear)")
        }
    }

    private static let mostWeekdays = 14
    private static let gap = 8.0
    private static let dayStrides = [1, 2, 7, 14, 28]
    private static let weekStrides = [1, 2, 4, 8, 13, 26]
    private static let koreanWeekdays = ["월", "화", "수", "목", "금", "토", "일"]
    private static let englishWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
