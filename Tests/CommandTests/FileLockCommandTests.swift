import Foundation
import Loopback
import Testing

/// The lock of the file that `--update` works on.
struct FileLockCommandTests {
    /// A run that asks a slow service, so that others come while it is at work.
    private let update = "\"$0\" -vv --date 2022-05-04 --update -o"

    /// Waits until that run has sent its request.
    private let untilAsked = """
        tries=0; until grep -q targetDt=20220504 ../said; do
            [ $((tries += 1)) -lt 300 ] || exit 1; sleep 0.1
        done
        """

    private func outcome(of script: String) async throws -> (Program.Outcome, [String]) {
        let server = try LoopbackKOBIS()
        server.give(.slow(milliseconds: 1500))
        let home = try Household()
        let outcome = try await server.run { url in
            try await home.shell("cd \"$DIR\"; mkdir out; cd out; \(script)", at: url)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path("out"))
        return (outcome, names.sorted())
    }

    @Test("Runs of two files in one folder do not wait for each other")
    func twoFiles() async throws {
        let (outcome, names) = try await outcome(
            of: "(\(update) a.csv || echo $?) & \(update) b.csv || echo $?; wait")
        #expect(outcome.output == "" && !outcome.errors.contains("waiting for it"))
        #expect(names == ["a.csv", "b.csv"])
    }

    @Test("Runs of one file wait for each other, also if a link leads to it")
    func oneFile() async throws {
        let (outcome, names) = try await outcome(
            of:
                """
                ln -s a.csv b.csv; (\(update) a.csv || echo $?) & \(update) b.csv || echo $?; wait
                """)
        #expect(outcome.output == "")
        #expect(outcome.errors.components(separatedBy: "waiting for it").count == 2)
        #expect(names == ["a.csv", "b.csv"])
    }

    @Test("The lock of a killed run ends with it, and nothing of it stays")
    func killed() async throws {
        let (outcome, names) = try await outcome(
            of:
                """
                \(update) a.csv 2>../said & run=$!
                \(untilAsked)
                kill -9 $run; wait $run; ls -A | wc -l; \(update) a.csv || echo $?
                """)
        #expect(outcome.output == "1\n" && !outcome.errors.contains("waiting for it"))
        #expect(names == ["a.csv"])
    }

    @Test(
        "A lock that flock(1) holds for the program is none of its business",
        .enabled(if: Tool.isThere("flock"), "this needs flock(1)"))
    func wrapped() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            "cd \"$DIR\" && flock . timeout 20 \"$0\" --source sample -q --update -o x.csv",
            environment: ["DIR": folder.url.path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.names == ["x.csv"])
    }

    @Test(
        "A file of the same size and second that another program put there meanwhile stays",
        arguments: ["touch -r x.csv y; mv y x.csv", "cat y >x.csv; touch -d \"@$second.5\" x.csv"])
    func replaced(script: String) async throws {
        let (outcome, _) = try await outcome(
            of:
                """
                "$0" -q --date 2022-05-03 -o x.csv; touch -d "@$(stat -c %Y x.csv).25" x.csv
                sed 's/1/7/' x.csv >y; cp y expected; second=$(stat -c %Y x.csv)
                "$0" -vv --from 2022-05-03 --to 2022-05-04 --update -o x.csv 2>../said & run=$!
                \(untilAsked)
                \(script); wait $run; echo $?; cmp x.csv expected; tail -n 2 ../said
                """)
        #expect(
            outcome.output == """
                74
                bo-export: error: 'x.csv' was changed by another program in the meantime
                bo-export: hint: run the command again

                """, "\(outcome.errors)")
    }
}
