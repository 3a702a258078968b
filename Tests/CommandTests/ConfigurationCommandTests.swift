import Foundation
import Loopback
import Testing

/// Settings in the environment and in a configuration file, and the lines of `doctor` about them.
@Suite(.serialized) struct ConfigurationCommandTests {
    private let sample = ["--source", "sample", "--columns", "rank,title"]

    private func rows(
        _ home: Household, _ arguments: [String], _ environment: [String: String] = [:]
    )
        async throws -> (Int32, Int, String)
    {
        let outcome = try await home.run(
            arguments, at: "http://127.0.0.1:9", environment: environment)
        return (outcome.status, outcome.rows.count, outcome.errors)
    }

    @Test("An option wins over the environment, that over the file, that over the default")
    func precedence() async throws {
        let home = try Household()
        let (_, standard, _) = try await rows(home, sample)
        #expect(standard == 10)
        try home.configure("{\"top\": 7, \"daily\": {\"top\": 6}, \"header\": \"ko\"}")
        let (_, fromFile, errors) = try await rows(home, sample)
        #expect(fromFile == 6, "\(errors)")
        let (_, fromEnvironment, _) = try await rows(home, sample, ["BO_EXPORT_TOP": "4"])
        #expect(fromEnvironment == 4)
        let (_, given, _) = try await rows(home, sample + ["--top", "3"], ["BO_EXPORT_TOP": "4"])
        #expect(given == 3)
        let header = try await home.run(sample, at: "http://127.0.0.1:9")
        #expect(header.output.hasPrefix("순위,영화명\n"))
    }

    @Test(
        "Files may be JSON or YAML, and hold flags and lists",
        arguments: [
            (
                "config.json",
                "{\"format\": \"markdown\", \"option\": [\"marker=plain\", \"pad=false\"], \"quiet\": true}"
            ),
            (
                "config.yaml",
                "format: markdown\noption:\n  - marker=plain\n  - pad=false\nquiet: true\n"
            ),
            (
                "config.yml",
                "# 표\n{format: markdown, option: [marker=plain, pad=false], quiet: yes}"
            ),
        ])
    func forms(name: String, text: String) async throws {
        let home = try Household()
        try home.configure(text, in: name)
        let outcome = try await home.run(sample, at: "http://127.0.0.1:9")
        #expect(outcome.output.contains("| 순위 | 영화 |\n| --: | --- |\n| 1 | 범죄도시2 |"))
        let other = try await home.run(sample + ["-O", "marker=emoji"], at: "http://127.0.0.1:9")
        #expect(other.output.contains("|    1 | 범죄도시2"))
    }

    @Test(
        "An error in a file ends the run with 78 and is named",
        arguments: [
            ("{\"jbos\": 3}", "there is no setting 'jbos'; known are jobs"),
            ("{\"jobs\": 0}", "jobs, which "), ("{\"jobs\": [1]}", "the value of jobs is not"),
            ("{\"daily\": {\"tpo\": 3}}", "there is no setting 'tpo'; known are top, to"),
            ("{\"plugin-dir\": \"\"}", "is refused: it is empty"),
            ("{\"daily\": 3}", "there is no setting 'daily'"), ("{", "is not a configuration"),
            ("[1]", "is not a configuration"),
            ("{\"keep-going\": \"maybe\"}", "is not true or false"),
            ("{\"from\": \"2022-01-01\", \"last\": 3}", "cannot be used together"),
        ])
    func mistakes(text: String, message: String) async throws {
        let home = try Household()
        try home.configure(text)
        let (status, _, errors) = try await rows(home, sample)
        #expect(status == (message.hasPrefix("cannot be used") ? 64 : 78), "\(errors)")
        #expect(errors.contains(message), "\(errors)")
    }

    @Test("A setting is ignored if the command line chooses another way")
    func rivals() async throws {
        let home = try Household()
        try home.configure(
            "{\"jobs\": 8, \"format\": \"markdown\", \"option\": [\"marker=emoji\"], "
                + "\"columns\": \"rank,title\", \"quiet\": true, \"offline\": true, \"update\": true}"
        )
        let sample = ["--source", "sample"]
        let csv = try await home.run(sample + ["--format", "csv", "-v"], at: "http://127.0.0.1:9")
        #expect(csv.status == 0 && csv.output.hasPrefix("rank,title\n1,"), "\(csv.errors)")
        let markdown = try await home.run(sample, at: "http://127.0.0.1:9")
        #expect(markdown.output.contains("| 순위 | 영화"))
        let refresh = try await rows(home, ["--refresh", "--retries", "0", "--date", "2022-05-01"])
        #expect(refresh.0 == 69, "\(refresh.2)")
        let columns = try await rows(home, ["columns"])
        #expect(columns.0 == 0)
    }

