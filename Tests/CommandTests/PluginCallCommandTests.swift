import Foundation
import Loopback
import Testing

/// The counting of requests to plugins.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginCallCommandTests {
    /// Makes a folder with a source of daily charts that logs each query and runs `body` for it.
    private func source(_ body: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-net",
            """
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"net","summary":"a test","charts":["daily"],\
            "from":"2000-01-01","columns":[{"name":"rank"},{"name":"title"}]}}'
            while read -r query; do
                echo asked >>'\(folder.url.path)/asked'
                \(body)
                echo '{"row":{"rank":1,"title":"t"}}'
                echo '{"end":{}}'
            done
            """)
        return folder
    }

    @Test("--max-calls counts every request to a plugin, and the report names them")
    func maxCalls() async throws {
        let folder = try source("")
        let outcome = try await Program.run(
            [
                "--source", "net", "--plugin-dir", folder.url.path, "--from", "2022-06-01", "--to",
                "2022-06-05", "--max-calls", "2", "--report", folder.path("report"),
            ],
            environment: ["HOME": folder.url.path])
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("the --max-calls limit of 2 is reached"))
        #expect(try folder.text("asked") == "asked\nasked\n")
        #expect(try folder.text("report").contains("\"plugin-net\" : 2"))
    }

    @Test("Every attempt is counted")
    func attempts() async throws {
        let folder = try source("exit 1")
        let outcome = try await Program.run(
            [
                "--source", "net", "--plugin-dir", folder.url.path, "--date", "2022-06-01",
                "--retries", "5",
            ],
            environment: ["HOME": folder.url.path])
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("it ended with status 1 (4 attempts)"), "\(outcome.errors)")
        #expect(try folder.text("asked") == "asked\nasked\nasked\nasked\n")
    }
}
