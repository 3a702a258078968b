import BoxOffice
import Foundation
import Loopback
import Storage
import Testing

@Suite struct SmallFileTests {
    private let pipe: String

    init() throws {
        pipe = TemporaryFolder.newURL.path
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
    }

    private func fault(patience: Duration?) -> Fault? {
        #expect(throws: Fault.self) { try SmallFile.text(at: pipe, patience: patience) }
    }

    @Test("A pipe is refused, and where it is allowed, reading does not wait forever")
    func silentPipe() throws {
        #expect(
            fault(patience: nil)?.message == "'\(pipe)' cannot be read: it is not a regular file")
        let late = "timed out reading '\(pipe)'"
        #expect(fault(patience: .milliseconds(20))?.message == late)
        let silent = #expect(throws: Fault.self) {
            try SmallFile.state(at: pipe, limit: 5, patience: .milliseconds(20)) { _ in true }
        }
        #expect(silent?.message == late)
        let writer = try FileHandle(forUpdating: URL(filePath: pipe))
        #expect(fault(patience: .milliseconds(20))?.message == late)
        try writer.write(contentsOf: Data("a state".utf8))
        let long = #expect(throws: Fault.self) {
            try SmallFile.state(at: pipe, limit: 5, patience: .seconds(60)) { _ in true }
        }
        #expect(long?.code == "state-pipe-too-long")
        try writer.write(contentsOf: Data("half a".utf8))
        #expect(fault(patience: .milliseconds(20))?.message == late)
        try writer.close()
    }

    @Test("Data from a pipe is read to its end, piece by piece")
    func pieces() throws {
        // A thread, because a task would need one of the threads that all tests share, and reading
        // blocks one of them meanwhile.
        let pipe = pipe
        Thread.detachNewThread {
            guard let writer = try? FileHandle(forWritingTo: URL(filePath: pipe)) else { return }
            for byte in "a key\n".utf8 { try? writer.write(contentsOf: [byte]) }
            try? writer.close()
        }
        #expect(try SmallFile.text(at: pipe, patience: .seconds(60)) == "a key")
        let folder = FileManager.default.temporaryDirectory.path
        #expect(throws: Fault.self) { try SmallFile.text(at: folder, patience: .seconds(60)) }
    }
}
