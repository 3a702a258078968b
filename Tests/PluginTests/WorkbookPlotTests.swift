import BoxOffice
@testable import Engine
import Foundation
import Loopback
import Testing
import XLSX

/// The drawings of ranks and runs, and the print settings of sheets.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookPlotTests {
    /// A film's row on a day: its code, its rank and its admissions.
    private typealias Row = (code: String, rank: Int, admissions: Int)

    private static let columns = [
        Column("movie_code", "영화코드", .text), Column("title", "영화명", .text),
        Column("rank", "순위", .integer), Column("audience_count", "관객수", .integer),
    ]

    private func ranks(
        _ days: [[Row]], of nation: ChartFilter.Nation? = nil
    ) async throws -> ReadWorkbook {
        let editions = days.enumerated().map { day, rows in
            (
                ChartEdition(.day(day)),
                rows.map { row -> [Value] in
                    let title = Value.text("영화 \(row.code)")
                    return [.text(row.code), title, .integer(row.rank), .integer(row.admissions)]
                }
            )
        }
        var document = DocumentDescription.days(days.count)
        document.credits = ["A & B"]
        document.nation = nation
        let written = try WrittenWorkbook(
            under: Self.columns, editions: editions, document: document)
        return try #require(try await ReadWorkbook.read([written.bytes]).first)
    }

    private func runs(
        _ figures: [[Int?]], named title: (Int) -> String = { "영화 \($0)" }
    ) async throws -> ReadWorkbook {
        let films = figures.indices.map { film in
            let first = Period.day(0), last = Period.day(max(0, figures[film].count - 1))
            return TrendFilm(
                code: "\(film)", title: title(film), openDate: first.from, firstDay: first.from,
                periods: Periods(from: first, to: last))
        }
        var document = DocumentDescription(dataset: "trend", sources: ["test"])
        document.face = try TrendQuery(films: films, chart: .daily).face
        let rows = figures.enumerated().flatMap { film, figures in
            figures.enumerated().map { day, figure -> [Value] in
                [.integer(day + 1), .text("\(film)"), figure.map(Value.integer) ?? .missing]
            }
        }
        let columns = [
            Column("release_day", "개봉일차", .integer), Column("movie_code", "영화코드", .text),
            Column("audience_count", "관객수", .integer),
        ]
        let written = try WrittenWorkbook(rows, under: columns, document: document)
        return try #require(try await ReadWorkbook.read([written.bytes]).first)
    }

    @Test("Rank 1 is on top, days are written 6/1, and the axes have titles")
    func ofRanks() async throws {
        let plot = try #require(
            try await ranks((0..<3).map { day in [("a", 1, 5), ("b", day + 2, 5)] }).plots.first)
        #expect(plot.titles == ["일별 박스오피스 순위, 2022-06-01 ~ 2022-06-03", "날짜", "순위"])
        #expect(plot.order == "maxMin" && plot.labels == ["6/1", "6/2", "6/3"])
        #expect(plot.format == "#,##0" && !plot.hasLegend)
        let filtered = try await ranks([[("a", 1, 5)], [("a", 1, 5)]], of: .korean).plots.first
        #expect(filtered?.titles[0] == "일별 박스오피스 순위, 2022-06-01 ~ 2022-06-02, 한국영화")
    }

    @Test("The axis of runs begins at zero, and a day without a figure is a gap")
    func ofRuns() async throws {
        let plot = try #require(try await runs([[5, nil, 1], [7000, 10, 400]]).plots.first)
        #expect(plot.titles == ["흥행 추이: 관객수", "개봉일차", "관객수"])
        #expect(plot.order == "minMax" && plot.labels == ["1", "2", "3"])
        #expect(plot.format == "#,##0" && !plot.hasLegend)
        // Without ranks, films are ordered by admissions; the best is on top.
        #expect(plot.lines.map(\.name) == ["영화 0", "영화 1"])
        #expect(plot.lines.map(\.places) == [[1, 3], [1, 2, 3]])
    }

    @Test(
        "At most 30 films are drawn: those with the best ranks, then most days at them, most admissions, lowest code",
        arguments: [
            (["p", "q", "r", "s"], "r"), (["p", "q", "s"], "q"), (["p", "s"], "s"), (["p"], "p"),
        ])
    func bestPlaced(others: [String], drawn: String) async throws {
        let steady = (1...28).map { Row("\(100 + $0)", $0, 10) }
        let first: [Row] = [("w", 29, 1), ("q", 30, 200), ("r", 30, 1), ("s", 30, 200)]
        let second: [Row] = [("p", 30, 100), ("r", 30, 1)]
        let isThere = { (row: Row) in row.code == "w" || others.contains(row.code) }
        let book = try await ranks([
            steady + first.filter(isThere), steady + second.filter(isThere),
        ])
        let plot = try #require(book.plots.first)
        let wanted = steady.map(\.code) + ["w", drawn]
        #expect(plot.lines.count == 30)
        #expect(Set(plot.lines.map(\.name)) == Set(wanted.map { "영화 \($0)" }))
    }

    @Test(
        "At most ten lines have a colour and a name at their end; the others are grey, under them"
    )
    func colours() async throws {
        let day = (1...12).map { Row("\(100 + $0)", $0, 10) }
        let plot = try #require(try await ranks([day, day, day]).plots.first)
        let (grey, coloured) = (plot.lines.prefix(2), plot.lines.dropFirst(2))
        #expect(grey.allSatisfy { $0.colour == "C3C8D0" && $0.named == [] })
        #expect(grey.map(\.name) == ["영화 112", "영화 111"])
        #expect(coloured.map(\.name) == (101...110).reversed().map { "영화 \($0)" })
        #expect(Set(coloured.map(\.colour)).count == 10)
        #expect(coloured.allSatisfy { $0.named == [3] })
    }

    @Test("Weeks are written 22주, with the year if they span two years")
    func ofWeeks() async throws {
        let weeks = [("2022-06-01", ["22주", "23주"]), ("2022-12-28", ["2022-W52", "2023-W01"])]
        let all = try weeks.map { day, _ in
            let first = Period(of: .weekly, containing: try #require(Day(day)))
            let periods = [first, first.advanced(by: 1)]
            var document = DocumentDescription(dataset: "chart", sources: ["test"])
            document.periods = Periods(from: first, to: first.advanced(by: 1))
            let row: [Value] = [.text("a"), .text("b"), .integer(1), .integer(1)]
            return try WrittenWorkbook(
                under: Self.columns, editions: periods.map { (ChartEdition($0), [row]) },
                document: document
            ).bytes
        }
        let read = try await ReadWorkbook.read(all)
        #expect(read.map { $0.plots.first?.labels } == weeks.map(\.1))
        #expect(read.map { $0.plots.first?.titles[1] } == ["연도주차", "연도주차"])
    }

    @Test(
        "A name that would touch another film's moves to an earlier point, or is left out; the line keeps its colour"
    )
    func names() async throws {
        let days: [[Row]] = (1...20).map { day in
            let others: [Int: Row] = [18: ("d", 2, 1), 19: ("c", 3, 1)]
            return [("a", 1, 1), day < 20 ? ("b", 2, 1) : ("c", 2, 1)]
                + [others[day]].compactMap(\.self)
        }
        let plot = try #require(try await ranks(days).plots.first)
        let named = Dictionary(uniqueKeysWithValues: plot.lines.map { ($0.name, $0.named) })
        #expect(named == ["영화 a": [20], "영화 b": [19], "영화 c": [19], "영화 d": []])
        #expect(plot.lines.first?.colour == "0000EE")
    }

    @Test(
        "Sheets are printed in landscape on A4, one page wide, title and header on each page")
    func pages() async throws {
        let day = (1...40).map { Row("\($0)", $0, 10) }
        let book = try await ranks([day, day])
        #expect(book.sheets.map { $0.titles?.replacing("$", with: "") } == ["1:1", "28:28", nil])
        for sheet in book.sheets {
            #expect(sheet.pages.paper == "9 landscape 1 x 0")
            #expect(sheet.pages.header == ["일별 박스오피스, 2022-06-01 ~ 2022-06-02", "A && B"])
            #expect(sheet.pages.footer == "&A  &P / &N" && sheet.pages.area == nil)
        }
    }

    @Test("A table much wider than a page is not printed, so that the drawing can be read")
    func wide() async throws {
        for (days, isWhole) in [(10, true), (40, false)] {
            let book = try await runs([Array(repeating: 123_456, count: days)])
            #expect((book.sheets[1].pages.area == nil) == isWhole)
        }
    }

    @Test(
        "A chart is printed up to its readable columns, a table up to a page's width, both unless the user chose the columns",
        arguments: [
            (["date", "rank", "rank_marker", "title", "show_count"], 2, true, "$A$1:$G$2"),
            (["date", "rank", "rank_marker", "title", "show_count"], 2, false, nil),
            ([], 3, true, "$A$1:$B$2"), ([], 6, false, nil), ([], 1, true, nil),
        ] as [([String], Int, Bool, String?)])
    func printed(chart: [String], others: Int, mayLeaveOut: Bool, area: String?) async throws {
        let names = chart + (1...others).map { "other\($0)" }
        let isWide = chart.isEmpty
        let columns =
            names.map { Column($0, $0, .text) }
            + (isWide ? [Column("last", "last", .text)] : [Column("rank_change", "순위증감", .text)])
        let text = Value.text(String(repeating: "a", count: isWide ? 58 : 3))
        let written = try WrittenWorkbook(
            [columns.map { _ in text }], under: columns, mayLeaveOutColumns: mayLeaveOut)
        let sheet = try #require(try await ReadWorkbook.read([written.bytes]).first).sheets[0]
        #expect(sheet.pages.area == area)
    }

    @Test("An address that is cut off by its cell makes no page wider")
    func links() async throws {
        let columns = [
            Column("title", "영화명", .text), Column("poster_url", "포스터", .text),
        ]
        let address = "https://a.example/" + String(repeating: "a", count: 200)
        for (value, area) in [(Value.text(address), "$A$1:$B$2"), (.missing, nil)] {
            let written = try WrittenWorkbook([[.text("a"), value]], under: columns)
            let sheet = try #require(try await ReadWorkbook.read([written.bytes]).first).sheets[0]
            #expect(sheet.pages.area == area)
        }
    }

    @Test("All cells have thin borders, even empty ones, and there are no grid lines")
    func borders() async throws {
        let book = try await ranks([[("a", 1, 5)], [("b", 1, 5)]])
        #expect(book.sheets.allSatisfy { !$0.hasGridLines })
        #expect(book.sheets.map(\.bordersOfEmptyCells) == ["A2:D3", "A29:C30", ""])
        #expect(book.sheets.flatMap(\.rows).joined().allSatisfy { $0?.hasBorder ?? true })
    }

    @Test("A title wider than its column is wrapped; long headers break between words alone")
    func lines() async throws {
        let title = String(repeating: "가", count: 45)
        let rows: [[Value]] = [
            [.text("a"), .decimal(Decimal(1, places: 1)), .missing],
            [.text(title), .missing, .missing],
        ]
        let written = try WrittenWorkbook(
            rows,
            under: [
                Column("title", "영화명", .text), Column("share", "매출액 점유율", .percent),
                Column("sales_share", "매출액점유율", .percent),
            ])
        let sheet = try #require(try await ReadWorkbook.read([written.bytes]).first).sheets[0]
        #expect(sheet.heights == ["1": 34, "3": 30])
        let note = Fault(.notFound, "a", Message(String(repeating: "가나다 ", count: 30)))
        let noted = try WrittenWorkbook(under: Self.columns, missing: [note])
        let info = try #require(try await ReadWorkbook.read([noted.bytes]).first?.sheets.last)
        #expect(info.heights == ["5": 45])
        // A word of three syllables, and one of six.
        #expect(["B", "C"].map { sheet.widths[$0]?.rounded(.down) } == [8, 14], "\(sheet.widths)")
    }
}
