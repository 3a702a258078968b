import Foundation
import Loopback
import SlowLane
import Testing

/// The messages of a run about plugins that other users may change.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginTrustCommandTests {
    private static let isRoot = geteuid() == 0

    /// Makes a folder `plugins` with the formats `one` and `two`.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("plugins"), withIntermediateDirectories: true)
        for name in ["one", "two"] {
            try folder.add(
                executable: "plugins/bo-export-format-\(name)",
                """
                #!/bin/sh
                read -r hello
                echo '{"manifest":{"protocol":1,"name":"\(name)","summary":"a test"}}'
                read -r columns || exit 0
                cat >/dev/null
                echo done
                """)
        }
        for path in [folder.url.path, folder.path("plugins")] {
            try #require(unsafe chmod(path, 0o755) == 0)
        }
        return folder
    }

    private func arguments(_ folder: TemporaryFolder, _ name: String = "one") -> [String] {
        [
            "daily", "--source", "sample", "--format", name, "--plugin-dir", folder.path("plugins"),
        ]
    }

    @Test(
        "A group that may write is reported once, for a plugin in use, and the run goes on", .slow,
        arguments: ["plugins/bo-export-format-one", "plugins", ""])
    func group(name: String) async throws {
        let folder = try folder()
        try #require(unsafe chmod(folder.path(name), 0o775) == 0)
        let outcome = try await Program.run(
            arguments(folder) + ["--last", "3", "-o", folder.path("{date}.txt")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("warning: ") }
        #expect(warnings.count == 1, "\(outcome.errors)")
        #expect(warnings.first?.contains("the plugin 'one'") == true, "\(outcome.errors)")
        #expect(warnings.first?.contains("a group may write to") == true, "\(outcome.errors)")
        #expect(warnings.first?.contains("chmod g-w") == true, "\(outcome.errors)")
        let other = try await Program.run([
            "daily", "--source", "sample", "--plugin-dir", folder.path("plugins"),
        ])
        #expect(other.status == 0 && other.errors == "", "a plugin that is not used")
        let quiet = try await Program.run(arguments(folder) + ["-q"])
        #expect(quiet.status == 0 && quiet.errors == "", "\(quiet.errors)")
        let check = try await Program.run([
            "plugins", "check", folder.path("plugins/bo-export-format-one"),
        ])
        #expect(check.errors.contains("a group may write to"), "\(check.errors)")
    }

    @Test("Plugins below a folder that everybody may change are refused")
    func above() async throws {
        let folder = try folder()
        try #require(unsafe chmod(folder.url.path, 0o777) == 0)
        let outcome = try await Program.run(arguments(folder))
        #expect(outcome.status == 64 && outcome.output == "", "\(outcome.errors)")
        #expect(
            outcome.errors.contains(
                "are ignored: everybody may write to the folder '\(folder.url.path)'"),
            "\(outcome.errors)")
        let check = try await Program.run([
            "plugins", "check", folder.path("plugins/bo-export-format-one"),
        ])
        #expect(check.status == 65 && check.errors.contains("everybody may write to"))
    }

    @Test(
        "A user's run accepts plugins of root and of that user, and of no one else",
        .enabled(if: isRoot, "only root can give files to others"))
    func owners() async throws {
        guard try await Program.canBeUnprivileged() else { return }
        let folder = try folder()
        let path = folder.path("plugins/bo-export-format-one")
        let words = arguments(folder).joined(separator: " ")
        func run(_ more: String = "") async throws -> Program.Outcome {
            try await Program.shell(
                Program.unprivileged
                    + "export XDG_STATE_HOME=; unprivileged \"$0\" \(words) \(more)")
        }
        for (owner, status) in [(0, 0), (65_534, 0), (54_321, 64)] as [(uid_t, Int32)] {
            try #require(unsafe lchown(path, owner, gid_t.max) == 0)
            let outcome = try await run()
            #expect(outcome.status == status, "\(owner) \(outcome.errors)")
        }
        for option in ["", "-q"] {
            let refused = try await run(option)
            #expect(
                refused.errors.contains("is ignored: it belongs to another user, 54321"),
                "\(refused.errors)")
        }
    }
}
