import Foundation
import Loopback
import Testing

/// The column that says whether figures are final, at the command line.
@Suite(.serialized) struct FinalityCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
        let films = (0..<10).map { ("2019000\($0)", "영화 \($0)", 100 - $0) }
        for ago in 1...5 {
            let day = Household.day(ago: ago).replacing("-", with: "")
            for filter in ["", " K", " F"] { server.set(films: films, on: day + filter) }
        }
    }

    /// Returns the days with what the column says of all their rows.
    private func finality(_ rows: [Substring]) -> [Substring] {
        rows.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Returns the same of five days, the latest first, and all others false.
    private func days(final: Set<Int>) -> [Substring] {
        (1...5).reversed().map { "\(Household.day(ago: $0)),\(final.contains($0))" }
    }

    @Test(
        "A day is final on the third day after it, unless its chart is short",
        arguments: [[], ["--deep"], ["--cross-check"]])
    func days(options: [String]) async throws {
        let short = Household.day(ago: 4).replacing("-", with: "")
        server.give(.absentRows(["10"]), to: "\(short) ")
        try await server.run { [self] url in
            let outcome = try await home.run(
                ["--last", "5", "--columns", "date,확정"] + options, at: url)
            #expect(finality(outcome.rows) == days(final: [5, 3]), "\(outcome.errors)")
        }
    }

    @Test("A file keeps what the column says, or the time of the answer decides")
    func file() async throws {
        let path = home.folder.path("a.csv")
        try await server.run { [self] url in
            for (columns, final) in [
                ("default,source,is_final", [5, 4, 3]), ("default,source,fetched_at", [5, 4, 3]),
                ("default,source", []),
            ] as [(String, Set<Int>)] {
                _ = try await home.run(
                    ["--last", "5", "-q", "-o", path, "--columns", columns], at: url)
                let file = ["--source", "file", "-O", "path=\(path)", "--columns"]
                let rows = try await home.run(file + ["date,is_final"], at: url).rows
                #expect(finality(rows) == days(final: final), "\(columns)")
            }
        }
    }

    @Test("A file that is updated says again of its rows whether they are final")
    func update() async throws {
        let path = home.folder.path("u.csv")
        let run = [
            "--from", Household.day(ago: 3), "--top", "1", "--columns", "date,is_final,fetched_at",
            "-q", "--update", "-o", path,
        ]
        try await server.run { [self] url in
            for _ in 0..<2 {
                let outcome = try await home.run(run, at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                let text = try home.folder.text("u.csv")
                let cells = text.split(separator: "\n").dropFirst().map {
                    $0.split(separator: ",")[1]
                }
                #expect(cells == ["true", "false", "false"])
            }
        }
    }
}
