import Foundation
import Loopback
import Subprocess
import SystemPackage
import Testing

/// The program under test, run as a user runs it: with its own environment.
///
/// It is the one that `BO_EXPORT_TEST_PROGRAM` names, else the optimised one if it is made from the
/// sources as they are now, because most of the time of these tests is spent in the program, else the
/// one that was built together with the tests.
enum Program {
    struct Outcome: Sendable {
        /// The status, as a shell has it.
        let status: Int32
        /// The signal that ended it; nil if it ended by itself.
        var signal: Int32?
        let output: String
        /// The messages, without the sample's on the days of its figures, which every run of it has.
        let errors: String

        /// The lines of the output without the header.
        var rows: [Substring] { Array(output.split(separator: "\n").dropFirst()) }
    }

    /// The path of the program.
    static let path: String = {
        if let path = ProcessInfo.processInfo.environment["BO_EXPORT_TEST_PROGRAM"] { return path }
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let built = tests.deletingLastPathComponent()
        let optimised = OptimisedProgram(
            in: built.deletingLastPathComponent().appending(path: "release"),
            of: URL(filePath: #filePath).appending(path: "../../..").standardized)
        if optimised.isUpToDate { return optimised.file.path }
        FileHandle.standardError.write(
            Data(
                """
                These tests start the program that is not optimised and takes four times as long; \
                'swift build -c release --product bo-export' makes the other.\n
                """.utf8))
        return built.appending(path: "bo-export").path
    }()

    /// Runs it with `arguments` and only the path of this process's environment.
    ///
    /// No request is retried unless the environment says so: tests do not wait.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(path, arguments, environment: environment)
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
        try await run("/bin/sh", ["-c", script, path], environment: environment)
    }

    /// A shell function that runs a command as a user without root's permissions.
    static let unprivileged = """
        unprivileged() {
            [ "$(id -u)" -eq 0 ] || { "$@"; return; }
            setpriv --reuid=65534 --clear-groups "$@"
        }

        """

    /// Returns true if that user can run the program.
    static func canBeUnprivileged() async throws -> Bool {
        try await shell(unprivileged + "unprivileged \"$0\" --version").status == 0
    }

    private static func run(
        _ file: String, _ arguments: [String], environment: [String: String]
    ) async throws -> Outcome {
        var variables: [Environment.Key: String] = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "BO_EXPORT_RETRIES": "0",
        ]
        if environment["HOME"] == nil {
            // Calls are counted there. Without such a folder every run would warn.
            variables["XDG_STATE_HOME"] =
                TemporaryFolder.newURL.path
        }
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        let result = try await AsyncSemaphore.programs.withPermit { [variables] in
            try await Subprocess.run(
                .path(FilePath(file)), arguments: Arguments(arguments),
                environment: .custom(variables), output: .string(limit: 64 << 20),
                error: .string(limit: 1 << 20))
        }
        let (status, signal): (Int32, Int32?) =
            switch result.terminationStatus {
            case .exited(let code): (code, nil)
            case .signaled(let signal): (128 + signal, signal)
            }
        let lines = result.standardError.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("bo-export: these are recorded figures of ") }
        return Outcome(
            status: status, signal: signal, output: result.standardOutput,
            errors: lines.joined(separator: "\n"))
    }
}
