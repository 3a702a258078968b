import Foundation

/// Bytes packed as gzip.
enum Gzip {
    /// Packs `bytes`, by running gzip.
    static func pack(_ bytes: Data) async throws -> Data {
        try await offThePool {
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try bytes.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["gzip", "-c"]
            process.standardInput = try FileHandle(forReadingFrom: file)
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let packed = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return packed
        }
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
