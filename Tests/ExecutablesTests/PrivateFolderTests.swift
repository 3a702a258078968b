import BoxOffice
import Executables
import Foundation
import Testing

/// The temporary folder that every process of a plugin has for itself.
@Suite(.timeLimit(.minutes(10))) struct PrivateFolderTests {
    private let names = "{ echo \"$TMPDIR\"; stat -c %a \"$TMPDIR\"; } >>folders"

    @Test("It is private, below the user's, different for every process, and gone afterwards")
    func folder() async throws {
        let shop = try Workshop(variables: ["TMPDIR": FileManager.default.temporaryDirectory.path])
        try Data("kept".utf8).write(to: shop.folder.appending(path: "outside"))
        let file = try shop.format(
            """
            \(names)
            mkdir -p "$TMPDIR/a/b" && echo x >"$TMPDIR/a/b/c" && chmod 0 "$TMPDIR/a/b/c"
            chmod 500 "$TMPDIR/a/b"
            ln -s "$PWD/outside" "$TMPDIR/link"
            ln -s "$PWD" "$TMPDIR/folder"
            mkfifo "$TMPDIR/pipe"
            cat
            """)
        for _ in 0..<2 {
            let outcome = try await shop.write(1, through: file)
            #expect(outcome.fault == nil && outcome.isCommitted)
        }
        let lines = shop.lines("folders")
        try #require(lines.count == 4, "\(lines)")
        #expect(lines[1] == "700" && lines[3] == "700")
        #expect(lines[0] != lines[2])
        for path in [lines[0], lines[2]] {
            #expect(path.hasPrefix(FileManager.default.temporaryDirectory.path))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(shop.lines("outside") == ["kept"])
    }

    @Test("It is gone after a plugin that failed, and after one that was cancelled")
    func failures() async throws {
        let shop = try Workshop()
        let failed = try await shop.write(
            1, through: try shop.format("\(names); touch \"$TMPDIR/x\"; exit 3"))
        #expect(failed.fault?.kind == .unavailable)
        let file = try shop.format(
            "\(names); touch \"$TMPDIR/x\"; echo begun >&2; exec sleep 1000", name: "slow")
        let running = Task { try await shop.write(9000, through: file) }
        #expect(await shop.log.first() == "slow: begun")
        running.cancel()
        _ = try await running.value
        let paths = shop.lines("folders").filter { $0.hasPrefix("/") }
        #expect(paths.count == 2)
        for path in paths { #expect(!FileManager.default.fileExists(atPath: path)) }
    }

    @Test("If it cannot be created, no plugin is started and the message gives the reason")
    func unmakeable() async throws {
        let shop = try Workshop(variables: ["TMPDIR": "/nonexistent/folder"])
        let outcome = try await shop.write(1, through: try shop.format("\(names); cat"))
        #expect(outcome.fault?.kind == .configuration)
        #expect(
            outcome.fault?.message
                == "the plugin 'test': cannot create a temporary folder in '/nonexistent/folder': "
                + "No such file or directory")
        #expect(shop.lines("folders").isEmpty)
    }
}
