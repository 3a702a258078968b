@testable import BoxOffice
@testable import Engine
import Testing

/// The bounds of the admissions and sales of films in a period, and their ranks.
struct RankingFiguresTests {
    /// Returns the entries of consecutive days' charts; those before and after the period are outside
    /// of `|`.
    ///
    /// A row is `code:admissions/total`; its sales are ten times as much unless they follow after `,`.
    /// `-` is a day that was not available, and `.` a row without figures.
    private static func entries(
        _ charts: String, rows: Int = 2, nation: ChartFilter.Nation? = nil,
        nations: [ChartFilter.Nation] = []
    ) throws -> [RankingEntry] {
        let first = try #require(Day("2024-01-01"))
        let parts = charts.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.split(separator: ";").map { String($0) }
        }
        let days = parts.joined().enumerated().map { (first.advanced(by: $0), $1) }
        let start = first.advanced(by: parts[0].count)
        let query = RankingQuery(
            days: Periods(
                from: Period(of: .daily, containing: start),
                to: Period(
                    of: .daily, containing: start.advanced(by: parts[1].count - 1))),
            nation: nation, nations: nations, held: first...first.advanced(by: days.count - 1))
        #expect(query.charts.periods.count == days.count)
        var figures = RankingFigures(of: query, from: ScriptedSource())
        for (day, text) in days {
            guard text.filter({ $0 != " " }) != "-" else {
                _ = figures.add(nil, of: Period(of: .daily, containing: day))
                continue
            }
            let pages = try text.split(separator: "/ ", omittingEmptySubsequences: false).map {
                try page(String($0), on: day)
            }
            let joined =
                pages.count == 1
                ? pages[0] : try DeepChart(pages, of: nations, rows: rows).page
            _ = figures.add(
                try RankingDay(
                    pages, joined: joined, isFiltered: nation != nil, ChartPolicy(rows: rows)),
                of: Period(of: .daily, containing: day))
        }
        return figures.finish().rows.flatMap { $0.page.records(RankingEntry.self) }
    }

    private static func page(_ text: String, on day: Day) throws -> Page {
        let entries = try text.split(separator: " ").enumerated().map { index, row in
            let parts = row.split(separator: ":")
            let edition = ChartEdition(Period(of: .daily, containing: day))
            var entry = ChartEntry(String(parts[0]), in: edition, rank: index + 1)
            guard parts[1] != "." else { return entry }
            let numbers = try parts[1].split { ",/".contains($0) }.map {
                try #require(Int($0))
            }
            (entry.audienceCount, entry.audienceTotal) = (numbers[0], numbers[1])
            entry.salesAmount = numbers.count > 2 ? numbers[2] : 10 * numbers[0]
            entry.salesTotal = numbers.count > 2 ? numbers[3] : 10 * numbers[1]
            return entry
        }
        return Page(entries, of: ChartEntry.table)
    }

    /// Returns `at_least…at_most, at_least…at_most` for admissions and sales.
    private static func text(_ entry: RankingEntry) -> String {
        [entry.audience, entry.sales].map { bounds in
            guard let bounds else { return "none" }
            return "\(bounds.atLeast)…\(bounds.atMost.map { "\($0)" } ?? "")"
        }.joined(separator: ", ")
    }

    @Test(
        "Days off the chart are bounded by accumulated figures and by the last rows of charts",
        arguments: [
            // On every chart; p is also on those before and after the period.
            ("p:50/1000 x:10/100|p:50/1050 x:20/120;p:60/1110 x:30/150|", "50…50, 500…500"),
            // Off a chart and back: 5 in between, where at most 20 are possible.
            ("|x:30/30 p:20/20;q:40/40 p:20/40;x:30/65 p:9/49|", "65…65, 650…650"),
            // 25 in between, where at most 20 are possible, so there was a correction.
            ("|x:30/30 p:20/20;q:40/40 p:20/40;x:30/85 p:9/49|", "60…85, 600…850"),
            // Less than before: a correction, which may concern any earlier day.
            ("|x:30/30 p:20/20;q:40/40 p:20/40;x:30/55 p:9/49|", "55…80, 550…"),
            // The gap has a day that was not available.
            ("|x:30/30 p:20/20;-;x:30/85 p:9/49|", "85…85, 850…850"),
            ("|x:30/30 p:20/20;-;x:30/55 p:9/49|", "55…, 550…"),
            // Or a day whose chart is short.
            ("|x:30/30 p:20/20;q:40/40;x:30/55 p:9/49|", "55…, 550…"),
            // Corrections between consecutive days.
            ("|x:30/30 p:20/20;x:30/65 p:9/49|", "60…65, 600…650"),
            ("|x:30/30 p:20/20;x:30/53 p:9/49|", "53…60, 530…600"),
            // The same between the last day of the period and the one after it.
            ("|x:30/30 p:20/20|x:30/53 p:9/49", "23…30, 230…300"),
            // A day before the first on a chart: previews, as many as fit below the last row.
            ("|q:30/30 p:20/20;x:30/40 p:9/49|", "30…40, 300…400"),
            ("|q:30/30 p:20/20;x:30/90 p:9/49|", "30…50, 300…900"),
            ("|-;x:30/90 p:9/49|", "30…90, 300…900"),
            // No previews if that is the first day of the period; a total below the day's figure is a
            // correction.
            ("|x:30/90 p:9/49|", "30…30, 300…300"),
            ("|x:30/28 p:9/49|", "28…30, 280…300"),
            ("|q:30/30 p:20/20;x:30/28 p:9/49|", "28…30, 280…300"),
            // On the chart of the day before: the figures since then are known.
            ("x:30/90 p:20/20|q:9/9 p:8/49;x:30/125 p:20/69|", "35…35, 350…350"),
            // Days after the last one leave room for admissions; for sales, the room is not known.
            ("|x:30/90 p:20/20;q:40/40 p:20/40;q:40/40 p:7/40|", "30…57, 300…"),
            ("|x:30/90 p:20/20;q:40/40 p:20/40|x:8/99 p:7/47", "31…31, 310…310"),
            ("|x:30/90 p:20/20;-|", "30…, 300…"),
            // A row without figures counts as a day off the chart, without any bound for that day.
            ("|x:30/30 p:20/20;q:40/40 x:.;x:30/65 p:9/49|", "65…65, 650…650"),
            ("|x:30/30 p:20/20;q:40/40 x:.|", "30…, 300…"),
            // Sales have their own figures: here only sales decrease, or only admissions do.
            (
                "|x:30/30,300/300 p:20/20;q:40/40 p:20/40;x:30/65,300/590 p:9/49|",
                "65…65, 590…"
            ),
            (
                "|x:30/30,300/300 p:20/20;q:40/40 p:20/40;x:30/55,300/690 p:9/49|",
                "55…80, 600…"
            ),
        ])
    func bounds(charts: String, expected: String) throws {
        let entry = try #require(try Self.entries(charts).first { $0.movieCode == "x" })
        #expect(Self.text(entry) == expected)
    }

    @Test("A short chart of one nation may be cut: others sold as much as its last row at most")
    func shortNarrowedChart() throws {
        let entries = try Self.entries("|x:30/90 p:20/20;q:40/40|", nation: .korean)
        #expect(entries.map(Self.text) == ["40…40, 400…400", "30…70, 300…", "20…60, 200…"])
        let empty = try Self.entries("|x:30/90 p:20/20; |", nation: .korean)
        #expect(empty.map(Self.text) == ["30…, 300…", "20…, 200…"])
    }

    @Test("With an empty chart of a nation, its films are below those of the chart of all films")
    func emptyNation() throws {
        let charts = "|k:50/50 f:30/30/ k:50/50/ f:30/30;f:60/90 g:40/40/ / f:60/90 g:40/40|"
        let entries = try Self.entries(charts, nations: ChartFilter.Nation.allCases)
        #expect(entries.map { $0.audience?.atMost } == [90, 90, 40])
    }

    @Test("No bound is below 0, and none is clamped to 64 bits")
    func extremes() throws {
        let below = try Self.entries("|x:3/90 p:2/20;x:4/10 p:2/22|").first { $0.movieCode == "x" }
        #expect(below.map(Self.text) == "0…7, 0…70")
        let most = Int.max
        let huge = try Self.entries("|x:\(most)/\(most),1/1 p:2/20;x:\(most)/\(most),1/2 p:2/22|")
        #expect(huge.first?.audience == Bounds(atLeast: Int128(most), atMost: nil))
    }

    @Test("A chart that is not in the order of admissions bounds nothing, and is refused")
    func order() throws {
        #expect(throws: Fault.self) { try Self.entries("|p:20/20 x:30/90|") }
        #expect(throws: Fault.self) {
            try Self.entries(
                "|k:50/50/ k:50/50 y:3/3 x:4/4/ |", nations: ChartFilter.Nation.allCases)
        }
    }

    @Test("In deep charts a film is bounded by the chart of its nation")
    func deep() throws {
        // On the second day x is off all charts: Korean films have a last row of 20, foreign ones of 5.
        let charts = """
            |k:50/50 x:40/40/ k:50/50 y:30/30/ x:40/40 f:30/30;\
            k:60/110 y:50/80/ k:60/110 y:50/80/ f:6/36 g:5/5|
            """
        let entries = try Self.entries(charts, nations: ChartFilter.Nation.allCases)
        #expect(
            entries.map { "\($0.movieCode) \(Self.text($0).prefix { $0 != "," })" } == [
                "k 110…110", "y 80…80", "x 40…45", "f 36…36", "g 5…5",
            ])
        // y was on the national chart for one day, and f for none.
        #expect(entries.map(\.bestRank) == [1, 2, 2, nil, nil])
        // A film on no chart has at most 30 + 50, if it is a Korean one.
        #expect(entries.map(\.isRankSure) == [true, false, false, false, false])
    }

    @Test(
        "Films are ordered by both bounds and their codes; a rank is sure if no other film can have it"
    )
    func ranks() throws {
        let entries = try Self.entries(
            "|a:90/90 b:50/50 c:50/50 d:40/40;a:90/180 e:70/70 f:60/60 d:10/50;a:9/189 b:8/60 c:7/57 g:6/6|",
            rows: 4)
        let lines = entries.map {
            "\($0.rank) \($0.movieCode) \(Self.text($0).prefix { $0 != "," }) \($0.isRankSure)"
        }
        #expect(
            lines == [
                "1 a 189…189 true", "2 e 70…76 true", "3 f 60…66 false", "4 b 60…60 false",
                "5 c 57…57 true", "6 d 50…56 false", "7 g 6…6 false",
            ])
    }

    @Test("A row without figures on the national chart has those of its nation")
    func deepWithoutFigures() throws {
        let charts = """
            |k:50/50 x:./ k:50/50 y:30/30/ x:40/40 f:30/30;k:60/110 y:50/80/ k:60/110 y:50/80/ x:6/46 g:5/5|
            """
        let entries = try Self.entries(charts, nations: ChartFilter.Nation.allCases)
        #expect(
            entries.map { "\($0.movieCode) \(Self.text($0).prefix { $0 != "," })" } == [
                "k 110…110", "y 80…80", "x 46…46", "f 30…35", "g 5…5",
            ])
    }

    @Test("A source must give the admissions of the day and in total")
    func withoutAdmissions() throws {
        let day = try #require(Day("2024-01-01"))
        let page = try Self.page("x:. y:.", on: day)
        #expect(throws: Fault.self) {
            try RankingDay([page], joined: page, isFiltered: false, ChartPolicy())
        }
        let policy = ChartPolicy(rows: 2, givesAllFigures: true)
        let read = try RankingDay([page], joined: page, isFiltered: false, policy)
        #expect(read.films.isEmpty && read.caps == [nil])
    }

    @Test("The day before and the day after are requested if the source holds them")
    func neighbours() throws {
        let (first, last) = (try #require(Day("2024-01-01")), try #require(Day("2024-01-31")))
        func charts(_ from: Day, _ to: Day) -> String {
            let days = Periods(
                from: Period(of: .daily, containing: from), to: Period(of: .daily, containing: to))
            let charts = RankingQuery(days: days, held: first...last).charts.periods
            return "\(charts.first) \(charts.last)"
        }
        #expect(charts(first, last) == "2024-01-01 2024-01-31")
        #expect(
            charts(first.advanced(by: 1), last.advanced(by: -1)) == "2024-01-01 2024-01-31")
        #expect(
            charts(first.advanced(by: 9), first.advanced(by: 9)) == "2024-01-09 2024-01-11")
    }
}
