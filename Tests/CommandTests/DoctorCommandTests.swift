import Foundation
import Loopback
import Testing

/// The output of `doctor`, as a user reads it.
struct DoctorCommandTests {
    @Test("Every run finds a key in the configuration folder, and warns if others can read it")
    func keyFile() async throws {
        let home = try Household(key: "")
        let server = try LoopbackKOBIS()
        try await server.run { url in
            try home.configure("test\n", in: "kobis_api_key")
            let path = home.folder.path(".config/bo-export/kobis_api_key")
            let warning =
                "bo-export: warning: '\(path)' holds a key and can be read by others; "
                + "chmod 600 keeps them out\n"
            for (mode, errors) in [(0o600, ""), (0o640, warning), (0o604, warning)] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: path)
                let run = try await home.run(["--date", "2022-06-05"], at: url)
                #expect(run.status == 0 && run.rows.count == 10 && run.errors == errors)
                for words in [["doctor"], ["doctor", "--online"]] {
                    let doctor = try await home.run(words, at: url)
                    #expect(doctor.status == 0 && doctor.errors == errors, "\(doctor.errors)")
                    #expect(
                        doctor.output.contains(
                            "KOBIS           key found in \(path) (4 characters)"))
                }
                for words in [["--date", "2022-06-05", "-q"], ["doctor", "-q"]] {
                    let quiet = try await home.run(words, at: url)
                    #expect(quiet.status == 0 && quiet.errors == "", "\(quiet.errors)")
                }
            }
            // The permissions of a file that a variable names are up to the user.
            let named = try await home.run(
                ["--date", "2022-06-05"], at: url, environment: ["KOBIS_API_KEY_FILE": path])
            #expect(named.status == 0 && named.errors == "")
            let report = try await home.run(["--date", "2022-06-05", "--report", path], at: url)
            #expect(report.status == 64)
            #expect(try home.folder.text(".config/bo-export/kobis_api_key") == "test\n")
        }
    }

    @Test("It says whether the folders can be written, and what happens if not")
    func folders() async throws {
        guard try await Program.canBeUnprivileged() else { return }
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            Program.unprivileged + "unprivileged \"$0\" doctor",
            environment: [
                "HOME": folder.url.path, "XDG_CACHE_HOME": "/usr", "KOBIS_API_KEY": "key1",
            ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let note = "(not there, and cannot be made: answers are not kept for other runs)"
        #expect(outcome.output.contains("  cache         /usr/bo-export  \(note)\n"))
        let own = try await Household().run(["doctor"], at: "")
        #expect(own.output.contains(".cache/bo-export  (not there yet)\n"))
    }

    @Test(
        "It finds what a run finds before its first request, and leaves no file",
        arguments: [
            (#""output": "/nonexistent/x.csv""#, 73), (#""report": "/nonexistent/r.json""#, 73),
            (#""replay": "/nonexistent""#, 78), (#""with": ["posters"]"#, 78),
            (#""report": "t.csv", "output": "t.csv""#, 64), (#""jobs": 64"#, 71),
        ])
    func readiness(setting: String, status: Int) async throws {
        let home = try Household()
        try home.configure("{\(setting)}")
        let outcome = try await home.shell(
            """
            cd "$DIR"; ulimit -n 256
            for command in doctor daily; do "$0" $command >&2; echo $?; done; ls
            """, at: "http://127.0.0.1:9")
        #expect(outcome.output == "\(status)\n\(status)\n", "\(outcome.errors)")
    }

    @Test("A signal ends it")
    func signal() async throws {
        let server = try LoopbackKOBIS()
        server.give(.slow(milliseconds: 1500))
        let home = try Household()
        let outcome = try await server.run { url in
            try await home.shell(
                """
                cd "$DIR"; "$0" doctor --online -vv >/dev/null 2>said & run=$!
                tries=0; until grep -q targetDt= said; do
                    [ $((tries += 1)) -lt 300 ] || exit 1; sleep 0.1
                done
                kill -TERM $run; wait $run; echo $?
                """, at: url)
        }
        #expect(outcome.output == "143\n", "\(outcome.errors)")
    }

    @Test("A configuration with a key that others can read causes a warning without it")
    func key() async throws {
        let home = try Household(key: "")
        try home.configure("{\"kobis-api-key\": \"CANARY-77aa\"}")
        let doctor = try await home.run(["doctor", "-v"], at: "http://127.0.0.1:9")
        #expect(doctor.status == 0)
        #expect(doctor.errors.contains("holds a key and can be read by others"))
        #expect(!(doctor.output + doctor.errors).contains("CANARY"))
    }

    @Test("Every option of every command can be set")
    func completeness() async throws {
        let help = try await Program.shell(
            "for c in daily movies movie codes; do \"$0\" help $c; done")
        let names = help.output.split(separator: "\n").compactMap { line -> String? in
            guard let range = line.range(of: "--[a-z-]+", options: .regularExpression),
                line.hasPrefix("  -")
            else { return nil }
            return String(line[range].dropFirst(2))
        }
        #expect(Set(names).count > 25)
        let home = try Household()
        let doctor = try await home.run(["doctor", "-v"], at: "http://127.0.0.1:9")
        // These control how the program itself runs, or belong to one search or table only.
        let others = [
            "config", "verbose", "version", "help", "title", "director", "opened", "produced",
            "pivot",
        ]
        for name in Set(names).subtracting(others) {
            #expect(doctor.output.contains("  \(name) "), "\(name)")
        }
    }
}
