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
}
