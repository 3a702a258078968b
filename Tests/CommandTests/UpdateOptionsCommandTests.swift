import Foundation
import Loopback
import SlowLane
import Testing

/// `--update` on a file that was written with other options: the message names the missing ones.
@Suite(.serialized) struct UpdateOptionsCommandTests {
    private let sample = ["--source", "sample", "--from", "2022-05-30", "--to", "2022-06-02"]

    @Test(
        "The option that the file was written with is named, and with it the update works",
        arguments: SlowLane.cases(
            of: [
                (["--profile", "excel"], [], ["--profile", "excel"]),
                ([], ["--profile", "excel"], ["--profile", "machine"]),
                (["--header", "ko"], ["--profile", "excel"], ["--profile", "machine"]),
                (["-O", "delimiter=;"], [], ["-O", "delimiter=;"]),
                (["-O", "delimiter=tab"], [], ["-O", "delimiter=tab"]),
                (["-O", "quote=all"], [], ["-O", "quote=all"]),
                (["-O", "newline=crlf"], [], ["-O", "newline=crlf"]),
                (["-O", "bom=true"], [], ["-O", "bom=true"]),
            ], quick: 4))
    func named(written: [String], given: [String], option: [String]) async throws {
        let folder = try TemporaryFolder()
        let arguments = sample + ["-o", folder.path("x")]
        #expect(try await Program.run(arguments + written).status == 0)
        let expected = try folder.text("x")
        let update = try await Program.run(arguments + given + ["--update"])
        #expect(update.status == 65)
        let words = option.first == "-O" ? "-O '\(option[1])'" : option.joined(separator: " ")
        #expect(
            update.errors == """
                bo-export: error: '\(folder.path("x"))', record 1: the header was written with \
                \(words)
                bo-export: hint: run the command with \(words)\n
                """)
        #expect(try folder.text("x") == expected)
        let again = try await Program.run(arguments + option + ["--update"])
        #expect(again.status == 0 && again.errors.hasSuffix("is up to date\n"), "\(again.errors)")
        #expect(try folder.text("x") == expected)
    }

    @Test("An unknown column is shown with its control characters")
    func unknown() async throws {
        let folder = try TemporaryFolder()
        try Data("date,rank,x\ry\n".utf8).write(to: folder.url.appending(path: "x"))
        let update = try await Program.run(sample + ["-o", folder.path("x"), "--update"])
        #expect(update.status == 65)
        #expect(update.errors.contains(#"the header has an unknown column 'x\u{d}y'"#))
    }

    @Test(
        "A file with an obvious difference is left alone, and the difference is named",
        arguments: [
            ([], ["--top", "5"], "the chart of 2022-05-30 has more rows here than the 5"),
            (
                ["--columns", "date,rank"], ["--columns", "date,title"],
                "the file does not have the columns title"
            ),
            (
                ["--columns", "date,rank,title"], ["--columns", "date,rank"],
                "the file also has the columns title"
            ),
            (
                ["--columns", "date,rank"], ["--columns", "rank,date"],
                "the columns of the file are in another order"
            ),
        ])
    func plain(written: [String], given: [String], told: String) async throws {
        let folder = try TemporaryFolder()
        let file = ["-o", folder.path("x.csv")]
        #expect(try await Program.run(sample + written + file).status == 0)
        let expected = try folder.text("x.csv")
        let update = try await Program.run(sample + given + file + ["--update"])
        #expect(update.status == 65)
        #expect(update.errors.contains(told), "\(update.errors)")
        #expect(try folder.text("x.csv") == expected)
    }
}
