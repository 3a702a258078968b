import Foundation
import Loopback
import Testing

/// Markers and headers that a plugin invents, in every format.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ForeignMarkerCommandTests {
    private static let marker = #"=1+1|<script>\u001b[31m"#
    /// The marker without control characters, which are removed from every source's texts.
    private static let written = "=1+1|<script>[31m"
    private static let header = "=1+1|<b>"

    /// Returns the program's output for a plugin whose one column is a marker with its own header.
    private func output(_ options: [String]) async throws -> String {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-marks",
            """
            #!/bin/sh
            IFS= read -r hello
            cat <<'EOF'
            {"manifest":{"protocol":1,"name":"marks","summary":"a test","dataset":"things",\
            "columns":[{"name":"mark","type":"marker","korean":"\(Self.header)"}]}}
            EOF
            IFS= read -r query || exit 0
            cat <<'EOF'
            {"row":{"mark":"\(Self.marker)"}}
            {"row":{"mark":"▲3"}}
            {"row":{"mark":"-"}}
            {"end":{}}
            EOF
            """)
        let outcome = try await Program.run(
            ["rows", "--source", "marks", "--plugin-dir", folder.url.path] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("In CSV for Excel neither a foreign marker nor a header is a formula")
    func excel() async throws {
        let output = try await output(["--format", "csv", "-O", "profile=excel", "--header", "ko"])
        #expect(output == "\u{FEFF}'\(Self.header)\r\n'\(Self.written)\r\n▲3\r\n-\r\n")
    }

    @Test("In Markdown a foreign marker and a header are read unchanged")
    func markdown() async throws {
        let output = try await output(["--format", "markdown", "-O", "pad=false"])
        #expect(
            output == """
                | =1+1\\|\\<b> |
                | :-: |
                | =1+1\\|\\<script>\\[31m |
                | <span style="color:red">▲3</span> |
                | - |

                """)
    }

    @Test("In JSON Lines a foreign marker is a text like any other")
    func jsonLines() async throws {
        let output = try await output(["--format", "jsonl"])
        #expect(output.hasPrefix("{\"mark\":\"\(Self.written)\"}\n"))
    }
}
