import BoxOffice
import Foundation

/// Bytes packed as gzip.
enum Gzip {
    /// Packs `bytes`, by running gzip.
    static func pack(_ bytes: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-c"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: bytes)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let packed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return packed
    }
}
