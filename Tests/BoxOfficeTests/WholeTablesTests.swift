@testable import BoxOffice
@testable import Engine
import Testing

/// Whole tables written as text, and what markets and rankings say of them.
enum TableText {
    static func day(_ text: String) -> Day { Day(text) ?? Day(daysSince1970: 0) }

    /// Returns the days of `2024-05-03`, `2024-05` or `2024`.
    static func days(_ name: String) -> ClosedRange<Day> {
        let unit = [4: CalendarUnit.year, 7: .month][name.count] ?? .day
        return unit.days(around: day((name + "-01-01").prefix(10).description))
    }

    /// Returns a table whose films are `TITLE:ADMISSIONS,SALES/TOTAL`, of which only the title and the
    /// admissions must be there; sales are ten times the admissions, and those in all ten times the
    /// total.
    static func table(
        _ name: String, asked: String = "2025-06-01", _ films: String
    ) throws -> PeriodTable {
        var table = PeriodTable(of: days(name), at: Message("\(name).xls:14" as String))
        table.asked = day(asked)
        for word in films.split(separator: " ") {
            let parts = word.split(separator: ":")
            let totals = parts[1].split(separator: "/")
            let numbers = try totals[0].split(separator: ",").map { try #require(Int($0)) }
            var film = PeriodTable.Film(rank: 1, title: String(parts[0]))
            film.audience = numbers[0]
            film.sales = numbers.count > 1 ? numbers[1] : 10 * numbers[0]
            film.audienceTotal = totals.count > 1 ? Int(totals[1]) : nil
            film.salesTotal = film.audienceTotal.map { 10 * $0 }
            table.films.append(film)
        }
        table.order()
        return table
    }

    /// Returns the rows of a market, `PERIOD UNIT NATION sales admissions films`, and the codes of
    /// the remarks.
    static func market(
        _ tables: [PeriodTable], by unit: CalendarUnit? = nil, nations: Bool = false
    ) throws(Fault) -> (rows: [MarketEntry], remarks: [String]) {
        let rows = try MarketOfTables.rows(
            of: tables, PeriodSelection(), by: unit,
            nations: nations ? ChartFilter.Nation.allCases : [], comparesYears: false,
            from: ScriptedSource(), today: day("2025-09-01"))
        let (all, remarks) = rows.finish()
        return (
            all.flatMap { $0.page.records(MarketEntry.self) },
            (remarks + all.flatMap(\.remarks)).map(\.code)
        )
    }

    static func ranking(
        _ tables: [PeriodTable], _ selection: PeriodSelection,
        nation: ChartFilter.Nation? = nil
    ) throws(Fault) -> (rows: [RankingEntry], remarks: [String]) {
        let rows = try RankingOfTables.rows(
            of: tables, selection, nation: nation, kind: nil, from: ScriptedSource(),
            today: day("2025-09-01"))
        let (all, remarks) = rows.finish()
        return (
            all.flatMap { $0.page.records(RankingEntry.self) },
            (remarks + all.flatMap(\.remarks)).map(\.code)
        )
    }
}

extension PeriodTable {
    /// Orders the films by admissions, and ranks them as the council does: 1 2 2 4.
    mutating func order() {
        films.sort { $0.audience > $1.audience }
        for index in films.indices {
            films[index].rank = 1 + films.count { $0.audience > films[index].audience }
        }
    }
}

extension Bounds {
    /// `5` or `5…9`, `5…` without an upper bound.
    var short: String {
        atMost == atLeast ? "\(atLeast)" : "\(atLeast)…\(atMost.map { "\($0)" } ?? "")"
    }
}

extension MarketEntry {
    var text: String {
        let figures = [sales, audience].map { $0?.short ?? "-" }.joined(separator: " ")
        return "\(period.name) \(period.word) \(nation?.rawValue ?? "all") \(figures) \(films)"
    }
}

extension RankingEntry {
    /// `RANK TITLE admissions sales`, with a question mark behind a rank that is not sure.
    var text: String {
        let figures = [audience, sales].map { $0?.short ?? "-" }.joined(separator: " ")
        return "\(rank)\(isRankSure ? "" : "?") \(title) \(figures)"
    }
}

/// What the corpus cannot show of whole tables: figures and codes that no file of the site has.
@Suite struct WholeTablesTests {
    @Test("A bound beyond 64 bits stays empty")
    func huge() throws {
        let huge = try TableText.table("2024-05", "가:5,\(Int.max) 나:4,\(Int.max)")
        let (rows, remarks) = try TableText.market([huge])
        #expect(rows.map(\.text) == ["2024-05 month all - 9 2"])
        #expect(remarks == ["bound-too-large"])
    }

    @Test("Databases get no rows without a code")
    func codes() throws {
        var table = try TableText.table("2024", "가:1 나:2 다:3")
        func unkeyed() throws -> Fault? {
            try RankingOfTables.rows(
                of: [table], PeriodSelection(), nation: nil, kind: nil, from: ScriptedSource(),
                today: TableText.day("2025-09-01")
            ).face.unkeyed
        }
        #expect(
            try unkeyed()?.message == "'다' (and 2 more): no film code, by which rows are kept apart"
        )
        for index in table.films.indices { table.films[index].code = "\(index)" }
        #expect(try unkeyed() == nil)
        // A film is its code, whatever its title.
        var other = try TableText.table("2025", "하:7")
        other.films[0].code = "2"
        let (rows, _) = try TableText.ranking(
            [table, other], PeriodSelection(from: "2024-01-01", to: "2025-12-31"))
        #expect(rows.map(\.text) == ["1 하 8 80", "2 다 3 30", "3 나 2 20"])
    }
}
