import Foundation
import Loopback
import Testing

/// The temporary folder of a plugin.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginFolderCommandTests {
    private let day = ["--source", "sample", "--date", "2022-06-01", "--top", "3"]

    /// Makes a folder with a format of that name, which runs `body` after the greeting.
    private func folder(_ name: String, _ body: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.add(format: name, fields: #","columns":["rank","title"]"#, body)
        return folder
    }

    @Test("A folder of a plugin is gone after a signal", arguments: ["TERM", "HUP"])
    func temporaryFolder(name: String) async throws {
        let folder = try folder(
            "slow", "touch \"$TMPDIR/file\"; echo \"$TMPDIR\" >begun; exec sleep 1000")
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            mkfifo begun
            mkdir temporary
            TMPDIR=$PWD/temporary "$0" \(day.joined(separator: " ")) \
                --plugin-dir . --format slow -o out &
            read -r path <begun
            case $path in "$PWD"/temporary/*) echo "inside" ;; esac
            kill -\(name) $!
            wait $!
            ls temporary
            """)
        #expect(outcome.output == "inside\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test("An empty folder of a plugin is gone even if the program is killed")
    func killed() async throws {
        let folder = try folder("slow", "echo \"$TMPDIR\" >begun; exec sleep 1000")
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            mkfifo begun && mkdir temporary
            TMPDIR=$PWD/temporary "$0" \(day.joined(separator: " ")) \
                --plugin-dir . --format slow -o out &
            read -r path <begun
            [ -d "$path" ] || exit 1
            kill -KILL $!
            tries=0
            while [ -d "$path" ] && [ $((tries += 1)) -lt 600 ]; do sleep 0.1; done
            ls temporary
            """)
        #expect(outcome.status == 0 && outcome.output == "", "\(outcome.output)\(outcome.errors)")
    }
}
