@testable import BoxOffice
@testable import Engine
import Testing

/// The ranking of films by whole tables.
@Suite struct RankingOfTablesTests {
    private static let january = PeriodSelection(from: "2024-01-01", to: "2024-01-03")

    /// Returns the rows for the first three days of 2024; a day without a table is `-`.
    private static func days(
        _ tables: [String], asked: [String] = [], nation: ChartFilter.Nation? = nil
    ) throws -> (rows: [String], remarks: [String]) {
        var all: [PeriodTable] = []
        for (index, films) in tables.enumerated() where films != "-" {
            let day = index < asked.count ? asked[index] : "2025-06-01"
            all.append(try TableText.table("2024-01-0\(index + 1)", asked: day, films))
        }
        // The days around make the period one that could be there.
        all += try ["2023-12-31", "2024-01-04"].map { try TableText.table($0, "끝:1") }
        let (rows, remarks) = try TableText.ranking(all, january, nation: nation)
        return (rows.map(\.text), remarks)
    }

    @Test("One table of exactly the period gives its rows as they are, with its own ranks")
    func exact() throws {
        let films = "가#01-02@한국:100/1000 나@미국:50 라:50 마:0 바:-3 바:-4"
        let table = try TableText.table("2024", films)
        let (rows, remarks) = try TableText.ranking([table])
        #expect(
            rows.map(\.text) == [
                "1 가 100 1000", "2? 나 50 500", "2? 라 50 500", "4? 마 0 0", "5? 바 -3 -30",
                "6? 바 -4 -40",
            ])
        #expect(rows.map(\.audienceTotal) == [1000, nil, nil, nil, nil, nil])
        #expect(rows.allSatisfy { $0.daysOnChart == nil && $0.bestRank == nil })
        #expect(rows.first?.openDate == Day("2024-01-02") && rows.first?.period.name == "2024")
        #expect(rows.first?.fetchedAt?.description == "2025-06-01T00:00:00+09:00")
        #expect(remarks.isEmpty)
    }

    @Test("Days add up: a film off a table sold nothing, and accumulated figures do not count")
    func sums() throws {
        let (rows, remarks) = try Self.days([
            "가:10/500 나:5/5 다:7/7", "가:10/9 나:5/90", "나:6/96 가:-1/8 다:2/9",
        ])
        #expect(rows == ["1 가 19 190", "2 나 16 160", "3 다 9 90"])
        #expect(remarks.isEmpty)
    }

    @Test("Equal admissions are in the order of title and opening day, and no rank of them is sure")
    func ties() throws {
        let (rows, _) = try Self.days(["나:5 가#03-01:5 가#02-01:5 라:9", "다:1", "다:0"])
        #expect(rows == ["1 라 9 90", "2? 가 5 50", "3? 가 5 50", "4? 나 5 50", "5 다 1 10"])
        let (entries, _) = try TableText.ranking(
            [
                TableText.table("2024-01-01", "가#03-01:5 가#02-01:5"),
                TableText.table("2024-01-02", "라:9"),
            ], PeriodSelection(month: "2024-01"))
        #expect(entries.map(\.openDate) == [nil, Day("2024-02-01"), Day("2024-03-01")])
        #expect(entries.map(\.daysOnChart) == [1, 1, 1] && entries.map(\.bestRank) == [1, 1, 1])
        #expect(
            entries.map(\.period.name) == [
                "2024-01-01..2024-01-02", "2024-01-01..2024-01-02", "2024-01-01..2024-01-02",
            ])
    }

    @Test(
        "Accumulated figures bound the days that have no table",
        arguments: [
            // In between: what it grew by is known.
            (["가:10/30", "-", "가:5/42"], "22 220"),
            // Less than before: a correction.
            (["가:10/30", "-", "가:5/33"], "13… 130…"),
            // Before: no more than it had then.
            (["-", "가:10/30", "가:5/35"], "15…35 150…350"), (["-", "가:10/10", "가:5/1"], "15 150"),
            (["-", "가:10/8", "가:5/1"], "13…15 130…150"),
            // After, or without accumulated figures: nothing bounds it.
            (["가:10/30", "가:5/35", "-"], "15… 150…"), (["가:10", "-", "가:5/33"], "15… 150…"),
            (["-", "가:10", "가:5/33"], "15… 150…"),
        ] as [([String], String)])
    func gaps(tables: [String], figures: String) throws {
        let (rows, remarks) = try Self.days(tables)
        #expect(rows == ["1? 가 \(figures)"] && remarks == ["days-in-no-table"])
    }

    @Test("A film that stands twice in a table is left out, and no rank below it is sure")
    func twice() throws {
        let (rows, remarks) = try Self.days(["가:9 나:5 나:4 라:20", "나:3 마:12", "라:1"])
        #expect(rows == ["1 라 21 210", "2? 마 12 120", "3? 가 9 90"])
        #expect(remarks == ["film-twice-in-table"])
    }

    @Test("Films of one title that no download has both may be one, which is told")
    func partners() throws {
        let tables = ["가_나#01-01@한국:30 다:31 라:5", "가나@한국:20 라:5 마:15", "가나@한국:1 바:2"]
        let days = ["2025-01-01", "2025-02-01", "2025-02-01"]
        let (rows, remarks) = try Self.days(tables, asked: days)
        #expect(
            rows == [
                "1? 다 31 310", "2? 가 나 30…51 300…510", "3? 가나 21…51 210…510", "4? 마 15 150",
                "5? 라 10 100", "6? 바 2 20",
            ])
        #expect(remarks == ["downloaded-on-several-days", "films-may-be-one"])
        // The largest has the sums of the other, and is sure if it is first even without.
        let (first, _) = try Self.days(
            ["가@한국:30 다:29 라:5", "가@미국:20 마:25", "-"].dropLast() + ["바:2"],
            asked: ["2025-01-01", "2025-02-01", "2025-02-01"])
        #expect(
            first == [
                "1 가 30…50 300…500", "2 다 29 290", "3 마 25 250", "4? 가 20…50 200…500",
                "5? 라 5 50", "6? 바 2 20",
            ])
        // One download has both.
        let (both, none) = try Self.days(tables, asked: Array(repeating: "2025-01-01", count: 3))
        #expect(both.prefix(3) == ["1 다 31 310", "2 가 나 30 300", "3 가나 21 210"] && none.isEmpty)
    }

    @Test("A nation's ranking is that of its own table, or of its films in one of all")
    func nations() throws {
        let films = "가@한국:100 나@미국:60 다@한국:50 라@한국:50 마:60 바@한국:70 사:1"
        let whole = try TableText.table("2024", films)
        let (rows, remarks) = try TableText.ranking([whole], nation: .korean)
        #expect(
            rows.map(\.text) == ["1 가 100 1000", "2 바 70 700", "3? 다 50 500", "3? 라 50 500"])
        #expect(remarks == ["films-without-nation"])
        let own = try TableText.table(
            "2024", "가:100 바:71", filter: ChartFilter(nation: .korean))
        let filtered = try TableText.ranking([whole, own], nation: .korean)
        #expect(filtered.rows.map(\.text) == ["1 가 100 1000", "2 바 71 710"])
        #expect(try TableText.ranking([whole, own]).remarks == ["table-left-out"])
        let fault = #expect(throws: Fault.self) { try TableText.ranking([own], kind: .art) }
        #expect(fault?.code == "table-left-out" && fault?.kind == .usage)
        let (days, _) = try Self.days(
            ["가@한국:9 나@미국:20", "다@한국:8 나@미국:9", "다@한국:8"], nation: .korean)
        #expect(days == ["1 다 16 160", "2 가 9 90"])
        let art = try TableText.table("2024", "가@한국:1 나@미국:2", filter: ChartFilter(kind: .art))
        let both = try TableText.ranking([whole, art], nation: .foreign, kind: .art)
        #expect(both.rows.map(\.text) == ["1 나 2 20"])
    }

    @Test("Without a choice there must be one period; months fill a year, and gaps are told")
    func periods() throws {
        let months = try (1...12).map { month in
            try TableText.table(
                "2024-\(month < 10 ? "0" : "")\(month)", "가:10/\(month * 10) 나\(month):\(month)")
        }
        let (rows, remarks) = try TableText.ranking(months, PeriodSelection(year: "2024"))
        #expect(
            rows.count == 13 && rows[0].text == "1 가 120 1200" && rows[1].text == "2 나12 12 120")
        #expect(rows.allSatisfy { $0.daysOnChart == nil && $0.period.name == "2024" })
        #expect(rows[0].audienceTotal == 120 && remarks.isEmpty)
        let (some, told) = try TableText.ranking(
            Array(months.dropLast(2)), PeriodSelection(year: "2024"))
        #expect(some[0].text == "1 가 100 1000" && some[0].period.name == "2024-01-01..2024-10-31")
        #expect(told.isEmpty)
        let fault = #expect(throws: Fault.self) { try TableText.ranking(months) }
        #expect(fault?.code == "several-periods" && fault?.message.contains("2024-02") == true)
        #expect(fault?.message.hasSuffix("2024-10 (and 2 more)") == true)
        let none = #expect(throws: Fault.self) {
            try TableText.ranking(months, PeriodSelection(date: "2024-05-05"))
        }
        #expect(none?.code == "not-in-tables" && none?.kind == .usage)
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
        #expect(rows.map(\.text) == ["1 하 8 80", "2 다 3 30", "3 나 2 20"].map { $0 })
    }
}
