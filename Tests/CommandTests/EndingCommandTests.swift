import Foundation
import Loopback
import Testing

/// The format that a file's ending stands for, with settings and formats of plugins.
@Suite struct EndingCommandTests {
    private let sample = ["--source", "sample", "--top", "1", "-q"]

    @Test(
        "Settings for CSV do not affect a file of another format, including a plugin's",
        .enabled(if: Tool.isThere("python3"), "this needs python3"),
        arguments: [
            ["BO_EXPORT_PROFILE": "excel"], ["BO_EXPORT_OPTION": "delimiter=;"],
            ["BO_EXPORT_UPDATE": "true"],
        ])
    func settings(variables: [String: String]) async throws {
        let folder = try TemporaryFolder()
        let plugins = [
            "--plugin-dir", ChartFixtures.repository.appending(path: "Samples/plugins").path,
        ]
        let documents = [
            ("a.wiki", "{| class"), ("b.jsonl", "{\"date\""), ("c.md", "## 2022년"),
            ("d.html", "<!DOCTYPE html>\n<html lang=\"ko\">"),
        ]
        for (name, start) in documents {
            let outcome = try await Program.run(
                sample + plugins + ["-o", folder.path(name)],
                environment: variables.merging(["HOME": folder.url.path]) { $1 })
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
            #expect(try folder.text(name).hasPrefix(start))
        }
    }

    @Test(
        "An ending that is one slip from a plugin's is refused, and the hint can be pasted",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func misspelt() async throws {
        let folder = try TemporaryFolder()
        let plugins = [
            "--plugin-dir", ChartFixtures.repository.appending(path: "Samples/plugins").path,
        ]
        for (name, meant) in [("a.wkii", "a.wiki"), ("a.xlxs", "a.xlsx")] {
            let outcome = try await Program.run(sample + plugins + ["-o", folder.path(name)])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("the nearest is .\(meant.dropFirst(2))\n"))
            #expect(outcome.errors.hasSuffix("-o \(folder.path(meant))\n"), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        }
    }

    @Test("Settings for CSV apply if the ending chooses CSV")
    func profile() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            sample + ["-o", folder.path("x.csv")],
            environment: ["BO_EXPORT_PROFILE": "excel", "BO_EXPORT_FORMAT": "jsonl"])
        #expect(outcome.status == 0)
        #expect(try folder.text("x.csv").contains("날짜,순위,순위증감"))
    }

    @Test(".tsv is CSV with tabs, unless another delimiter is given")
    func tabs() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("x.tsv")
        _ = try await Program.run(sample + ["--columns", "rank,title", "-o", file])
        #expect(try folder.text("x.tsv") == "rank\ttitle\n1\t범죄도시2\n")
        _ = try await Program.run(
            sample + ["--columns", "rank,title", "-o", file, "-O", "delimiter=;"])
        #expect(try folder.text("x.tsv") == "rank;title\n1;범죄도시2\n")
    }

    @Test(
        "On a terminal the chart is a table that fits its width",
        .enabled(if: Tool.isThere("script"), "this needs script"),
        arguments: [60, 80])
    func terminal(width: Int) async throws {
        let outcome = try await Program.shell(
            """
            script -qec "stty cols \(width); TERM=dumb '$0' --source sample 2>/dev/null" /dev/null </dev/null
            """)
        let lines = outcome.output.split(whereSeparator: \.isNewline)
        #expect(lines.first == "## 2022년 6월 5일 (일) 일별 박스오피스")
        #expect(lines.count == 14 && lines.last?.hasPrefix("화면이 좁아 생략한 열: ") == true)
        let piped = try await Program.run(["--source", "sample"])
        #expect(piped.output.hasPrefix("date,rank,"))
    }
}
