import Foundation
import Loopback
import Testing

/// Pages as a user asks for them.
@Suite struct HTMLCommandTests {
    private static let week = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"]

    @Test(
        "The same rows give the same bytes: another time zone, locale or number of jobs",
        arguments: ["table", "cards", "mail"])
    func sameBytes(layout: String) async throws {
        var pages: [String] = []
        for (jobs, environment) in [
            ("1", ["TZ": "Asia/Seoul"]),
            ("8", ["TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8"]),
        ] {
            let outcome = try await Program.run(
                Self.week + ["--jobs", jobs, "--format", "html", "-O", "layout=\(layout)"],
                environment: environment)
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
            pages.append(outcome.output)
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].hasSuffix("</html>\n"))
        #expect(!pages[0].contains("2026"))
        if layout == "mail" { #expect(pages[0].utf8.count < 100_000) }
    }

    @Test(
        "Only figures that may still change are called provisional, in charts, runs and markets"
    )
    func provisional() async throws {
        let server = try LoopbackKOBIS()
        try await server.run { url in
            for (arguments, isProvisional) in [
                (["--date", "yesterday"], true), (["--date", "2022-06-01"], false),
                (["market", "--date", "yesterday"], true),
                (["market", "--date", "2022-06-01"], false),
            ] {
                let outcome = try await Program.run(
                    against: url, arguments + ["--format", "html", "-q"])
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("잠정치이며") == isProvisional, "\(arguments)")
            }
        }
    }
}
