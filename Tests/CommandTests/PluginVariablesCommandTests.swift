import Foundation
import Loopback
import SlowLane
import Testing

/// The variables that a user allows plugins to have, and errors in that setting.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginVariablesCommandTests {
    private let run = ["--source", "sample", "--top", "1", "--format", "slow-svc"]

    /// Makes a folder with the format `slow-svc`, which fails without `SVC_TOKEN`.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.add(
            format: "slow-svc", fields: #","variables":["SVC_TOKEN","LANG"]"#,
            """
            cat >/dev/null
            echo "the token is '$SVC_TOKEN'" >&2
            [ -n "$SVC_TOKEN" ] || exit 77
            echo done
            """)
        return folder
    }

    @Test(
        "A meaningless entry of plugin-variables is refused, in the environment and in a file",
        .slow,
        arguments: [
            ("slowsvc:SVC_TOKEN", "there is no plugin 'slowsvc'; known are slow-svc"),
            ("slow-svc:LANG,other:A", "there is no plugin 'other'; known are slow-svc"),
            ("csv:A", "there is no plugin 'csv'; known are slow-svc"),
            ("*:*", "'*' is not a plugin name"), ("*:SVC_TOKEN", "'*' is not a plugin name"),
            ("slow-svc", "'slow-svc' is not NAME:VARIABLE"),
            ("slow-svc=SVC_TOKEN", "'slow-svc=SVC_TOKEN' is not NAME:VARIABLE"),
            ("Slow:SVC_TOKEN", "'Slow' is not a plugin name"),
            (":SVC_TOKEN", "'' is not a plugin name"),
            ("slow-svc:", "'' is not a variable name"),
            ("slow-svc:SVC-TOKEN", "'SVC-TOKEN' is not a variable name"),
            ("slow-svc:1SVC", "'1SVC' is not a variable name"),
            ("slow-svc:SVC_*", "'SVC_*' is not a variable name"),
            ("slow-svc:A:B", "'A:B' is not a variable name"),
        ])
    func wrong(entries: String, message: String) async throws {
        let folder = try folder()
        let entry = entries.split(separator: ",").last ?? ""
        let origin = ["--plugin-dir", folder.url.path]
        for command in [run, ["plugins"], ["plugins", "slow-svc"]] {
            let outcome = try await Program.run(
                command + origin, environment: ["BO_EXPORT_PLUGIN_VARIABLES": entries])
            #expect(outcome.status == 78, "\(command) \(outcome.errors)")
            #expect(outcome.output == "")
            #expect(
                outcome.errors.contains("plugin-variables has '\(entry)'"), "\(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
        let list = entries.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")
        try Data("{\"plugin-variables\":[\(list)]}".utf8).write(
            to: folder.url.appending(path: "config.json"))
        let configured = try await Program.run(
            run + origin + ["--config", folder.path("config.json")])
        #expect(configured.status == 78 && configured.errors.contains(message))
        if !message.hasPrefix("there is no plugin") {
            let check = try await Program.run(
                ["plugins", "check", folder.path("bo-export-format-slow-svc")],
                environment: ["BO_EXPORT_PLUGIN_VARIABLES": entries])
            #expect(check.status == 78 && check.errors.contains(message), "\(check.errors)")
        }
    }

    @Test("A run that uses no external plugin goes on, even if a named one is missing")
    func unused() async throws {
        let outcome = try await Program.run(
            ["--source", "sample", "--top", "1"],
            environment: ["BO_EXPORT_PLUGIN_VARIABLES": "gone:A"])
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let wrong = try await Program.run(
            ["--source", "sample", "--top", "1"],
            environment: ["BO_EXPORT_PLUGIN_VARIABLES": "gone"])
        #expect(wrong.status == 78, "\(wrong.errors)")
    }

    @Test("If a plugin fails without a variable that it may not have, a hint has the line to write")
    func hint() async throws {
        let folder = try folder()
        let arguments = run + ["--plugin-dir", folder.url.path]
        let line = #""plugin-variables": ["slow-svc:SVC_TOKEN"]"#
        let withheld = try await Program.run(arguments, environment: ["SVC_TOKEN": "n0rth1s4"])
        #expect(withheld.status == 77)
        #expect(withheld.errors.components(separatedBy: line).count == 2, "\(withheld.errors)")
        #expect(!withheld.errors.contains("LANG"))

        let check = try await Program.run(
            ["plugins", "check", folder.path("bo-export-format-slow-svc")],
            environment: ["SVC_TOKEN": "n0rth1s4"])
        #expect(check.status == 65 && check.errors.contains("hint: it asks for SVC_TOKEN"))
        #expect(check.errors.components(separatedBy: line).count == 2, "\(check.errors)")

        let unset = try await Program.run(arguments)
        #expect(unset.status == 77 && !unset.errors.contains("plugin-variables"))
        let allowed = try await Program.run(
            arguments,
            environment: [
                "SVC_TOKEN": "n0rth1s4", "BO_EXPORT_PLUGIN_VARIABLES": " slow-svc : SVC_TOKEN ,",
            ])
        #expect(allowed.status == 0 && allowed.output == "done\n", "\(allowed.errors)")
        #expect(allowed.errors.contains("the token is '***'"), "\(allowed.errors)")
        // A variable that looks like a key must be named.
        let all = try await Program.run(
            arguments,
            environment: ["SVC_TOKEN": "n0rth1s4", "BO_EXPORT_PLUGIN_VARIABLES": "slow-svc:*"])
        #expect(all.status == 77 && all.errors.contains(line), "\(all.errors)")
    }
}
