import Foundation
import Loopback
import Testing

/// `--date latest` with a KOBIS that has not published yesterday's chart yet.
@Suite struct LatestCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let yesterday = Household.yesterday
    private let before = Household.day(ago: 2)
    private let note: String

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
        note =
            "bo-export: \(yesterday): the chart is not published yet; "
            + "the period before it is asked for instead\n"
    }

    private func hold(back charts: String...) {
        for chart in charts {
            server.give(.emptyList, to: yesterday.replacing("-", with: "") + chart)
        }
    }

    @Test("--allow-empty takes an empty chart only if the one before is empty, too")
    func allowed() async throws {
        hold(back: " ")
        try await server.run { url in
            let outcome = try await home.run(["--date", "latest", "--allow-empty"], at: url)
            #expect(outcome.status == 0 && outcome.rows.count == 10 && outcome.errors == note)
        }
    }

    @Test(
        "It is the last day that is over, and nothing more is asked for",
        arguments: ["latest", " 최근", "LATEST"])
    func published(word: String) async throws {
        try await server.run { [self] url in
            let outcome = try await home.run(["--date", word, "--columns", "date"], at: url)
            #expect(outcome.status == 0 && outcome.errors == "")
            #expect(outcome.rows == Array(repeating: yesterday[...], count: 10))
            #expect(server.seen.count == 1)
        }
    }

    @Test("While that is not published, it is the day before, told in one line")
    func notPublished() async throws {
        hold(back: "")
        let day = ["--date", "latest", "--columns", "date", "--top", "1"]
        try await server.run { [self] url in
            let plain = try await home.run(
                day + [
                    "--report", home.folder.path("r.json"), "-o", home.folder.path("{date}.csv"),
                ],
                at: url)
            #expect(plain.status == 0)
            let path = home.folder.path("\(before).csv")
            #expect(plain.errors == note + "bo-export: wrote 1 row to '\(path)'\n")
            #expect(try home.folder.text("\(before).csv") == "date\n\(before)\n")
            let report = try home.folder.text("r.json")
            #expect(report.contains("\"kobis\" : 2") && report.contains("\"status\" : 0"))
            #expect(report.contains("\"missing\" : [\n\n  ]"))
            let quiet = try await home.run(day + ["-q"], at: url)
            #expect(quiet.status == 0 && quiet.errors == "" && quiet.rows == [before[...]])
            let kept = try await home.run(day + ["--offline"], at: url)
            #expect(kept.status == 0 && kept.rows == [before[...]])
            #expect(kept.errors.contains("not in the archive") && kept.errors.contains("instead"))
            let korean = try await home.run(day + ["--lang", "ko"], at: url)
            #expect(korean.errors.hasSuffix(". 대신 그 전 기간을 요청합니다\n"))
            let goesOn = try await home.run(day + ["--keep-going", "--cross-check"], at: url)
            #expect(goesOn.status == 0 && goesOn.errors == note && goesOn.rows == [before[...]])
            let named = try await home.run(["--date", "yesterday"], at: url)
            #expect(named.status == 75)
        }
    }

    @Test(
        "Every command with --date takes it",
        arguments: [
            ["--deep", "--columns", "date"], ["market", "--columns", "to"],
            ["ranking", "--columns", "to"],
        ])
    func commands(arguments: [String]) async throws {
        hold(back: "", " K", " F")
        try await server.run { [self] url in
            let outcome = try await home.run(
                arguments
                    + ["--date", "latest", "--top", "1"].prefix(
                        arguments.contains("market") ? 2 : 4), at: url)
            #expect(outcome.status == 0 && outcome.rows == [before[...]], "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix(note))
        }
    }

    @Test("It goes back one period and no further, and is no day of a range")
    func limits() async throws {
        hold(back: "")
        server.give(.status(500), to: before.replacing("-", with: ""))
        try await server.run { [self] url in
            let failed = try await home.run(["--date", "latest"], at: url)
            #expect(failed.status == 69 && failed.output == "")
            for range in [["--from", "latest"], ["--from", "2022-06-01", "--to", "latest"]] {
                #expect(try await home.run(range, at: url).status == 64)
            }
            let sample = try await Program.run(
                ["--source", "sample", "--date", "latest", "--columns", "date", "--top", "1"])
            #expect(sample.rows == ["2022-06-05"])
        }
    }
}
