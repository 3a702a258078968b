public import Foundation
import Subprocess
import SystemPackage

/// Programs that others wrote, of which tests take the output.
public enum OtherProgram {
    /// What is printed by the program called `arguments[0]`, which reads `input` and runs in `folder`.
    ///
    /// - Throws: what the program says on stderr if it fails.
    @discardableResult
    public static func output(
        of arguments: [String], input: [UInt8] = [], in folder: URL? = nil
    ) async throws -> Data {
        try await AsyncSemaphore.programs.withPermit {
            try await outputAtOnce(of: arguments, input: input, in: folder)
        }
    }

    /// The same without waiting its turn.
    private static func outputAtOnce(
        of arguments: [String], input: [UInt8], in folder: URL? = nil
    ) async throws -> Data {
        let result = try await run(
            .path("/usr/bin/env"), arguments: Arguments(arguments),
            // A python3 that is a script takes longer than what it is to do.
            environment: .inherit.updating(["PATH": path]),
            workingDirectory: folder.map { FilePath($0.path) }, input: .array(input),
            output: .bytes(limit: 1 << 30), error: .string(limit: 16 << 20))
        guard result.terminationStatus.isSuccess else {
            throw Failure(text: result.standardError)
        }
        return Data(result.standardOutput)
    }

    /// Whether a line of the shell succeeds, such as one that asks a program for its version.
    public static func succeeds(_ line: String) -> Bool {
        unsafe system("exec >/dev/null 2>&1 </dev/null; PATH=\(path); \(line)") == 0
    }

    /// Packs `bytes` as gzip.
    ///
    /// It does not wait its turn: the program that asks for the answer has one already, and waits.
    static func packed(_ bytes: Data) async throws -> Data {
        try await outputAtOnce(of: ["gzip", "-c"], input: Array(bytes))
    }

    /// Where programs are looked for: the system's come before others of the same name.
    private static let path =
        "/usr/bin:/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"

    /// Where a program of that name may be, in the order in which it is looked for.
    static func all(called name: String) -> [String] {
        path.split(separator: ":").map { "\($0)/\(name)" }
    }

    /// What a program said when it failed.
    private struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { String(text.suffix(2000)) }
    }
}
