import Foundation
import Testing

/// 신작 and 진입 in every format.
@Suite(.serialized) struct MarkerCommandTests {
    @Test(
        "A film that came back to the chart is 진입, in every format",
        arguments: [
            (["--header", "none"], "진입,니 부모 얼굴이 보고 싶다,9"),
            (["--profile", "excel"], "진입,니 부모 얼굴이 보고 싶다,9\r"),
            (["--format", "jsonl"], #"{"rank_marker":"진입","title":"니 부모 얼굴이 보고 싶다","rank":9}"#),
            (["--format", "markdown", "-O", "marker=plain"], "| 진입 | 니 부모 얼굴이 보고 싶다 | 9 |"),
            (["--format", "markdown", "-O", "marker=emoji"], "| 🔴진입 | 니 부모 얼굴이 보고 싶다 | 9 |"),
            (
                ["--format", "markdown", "-O", "marker=span"],
                #"| <span style="color:red">진입</span> | 니 부모 얼굴이 보고 싶다 | 9 |"#
            ),
            (
                ["--format", "markdown", "-O", "marker=math"],
                #"| $\color{red}{\text{진입}}$ | 니 부모 얼굴이 보고 싶다 | 9 |"#
            ),
            (
                ["--format", "markdown", "-O", "marker=ansi"],
                "| \u{1B}[31m진입\u{1B}[0m | 니 부모 얼굴이 보고 싶다 | 9 |"
            ),
        ])
    func entered(options: [String], line: String) async throws {
        let padding = options.contains("markdown") ? ["-O", "pad=false", "--color", "always"] : []
        let outcome = try await Program.run(
            ["--source", "sample", "--date", "2022-06-02", "--columns", "rank_marker,title,rank"]
                + options + padding)
        #expect(outcome.status == 0)
        let lines = outcome.output.unicodeScalars.split(separator: "\n").map { String($0) }
        #expect(lines.contains(line), "\(outcome.output)")
    }
}
