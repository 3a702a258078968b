import BoxOffice
import Engine
import Foundation
import Loopback
import SlowLane
import Storage
import Testing

@Suite struct PictureFolderTests {
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9]
    private let folder = TemporaryFolder.newURL
    private var manifest: URL { folder.appending(path: "manifest.jsonl") }

    /// The names of the files in the folder.
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// Returns the pictures of the folder, of which the web has `bytes`.
    private func pictures(_ bytes: [UInt8]) throws -> PictureFolder {
        try PictureFolder(
            at: folder.path, from: WebPictures { _ in bytes }, now: { Instant(secondsSince1970: 0) }
        )
    }

    private func poster(
        _ code: String, at address: String = "https://a/b", match: Poster.Match? = nil
    ) -> Poster {
        Poster(
            movieCode: code, query: "q", imageURL: address, width: 700, height: 1000,
            confidence: BoxOffice.Decimal(70, places: 2), match: match)
    }

    /// Keeps the pictures of `codes`, for which the web has `bytes`, and returns the warnings.
    private func warnings(
        keeping codes: [String], _ bytes: [UInt8], match: Poster.Match? = nil
    ) async throws -> [String] {
        let pictures = try pictures(bytes)
        for code in codes { try await pictures.keep(poster(code, match: match)) }
        return pictures.finish().map(\.code)
    }

    private func keep(_ code: String, _ bytes: [UInt8]) async throws {
        try await pictures(bytes).keep(poster(code))
    }

    @Test(
        "A picture's name has the extension of its real format",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9], "1.jpg"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1] + Array("IEND".utf8), "1.png"),
            (Array("GIF89a".utf8) + [1, 2, 0x3B], "1.gif"),
            (Array("RIFF".utf8) + [6, 0, 0, 0] + Array("WEBP".utf8) + [1, 2], "1.webp"),
        ] as [([UInt8], String)])
    func kinds(bytes: [UInt8], name: String) async throws {
        #expect(try await warnings(keeping: ["1"], bytes) == [])
        #expect(try names == [name, "manifest.jsonl"])
    }

    @Test(
        "Bytes that are not a picture, or only its beginning, are refused",
        arguments: [
            [], Array("<html>".utf8), [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE0, 1],
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], Array("GIF89a".utf8),
            Array("RIFF".utf8) + [7, 0, 0, 0] + Array("WEBP".utf8) + [1, 2],
            Array("<svg/>".utf8), Array("%PDF-1.4".utf8),
        ] as [[UInt8]])
    func refused(bytes: [UInt8]) async throws {
        await #expect(throws: Fault.self) { try await keep("1", bytes) }
    }

    @Test(
        "A code that could lead out of the folder is not used as a file name",
        arguments: ["", "../x", "a/b", "가"])
    func codes(code: String) async throws {
        await #expect(throws: Fault.self) { try await keep(code, jpeg) }
    }

    @Test("A manifest that another run has locked is waited for, and not for ever")
    func locks() async throws {
        let pictures = try pictures(jpeg)
        try await pictures.keep(poster("1"))
        let isHeld = SlowLane.cases(1, quick: 0) == 1
        let holding = try lock(manifest.path, for: isHeld ? 600_000 : 300)
        let warnings = await Task.detached { pictures.finish() }.value
        #expect(warnings.map(\.code) == (isHeld ? ["locked-by-another"] : []))
        holding.cancel()
    }

    /// Locks the file at `path` for that many milliseconds, or until the task is cancelled.
    private func lock(_ path: String, for time: Int) throws -> Task<Void, Never> {
        let lock = try #require(try FileLock(of: path))
        return Task {
            try? await Task.sleep(for: .milliseconds(time))
            withExtendedLifetime(lock) {}
        }
    }

    // MARK: - The manifest

    private func line(_ code: String, _ bytes: [UInt8]) async throws -> Data {
        let other = PictureFolderTests()
        try await other.keep(code, bytes)
        return try Data(contentsOf: other.manifest)
    }

    @Test(
        "A picture that is cut off or has other bytes is fetched again and reported; others stay",
        arguments: [
            ([], true), ([0xFF, 0xD8, 0xFF, 0xE0, 1], true),
            ([0xFF, 0xD8, 0xFF, 0xE0, 9, 9, 0xFF, 0xD9], true),
            ([0xFF, 0xD8, 0xFF, 0xE0, 9, 9, 9, 0xFF, 0xD9], false),
        ] as [([UInt8], Bool)])
    func damagedPicture(bytes: [UInt8], isReplaced: Bool) async throws {
        try await keep("1", jpeg)
        let file = folder.appending(path: "1.jpg")
        try Data(bytes).write(to: file)
        let warnings = try await warnings(keeping: ["1"], jpeg)
        #expect(try Data(contentsOf: file) == Data(isReplaced ? jpeg : bytes))
        #expect(warnings == (isReplaced ? ["pictures-damaged"] : []))
    }

    @Test(
        "A poster at another address replaces the picture, and one that cannot be fetched does not")
    func otherAddress() async throws {
        try await keep("1", jpeg)
        let file = folder.appending(path: "1.jpg")
        let other: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 9, 9, 9, 9, 0xFF, 0xD9]
        let pictures = try PictureFolder(
            at: folder.path,
            from: WebPictures { address throws(Fault) in
                guard address == "https://a/c" else { throw Fault(.unavailable, "gone", "gone") }
                return other
            }, now: { Instant(secondsSince1970: 0) })
        for (address, bytes) in [("b", jpeg), ("gone", jpeg), ("c", other), ("c", other)] {
            _ = try? await pictures.keep(poster("1", at: "https://a/\(address)"))
            #expect(try Data(contentsOf: file) == Data(bytes), "\(address)")
        }
        #expect(pictures.finish() == [])
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.contains("https://a/c") && text.split(separator: "\n").count == 1)
    }

    @Test("The manifest has one line of JSON for each picture, always the same bytes")
    func bytesOfALine() async throws {
        let pictures = try pictures(jpeg)
        var poster = Poster(
            movieCode: "1", query: "\"a\"\\b\tc\n가 👩‍👩‍👧", imageURL: "https://a/b?c=/&d", width: 700,
            height: 1000, confidence: BoxOffice.Decimal(70, places: 2))
        poster.pageURL = "https://a"
        try await pictures.keep(poster)
        #expect(pictures.finish() == [])
        let line = try String(contentsOf: manifest, encoding: .utf8)
        let sha256 = "6e18d2aca83ed8a4ca1d04fa88db9a2ea24d83665fbcf7de70ced8edbd7ac9fc"
        let content =
            #"{"file":"1.jpg","movie_code":"1","query":"\"a\"\\b c 가 👩‍👩‍👧","#
            + #""image_url":"https://a/b?c=/&d","page_url":"https://a","sha256":""#
            + sha256 + #"","time":"1970-01-01T09:00:00+09:00","size":8"#
        #expect(line == content + "}\n")
    }

    @Test("A kept poster comes back unchanged, whatever is in its address")
    func knownPoster() async throws {
        var poster = Poster(
            movieCode: "1", query: "", imageURL: "https://a/\"b\"\\c",
            confidence: BoxOffice.Decimal(100, places: 2), match: .code)
        poster.source = "kmdb"
        poster.pageURL = "https://a"
        try await pictures(jpeg).keep(poster)
        #expect(try pictures(jpeg).knownPoster(of: "1") == poster)
        #expect(try pictures(jpeg).knownPoster(of: "2") == nil)
        try FileManager.default.removeItem(at: folder.appending(path: "1.jpg"))
        #expect(try pictures(jpeg).knownPoster(of: "1") == nil)
    }

    @Test("Lines of others stay, whatever they are, and those of other runs")
    func othersLines() async throws {
        let (one, two) = (try await line("1", jpeg), try await line("2", jpeg))
        let notes = [Data("what somebody else has noted".utf8), one.dropLast(3), Data(count: 100)]
        for note in notes {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let run = try pictures(jpeg)
            try (note + Data("\n".utf8)).write(to: manifest)
            try await keep("1", jpeg)
            try await run.keep(poster("2"))
            #expect(run.finish() == [])
            #expect(try Data(contentsOf: manifest) == note + Data("\n".utf8) + one + two)
        }
    }

    @Test("A picture has one line, even if its file was lost and fetched again")
    func oneLine() async throws {
        let gif = Array("GIF89a".utf8) + [1, 2, 0x3B]
        for code in ["1", "2", "3"] { try await keep(code, jpeg) }
        try FileManager.default.removeItem(at: folder.appending(path: "2.jpg"))
        try await keep("2", jpeg)
        let again = try await line("2", jpeg)
        #expect(
            try Data(contentsOf: manifest)
                == (try await line("1", jpeg)) + (try await line("3", jpeg)) + again)
        try FileManager.default.removeItem(at: folder.appending(path: "2.jpg"))
        try await keep("2", jpeg + jpeg)
        let (one, three) = (try await line("1", jpeg), try await line("3", jpeg))
        #expect(
            try Data(contentsOf: manifest) == one + three + (try await line("2", jpeg + jpeg)))
        try FileManager.default.removeItem(at: folder.appending(path: "2.jpg"))
        try await keep("2", gif)
        #expect(try Data(contentsOf: manifest) == one + three + (try await line("2", gif)))
        #expect(try names == ["1.jpg", "2.gif", "3.jpg", "manifest.jsonl"])
    }

    // MARK: - Pictures without a line

    @Test("A picture whose line was lost gets one again if it is the one on the web")
    func lostLine() async throws {
        let codes = ["1", "2", "3"]
        #expect(try await warnings(keeping: codes, jpeg) == [])
        let lines = try Data(contentsOf: manifest)
        try lines.prefix(lines.count / 2).write(to: manifest)
        #expect(try await warnings(keeping: codes, jpeg) == [])
        let now = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n")
        let before = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        #expect(Set(now).isSuperset(of: before))
    }

    @Test("A picture without a line stays if it differs from the one on the web")
    func own() async throws {
        #expect(try await warnings(keeping: ["1"], jpeg) == [])
        try FileManager.default.removeItem(at: manifest)
        let gif = Array("GIF89a".utf8) + [1, 2, 0x3B]
        #expect(try await warnings(keeping: ["1"], gif) == ["manifest-origin-unknown"])
        #expect(try await warnings(keeping: ["1"], gif, match: .code) == [])
        #expect(
            try Data(contentsOf: folder.appending(path: "1.jpg")) == Data(jpeg))
        #expect(try String(contentsOf: manifest, encoding: .utf8).contains("\"match\":\"unknown\""))
    }

    @Test("Lines that an editor ended with CR LF are read")
    func carriageReturns() async throws {
        #expect(try await warnings(keeping: ["1", "2"], jpeg) == [])
        let edited = try String(contentsOf: manifest, encoding: .utf8)
            .replacing("\n", with: "\r\n")
        try edited.write(to: manifest, atomically: true, encoding: .utf8)
        #expect(try await warnings(keeping: ["1", "2"], jpeg) == [])
        #expect(try String(contentsOf: manifest, encoding: .utf8) == edited)
    }

    @Test("Many concurrent writers write whole lines, each once")
    func manyAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 { group.addTask { try await keep("\(number % 20)", jpeg) } }
            try await group.waitForAll()
        }
        let lines = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 20 && Set(lines).count == 20)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"file\":\"") && $0.hasSuffix("}") })
    }
}
