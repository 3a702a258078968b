import Foundation
import Loopback
import SlowLane
import Testing

/// 신작 and 진입 in every format, and files with the former header.
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

    @Test(
        "A file with the old header 신규 is brought up to date, and its header stays", .slow,
        arguments: [
            ["--header", "ko"], ["--profile", "excel"], ["--header", "ko", "-O", "quote=all"],
            ["--header", "ko", "--columns", "is_new,date,rank,title"],
        ])
    func formerHeader(options: [String]) async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let arguments =
            ["--from", "2022-05-01", "--to", "2022-05-20", "-o", home.folder.path("x")] + options
        try await server.run { url in
            #expect(try await home.run(arguments, at: url).status == 0)
            let cut = try await home.shell(
                """
                sed -i '1s/신규진입/신규/' "$DIR/x"; cp "$DIR/x" "$DIR/full"
                sed -i '/2022-05-12/d' "$DIR/x"
                ! cmp -s "$DIR/x" "$DIR/full"
                """, at: url)
            try #require(cut.status == 0, "\(cut.errors)")
            for state in ["brought '\(home.folder.path("x"))' up to date: 1", "' is up to date"] {
                let update = try await home.run(arguments + ["--update"], at: url)
                #expect(update.status == 0 && update.errors.contains(state))
                let text = try home.folder.text("x")
                #expect(try text == home.folder.text("full"))
                #expect(text.contains("신규") && !text.contains("신규진입"))
            }
            let other = try await home.shell("sed -i '1s/신규/신규다/' \"$DIR/x\"", at: url)
            #expect(other.status == 0)
            let refused = try await home.run(arguments + ["--update"], at: url)
            #expect(refused.status == 65, "\(refused.errors)")
        }
    }
}
