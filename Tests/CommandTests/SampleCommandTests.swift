import Foundation
import Loopback
import Testing

/// The sample, which a user can run right after building the program.
@Suite(.serialized) struct SampleCommandTests {
    private static var expected: String {
        get throws {
            let file = ChartFixtures.repository.appending(
                path: "Samples/week-2022-05-30/expected.csv")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    @Test("The sample shows its last day: a header and ten rows with the published figures")
    func lastDay() async throws {
        let outcome = try await Program.run(["--source", "sample", "--format", "csv"])
        let lines = try Self.expected.split(separator: "\n")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let day = ([lines[0]] + lines.suffix(10)).joined(separator: "\n") + "\n"
        #expect(outcome.output == day)
    }

    @Test(
        "Its week is the same as the register published, byte for byte",
        arguments: [
            ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-05"],
            ["daily", "--source", "sample", "--last", "7", "--jobs", "1"],
            [
                "--replay", "Samples/week-2022-05-30/recordings", "--from", "20220530", "--to",
                "20220605",
            ],
        ])
    func week(arguments: [String]) async throws {
        let arguments = arguments.map { argument in
            argument.hasPrefix("Samples/")
                ? ChartFixtures.repository.appending(path: argument).path : argument
        }
        let outcome = try await Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(try outcome.output == Self.expected)
    }

    @Test(
        "The time zone of the machine and its language change nothing",
        arguments: [
            ["TZ": "America/New_York"], ["TZ": "Pacific/Kiritimati"], ["LANG": "C", "LC_ALL": "C"],
            ["TZ": "nonsense", "HOME": ""],
        ])
    func environments(environment: [String: String]) async throws {
        let outcome = try await Program.run(
            ["--source", "sample", "--last", "7"], environment: environment)
        #expect(try outcome.output == Self.expected)
    }

    @Test("Chosen columns come in their order, under the chosen header")
    func columns() async throws {
        let outcome = try await Program.run([
            "--source", "sample", "--columns", "title, rank_marker,date", "--header", "ko",
            "--top", "2", "--date", "2022-06-01",
        ])
        #expect(
            outcome.output == """
                영화명,변동,날짜
                쥬라기 월드: 도미니언,▲8,2022-06-01
                범죄도시2,▼1,2022-06-01\n
                """)
        let bare = try await Program.run([
            "--source", "sample", "--columns", "rank", "--header", "none", "--top", "1",
        ])
        #expect(bare.output == "1\n")
    }

    @Test(
        "Another day, or a narrower chart, is 64 and says what the sample holds",
        arguments: [
            ["--date", "2022-06-06"], ["--date", "yesterday"], ["--from", "2022-05-29"],
            ["--last", "8"], ["--region", "서울"], ["--nation", "korean"],
        ])
    func otherPeriods(arguments: [String]) async throws {
        let outcome = try await Program.run(["--source", "sample"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("bo-export: error: "))
        #expect(outcome.errors.contains("the sample holds"))
    }

    @Test(
        "Help, version, plugins and columns go to standard output, with status 0",
        arguments: [
            (["--help"], "EXAMPLES"), (["daily", "--help"], "--region"), (["--version"], "0.1.0"),
            (["plugins"], "kobis-json"), (["columns"], "관객수"), (["help", "daily"], "--columns"),
        ])
    func information(arguments: [String], text: String) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output.contains(text))
    }

    @Test("A run whose reader closes the pipe succeeds")
    func head() async throws {
        let outcome = try await Program.shell(
            #"{ "$0" --source sample --last 7; echo "status $?" >&2; } | head -n 1"#)
        #expect(outcome.output.hasPrefix("date,"))
        #expect(outcome.errors == "status 0\n")
    }

    @Test("Standard output that is full or closed is 74", arguments: [">/dev/full", ">&-"])
    func brokenOutput(redirection: String) async throws {
        let outcome = try await Program.shell("\"$0\" --source sample \(redirection)")
        #expect(outcome.status == 74)
        #expect(outcome.errors.hasPrefix("bo-export: error: 'standard output' cannot be written"))
    }
}
