import Archive
import BoxOffice
import Foundation
import Testing

@Suite struct PictureFolderTests {
    private func names(keeping bytes: [UInt8], code: String = "1") async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let pictures = try PictureFolder(
            at: folder.path, now: { Instant(secondsSince1970: 0) }, fetch: { _ in bytes })
        let poster = Poster(
            movieCode: code, query: "q", imageURL: "https://a/b", width: 700, height: 1000,
            confidence: Fraction(hundredths: 70))
        try await pictures.keep(poster)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        "A picture is named for what its bytes are",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9], "1.jpg"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1] + Array("IEND".utf8), "1.png"),
            (Array("GIF89a".utf8) + [1, 2, 0x3B], "1.gif"),
            (Array("RIFF".utf8) + [6, 0, 0, 0] + Array("WEBP".utf8) + [1, 2], "1.webp"),
        ] as [([UInt8], String)])
    func kinds(bytes: [UInt8], name: String) async throws {
        #expect(try await names(keeping: bytes) == [name, "manifest.jsonl"])
    }

    @Test(
        "What is no picture, or only the beginning of one, is refused",
        arguments: [
            [], Array("<html>".utf8), [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE0, 1],
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1], Array("GIF89a".utf8),
            Array("RIFF".utf8) + [7, 0, 0, 0] + Array("WEBP".utf8) + [1, 2],
            Array("<svg/>".utf8), Array("%PDF-1.4".utf8),
        ] as [[UInt8]])
    func refused(bytes: [UInt8]) async throws {
        await #expect(throws: Fault.self) { try await names(keeping: bytes) }
    }

    @Test(
        "A code that could lead out of the folder is no file's name",
        arguments: ["", "../x", "a/b", "가"])
    func codes(code: String) async throws {
        await #expect(throws: Fault.self) {
            try await names(keeping: [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9], code: code)
        }
    }
}
