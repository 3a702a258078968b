import Foundation
import Testing

/// The lock of the folder in which `--update` works.
struct FolderLockCommandTests {
    private let update = "--source sample --from 2022-06-04 --to 2022-06-05 -q --update -o x.csv"

    @Test(
        "A lock that flock(1) holds for the program counts as its own, not as another run's",
        .enabled(if: Tool.isThere("flock"), "this needs flock(1)"),
        arguments: ["flock .", "flock . sh -c '\"$0\" \"$@\"'", "exec 9<. && flock 9 &&"])
    func wrapped(wrapper: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            "cd \"$DIR\" && \(wrapper) timeout 20 \"$0\" \(update)",
            environment: ["DIR": folder.url.path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names == ["x.csv"])
    }

    @Test(
        "The program waits for another process's lock, even if the folder is open here",
        .enabled(if: Tool.isThere("flock"), "this needs flock(1)"),
        arguments: [
            "flock -o .", "exec 9<. && flock -o .", "flock -o . sh -c '\"$0\" \"$@\" 8<.'",
        ])
    func heldByAnother(wrapper: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            cd "$DIR"; trap 'kill $run' EXIT
            (\(wrapper) "$0" \(update.replacing(" -q", with: "")) 2>said) & run=$!
            tries=0
            until grep -q 'waiting for it' said; do
                [ $((tries += 1)) -lt 300 ] || exit 1
                sleep 0.1
            done
            cat said; ls
            """, environment: ["DIR": folder.url.path])
        #expect(
            outcome.output
                == "bo-export: another run is at work on 'x.csv'; waiting for it\nsaid\n")
    }
}
