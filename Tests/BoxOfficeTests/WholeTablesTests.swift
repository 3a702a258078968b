@testable import BoxOffice
@testable import Engine
import Testing

/// Whole tables written as text, and what markets and rankings say of them.
enum TableText {
    static func day(_ text: String) -> Day { Day(text) ?? Day(daysSince1970: 0) }

    /// Returns the days of `2024-05-03`, `2024-05`, `2024` or `2024-05-03..2024-05-20`.
    static func days(_ name: String) -> ClosedRange<Day> {
        if let dots = name.firstRange(of: "..") {
            return day(String(name[..<dots.lowerBound]))...day(String(name[dots.upperBound...]))
        }
        let unit = [4: CalendarUnit.year, 7: .month][name.count] ?? .day
        return unit.days(around: day((name + "-01-01").prefix(10).description))
    }

    /// Returns a table whose films are `TITLE#OPENED@COUNTRY:ADMISSIONS,SALES/TOTAL`, of which only
    /// the title and the admissions must be there; sales are ten times the admissions, and those in
    /// all ten times the total.
    static func table(
        _ name: String, asked: String = "2025-06-01", _ films: String,
        filter: ChartFilter = ChartFilter(), lacks: Message? = nil
    ) throws -> PeriodTable {
        var table = PeriodTable(of: days(name), at: Message("\(name).xls:14" as String))
        (table.asked, table.filter, table.lacks) = (day(asked), filter, lacks)
        for word in films.split(separator: " ") {
            let parts = word.split(separator: ":")
            let texts = parts[0].split(separator: "@")
            let names = texts[0].split(separator: "#")
            let totals = parts[1].split(separator: "/")
            let numbers = try totals[0].split(separator: ",").map { try #require(Int($0)) }
            var film = PeriodTable.Film(rank: 1, title: String(names[0].replacing("_", with: " ")))
            film.openDate = names.count > 1 ? day("2024-\(names[1])") : nil
            film.country = texts.count > 1 ? String(texts[1]) : ""
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
        _ tables: [PeriodTable], by unit: CalendarUnit? = nil, nations: Bool = false,
        comparesYears: Bool = false, _ selection: PeriodSelection = PeriodSelection()
    ) throws(Fault) -> (rows: [MarketEntry], remarks: [String]) {
        let rows = try MarketOfTables.rows(
            of: tables, selection, by: unit, nations: nations ? ChartFilter.Nation.allCases : [],
            comparesYears: comparesYears, from: ScriptedSource(), today: day("2025-09-01"))
        let (all, remarks) = rows.finish()
        return (
            all.flatMap { $0.page.records(MarketEntry.self) },
            (remarks + all.flatMap(\.remarks)).map(\.code)
        )
    }

    static func ranking(
        _ tables: [PeriodTable], _ selection: PeriodSelection = PeriodSelection(),
        nation: ChartFilter.Nation? = nil, kind: ChartFilter.Kind? = nil
    ) throws(Fault) -> (rows: [RankingEntry], remarks: [String]) {
        let rows = try RankingOfTables.rows(
            of: tables, selection, nation: nation, kind: kind, from: ScriptedSource(),
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
        films.sort { $0.audience ?? 0 > $1.audience ?? 0 }
        for index in films.indices {
            films[index].rank = 1 + films.count { $0.audience ?? 0 > films[index].audience ?? 0 }
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

/// The market of whole tables.
@Suite struct MarketOfTablesTests {
    private static let all = "가#01-02@한국:100 나@미국:50,499 다:-3 라@한국:0"

    @Test("Each table gives a row: sums of all films, those below zero too, with equal bounds")
    func tables() throws {
        let tables = try ["2024-05-02", "2024-05", "2023", "2024-06-01..2024-06-20"].map {
            try TableText.table($0, Self.all)
        }
        let (rows, remarks) = try TableText.market(tables)
        #expect(
            rows.map(\.text) == [
                "2023 year all 1469 147 4", "2024-05 month all 1469 147 4",
                "2024-05-02 day all 1469 147 4",
                "2024-06-01..2024-06-20 range all 1469 147 4",
            ])
        #expect(rows.allSatisfy { $0.isConsistent == true && $0.share.atMost?.units == 10_000 })
        #expect(rows.first?.fetchedAt?.description == "2025-06-01T00:00:00+09:00")
        #expect(remarks.isEmpty)
        let chosen = PeriodSelection(from: "2023-12-01", to: "2024-06-20")
        let (_, told) = try TableText.market(tables, chosen)
        #expect(told == ["days-in-no-table"])
    }

    @Test("A film without a nation widens the bounds of both, upwards or downwards")
    func nations() throws {
        let films = "가@한국:100 나@미국:50 다:-3 라:7,80"
        let (rows, _) = try TableText.market([TableText.table("2024-05", films)], nations: true)
        #expect(
            rows.map(\.text) == [
                "2024-05 month all 1550 154 4", "2024-05 month korean 970…1080 97…107 1",
                "2024-05 month foreign 470…580 47…57 1",
            ])
        #expect(rows.map(\.share.atLeast?.units) == [10_000, 6258, 3032])
        #expect(rows.map(\.share.atMost?.units) == [10_000, 6968, 3742])
    }

    @Test("A share below zero is none")
    func negativeShare() throws {
        let films = "가@한국:100 나@미국:-3"
        let (rows, _) = try TableText.market([TableText.table("2024-05", films)], nations: true)
        #expect(rows.map(\.share.atLeast?.units) == [10_000, 10_000, 0])
        #expect(rows.map(\.sales?.short) == ["970", "1000", "-30"])
    }

    @Test("A period follows from its days or months; films count once, and gaps leave bounds empty")
    func groups() throws {
        let days = try TableText.days("2024-02").days.map {
            try TableText.table("\($0)", "가@한국:5 나:1")
        }
        let january = try TableText.table("2024-01", "가@한국:100 다@미국:9")
        #expect(
            try TableText.market(days, by: .month).rows.map(\.text) == [
                "2024-02 month all 1740 174 2"
            ])
        #expect(
            try TableText.market(days + [january], by: .month).rows.map(\.text) == [
                "2024-01 month all 1090 109 2", "2024-02 month all 1740 174 2",
            ])
        // A range of two months, filled by a month and by days.
        #expect(
            try TableText.market(days + [january], by: .year).rows.map(\.text) == [
                "2024-01-01..2024-02-29 range all 2830 283 3"
            ])
        let some = Array(days.dropFirst(3).dropLast()) + [days[28]]
        let (rows, remarks) = try TableText.market(Array(some) + [january], by: .month)
        #expect(
            rows.map(\.text) == [
                "2024-01 month all 1090 109 2", "2024-02 month all - 156… 2",
            ])
        #expect(remarks == ["days-in-no-table"])
        let (weeks, _) = try TableText.market(Array(days.prefix(6)), by: .week)
        #expect(
            weeks.map(\.text) == [
                "2024-02-01..2024-02-04 range all 240 24 2",
                "2024-02-05..2024-02-06 range all 120 12 2",
            ])
    }

    @Test("Of several ways with different sums, the one of the latest downloads holds and is told")
    func ways() throws {
        let days = try TableText.days("2024-02").days.map {
            try TableText.table("\($0)", asked: "2025-03-01", "가:5")
        }
        let same = try TableText.table("2024-02", asked: "2025-01-01", "가:145")
        let older = try TableText.table("2024-02", asked: "2025-01-01", "가:146")
        let newer = try TableText.table("2024-02", asked: "2025-04-01", "가:146")
        let equal = try TableText.table("2024-02", asked: "2025-03-01", "가:146")
        for (table, text, codes) in [
            (same, "1450 145 1", []), (older, "1450 145 1", ["tables-add-up-differently"]),
            (newer, "1460 146 1", ["tables-add-up-differently"]),
        ] {
            let (rows, remarks) = try TableText.market(days + [table], by: .month)
            #expect(rows.map(\.text) == ["2024-02 month all \(text)"])
            #expect(remarks == codes)
        }
        let fault = #expect(throws: Fault.self) {
            try TableText.market(days + [equal], by: .month)
        }
        #expect(fault?.kind == .malformed && fault?.code == "tables-add-up-differently")
    }

    @Test("Of two tables of a period the later one holds, unless both are of one day and differ")
    func downloads() throws {
        let first = try TableText.table("2024-05", asked: "2024-07-01", "가:5 나:4/9")
        let second = try TableText.table("2024-05", asked: "2024-08-01", "가:5 나:6/9 다:1")
        let third = try TableText.table("2024-05", asked: "2024-08-01", "가:5 나:6/10 다:1")
        let untold = try TableText.table("2024-05", asked: "2024-08-01", "다:1 가:5 나:6")
        for tables in [[first, second], [second, first], [second, first, untold]] {
            let (rows, remarks) = try TableText.market(tables)
            #expect(rows.map(\.text) == ["2024-05 month all 120 12 3"])
            #expect(rows.first?.fetchedAt?.description == "2024-08-01T00:00:00+09:00")
            #expect(remarks == ["tables-differ"])
        }
        let fault = #expect(throws: Fault.self) { try TableText.market([second, third]) }
        #expect(fault?.kind == .malformed && fault?.message.contains("1 film") == true)
        #expect(try TableText.market([second, second]).remarks.isEmpty)
    }

    @Test("Tables that are narrowed or not whole are left out, and refused if there are no others")
    func left() throws {
        let whole = try TableText.table("2024-05", Self.all)
        let korean = try TableText.table("2024-06", Self.all, filter: ChartFilter(nation: .korean))
        let part = try TableText.table("2024-07", Self.all, lacks: "it has no 합계")
        let (rows, remarks) = try TableText.market([korean, whole, part])
        #expect(rows.count == 1 && remarks == ["table-left-out"])
        for table in [korean, part] {
            let fault = #expect(throws: Fault.self) { try TableText.market([table]) }
            #expect(fault?.kind == .usage && fault?.code == "table-left-out")
        }
    }

    @Test(
        "Periods are chosen within what the tables hold",
        arguments: [
            (PeriodSelection(date: "2024-05-02"), ["2024-05-02"]),
            (PeriodSelection(from: "2024-05-02", to: "2024-05-03"), ["2024-05-02", "2024-05-03"]),
            (PeriodSelection(last: 2), ["2024-05-03", "2024-06-01"]),
            (PeriodSelection(last: 0), nil),
            (PeriodSelection(date: "latest"), ["2024-06-01"]),
            (PeriodSelection(month: "2024-05"), ["2024-05", "2024-05-02", "2024-05-03"]),
            (PeriodSelection(year: "2024"), ["2024-05", "2024-05-02", "2024-05-03", "2024-06-01"]),
            (PeriodSelection(year: "2023"), nil), (PeriodSelection(date: "2024-05-04"), nil),
            (PeriodSelection(from: "2024-05-02", to: "2024-06-02"), nil),
            (PeriodSelection(last: 5), nil),
        ] as [(PeriodSelection, [String]?)])
    func selection(selection: PeriodSelection, names: [String]?) throws {
        let tables = try ["2024-06-01", "2024-05-03", "2024-05", "2024-05-02"].map {
            try TableText.table($0, "가:1")
        }
        let (weird, _) = (try? TableText.market(tables, selection)) ?? ([], [])
        #expect((weird.isEmpty ? nil : weird.map(\.period.name)) == names)
    }

    @Test("A row that is shorter than all tables is refused, with what there is")
    func tooShort() throws {
        let fault = #expect(throws: Fault.self) {
            try TableText.market([TableText.table("2024-05", "가:1")], by: .day)
        }
        #expect(fault?.message == "the tables do not give rows by day: there are those of 2024-05")
    }

    @Test("A year before is compared with if tables have it, without a leap day")
    func years() throws {
        let names = ["2023-05", "2024-05", "2024-06", "2024-02-29", "2024-02-28", "2024-03-01"]
        var tables = try names.map {
            try TableText.table($0, "가:\($0.hasPrefix("2023") ? 10 : 11)")
        }
        let (months, _) = try TableText.market(tables, by: .month, comparesYears: true)
        #expect(
            months.map { "\($0.period.name) \($0.changeRate.atLeast?.units ?? -1)" } == [
                "2023-05 -1", "2024-02 -1", "2024-03 -1", "2024-05 100", "2024-06 -1",
            ])
        // The week of 2025 is compared with its days in 2024, but for the 29 February.
        tables += try TableText.days("2025-02-24..2025-03-02").days.map {
            try TableText.table("\($0)", "가:22")
        }
        tables += try ["2024-02-24..2024-02-27", "2024-03-02"].map {
            try TableText.table($0, "가:11")
        }
        let week = PeriodSelection(from: "2025-02-24", to: "2025-03-02")
        let (without, _) = try TableText.market(tables, by: .week, comparesYears: true, week)
        #expect(without.map(\.changeRate.atMost?.units) == [nil])
        tables += try TableText.days("2024-02-24..2024-02-27").days.map {
            try TableText.table("\($0)", "가:11")
        }
        let (all, _) = try TableText.market(tables, by: .week, comparesYears: true, week)
        // Twice as much in as many days.
        #expect(all.map(\.changeRate.atMost?.units) == [1000])
    }

    @Test("A figure that a table lacks leaves bounds empty, and so does one beyond 64 bits")
    func unknown() throws {
        var table = try TableText.table("2024-05", "가@한국:5 나:4")
        table.films[1].sales = nil
        #expect(try TableText.market([table]).rows.map(\.text) == ["2024-05 month all - 9 2"])
        let huge = try TableText.table("2024-05", "가:5,\(Int.max) 나:4,\(Int.max)")
        let (rows, remarks) = try TableText.market([huge])
        #expect(rows.map(\.text) == ["2024-05 month all - 9 2"])
        #expect(remarks == ["bound-too-large"])
    }
}
