import Foundation
import Loopback
import Testing

/// Pictures as a user asks for them.
@Suite struct SVGCommandTests {
    private static let week = ["--source", "sample", "--last", "7"]

    @Test("The picture among the samples is what the program draws")
    func sample() async throws {
        let folder = ChartFixtures.repository.appending(path: "Samples/week-2022-05-30")
        let outcome = try await Program.run(Self.week + ["--format", "svg"])
        #expect(
            try Data(outcome.output.utf8) == Data(contentsOf: folder.appending(path: "week.svg")))
    }

    @Test(
        "xmllint finds no error in a picture",
        .enabled(if: Tool.isThere("xmllint"), "this needs xmllint"))
    func otherPrograms() async throws {
        let outcome = try await Program.shell(
            "\"$0\" --source sample --last 7 -q --format svg | xmllint --noout --nonet -")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }
}

/// The same pictures in pixels.
@Suite(
    .enabled(
        if: unsafe dlopen("librsvg-2.so.2", RTLD_LAZY) != nil && Tool.hasPillow,
        "this needs librsvg2-2, fonts-nanum and python3-pil"))
struct PNGCommandTests {
    @Test(
        "A PNG is the picture in its theme and size, and a pipe gets nothing else",
        arguments: [("light", 2, "ffffff"), ("dark", 1, "0d1117")])
    func pixels(theme: String, scale: Int, paper: String) async throws {
        let outcome = try await Program.shell(
            #"""
            draw() { "$0" --source sample --last 7 -q -O width=500 -O theme=$THEME "$@"; }
            draw --format svg | sed -n '1s/.* height="\([0-9.]*\)".*/\1/p'
            draw --format png -O scale=$SCALE | python3 -c '
            import io, sys
            from PIL import Image
            file = sys.stdin.buffer.read()
            picture = Image.open(io.BytesIO(file), formats=["PNG"])
            width, rows = 3 * picture.width, picture.tobytes()
            assert picture.mode == "RGB" and file.endswith(b"IEND\xaeB`\x82")
            different = {rows[at:at + width] for at in range(0, len(rows), width)}
            print(*picture.size, rows[:3].hex(), len(different) > 100)'
            """#, environment: ["THEME": theme, "SCALE": "\(scale)"])
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        let height = try #require(lines.first.flatMap { Double($0) })
        #expect(lines.last ?? "" == "\(500 * scale) \(Int(height * Double(scale))) \(paper) True")
    }

    @Test(
        "A PNG that cannot be drawn leaves no file, and the message names what would help",
        arguments: [
            (["-O", "width=2000", "-O", "scale=10"], nil, 64, "at most 40 million pixels"),
            ([], "<fontconfig/>", 73, "apt-get install fonts-nanum"),
        ] as [([String], String?, Int, String)])
    func refusals(
        arguments: [String], fonts: String?, status: Int, words: String
    ) async throws {
        let folder = try TemporaryFolder()
        try fonts?.write(toFile: folder.path("fonts.conf"), atomically: true, encoding: .utf8)
        let outcome = try await Program.run(
            ["--source", "sample", "--last", "7", "-o", folder.path("x.png")] + arguments,
            environment: fonts == nil ? [:] : ["FONTCONFIG_FILE": folder.path("fonts.conf")])
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("x.png")))
    }
}
