import Foundation
import Loopback
import Testing

/// Settings in files that cannot be reached, and under unknown names.
@Suite(.serialized) struct SettingsCommandTests {
    private let home: Household

    init() throws {
        home = try Household(key: "")
    }

    private let sample = "--source sample --columns rank"

    private func shell(_ script: String) async throws -> Program.Outcome {
        try await home.shell(Program.unprivileged + script, at: "http://127.0.0.1:9")
    }

    @Test(
        "A configuration that cannot be reached is 78, unlike a missing one",
        arguments: [
            "ln -s nowhere config.json", "ln -s config.json config.json",
            "ln -s /nonexistent/x config.yaml", "mkdir config.yml",
            "cd ..; rm -r bo-export; ln -s nowhere bo-export",
            "cd ..; rm -r bo-export; ln -s bo-export bo-export",
            "cd; rm -r .config; ln -s nowhere .config",
        ])
    func unreachable(making: String) async throws {
        try home.configure("{\"top\": 2}", in: "other.json")
        let outcome = try await shell(
            "(cd ~/.config/bo-export; \(making)); exec \"$0\" \(sample)")
        #expect(outcome.status == 78, "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test(
        "A configuration in a folder without access is not treated as missing",
        .enabled("another user is available") { try await Program.canBeUnprivileged() },
        arguments: [".config/bo-export", ".config"])
    func forbidden(folder: String) async throws {
        try home.configure("{\"top\": 2}")
        let outcome = try await shell(
            """
            chmod 0 ~/\(folder); unprivileged "$0" \(sample); status=$?; chmod 755 ~/\(folder)
            exit $status
            """)
        #expect(outcome.status == 78, "\(outcome.errors)")
        #expect(outcome.errors.contains("cannot be reached: Permission denied"))
    }

    @Test(
        "A missing configuration is ignored",
        arguments: ["HOME=/nonexistent", "HOME=/dev/null", "XDG_CONFIG_HOME=/dev/null/x", "HOME="])
    func absent(environment: String) async throws {
        let outcome = try await shell("\(environment) exec \"$0\" \(sample)")
        #expect(outcome.status == 0 && outcome.rows.count == 10, "\(outcome.errors)")
    }

    @Test("A configuration may be a link, and its folder, too")
    func links() async throws {
        try home.configure("{\"top\": 2}", in: "other.json")
        let outcome = try await shell(
            """
            cd ~/.config; mv bo-export there; ln -s there bo-export; ln -s other.json there/config.json
            exec "$0" \(sample)
            """)
        #expect(outcome.rows.count == 2, "\(outcome.errors)")
    }

    @Test("A key that cannot be reached is not treated as missing")
    func credentials() async throws {
        let script = """
            mkdir ~/creds; cd ~/creds; ln -s nowhere kobis_api_key; ln -s loop kakao_rest_api_key
            ln -s loop loop; export CREDENTIALS_DIRECTORY="$PWD"; unset KOBIS_API_KEY

            """
        let run = try await shell(script + "exec \"$0\" --date 2022-05-01")
        #expect(run.status == 78)
        #expect(run.errors.contains("kobis_api_key' is a link that leads nowhere"), "\(run.errors)")
        let doctor = try await shell("cd ~/creds; CREDENTIALS_DIRECTORY=$PWD \"$0\" doctor")
        #expect(doctor.errors.contains("kobis_api_key' is a link that leads nowhere"))
        #expect(doctor.errors.contains("kakao_rest_api_key' cannot be re"), "\(doctor.errors)")
    }

    @Test("A folder of plugins that cannot be reached is reported")
    func plugins() async throws {
        let outcome = try await shell(
            """
            mkdir -p ~/.local/share/bo-export; ln -s nowhere ~/.local/share/bo-export/plugins
            exec "$0" plugins
            """)
        #expect(outcome.errors.contains("plugins' is a link that leads nowhere"))
        #expect(outcome.status == 0)
    }

    @Test(
        "An unknown variable that looks like a setting is reported, with the intended name",
        arguments: [
            ("BO_EXPORT_COLUMS", "BO_EXPORT_COLUMNS"), ("BO_EXPORT_FORMATS", "BO_EXPORT_FORMAT"),
            ("BO_EXPORT_KOBIS_API_KEY", "KOBIS_API_KEY"), ("BO_EXPORT_CONFG", "BO_EXPORT_CONFIG"),
        ])
    func unknown(name: String, meant: String) async throws {
        let outcome = try await shell("\(name)=CANARY7 exec \"$0\" \(sample)")
        #expect(outcome.status == 0 && outcome.rows.count == 10)
        let warning =
            "bo-export: warning: unknown setting \(name) is ignored; did you mean \(meant)?\n"
        #expect(outcome.errors == warning)
        let quiet = try await shell("\(name)=CANARY7 exec \"$0\" \(sample) -q")
        #expect(quiet.errors == "")
    }

    @Test("Several items may be a list; a mistyped setting is reported with the nearest one")
    func lists() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("c.json")
        let run = ["--source", "sample", "--top", "1", "--config", file]
        try "{\"columns\": [\"rank\", \"영화명\"]}".write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try await Program.run(run).output == "rank,title\n1,범죄도시2\n")
        try "{\"formt\": \"csv\"}".write(toFile: file, atomically: true, encoding: .utf8)
        let wrong = try await Program.run(run)
        #expect(wrong.status == 78)
        #expect(wrong.errors.hasSuffix("\nbo-export: hint: the nearest is 'format'\n"))
    }

    @Test("Errors in the options are in JSON if messages are in JSON")
    func json() async throws {
        for arguments in [["--dat", "x"], ["--top", "20"], ["--date", "x"]] {
            let outcome = try await Program.run(["--log-format", "json"] + arguments)
            #expect(outcome.status == 64 && outcome.errors.hasPrefix("{\"code\":\""))
        }
    }

    @Test("A setting that the command does not take is ignored without a message")
    func others() async throws {
        let outcome = try await shell(
            """
            export BO_EXPORT_PLUGIN_PATH=/nonexistent BO_EXPORT_LIMIT=3 BO_EXPORT_KOBIS_QUOTA=7 \
                BO_EXPORT_PLUGIN_VARIABLES=a:B BO_EXPORT_NOPE=
            exec "$0" \(sample)
            """)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }
}
