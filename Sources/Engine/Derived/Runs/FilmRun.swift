package import BoxOffice

/// The run of a film in one row: its opening, its days on the chart, and its totals.
///
/// Nothing is estimated: a figure is nil if the film was off the chart on a day that it needs, or
/// if that day was not requested, is not over or was not available.
package struct FilmRun: Sendable {
    /// The film, whose run begins with its opening day.
    package let film: TrendFilm
    /// All days whose charts are known, oldest first.
    private let all: [TrendEntry]
    /// Those of them on which it is known whether the film was on a chart.
    private let days: [TrendEntry]
    /// The film's rows by the day of release.
    private let lines: [Int: ChartEntry]
    private let source: String
    /// The time of the oldest of the answers; nil if there is none.
    private let fetchedAt: Instant?

    /// Sums up a run.
    ///
    /// - Parameters:
    ///   - days: the days whose charts are known, oldest first, even if they lack rows.
    ///   - source: the name of the source.
    ///   - fetchedAt: the time of the oldest of the answers.
    package init(
        of film: TrendFilm, _ days: [TrendEntry], from source: String, fetchedAt: Instant?
    ) {
        self.film = film
        all = days
        let days = days.filter { $0.line != nil || $0.areWhole }
        self.days = days
        self.source = source
        self.fetchedAt = fetchedAt
        let charted = days.compactMap { day in
            film.number(of: day.period).flatMap { number in day.line.map { (number, $0) } }
        }
        lines = Dictionary(charted, uniquingKeysWith: { $1 })
    }

    /// Returns the admissions of these days of release; nil unless the film was on the chart on
    /// each of them.
    private func admissions(_ days: ClosedRange<Int>) -> Int? {
        var sum = 0
        for day in days {
            guard let count = lines[day]?.audienceCount else { return nil }
            let (more, isTooLarge) = sum.addingReportingOverflow(count)
            guard !isTooLarge else { return nil }
            sum = more
        }
        return sum
    }

    /// The admissions from Friday to Sunday of the opening week; nil if the film opened after that
    /// Friday, because a run has no day 0.
    private var firstWeekend: Int? {
        let friday = 6 - film.firstDay.weekday
        return admissions(friday...(friday + 2))
    }

    /// The last day of release on which the film is known to have been on the chart, with its row.
    private var last: (day: Int, line: ChartEntry)? {
        lines.max { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The number of days on a chart; nil unless it is known for all requested days whether the film
    /// was on one, because it could be too small.
    private var daysOnChart: Int? { days.count == film.periods?.count ? lines.count : nil }

    /// The ranks on the chart of all films; nil if some may be missing.
    private var ranks: [Int]? {
        guard all.count == film.periods?.count, all.allSatisfy({ $0.isOnChart != nil }) else {
            return nil
        }
        return all.compactMap(\.line).filter(\.isOnWholeChart).compactMap(\.rank)
    }

    /// The ratio of all admissions to those of the first weekend; nil unless the film is known to
    /// be on no chart on at least the last seven requested days, because its run may go on.
    private var multiple: Decimal? {
        guard let last, let periods = film.periods else { return nil }
        let off = days.count { film.number(of: $0.period).map { $0 > last.day } ?? false }
        guard off >= 7, off == periods.count - last.day else { return nil }
        return last.line.audienceTotal?.quotient(by: firstWeekend, places: 2)
    }

    /// Returns the day of release on which the film reached `admissions`; nil if it may have been
    /// an earlier day off the chart.
    private func day(of admissions: Int) -> Int? {
        let reached = lines.filter { ($0.value.audienceTotal ?? 0) >= admissions }
        guard let day = reached.keys.min() else { return nil }
        return day == 1 || lines[day - 1]?.audienceTotal != nil ? day : nil
    }

    /// The columns of runs with one row per film.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    package static let table = Table<FilmRun>(
        named: "runs", key: ["movie_code"],
        [
            Field("movie_code", "영화코드", .text) { .text($0.film.code) },
            Field("title", "영화명", .text, short: "영화") { .text($0.film.title) },
            Field("open_date", "개봉일", .date) { Value($0.film.openDate) },
            Field("first_day", "첫날관객수", .integer, short: "첫날") { Value($0.admissions(1...1)) },
            Field("first_weekend", "첫주말관객수", .integer, short: "첫주말") { Value($0.firstWeekend) },
            Field("first_week", "첫주관객수", .integer, short: "첫주") { Value($0.admissions(1...7)) },
            Field("first_two_weeks", "2주관객수", .integer, short: "2주") {
                Value($0.admissions(1...14))
            },
            Field("audience_total", "누적관객수", .integer) { Value($0.last?.line.audienceTotal) },
            Field("sales_total", "누적매출액", .amount) {
                $0.last.map { $0.line.currency.amount($0.line.salesTotal) } ?? .missing
            },
            Field("last_seen", "마지막집계일", .date) { Value($0.last?.line.edition.period.from) },
            Field("days_on_chart", "순위권일수", .integer) { Value($0.daysOnChart) },
            Field("best_rank", "최고순위", .integer) { Value($0.ranks?.min()) },
            Field("days_at_1", "1위일수", .integer) { Value($0.ranks?.count { $0 == 1 }) },
            Field("multiple", "배수", .ratio) { Value($0.multiple) },
        ]
            + [1, 3, 5, 10].map { millions in
                let korean = "\(millions * 100)만"
                return Field(
                    "days_to_\(millions)m", "\(korean)돌파일차", .integer, short: "\(korean)돌파"
                ) { Value($0.day(of: millions * 1_000_000)) }
            } + [
                Field("source", "출처", .text) { .text($0.source) },
                Field("fetched_at", "수집시각", .text) { Value($0.fetchedAt?.description) },
            ])

    /// The columns that are written by default, in their order.
    package static let defaultColumns = table.dataset.columns.map(\.name).filter {
        !["source", "fetched_at"].contains($0)
    }
}
