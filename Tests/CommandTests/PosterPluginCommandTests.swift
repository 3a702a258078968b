import Foundation
import Loopback
import Testing

/// The source of posters that the page about plugins shows.
@Suite(.timeLimit(.minutes(10))) struct PosterPluginCommandTests {
    @Test(
        "The source of posters of Plugins/README.md can be pasted",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
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
        let outcome = try await Program.run([
            "--source", "sample", "--top", "2", "--with", "posters", "--columns",
            "movie_code,poster_url", "--plugin-dir", folder.url.path, "--posters-from", "shelf",
        ])
        #expect(outcome.output.contains("20204548,https://posters.example/20204548.jpg\n"))
    }
}
