import BoxOffice
import Engine
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

/// Documents of the rows that whole tables give, through the whole program without a reader of files.
@Suite struct TablesDocumentTests {
    /// A source that has nothing but its name and its territory.
    private struct Site: Source {
        let manifest = Manifest(name: "site", summary: "tables")
        let holdings = Holdings(
            of: "it", from: Day(daysSince1970: 0), to: nil, charts: [.daily])
        var policy: ChartPolicy { ChartPolicy(territory: .korea) }
        func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }
        func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
            throw Fault(.bug, "no-chart", "no chart is asked for")
        }
    }

    private static func table(_ days: ClosedRange<Day>, _ factor: Int = 1) -> PeriodTable {
        var table = PeriodTable(of: days, at: "it.xls:14")
        table.asked = Day(year: 2025, month: 6, day: 1)
        for (index, (title, country)) in [("가", "한국"), ("나|다", "미국"), ("라", "")].enumerated() {
            var film = PeriodTable.Film(rank: index + 1, title: title)
            film.country = country
            film.audience = 500_000 * factor - 200_000 * index
            film.sales = 10_000 * (film.audience ?? 0)
            table.films.append(film)
        }
        return table
    }

    private static func month(_ number: Int) -> ClosedRange<Day> {
        CalendarUnit.month.days(
            around: Day(year: 2024, month: number, day: 1) ?? Day(daysSince1970: 0))
    }

    /// Exports the market or ranking of three months, and returns the document.
    private func export(
        _ command: String, as format: String, _ more: [String] = []
    ) async throws -> (bytes: Data, path: String, status: Int32) {
        let folder = TemporaryFolder.newURL.path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/document.\(format)"
        let added = AddedPlugins(sources: [Site()])
        let environment = Environment(["HOME": folder], services: Registry.services(added))
        var console = Console(environment: environment, added: added)
        let settings = Result { () throws(Fault) in
            try Settings(at: nil, environment: environment)
        }
        let arguments = [
            command, "--source", "site", "-q", "--format", format, "-o", path,
        ]
        let values = try Values(Arguments(arguments + more), settings, &console)
        let months = (1...3).map { Self.table(Self.month($0), $0) }
        let status = try await ExportRun.run(values, console) { source, _ throws(Fault) in
            let today = Day(year: 2025, month: 9, day: 1) ?? Day(daysSince1970: 0)
            if command == "market" {
                return Asked(
                    try MarketOfTables.rows(
                        of: months, values.selection, by: nil, nations: [.korean, .foreign],
                        comparesYears: false, from: source, today: today))
            }
            return Asked(
                try RankingOfTables.rows(
                    of: months, values.selection, nation: nil, kind: nil, from: source,
                    today: today))
        }
        return (try Data(contentsOf: URL(fileURLWithPath: path)), path, status)
    }

    @Test("The usual columns of a market have the upper bound of the admissions")
    func market() async throws {
        let text = String(decoding: try await export("market", as: "csv").bytes, as: UTF8.self)
        #expect(
            text.hasPrefix(
                """
                from,to,unit,nation,sales_at_least,sales_at_most,nation_share_at_least,\
                nation_share_at_most,audience_at_least,audience_at_most,films_known,is_consistent
                2024-01-01,2024-01-31,month,all,9000000000,9000000000,100.00,100.00,900000,900000,3,true
                2024-01-01,2024-01-31,month,korean,5000000000,6000000000,55.55,66.67,500000,600000,1,true

                """))
        #expect(text.split(separator: "\n").count == 10)
        let columns = ["--columns", "period,currency,fetched_at,source", "--month", "2024-02"]
        let some = try await export("market", as: "csv", columns).bytes
        #expect(
            String(decoding: some, as: UTF8.self).split(separator: "\n").dropFirst().first
                == "2024-02,KRW,2025-06-01T00:00:00+09:00,site")
    }

    @Test("A ranking has its rows up to --top, and empty cells where tables know nothing")
    func ranking() async throws {
        let more = ["--year", "2024", "--top", "2"]
        let text = String(
            decoding: try await export("ranking", as: "csv", more).bytes, as: UTF8.self)
        #expect(
            text == """
                rank,movie_code,title,open_date,audience_at_least,audience_at_most,sales_at_least,\
                sales_at_most,audience_total,days_on_chart,best_rank,is_rank_sure
                1,,가,,3000000,3000000,30000000000,30000000000,,,,true
                2,,나|다,,2400000,2400000,24000000000,24000000000,,,,true

                """)
    }

    @Test(
        "Documents for people say that these are sums of all films",
        arguments: [
            ("market", "markdown", ["90.0 ± 0.0 억원", "관객상한", "전체 영화가 있는 표의 합계"]),
            ("market", "html", ["90.0 ± 0.0 억원", "전체 영화가 있는 표의 합계", "<svg"]),
            ("market", "svg", ["시장 규모", "</svg>"]),
            ("ranking", "markdown", ["3,000,000", "모든 영화를 놓고"]),
            ("ranking", "html", ["3,000,000", "모든 영화를 놓고"]),
        ])
    func people(command: String, format: String, texts: [String]) async throws {
        let more = command == "ranking" ? ["--year", "2024"] : []
        let text = String(
            decoding: try await export(command, as: format, more).bytes, as: UTF8.self)
        for part in texts { #expect(text.contains(part), "\(format) has \(part)") }
        #expect(!text.contains("누락"))
    }

    @Test("A workbook is written, and Singer has the key", arguments: ["market", "ranking"])
    func others(command: String) async throws {
        let more = command == "ranking" ? ["--year", "2024"] : []
        #expect(try await export(command, as: "xlsx", more).bytes.starts(with: Data("PK".utf8)))
        guard command == "market" else { return }
        let text = String(decoding: try await export("market", as: "singer").bytes, as: UTF8.self)
        #expect(text.contains("\"audience_at_most\":900000"))
        #expect(text.contains("\"period\":\"2024-03\""))
    }

    @Test(
        "A database keeps a market with its upper bounds, and no films without a code",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func databases() async throws {
        let path = try await export("market", as: "sqlite").path
        let text = try await OtherProgram.output(
            of: [
                "python3", "-c",
                """
                import sqlite3, sys
                print(sqlite3.connect(sys.argv[1]).execute(
                    "SELECT period, nation, audience_at_most FROM market "
                    "WHERE nation = 'korean' ORDER BY period").fetchall())
                """, path,
            ], input: [])
        #expect(
            String(decoding: text, as: UTF8.self)
                == "[('2024-01', 'korean', 600000), ('2024-02', 'korean', 1600000), "
                + "('2024-03', 'korean', 2600000)]\n")
        for format in ["sqlite", "singer"] {
            let fault = await #expect(throws: Fault.self) {
                try await export("ranking", as: format, ["--year", "2024"])
            }
            #expect(fault?.kind == .malformed && fault?.code == "ranking-without-codes")
        }
    }
}
