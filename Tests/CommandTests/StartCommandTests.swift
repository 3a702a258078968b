import Foundation
import Loopback
import Testing

/// The start of the program on an unusual system.
struct StartCommandTests {
    /// The library that pretends another time, if it is installed.
    static let libfaketime = ["x86_64", "aarch64"]
        .map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketime.so.1" }
        .first(where: FileManager.default.fileExists(atPath:))

    private static let mayUnmount =
        geteuid() == 0 && Tool.isThere("unshare") && Tool.isThere("umount")

    private static let week = ["--source", "sample", "--top", "1", "--columns", "date,title"]
    private static let first = "date,title\n2022-06-05,범죄도시2\n"

    @Test(
        "The arguments are found if a library has called setenv before the program starts",
        .enabled(if: libfaketime != nil, "this needs libfaketime"))
    func earlySetenv() async throws {
        let outcome = try await Program.run(
            Self.week,
            environment: ["LD_PRELOAD": try #require(Self.libfaketime), "FAKETIME": "+1d"])
        #expect(outcome.output == Self.first, "\(outcome.errors)")
        #expect(outcome.status == 0)
    }

    @Test(
        "Without /proc, which Dispatch needs, a sentence says so",
        .enabled(if: mayUnmount, "this needs root and unshare(1)"), .timeLimit(.minutes(10)))
    func withoutProc() async throws {
        let folder = try TemporaryFolder()
        for preload in [nil, Self.libfaketime] {
            let outcome = try await Program.shell(
                """
                unshare -m true 2>/dev/null || exit 99
                exec unshare -m sh -c 'umount -l /proc && export LD_PRELOAD="$1" && shift &&
                    exec timeout 20 "$@"' \
                    sh '\(preload ?? "")' "$0" --report '\(folder.path("r.json"))'
                """)
            guard outcome.status != 99 else { try Test.cancel("this may not unmount anything") }
            #expect(outcome.status == 71 && outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("bo-export: error: '/proc' is not mounted"))
            #expect(try folder.text("r.json").contains("\"status\" : 71"))
        }
    }

    @Test("An argument that is not UTF-8 is refused, and U+FFFD is a character like any other")
    func replacementCharacter() async throws {
        let folder = try TemporaryFolder()
        let wrong = try await Program.shell(
            """
            cd '\(folder.url.path)'
            "$0" --source sample --report /nonexistent/r --report r.json -o "$(printf 'x\\377.csv')"
            """)
        #expect(wrong.status == 64)
        #expect(wrong.errors.hasPrefix("bo-export: error: an argument is not UTF-8"))
        #expect(try folder.names == ["r.json"])
        let right = try await Program.run(Self.week + ["-q", "-o", folder.path("x\u{FFFD}.csv")])
        #expect(right.status == 0, "\(right.errors)")
        #expect(try folder.text("x\u{FFFD}.csv") == Self.first)
    }
}
