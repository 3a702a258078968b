import BoxOffice
import Engine

/// The films that entered the chart, by week: a derivation that only the tests know.
struct EnteredFilms: Derivation {
    /// A film that was on a day's chart and not on that of the day before.
    struct Entry: Sendable {
        let week: ClosedRange<Day>
        let film: ChartEntry
        /// 1 for the one with the most admissions on the day it entered.
        var position = 0

        static let table = Table<Entry>(
            named: "entered", key: ["source", "entered_on", "movie_code"],
            [
                Field("from", "시작일", .date) { .date($0.week.lowerBound) },
                Field("to", "종료일", .date) { .date($0.week.upperBound) },
                Field("position", "진입순위", .text) { .text("\($0.position)") },
                Field("movie_code", "영화코드", .text) { .text($0.film.movieCode) },
                Field("title", "영화명", .text) { .text($0.film.title) },
                Field("entered_on", "진입일", .date) { .date($0.film.edition.period.from) },
                Field("audience_count", "관객수", .integer) { Value($0.film.audienceCount) },
                Field("source", "출처", .text) { .text($0.film.source) },
            ])
    }

    /// Whole weeks, Monday to Sunday.
    let days: Periods

    var face: Face {
        let usual = ["from", "to", "position", "title", "entered_on", "audience_count"]
        var face = Face(Entry.table.dataset, usualColumns: usual, title: "films that entered")
        face.days = days
        face.notes = [SourceNote("a film is new if it was on no chart of the day before")]
        let lines = (1...3).map { PlottedRows.Line("\($0)", named: Message("number \($0)")) }
        var plot = PlottedRows(
            lines, of: Column("audience_count", "관객수", .integer), in: ["audience_count"],
            by: "from", title: "the largest")
        plot.lineColumn = "position"
        plot.days = days.map(\.from).filter { $0.weekday == 1 }
        plot.unit = .week
        face.plot = plot
        return face
    }

    var charts: ChartQuery {
        ChartQuery(periods: Periods(from: days.first.advanced(by: -1), to: days.last))
    }

    func check(_ source: any Source) throws(Fault) { try source.holdings.check(charts) }

    func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<[ChartEntry]>? {
        charts.areWhole ? Reading(charts.joined.records(ChartEntry.self)) : nil
    }

    func sum(from source: any Source) -> Weeks { Weeks(days: days) }

    /// The films that entered in the week so far.
    struct Weeks: Folding {
        let days: Periods
        private var entries: [Entry] = []
        /// The films of the day before; nil if its chart was not had.
        private var known: Set<String>?

        init(days: Periods) { self.days = days }

        mutating func add(_ chart: [ChartEntry]?, of period: Period) -> [DerivedRows] {
            let monday = period.from.advanced(by: 1 - period.from.weekday)
            let week = monday...monday.advanced(by: 6)
            if days.covers(period), let known, let chart {
                entries += chart.filter { !known.contains($0.movieCode) }
                    .map { Entry(week: week, film: $0) }
            }
            known = chart.map { Set($0.map(\.movieCode)) }
            guard days.covers(period), period.from == week.upperBound else { return [] }
            defer { entries = [] }
            entries.sort { $0.film.audienceCount ?? 0 > $1.film.audienceCount ?? 0 }
            for index in entries.indices { entries[index].position = index + 1 }
            return [DerivedRows(Page(entries, of: Entry.table), on: week)]
        }

        func finish() -> (rows: [DerivedRows], remarks: [Fault]) { ([], []) }
    }
}
