import Foundation
import Loopback
import Testing

/// Sources of other countries, as a user sees them: the sample `cinemart`, and that of a page.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Tool.isThere("python3"), "this needs python3"))
struct ForeignSourceCommandTests {
    private let origin = [
        "weekend", "--source", "cinemart", "--plugin-dir", SamplePlugins.folder,
    ]

    @Test("Amounts have dollars and cents, and rows their source, country and currency")
    func amounts() async throws {
        let columns = [
            "--date", "2024-02-02", "--top", "2", "--columns",
            "source,country,currency,chart,year_week,from,to,rank,rank_marker,title,sales_amount,sales_total",
        ]
        let csv = try await Program.run(origin + columns)
        #expect(csv.status == 0 && csv.errors == "", "\(csv.errors)")
        #expect(
            csv.output == """
                source,country,currency,chart,year_week,from,to,rank,rank_marker,title,sales_amount,sales_total
                cinemart,US,USD,weekend,202405,2024-02-02,2024-02-04,1,-,Figment of the Bay,7201954.83,21336284.79
                cinemart,US,USD,weekend,202405,2024-02-02,2024-02-04,2,-,The Made-Up Sister,6552189.04,66198355.67

                """, "\(csv.output)")
        let jsonl = try await Program.run(
            origin + ["--date", "2024-01-26", "--top", "1", "--format", "jsonl"] + [
                "--columns", "title,sales_amount,currency",
            ])
        #expect(
            jsonl.output
                == "{\"title\":\"Figment of the Bay\",\"sales_amount\":10354827.90,\"currency\":\"USD\"}\n"
        )
    }

    @Test("A wiki's table keeps the cents, and names the source of the rows")
    func wiki() async throws {
        let outcome = try await Program.run(
            origin + [
                "--date", "2024-01-26", "--top", "1", "--format", "mediawiki", "--header", "en",
                "--columns", "source,title,sales_amount,sales_share",
            ])
        #expect(
            outcome.output == """
                {| class="wikitable sortable"
                |+ 박스오피스
                ! source !! title !! <nowiki>sales_amount</nowiki> !! <nowiki>sales_share</nowiki>
                |-
                | cinemart
                | Figment of the Bay
                | style="text-align:right" | 10,354,827.90
                | style="text-align:right" | 17.7
                |}

                """, "\(outcome.output)\(outcome.errors)")
    }

    @Test("An external format gets the rows of two sources, by period and source")
    func joined() async throws {
        let folder = try TemporaryFolder()
        try folder.add(format: "lines", fields: #","editions":true,"columns":["rank"]"#, "cat")
        try folder.add(
            executable: "bo-export-source-ours",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"ours","summary":"a test","charts":["weekend"],\
            "from":"2024-01-26","empty_charts":true,"country":"KR",\
            "columns":[{"name":"rank"},{"name":"sales_amount"}]}}'
            while read -r query; do
                case "$query" in *2024-01-26*) echo '{"row":{"rank":1,"sales_amount":12345}}' ;; esac
                echo '{"end":{}}'
            done
            """)
        let outcome = try await Program.run([
            "weekend", "--source", "ours,cinemart", "--from", "2024-01-26", "--to", "2024-02-04",
            "--top", "1", "--format", "lines", "--plugin-dir", folder.url.path, "--plugin-dir",
            SamplePlugins.folder,
        ])
        func edition(_ from: String, _ to: String, _ source: String) -> String {
            #"{"edition":{"chart":"weekend","from":"\#(from)","to":"\#(to)","region":null,"#
                + #""nation":null,"kind":null,"source":"\#(source)"}}"#
        }
        func row(_ source: String, _ currency: String) -> String {
            #"{"row":{"source":"\#(source)","currency":"\#(currency)","rank":1}}"#
        }
        #expect(
            outcome.output.split(separator: "\n").map(String.init) == [
                edition("2024-01-26", "2024-01-28", "ours"), row("ours", "KRW"),
                edition("2024-01-26", "2024-01-28", "cinemart"), row("cinemart", "USD"),
                edition("2024-02-02", "2024-02-04", "ours"),
                edition("2024-02-02", "2024-02-04", "cinemart"), row("cinemart", "USD"),
                #"{"end":{}}"#,
            ], "\(outcome.output)\(outcome.errors)")
    }

    /// A film's line on a chart of `cinemart`.
    private struct Line {
        let from: String, rank: Int, change: Int?, isNew: Bool, code: String
        /// The sales in cents, like `total`; `share` is in tenths of a percent.
        let sales: Int, share: Int, total: Int

        init?(_ text: Substring) {
            let cells = text.split(separator: ",", omittingEmptySubsequences: false)
            func number(_ cell: Substring) -> Int? { Int(cell.filter { $0 != "." }) }
            guard cells.count == 8, let rank = Int(cells[1]), let sales = number(cells[5]),
                let share = number(cells[6]), let total = number(cells[7])
            else { return nil }
            (from, self.rank, change) = (String(cells[0]), rank, Int(cells[2]))
            (isNew, code) = (cells[3] == "true", String(cells[4]))
            (self.sales, self.share, self.total) = (sales, share, total)
        }
    }

    @Test("The figures of the four weekends agree with each other")
    func figures() async throws {
        let outcome = try await Program.run(
            origin + [
                "--from", "2024-01-26", "--to", "2024-02-18", "--columns",
                "from,rank,rank_change,is_new,movie_code,sales_amount,sales_share,sales_total",
            ])
        let lines = outcome.rows.compactMap(Line.init)
        #expect(lines.count == 24, "\(outcome.output)\(outcome.errors)")
        var before: [Line] = []
        for weekend in ["2024-01-26", "2024-02-02", "2024-02-09", "2024-02-16"] {
            let chart = lines.filter { $0.from == weekend }
            #expect(chart.map(\.rank) == Array(1...6))
            #expect(chart.map(\.sales) == chart.map(\.sales).sorted(by: >))
            // The sales of all films, computed from each share.
            let markets = chart.map { Double($0.sales) / Double($0.share) }
            #expect((markets.max() ?? 2) / (markets.min() ?? 1) < 1.02)
            #expect(chart.reduce(0) { $0 + $1.share } < 1000)
            for line in chart {
                let last = before.first { $0.code == line.code }
                #expect(line.total >= line.sales && (line.change == nil) == line.isNew)
                if let last {
                    #expect(line.change == last.rank - line.rank)
                    // The total includes the days between two weekends.
                    #expect(line.total > last.total + line.sales)
                } else if !before.isEmpty {
                    #expect(line.isNew)
                }
            }
            before = chart
        }
    }

    @Test("A weekend that it lacks is refused, and one that it has needs no network")
    func held() async throws {
        let outcome = try await Program.run(origin + ["--date", "2024-02-24"])
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("holds days from 2024-01-26 to 2024-02-18"))
        let offline = try await Program.run(origin + ["--date", "2024-02-16", "--offline"])
        #expect(offline.status == 0, "\(offline.errors)")
    }

    @Test(
        "The list of plugins names the origin of a source's figures, in both languages",
        arguments: [
            (
                "en",
                """
                        charts: weekend, from 2024-01-26 to 2024-02-18
                        country: US
                        currency: USD
                        day ends: 34:00 after 00:00 UTC
                        language: en
                        rows: 6
                        final after: 3 days
                        it asks no network

                """
            ),
            (
                "ko",
                """
                        박스오피스: weekend, 2024-01-26부터 2024-02-18까지
                        국가: US
                        통화: USD
                        하루 마감: UTC 0시 기준 +34:00
                        제목 언어: en
                        행 수: 6
                        확정: 3일 뒤
                        네트워크를 쓰지 않습니다

                """
            ),
        ])
    func list(language: String, lines: String) async throws {
        let outcome = try await Program.run([
            "plugins", "cinemart", "--plugin-dir", SamplePlugins.folder, "--lang", language,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output.contains(")\n\(lines)        year_week     text "), "\(outcome.output)")
    }

    @Test("The list in JSON has the origin of every source, or null if the manifest has none")
    func json() async throws {
        let outcome = try await Program.run([
            "plugins", "--plugin-dir", SamplePlugins.folder, "--json",
        ])
        func says(_ name: String, _ fields: String) -> Bool {
            outcome.output.split(separator: "\n").contains {
                $0.hasPrefix("{\"name\":\"\(name)\",") && $0.contains(",\(fields),\"options\":")
            }
        }
        for (name, fields) in [
            (
                "cinemart",
                #""country":"US","currency":"USD","day_ends":"34:00","language":"en","rows":6,"order":null,"final_after":3,"asks_network":false"#
            ),
            (
                "kobis-xml",
                #""country":"KR","currency":"KRW","day_ends":"15:00","language":"ko","rows":10,"order":"audience_count","final_after":3"#
            ),
            (
                "csvchart",
                #""country":null,"currency":"KRW","day_ends":"15:00","language":null,"rows":null,"order":null,"final_after":3,"asks_network":true"#
            ),
            (
                "csv",
                #""country":null,"currency":null,"day_ends":null,"language":null,"rows":null,"order":null,"final_after":null"#
            ),
        ] {
            #expect(says(name, fields), "\(name): \(outcome.output)")
        }
    }

    @Test("The source of Plugins/README.md can be pasted")
    func readme() async throws {
        let file = ChartFixtures.repository.appending(path: "Plugins/README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(text.split(separator: "```python\n").dropFirst(3).first)
        let script = String(try #require(block.split(separator: "```\n").first))
        #expect(script.split(separator: "\n").count < 25)
        let folder = try TemporaryFolder()
        try folder.add(executable: "bo-export-source-boston", script)
        let check = try await Program.run([
            "plugins", "check", folder.path("bo-export-source-boston"),
        ])
        #expect(check.status == 0, "\(check.output)")
        let outcome = try await Program.run([
            "--source", "boston", "--date", "2024-01-26", "--plugin-dir", folder.url.path,
            "--columns", "date,title,sales_amount,currency,ticket_price",
        ])
        #expect(
            outcome.output == """
                date,title,sales_amount,currency,ticket_price
                2024-01-26,An Invented Winter,8125.50,USD,11.61
                2024-01-26,The Made-Up Sister,640.25,USD,10.50

                """, "\(outcome.output)\(outcome.errors)")
    }
}
