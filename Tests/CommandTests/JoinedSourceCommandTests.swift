import Foundation
import Loopback
import Testing

/// Two countries in one stream of Singer, week after week.
@Suite(.serialized, .enabled(if: Tool.isThere("python3"), "this needs python3"))
struct JoinedSourceCommandTests {
    private func weekend(_ friday: String, of sources: String) -> [String] {
        [
            "weekend", "--source", sources, "--plugin-dir", SamplePlugins.folder, "--date", friday,
        ]
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
