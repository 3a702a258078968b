import Foundation
import SlowLane
import Testing

@testable import BoxOffice
@testable import Engine

/// The checks of a picture's bytes: its kind, its end and its size.
@Suite struct PictureTests {
    private static let names = [
        "0.jpg", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.png", "6.gif", "7.webp",
    ]

    private static let ofEveryKind = ["0.jpg", "5.png", "6.gif", "7.webp"]

    /// Returns the bytes of a real poster of 100 × 143 pixels.
    private static func bytes(of name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(
            try Data(contentsOf: tests.appending(path: "Loopback/Fixtures/posters/\(name)")))
    }

    @Test("A picture has its kind, its bytes and its size", arguments: names)
    func real(name: String) throws {
        let bytes = try Self.bytes(of: name)
        let picture = try Picture(checking: bytes)
        #expect(name.hasSuffix(".\(picture.kind.rawValue)"))
        #expect(picture.bytes == bytes)
        #expect(picture.width == 100 && picture.height == 143)
    }

    @Test(
        "The beginning of a picture is refused, wherever it ends",
        arguments: SlowLane.isWanted ? names : ofEveryKind)
    func cutOff(name: String) throws {
        let bytes = try Self.bytes(of: name)
        let step = SlowLane.cases(1, quick: 20)
        let taken = bytes.indices.filter { count in
            // Each beginning is read as a whole, so a few of those that end in the data are enough.
            guard count % step == 0 || count < 700 || count > bytes.count - 50 else { return false }
            guard let picture = try? Picture(checking: Array(bytes.prefix(count))) else {
                return false
            }
            guard picture.width == 100 && picture.height == 143 else { return true }
            // A GIF may contain its end byte anywhere.
            return count < bytes.count - 8 && picture.kind != .gif
        }
        #expect(taken == [])
    }

    @Test("No byte of a picture can do harm", arguments: ofEveryKind)
    func changed(name: String) throws {
        let bytes = try Self.bytes(of: name)
        for index in bytes.indices.prefix(SlowLane.cases(700, quick: 100)) {
            for byte in [0, 1, 2, 0x7F, 0x80, 0xC0, 0xDA, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                guard let picture = try? Picture(checking: changed) else { continue }
                if picture.width < 1 || picture.height < 1 { Issue.record("\(index): \(byte)") }
            }
        }
    }

    // MARK: - Made-up pictures

