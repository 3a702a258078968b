import BoxOffice
import Engine
import Foundation
import Loopback
import Storage
import Testing

@Suite struct FileSinkTests {
    private let folder: URL

    init() throws {
        folder = TemporaryFolder.newURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(
        _ text: String, to path: String, rows: Int = 1, allowsEmpty: Bool = false
    ) throws(Fault) {
        var sink = try FileSink(at: path, allowsEmpty: allowsEmpty)
        let bytes = Array(text.utf8)
        try sink.write(bytes.span)
        try sink.commit(rows: rows)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? Int) ?? 0
    }

    @Test("A document appears whole, and nothing else with it")
    func commits() throws {
        try write("a\n", to: path("x.csv"))
        #expect(try text("x.csv") == "a\n")
        #expect(try names == ["x.csv"])
    }

    @Test("A new file has the mode that the umask leaves it")
    func newMode() throws {
        let mask = umask(0o027)
        umask(mask)
        try write("a", to: path("x.csv"))
        #expect(try mode("x.csv") == Int(0o666 & ~mask))
    }

    @Test("A replaced file keeps its mode")
    func keptMode() throws {
        try write("old", to: path("x.csv"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: path("x.csv"))
        try write("new", to: path("x.csv"))
        #expect(try mode("x.csv") == 0o640)
        #expect(try text("x.csv") == "new")
    }

    @Test("A dropped document leaves the old one, and no other trace")
    func drops() throws {
        try write("old", to: path("x.csv"))
        do {
            var sink = try FileSink(at: path("x.csv"), allowsEmpty: false)
            let bytes = Array("new".utf8)
            try sink.write(bytes.span)
        }
        #expect(try text("x.csv") == "old")
        #expect(try names == ["x.csv"])
    }

    @Test("A link stays a link: the file it leads to is replaced")
    func links() throws {
        try write("old", to: path("real.csv"))
        try FileManager.default.createSymbolicLink(
            atPath: path("link.csv"), withDestinationPath: "real.csv")
        try write("new", to: path("link.csv"))
        #expect(try text("real.csv") == "new")
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path("link.csv"))
                == "real.csv")
    }

    @Test("A dangling link is followed, and a circular one is refused")
    func danglingLinks() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: path("a.csv"), withDestinationPath: "b.csv")
        try write("new", to: path("a.csv"))
        #expect(try text("b.csv") == "new")
        try manager.createSymbolicLink(atPath: path("loop"), withDestinationPath: "loop")
        let fault = #expect(throws: Fault.self) { try write("new", to: path("loop")) }
        #expect(fault?.kind == .cannotCreate)
    }

    @Test("While a document is written there is no trace of it in the folder")
    func nameless() throws {
        var sink = try FileSink(at: path("x.csv"), allowsEmpty: false)
        let bytes = Array("new".utf8)
        try sink.write(bytes.span)
        #expect(try names == [])
        try sink.commit(rows: 1)
        #expect(try names == ["x.csv"])
    }

    @Test("An empty document replaces no other but its equal, unless that is allowed")
    func empty() throws {
        try write("old", to: path("x.csv"))
        let fault = #expect(throws: Fault.self) { try write("h\n", to: path("x.csv"), rows: 0) }
        #expect(fault?.kind == .malformed)
        #expect(try text("x.csv") == "old")
        try write("h\n", to: path("x.csv"), rows: 0, allowsEmpty: true)
        #expect(try text("x.csv") == "h\n")
        // A page without rows has some ten thousand bytes.
        let page = String(repeating: "h\n", count: 8000)
        for _ in 1...2 { try write(page, to: path("new.csv"), rows: 0) }
        #expect(throws: Fault.self) { try write("h", to: path("new.csv"), rows: 0) }
        #expect(try text("new.csv") == page)
        #expect(try names == ["new.csv", "x.csv"])
    }

    @Test(
        "A path where no file can be is refused at once",
        arguments: ["", ".", "none/x.csv", "x.csv/", "/", "file.csv/"])
    func cannotCreate(name: String) throws {
        try write("old", to: self.path("file.csv"))
        let path = name.isEmpty || name == "/" ? name : "\(folder.path)/\(name)"
        let fault = #expect(throws: Fault.self) { try write("a", to: path) }
        #expect(fault?.kind == .cannotCreate)
        #expect(fault?.message.hasSuffix(": Not a directory") == (name == "file.csv/"))
    }

    @Test("A device is written to directly, and a full device is an error")
    func devices() throws {
        try write("a", to: "/dev/null")
        let fault = #expect(throws: Fault.self) { try write("a", to: "/dev/full") }
        #expect(fault?.kind == .cannotWrite)
        #expect(fault?.message == "'/dev/full' cannot be written: No space left on device")
    }

    @Test("Names of any length that the folder allows are accepted")
    func longNames() throws {
        let name =
            String(repeating: "각".decomposedStringWithCanonicalMapping, count: 27) + ".csv"
        try write("a", to: path(name))
        #expect(try text(name) == "a")
    }
}

