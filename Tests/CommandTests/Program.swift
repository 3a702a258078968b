import Foundation
import Subprocess
import SystemPackage

/// The built program, run as a user runs it: with an environment of its own.
enum Program {
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of the output but the header.
        var rows: [Substring] { Array(output.split(separator: "\n").dropFirst()) }
    }

    /// The program that was built together with these tests.
    static let path: String = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "bo-export").path
    }()

    /// Runs it with `arguments` and nothing of this process's environment but the path.
    ///
    /// Nothing is sent again unless the environment says so: tests do not wait.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run("exec \"$0\" \"$@\"", [path] + arguments, environment: environment)
    }

    /// Runs it against the service at `url` with the key that a loopback KOBIS takes.
    static func run(
        against url: String, key: String = "test", _ arguments: [String]
    ) async throws -> Outcome {
        try await run(arguments, environment: ["KOBIS_BASE_URL": url, "KOBIS_API_KEY": key])
    }

    /// Runs a script in which `"$0"` is the program.
    static func shell(
        _ script: String, environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(script, [path], environment: environment)
    }

    /// A function of the shell that runs a command as a user whom permissions bind.
    static let unprivileged = """
        unprivileged() {
            [ "$(id -u)" -eq 0 ] || { "$@"; return; }
            setpriv --reuid=65534 --clear-groups "$@"
        }

        """

    /// Whether that user can run the program.
    static func canBeUnprivileged() async throws -> Bool {
        try await shell(unprivileged + "unprivileged \"$0\" --version").status == 0
    }

    private static func run(
        _ script: String, _ arguments: [String], environment: [String: String]
    ) async throws -> Outcome {
        var variables: [Environment.Key: String] = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "BO_EXPORT_RETRIES": "0",
        ]
        if environment["HOME"] == nil {
            // Calls are counted there. Without such a folder every run would warn.
            variables["XDG_STATE_HOME"] =
                TemporaryFolder.root.appending(path: UUID().uuidString).path
        }
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: Arguments(["-c", script] + arguments),
            environment: .custom(variables), output: .string(limit: 64 << 20),
            error: .string(limit: 1 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return Outcome(
            status: status, output: result.standardOutput, errors: result.standardError)
    }
}
