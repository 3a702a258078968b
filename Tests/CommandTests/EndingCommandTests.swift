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

    @Test("Settings for CSV apply if the ending chooses CSV")
    func profile() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            sample + ["-o", folder.path("x.csv")],
            environment: ["BO_EXPORT_PROFILE": "excel", "BO_EXPORT_FORMAT": "jsonl"])
        #expect(outcome.status == 0)
        #expect(try folder.text("x.csv").contains("날짜,순위,순위증감"))
    }
}