    @Test(
        "doctor's status is the same as a run's",
        arguments: [
            ("{\"jobs\": 0}", 78), ("{\"daily\": {\"top\": 11}}", 78),
            ("{\"format\": \"nope\"}", 64),
            ("{}", 0), ("{\"columns\": \"rank\"}", 0),
        ] as [(String, Int32)])
    func doctorsStatus(text: String, status: Int32) async throws {
        let home = try Household()
        try home.configure(text)
        let doctor = try await home.run(["doctor"], at: "http://127.0.0.1:9")
        #expect(doctor.status == status, "\(doctor.errors)")
    }

    @Test("A named file must exist; two files in one place are refused")
    func places() async throws {
        let home = try Household()
        #expect(try await rows(home, sample + ["--config", "/nonexistent"]).0 == 78)
        #expect(try await rows(home, sample, ["BO_EXPORT_CONFIG": "/nonexistent"]).0 == 78)
        try home.configure("{}")
        try home.configure("", in: "config.yaml")
        #expect(try await rows(home, sample).0 == 78)
        let file = home.folder.path("other.json")
        try Data("{\"top\": 2}".utf8).write(to: URL(filePath: file))
        #expect(try await rows(home, sample + ["--config", file]).1 == 2)
        #expect(try await rows(home, sample, ["BO_EXPORT_CONFIG": file]).1 == 2)
    }

    @Test("A key may be in the file; doctor shows the origin of every value, and no key")
    func doctor() async throws {
        let home = try Household(key: "")
        let server = try LoopbackKOBIS(key: "CANARY-77aa")
        try home.configure(
            "{\"kobis-api-key\": \"CANARY-77aa\", \"jobs\": 8, \"kobis-quota\": 100}")
        try await server.run { url in
            let run = try await home.run(["--date", "2022-05-01"], at: url)
            #expect(run.status == 0, "\(run.errors)")
            let doctor = try await home.run(
                ["doctor", "--online", "-v"], at: url, environment: ["BO_EXPORT_TOP": "5"])
            #expect(doctor.status == 0)
            let lines = doctor.output.split(separator: "\n").map {
                $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            }
            let path = home.folder.path(".config/bo-export/config.json")
            #expect(lines.contains("jobs 8 (\(path))"))
            #expect(lines.contains("top 5 (BO_EXPORT_TOP)"))
            #expect(lines.contains("timeout 30 (default)"))
            #expect(lines.contains("calls 1 of 100 made today"))
            #expect(doctor.output.contains("asked KOBIS for the daily chart of "))
            #expect(doctor.errors.contains("holds a key and can be read by others"))
            #expect(!(doctor.output + doctor.errors).contains("CANARY"))
        }
        let bare = try await Program.run(["doctor"])
        #expect(bare.status == 78)
        #expect(bare.errors.contains("there is no key: KOBIS_API_KEY is not set"))
    }

    @Test("Every option of every command can be set")
    func completeness() async throws {
        let help = try await Program.shell(
            "for c in daily movies movie codes; do \"$0\" help $c; done")
        let names = help.output.split(separator: "\n").compactMap { line -> String? in
            guard let range = line.range(of: "--[a-z-]+", options: .regularExpression),
                line.hasPrefix("  -")
            else { return nil }
            return String(line[range].dropFirst(2))
        }
        #expect(Set(names).count > 25)
        let home = try Household()
        let doctor = try await home.run(["doctor", "-v"], at: "http://127.0.0.1:9")
        // These control how the program itself runs, or belong to one search or table only.
        let others = [
            "config", "verbose", "version", "help", "title", "director", "opened", "produced",
            "pivot",
        ]
        for name in Set(names).subtracting(others) {
            #expect(doctor.output.contains("  \(name) "), "\(name)")
        }
    }
}
