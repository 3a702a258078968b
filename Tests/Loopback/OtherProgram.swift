public import Foundation

/// Programs that others wrote, of which tests take the output.
public enum OtherProgram {
    /// What is printed by the program called `arguments[0]`, which reads `input`.
    ///
    /// It blocks, so it is for ``offThePool(_:)``.
    ///
    /// - Throws: what the program says on stderr if it fails.
    public static func output(of arguments: [String], input: [UInt8] = []) throws -> Data {
        let files = FileManager.default.temporaryDirectory
        let (given, errors) = (
            files.appending(path: UUID().uuidString), files.appending(path: UUID().uuidString)
        )
        try Data(input).write(to: given)
        try Data().write(to: errors)
        defer { for file in [given, errors] { try? FileManager.default.removeItem(at: file) } }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = systemFirst
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardError = try FileHandle(forWritingTo: errors)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(text: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
        }
        return data
    }

    /// Packs `bytes` as gzip.
    static func packed(_ bytes: Data) async throws -> Data {
        try await offThePool { try output(of: ["gzip", "-c"], input: Array(bytes)) }
    }

    /// The environment of this process, with the system's programs before others of the same name: a
    /// `python3` that is a script takes longer than what it is to do.
    private static let systemFirst =
        ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
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

/// Does `body`, which blocks, on a thread of its own: those of the concurrency pool are as few as
/// the processors, and servers and tests share them.
public func offThePool<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}
