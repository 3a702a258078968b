import SlowLane
import Foundation
import Loopback
import Testing

/// The processes of plugins on a user's machine.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginProcessCommandTests {
    private let day = ["--source", "sample", "--date", "2022-06-01", "--top", "3"]

    /// Makes a folder with a format `slow`, which runs `body` after the greeting.
    private func folder(_ body: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.add(format: "slow", fields: #","columns":["rank","title"]"#, body)
        return folder
    }

    @Test(
        "A plugin cannot read the memory of its keeper, not even as its first act",
        .enabled("another user can be had") { try await Program.canBeUnprivileged() })
    func keeper() async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-format-peek",
            #"""
            #!/bin/sh
            { read -r word <"/proc/$PPID/environ"; } 2>/dev/null && word=readable || word=closed
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"peek","summary":"s"}}'
            IFS= read -r columns || exit 0
            cat >/dev/null
            read -r keeper <"/proc/$PPID/comm"
            echo "$keeper $word"
            """#)
        let outcome = try await Program.shell(
            Program.unprivileged + """
                export XDG_STATE_HOME=
                unprivileged "$0" \(day.joined(separator: " ")) \
                    --plugin-dir '\(folder.url.path)' --format peek
                """)
        #expect(outcome.output == "plugin-keeper closed\n", "\(outcome.errors)")
    }

    @Test(
        "A signal to the program ends what a plugin has started, even one that stops its keeper",
        .slow,
        .enabled(if: Tool.isThere("setsid"), "this needs setsid"),
        arguments: ["TERM", "HUP", "KILL"], ["", "kill -STOP $PPID"])
    func signal(name: String, act: String) async throws {
        let folder = try folder(
            """
            (setsid sh -c 'trap "" TERM; echo $$ >begun; while :; do sleep 1; done' \
                </dev/null >/dev/null 2>&1 &)
            \(act)
            exec sleep 1000
            """)
        // After KILL no process waits for the keeper, so the script does.
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            mkfifo begun
            mkdir temporary  # KILL leaves something there.
            TMPDIR=$PWD/temporary "$0" \(day.joined(separator: " ")) \
                --plugin-dir . --format slow -o out &
            read -r process <begun
            kill -\(name) $!
            wait $!
            echo "status $?"
            # A process that was killed a moment ago may not have ended, or may wait for init.
            alive() { grep -sq '^State:.[^ZX]' "/proc/$process/status"; }
            tries=0
            while alive && [ $tries -lt \(name == "KILL" ? 600 : 100) ]; do
                tries=$((tries + 1))
                sleep 0.1
            done
            alive && echo "still there" && kill -KILL "$process"
            ls out 2>/dev/null
            """)
        let status = ["TERM": 143, "HUP": 129, "KILL": 137][name] ?? 0
        #expect(outcome.output == "status \(status)\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        "A signal while a plugin is asked for its manifest ends the run cleanly, and quota, too",
        arguments: [("format", "terminated\n"), ("source", "")])
    func signalBeforeManifest(kind: String, reported: String) async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-\(kind)-slow", "#!/bin/sh\necho >begun\nexec sleep 1000\n")
        let arguments =
            kind == "format" ? day + ["--format", "slow", "--report", "report"] : ["quota"]
        // A run that was abandoned writes no report.
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            mkfifo begun
            "$0" \(arguments.joined(separator: " ")) --plugin-dir . &
            read -r line <begun
            kill -TERM $!
            wait $!
            echo "status $?"
            grep -os terminated report | head -n 1
            """)
        #expect(outcome.output == "status 143\n\(reported)", "\(outcome.errors)")
    }

    @Test("A folder of a plugin is gone after a signal", arguments: ["TERM", "HUP"])
    func temporaryFolder(name: String) async throws {
        let folder = try folder(
            "touch \"$TMPDIR/file\"; echo \"$TMPDIR\" >begun; exec sleep 1000")
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
        let folder = try folder("echo \"$TMPDIR\" >begun; exec sleep 1000")
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