    /// Returns a JPEG of these segments, with its data and its end.
    private static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
        [0xFF, 0xD8] + segments.joined() + [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]
    }

    private static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]

    private static func png(_ header: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + Array("....IEND....".utf8)
    }

    private static func webp(_ chunk: String, _ data: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [UInt8(8 + data.count + 4), 0, 0, 0] + Array("WEBP".utf8)
            + Array(chunk.utf8) + [UInt8(data.count), 0, 0, 0] + data
    }

    private static func header(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        [0, 0, 0, 13] + Array("IHDR".utf8) + width + height + [8, 2, 0, 0, 0]
    }

    @Test(
        "The size is read where the kind has it",
        arguments: [
            (jpeg(frame), 3, 2),
            (jpeg([0xFF, 0xE0, 0, 4, 1, 2], [0xFF, 0xC4, 0, 2], frame), 3, 2),
            (jpeg([0xFF, 0xC2, 0, 7, 8, 1, 0, 2, 0]), 512, 256),
            (png(header([0, 0, 1, 2], [0, 1, 0, 0])), 258, 65536),
            (png(header([0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1])), Int(Int32.max), 1),
            (Array("GIF87a".utf8) + [2, 1, 3, 0, 0x3B], 258, 3),
            (webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 5, 0x40, 6, 0xC0]), 5, 6),
            (webp("VP8L", [0x2F, 0x63, 0x80, 0x23, 0]), 100, 143),
            (webp("VP8X", [0, 0, 0, 0, 99, 0, 0, 142, 0, 1]), 100, 65679),
        ] as [([UInt8], Int, Int)])
    func sizes(bytes: [UInt8], width: Int, height: Int) throws {
        let picture = try Picture(checking: bytes)
        #expect(picture.width == width && picture.height == height)
    }

    @Test(
        "A picture whose size cannot be read is refused",
        arguments: [
            jpeg(),  // No frame header.
            [0xFF, 0xD8] + frame + [0xFF, 0xD9],  // No data.
            jpeg([0xFF, 0xE0, 0, 0], frame), jpeg([0xFF, 0xE0, 0, 1], frame),
            jpeg(frame, [0xFF, 0xE1, 0, 0]), jpeg(frame, [0xFF, 0xE1, 0, 1]),
            jpeg([0xFF, 0xE0, 0xFF, 0xFF], frame),  // Beyond the end.
            jpeg([0xFF], frame), jpeg(frame, [0]), jpeg([0xFF, 0xD0], frame),
            jpeg([0xFF, 0xC0, 0, 2]), jpeg([0xFF, 0xC0, 0, 6, 8, 0, 2, 0]),
            jpeg([0xFF, 0xC0, 0, 7, 8, 0, 0, 0, 3]), jpeg([0xFF, 0xC0, 0, 7, 8, 0, 2, 0, 0]),
            jpeg([0xFF, 0xC8, 0, 7, 8, 0, 2, 0, 3]), jpeg([0xFF, 0xCC, 0, 7, 8, 0, 2, 0, 3]),
            [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + frame + [0xFF, 0xD9],  // After the data.
            png([]), png(header([0, 0, 0, 0], [0, 0, 0, 1])),
            png(header([0, 0, 0, 1], [0, 0, 0, 0])),
            png(header([0x80, 0, 0, 0], [0, 0, 0, 1])),
            png([0, 0, 0, 1] + Array("pHYs.....".utf8) + header([0, 0, 0, 1], [0, 0, 0, 1])),
            Array("GIF89a".utf8) + [0, 0, 1, 0, 0x3B], Array("GIF89a".utf8) + [1, 0, 0, 0, 0x3B],
            Array("GIF89a".utf8) + [1, 0, 0x3B],
            webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0, 0x40, 6, 0]),
            webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2B, 5, 0, 6, 0]), webp("VP8L", [0x2F, 1, 2, 3]),
            webp("VP8L", [0x2E, 1, 2, 3, 4]), webp("VP8X", [0, 0, 0, 0, 99, 0, 0, 142, 0]),
            webp("VP8?", [0, 0, 0, 0, 0]),
        ] as [[UInt8]])
    func withoutSize(bytes: [UInt8]) {
        let fault = #expect(throws: Fault.self) { try Picture(checking: bytes) }
        #expect(fault?.code == "picture-without-size")
    }

    @Test("A JPEG of only tiny segments is read once", .timeLimit(.minutes(10)))
    func manySegments() {
        let segments = [[UInt8]](
            repeating: [0xFF, 0xFE, 0, 2], count: SlowLane.cases(500_000, quick: 50_000))
        let bytes = Self.jpeg(Array(segments.joined()))
        #expect(throws: Fault.self) { try Picture(checking: bytes) }
    }

    @Test(
        "Bytes that are not a picture are told apart from a cut-off picture",
        arguments: [
            ([], "not-a-picture"), (Array("<html>".utf8), "not-a-picture"),
            ([0xFF, 0xD8, 0xFF, 0xE0, 1], "picture-cut-off"),
            (Array("RIFF".utf8) + [7, 0, 0, 0] + Array("WEBP".utf8) + [1, 2], "picture-cut-off"),
            (Array("RIFF".utf8) + [255, 255, 255, 255] + Array("WEBP".utf8), "picture-cut-off"),
        ] as [([UInt8], String)])
    func codes(bytes: [UInt8], code: String) {
        let fault = #expect(throws: Fault.self) { try Picture(checking: bytes) }
        #expect(fault?.code == code)
    }
}
