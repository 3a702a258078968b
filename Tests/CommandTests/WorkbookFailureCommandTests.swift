import Foundation
import Loopback
import Testing

/// Workbooks that cannot be written: no file is left, and one sentence says why.
@Suite(
    .serialized, .enabled(if: ReadWorkbook.canBeWritten, "this needs libxlsxwriter4"),
    .timeLimit(.minutes(10)))
struct WorkbookFailureCommandTests {
    private static let mayMount =
        geteuid() == 0 && Tool.isThere("unshare") && Tool.isThere("mount")

    private static let week = "--source sample --from 2022-05-30 --to 2022-06-05"

    /// Runs a script in which `"$0"` is the program, `$DIR` a folder with a file `old.xlsx`, and
    /// `$WEEK` the options of the run.
    private func shell(_ script: String, in folder: TemporaryFolder) async throws
        -> Program.Outcome
    {
        try Data("old".utf8).write(to: folder.url.appending(path: "old.xlsx"))
        return try await Program.shell(
            script, environment: ["DIR": folder.url.path, "WEEK": Self.week])
    }

    @Test(
        "A full disk ends the run with 74 and one sentence, and the old file stays",
        .enabled(if: mayMount, "this needs root, unshare(1) and mount(8)"),
        arguments: [0, 4, 8, 16, 28, 40])
    func full(kilobytes: Int) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            unshare -m true 2>/dev/null || exit 99
            mkdir $DIR/tmp && exec unshare -m sh -c '
                mount -t tmpfs -o size=2m none $DIR/tmp || exit 99
                head -c $((2048 * 1024 - \(kilobytes) * 1024)) /dev/zero >$DIR/tmp/filler
                export TMPDIR=$DIR/tmp; "$0" $WEEK -o $DIR/old.xlsx; status=$?
                ls -A $DIR/tmp; exit $status' "$0"
            """, in: folder)
        guard outcome.status != 99 else { try Test.cancel("this may not mount anything") }
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.output == "filler\n")
        #expect(outcome.errors.contains("error: there is no room for the temporary files"))
        #expect(outcome.errors.split(separator: "\n").count == 2)
        #expect(try folder.names == ["old.xlsx", "tmp"] && folder.text("old.xlsx") == "old")
    }

    @Test("A limit on the size of files ends the run with 74, and nothing is left")
    func fileSize() async throws {
        for blocks in [0, 1, 4, 16, 32] {
            let folder = try TemporaryFolder()
            let outcome = try await shell(
                "ulimit -f \(blocks); exec \"$0\" $WEEK -o $DIR/old.xlsx", in: folder)
            #expect([73, 74].contains(outcome.status), "\(blocks): \(outcome)")
            #expect(outcome.errors.hasPrefix("bo-export: error: "), "\(blocks): \(outcome)")
            #expect(try folder.names == ["old.xlsx"] && folder.text("old.xlsx") == "old")
        }
    }

    @Test("A run that is stopped leaves no file, neither there nor in the temporary folder")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell(
            """
            mkdir $DIR/tmp; export TMPDIR=$DIR/tmp
            for signal in INT TERM KILL; do
                for delay in 0.02 0.05 0.1; do
                    timeout -s $signal $delay "$0" $WEEK -q -o $DIR/old.xlsx
                    case $?:$signal in
                        0:*|124:*|130:INT|143:TERM|137:KILL) ;;
                        *) echo "$? of $signal" ;;
                    esac
                    ls -A $TMPDIR
                done
            done 2>&1 | grep -v Killed
            """, in: folder)
        #expect(outcome.output == "")
        #expect(
            try folder.names.allSatisfy {
                ["old.xlsx", "tmp"].contains($0) || $0.hasSuffix(".tmp")
            })
    }

    @Test("A reader of a workbook may close its pipe")
    func pipes() async throws {
        let folder = try TemporaryFolder()
        let pipe = try await shell(
            "{ \"$0\" $WEEK --format xlsx -q; echo $? >&2; } | head -c 10 | wc -c", in: folder)
        #expect(pipe.output.contains("10") && pipe.errors == "0\n", "\(pipe)")
        let gone = try await shell(
            "{ \"$0\" $WEEK --format xlsx -q; echo $? >&2; } | true", in: folder)
        #expect(gone.errors == "0\n", "\(gone)")
    }

    @Test(
        "With a broken library a workbook is refused before any call, and CSV is written",
        .enabled(if: mayMount, "this needs root, unshare(1) and mount(8)"))
    func noLibrary() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.shell(
                """
                PATH=$PATH:/sbin; unshare -m true 2>/dev/null || exit 99
                exec unshare -m sh -c '
                    for file in $(ldconfig -p | sed -n "s/.*libxlsxwriter.so.4 .*=> //p"); do
                        mount --bind /dev/null $file || exit 99
                    done
                    "$0" --date 2022-06-01 -q --columns rank --top 1 || exit 1
                    "$0" --date 2022-06-02 -o $DIR/x.xlsx' "$0"
                """,
                environment: [
                    "KOBIS_BASE_URL": url, "KOBIS_API_KEY": "test", "DIR": folder.url.path,
                ])
        }
        guard outcome.status != 99 else { try Test.cancel("this may not mount anything") }
        #expect(outcome.status == 78, "\(outcome.errors)")
        #expect(outcome.output == "rank\n1\n")
        #expect(
            outcome.errors.contains("libxlsxwriter, which writes workbooks, cannot be used: "))
        #expect(outcome.errors.contains("libxlsxwriter.so.4: file too short"))
        #expect(try server.seen.count == 1 && folder.names == [])
    }
}
