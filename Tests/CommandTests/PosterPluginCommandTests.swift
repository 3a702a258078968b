import Foundation
import Loopback
import Testing

/// Sources of posters that are executables, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PosterPluginCommandTests {
    private static let hasPython = Tool.isThere("python3")
    private let chart = [
        "--source", "sample", "--top", "2", "--with", "posters", "--columns",
        "movie_code,poster_url",
    ]

    /// Writes a source of posters that has one for the films with that code.
    private func add(_ name: String, _ code: String, to folder: TemporaryFolder) throws {
        try folder.add(
            executable: "bo-export-posters-\(name)",
            """
            #!/bin/sh
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test","options":[\
            {"name":"host","default":"\(name)","help":"h"}]}}'
            while IFS= read -r film; do
                host=${film##*'"host":"'}
                case "$film" in *'"code":"'\(code)*) echo '{"poster":{"url":"https://'\
            "${host%%\\"*}"'.example/p.jpg","width":7,"height":10,"thumbnail_url":null,\
            "page_url":null,"confidence":1}}';; esac
                echo '{"end":{}}'
            done
            """)
    }

    @Test(
        "Sources are asked in the given order, each for the films that those before it lack")
    func order() async throws {
        let folder = try TemporaryFolder()
        try add("one", "20204548", to: folder)
        try add("two", "", to: folder)
        func rows(_ more: [String]) async throws -> [String] {
            let outcome = try await Program.run(chart + ["--plugin-dir", folder.url.path] + more)
            let lacks = outcome.rows.contains { $0.hasSuffix(",") }
            let told = "bo-export: warning: no poster was found for 1 of 2 films: 쥬라기 월드: 도미니언\n"
            #expect(outcome.status == 0)
            #expect(outcome.errors == (lacks ? told : ""))
            return outcome.rows.map(String.init).sorted()
        }
        #expect(
            try await rows(["--posters-from", "one,two"]) == [
                "20204548,https://one.example/p.jpg", "20206061,https://two.example/p.jpg",
            ])
        #expect(
            try await rows(["--posters-from", "two, one", "-O", "two.host=other"]) == [
                "20204548,https://other.example/p.jpg", "20206061,https://other.example/p.jpg",
            ])
        #expect(try await rows(["--posters-from", "one"]).last == "20206061,")
        let report = try await rows([
            "--posters-from", "one", "--report", folder.path("report.json"),
        ])
        #expect(report.count == 2)
        #expect(try folder.text("report.json").contains("\"plugin-posters-one\""))
    }

    @Test(
        "Wrong names, and options that do not go together, are refused",
        arguments: [
            (
                ["--posters-from", "on"],
                "there is no source of posters 'on'; known are one, kmdb, kakao"
            ),
            (["--posters-from", ""], "--posters-from needs a value"),
            (
                ["--posters-from", "one", "-O", "tow.host=x"],
                "there is no plugin in this run 'tow'"
            ),
            (["--posters-from", "one", "-O", "one.hst=x"], "there is no option of one 'hst'"),
        ])
    func refused(arguments: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder)
        let outcome = try await Program.run(
            chart + ["--plugin-dir", folder.url.path] + arguments)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        let alone = try await Program.run(["--source", "sample", "--posters-from", "kakao"])
        #expect(alone.status == 0, "a preference may be set for good: \(alone.errors)")
    }

    @Test("A wrong poster is a warning that names it; the chart is written")
    func wrong() async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder)
        let outcome = try await Program.run(
            chart + [
                "--plugin-dir", folder.url.path, "--posters-from", "one", "-O", "host=a b",
            ])
        #expect(outcome.status == 0 && outcome.rows.count == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("poster 1 of the plugin 'one': 'url' is not a web address"))
    }

    @Test("They are listed as the kind poster")
    func listed() async throws {
        let folder = try TemporaryFolder()
        try add("one", "", to: folder)
        let origin = ["plugins", "--plugin-dir", folder.url.path]
        let list = try await Program.run(origin)
        #expect(list.output.contains("poster  one          a test ("), "\(list.output)")
        let json = try await Program.run(origin + ["--json"])
        #expect(json.output.contains(#""name":"one","kind":"poster","summary":"a test""#))
    }

    @Test(
        "The sample of posters keeps to the protocol",
        .enabled(if: hasPython, "this needs python3"))
    func sample() async throws {
        let check = try await Program.run([
            "plugins", "check", "\(SamplePlugins.folder)/bo-export-posters-csvposters",
        ])
        #expect(check.status == 0, "\(check.output)")
        let outcome = try await Program.run(
            chart + ["--plugin-dir", SamplePlugins.folder, "--posters-from", "csvposters"])
        #expect(outcome.output.contains("20204548,https://posters.example/20204548.jpg\n"))
    }

    @Test(
        "The source of posters of Plugins/README.md can be pasted",
        .enabled(if: hasPython, "this needs python3"))
    func readme() async throws {
        let file = ChartFixtures.repository.appending(path: "Plugins/README.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let block = try #require(text.split(separator: "```python\n").dropFirst(2).first)
        let script = String(try #require(block.split(separator: "```\n").first))
        let folder = try TemporaryFolder()
        try folder.add(executable: "bo-export-posters-shelf", script)
        let check = try await Program.run([
            "plugins", "check", folder.path("bo-export-posters-shelf"),
        ])
        #expect(check.status == 0, "\(check.output)")
        let outcome = try await Program.run(
            chart + ["--plugin-dir", folder.url.path, "--posters-from", "shelf"])
        #expect(outcome.output.contains("20204548,https://posters.example/20204548.jpg\n"))
    }

    @Test("Offline, a source of figures is asked only if it needs no network")
    func offline() async throws {
        let folder = try TemporaryFolder()
        for (name, field) in [("near", #","asks_network":false"#), ("far", "")] {
            try folder.add(
                executable: "bo-export-source-\(name)",
                """
                #!/bin/sh
                IFS= read -r hello
                echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test",\
                "dataset":"things","columns":[{"name":"a","type":"integer"}]\(field)}}'
                while IFS= read -r query; do
                    echo '{"row":{"a":1}}'
                    echo '{"end":{}}'
                done
                """)
        }
        let origin = ["rows", "--offline", "--plugin-dir", folder.url.path, "--source"]
        let near = try await Program.run(origin + ["near"])
        #expect(near.status == 0 && near.output == "a\n1\n", "\(near.errors)")
        #expect(try await Program.run(origin + ["far"]).status == 78)
    }
}
