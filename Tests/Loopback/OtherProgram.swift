public import Foundation
import Subprocess
import SystemPackage

/// The third-party programs whose output the tests use.
public enum OtherProgram {
    /// Returns the output of the program `arguments[0]`, which reads `input` and runs in `folder`.
    ///
    /// - Throws: an error with the program's stderr if it fails.
    @discardableResult
    public static func output(
        of arguments: [String], input: [UInt8] = [], in folder: URL? = nil
    ) async throws -> Data {
        try await AsyncSemaphore.programs.withPermit {
            try await outputAtOnce(of: arguments, input: input, in: folder)
        }
    }

    /// Returns what a reader in `Tests/Readers` finds.
    public static func read<Found: Decodable & Sendable>(
        by reader: String, _ arguments: [String], input: [UInt8] = []
    ) async throws -> Found {
        let script = ChartFixtures.repository.appending(path: "Tests/Readers/\(reader).py").path
        let json = try await output(of: ["python3", script] + arguments, input: input)
        return try JSONDecoder().decode(Found.self, from: json)
    }

    /// Returns the output of a program without waiting for a permit.
    private static func outputAtOnce(
        of arguments: [String], input: [UInt8], in folder: URL? = nil
    ) async throws -> Data {
        let result = try await run(
            .path("/usr/bin/env"), arguments: Arguments(arguments),
            // A python3 that is a wrapper script takes longer than the job itself.
            environment: .inherit.updating(["PATH": path]),
            workingDirectory: folder.map { FilePath($0.path) }, input: .array(input),
            output: .bytes(limit: 1 << 30), error: .string(limit: 16 << 20))
        guard result.terminationStatus.isSuccess else {
            throw Failure(text: result.standardError)
        }
        return Data(result.standardOutput)
    }

    /// Returns true if a shell command succeeds, such as one that asks a program for its version.
    public static func succeeds(_ line: String) -> Bool {
        unsafe system("exec >/dev/null 2>&1 </dev/null; PATH=\(path); \(line)") == 0
    }

    /// Compresses `bytes` with gzip.
    ///
    /// It needs no permit: the program waiting for the answer already has one.
    static func packed(_ bytes: Data) async throws -> Data {
        try await outputAtOnce(of: ["gzip", "-c"], input: Array(bytes))
    }

    /// The search path for programs; the system's folders come first.
    private static let path =
        "/usr/bin:/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"

    /// Returns the possible paths of a program, in search order.
    static func all(called name: String) -> [String] {
        path.split(separator: ":").map { "\($0)/\(name)" }
    }

    /// The error of a program that failed, with its output.
    private struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { String(text.suffix(2000)) }
    }
}