@Suite struct RecordingFolderTests {
    private let folder = TemporaryFolder.newURL
    private let request = Request(
        service: "kobis", path: "a/b.json", parameters: [("targetDt", "20220605")],
        subject: .code("x"))
    private let answer = Answer(body: Array("{}".utf8), fetchedAt: Instant(secondsSince1970: 0))
    private let recordings: RecordingFolder
    private let file: URL

    init() {
        recordings = RecordingFolder(at: folder.path)
        file = folder.appending(path: Recording.path(for: request))
    }

    @Test("A missing, damaged or foreign file is never taken for an answer")
    func refuses() async throws {
        let missing = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(missing?.kind == .unavailable)
        try recordings.keep(answer, to: request, nil)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 1] = UInt8(ascii: "]")
        try bytes.write(to: file)
        let damaged = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(damaged?.kind == .malformed)
        let other = Request(
            service: "kobis", path: "c.json", parameters: [], subject: request.subject)
        try Data(Recording(of: answer, to: other).bytes).write(to: file)
        let foreign = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(foreign?.kind == .malformed)
    }

    @Test("An answer stored in a folder that did not exist at the first request comes back")
    func late() async throws {
        _ = #expect(throws: Fault.self) { try recordings.send(request) }
        try RecordingFolder(at: folder.path).keep(answer, to: request, nil)
        #expect(try recordings.send(request) == answer)
        // A removed folder gives nothing, and neither does one in its place.
        try FileManager.default.removeItem(at: folder)
        let gone = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(gone?.kind == .unavailable)
        #expect(gone?.message.contains(folder.path) == true)
    }

    @Test("Recordings of any length are read whole, and refused without their end")
    func lengths() async throws {
        let header = Recording(of: answer, to: request).bytes.count - answer.body.count
        // Files are read in blocks of 16 KiB; a longer length has more digits.
        let lengths = [0, 1, 16_384, 32_768, 65_536].flatMap { block in
            (-6...2).map { block - header + $0 }
        }
        for length in lengths + [0, 1, 200_000] where length >= 0 {
            var answer = answer
            answer.body = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            try recordings.keep(answer, to: request, nil)
            #expect(try recordings.send(request) == answer)
            guard length > 0 else { continue }
            try Data(contentsOf: file).dropLast().write(to: file)
            let cut = #expect(throws: Fault.self) { try recordings.send(request) }
            #expect(cut?.kind == .malformed)
        }
    }

    @Test(
        "Bytes after a recording are noticed, wherever it ends, and so is an excessive size")
    func surplus() async throws {
        let header = Recording(of: answer, to: request).bytes.count - answer.body.count
        for size in [2000, 16_383, 16_384, 16_385, 32_768] {
            var answer = answer
            answer.body = [UInt8](repeating: 0x20, count: size - header - "\(size)".count + 1)
            let recording = Recording(of: answer, to: request).bytes
            #expect(recording.count == size)
            for surplus in [1, 100_000] {
                try recordings.keep(answer, to: request, nil)
                let more = [UInt8](repeating: 0x20, count: surplus)
                try Data(recording + more).write(to: file)
                let fault = #expect(throws: Fault.self) { try recordings.send(request) }
                #expect(fault?.kind == .malformed)
            }
        }
        try recordings.keep(answer, to: request, nil)
        let writer = try FileHandle(forWritingTo: file)
        try writer.truncate(atOffset: (64 << 20) + 1)
        try writer.close()
        let fault = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(fault?.message.hasSuffix("the recording is too large") == true)
    }

    @Test("A pipe in place of a recording is refused, whether somebody writes to it or not")
    func pipes() async throws {
        try recordings.keep(answer, to: request, nil)
        try FileManager.default.removeItem(at: file)
        try #require(unsafe mkfifo(file.path, 0o600) == 0)
        let unwritten = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(unwritten?.kind == .malformed)
        let pipe = try FileHandle(forUpdating: file)
        let silent = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(silent?.kind == .malformed)
        try pipe.write(contentsOf: Recording(of: answer, to: request).bytes.prefix(20))
        let begun = #expect(throws: Fault.self) { try recordings.send(request) }
        #expect(begun?.message.hasSuffix("is not a regular file") == true)
        try pipe.close()
    }
}
