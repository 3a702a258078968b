import Foundation
import Loopback
import Testing

/// Two countries in one database and one stream of Singer, week after week.
@Suite(.serialized, .enabled(if: Tool.isThere("python3"), "this needs python3"))
struct JoinedSourceCommandTests {
    private func weekend(_ friday: String, of sources: String) -> [String] {
        [
            "weekend", "--source", sources, "--plugin-dir", SamplePlugins.folder, "--date", friday,
        ]
    }

    @Test("A database has the rows of both, and a run of one does not change the other's")
    func database() async throws {
        let home = try Household()
        let file = home.folder.path("a.db")
        let server = try LoopbackKOBIS()
        @Sendable func rows(_ statement: String) async throws -> String {
            try await home.shell(
                """
                python3 -c "import sqlite3, sys
                for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)
                " "$DIR/a.db" '\(statement)'
                """, at: ""
            ).output
        }
        let ofKOBIS = #"SELECT * FROM charts WHERE source = "kobis-json""#
        try await server.run { url in
            for (friday, sources) in [
                ("2024-01-26", "kobis-json"), ("2024-02-02", "kobis-json,cinemart"),
            ] {
                let run = try await home.run(weekend(friday, of: sources) + ["-o", file], at: url)
                #expect(run.status == 0, "\(run.errors)")
            }
            let before = try await rows(ofKOBIS)
            let alone = try await home.run(
                weekend("2024-02-02", of: "cinemart") + ["-o", file], at: url)
            #expect(alone.status == 0, "\(alone.errors)")
            #expect(try await rows(ofKOBIS) == before)
        }
        #expect(
            try await rows(
                #"SELECT source, "from", country, currency, decimals, count(*) FROM box_office "#
                    + "GROUP BY 1, 2") == """
                    cinemart 2024-02-02 US USD 2 6
                    kobis-json 2024-01-26 KR KRW 0 10
                    kobis-json 2024-02-02 KR KRW 0 10

                    """)
        #expect(
            try await rows(
                #"SELECT movie_code, sales_amount, title FROM box_office WHERE source = "cinemart" "#
                    + "ORDER BY rank LIMIT 1") == "CM-004 720195483 Figment of the Bay\n")
        #expect(try await rows("PRAGMA integrity_check") == "ok\n")
    }

    @Test("A state has the bookmarks of both, and the next run has the week after them")
    func singer() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        @Sendable func run(_ friday: String, at url: String) async throws -> (
            records: [String], state: String
        ) {
            let run = try await home.run(
                weekend(friday, of: "kobis-json,cinemart") + [
                    "--format", "singer", "--state", file,
                ],
                at: url)
            #expect(run.status == 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n").map(String.init)
            let records = lines.filter { $0.contains(#""RECORD""#) }.compactMap { line in
                line.firstMatch(
                    of: /"source":"([^"]*)","currency":"(...)".*"from":"([^"]*)"/
                ).map { "\($0.1) \($0.2) \($0.3)" }
            }
            try Data((lines.last ?? "").utf8).write(to: URL(filePath: file))
            return (records, lines.last ?? "")
        }
        @Sendable func expected(_ friday: String) -> [String] {
            Array(repeating: "kobis-json KRW \(friday)", count: 10)
                + Array(repeating: "cinemart USD \(friday)", count: 6)
        }
        try Data().write(to: URL(filePath: file))
        try await server.run { url in
            let first = try await run("2024-01-26", at: url)
            #expect(first.records == expected("2024-01-26"))
            let second = try await run("2024-02-02", at: url)
            #expect(second.records == expected("2024-02-02"))
            for source in ["kobis-json", "cinemart"] {
                #expect(
                    second.state.contains(
                        #"{"source":"\#(source)","chart":"weekend","region":"all","nation":"all","#
                            + #""kind":"all"},"replication_key":"to","#
                            + #""replication_key_value":"2024-02-04""#))
            }
            #expect(try await run("2024-02-02", at: url).records == [])
        }
    }
}
