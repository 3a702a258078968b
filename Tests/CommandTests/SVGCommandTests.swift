import Foundation
import Loopback
import Testing

/// Pictures as a user asks for them.
@Suite struct SVGCommandTests {
    private static let week = ["--source", "sample", "--last", "7"]

    @Test(
        "The ending .svg is a picture, with the same bytes every time",
        arguments: [
            week, ["--source", "sample"],
            ["trend", "범죄도시2", "--from", "2022-05-30", "--days", "7"] + week.prefix(2),
            week + ["--columns", "title"],
        ])
    func sameBytes(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        var pictures: [String] = []
        for zone in ["Asia/Seoul", "Pacific/Kiritimati"] {
            let outcome = try await Program.run(
                arguments + ["-o", folder.path("x.svg")], environment: ["TZ": zone])
            #expect(outcome.status == 0, "\(outcome.errors)")
            pictures.append(try folder.text("x.svg"))
        }
        #expect(pictures[0] == pictures[1] && pictures[0].hasPrefix("<svg "))
        #expect(pictures[0].contains("범죄도시2</text>") && !pictures[0].contains("2026"))
    }

    @Test("Chosen columns change nothing in a picture, and a remark says so")
    func columns() async throws {
        let arguments = Self.week + ["--format", "svg"]
        let usual = try await Program.run(arguments)
        let chosen = try await Program.run(
            arguments + ["--columns", "rank,title", "--log-format", "json"])
        #expect(usual.errors == "" && usual.status == 0)
        #expect(chosen.output == usual.output && chosen.status == 0)
        #expect(chosen.errors.contains("\"code\":\"columns-without-effect\""), "\(chosen.errors)")
        let table = try await Program.run(
            Self.week + ["--format", "csv", "--columns", "rank,title"])
        #expect(table.errors == "")
    }

    @Test("The picture among the samples is what the program draws")
    func sample() async throws {
        let folder = ChartFixtures.repository.appending(path: "Samples/week-2022-05-30")
        let outcome = try await Program.run(Self.week + ["--format", "svg"])
        #expect(
            try Data(outcome.output.utf8) == Data(contentsOf: folder.appending(path: "week.svg")))
    }

    @Test(
        "A run with nothing to plot, or too much, ends with 64 and leaves no file",
        arguments: [
            (["ranking", "--month", "2022-05"], "nothing-to-plot", nil),
            (["market", "--date", "2022-06-01"], "nothing-to-plot", nil),
            (["movies", "--title", "x"], "nothing-to-plot", nil),
            (["trend", "20212866", "--by", "film"], "nothing-to-plot", nil),
            (
                ["--from", "2022-01-01", "--to", "2022-03-04"], "no-rank-chart",
                "{year}-{month}.svg"
            ),
            (["--date", "2022-06-01", "--region", "서울,부산"], "no-rank-chart", "{region}.svg"),
        ] as [([String], String, String?)])
    func refusals(arguments: [String], code: String, files: String?) async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.run(
                against: url, arguments + ["-o", folder.path("x.svg"), "--log-format", "json"])
        }
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("\"code\":\"\(code)\""), "\(outcome.errors)")
        if let files {
            #expect(outcome.errors.contains(files), "\(outcome.errors)")
            let many = try await server.run { url in
                try await Program.run(against: url, arguments + ["-o", folder.path(files)])
            }
            #expect(many.status == 0, "\(many.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("x.svg")))
    }

    @Test("A template makes a picture of each day, and the message for .png says how to make one")
    func files() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(Self.week + ["-o", folder.path("{date}.svg")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.text("2022-06-05.svg").contains("일별 박스오피스 관객수"))
        let other = try await Program.run(Self.week + ["-o", folder.path("x.png")])
        #expect(other.status == 64 && other.errors.contains("rsvg-convert x.svg -o x.png"))
    }

    @Test(
        "librsvg makes a PNG of it, and xmllint finds no error",
        .enabled(
            if: Tool.isThere("rsvg-convert") && Tool.isThere("xmllint"),
            "this needs rsvg-convert and xmllint"))
    func otherPrograms() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)'
            for theme in light dark; do
                "$0" --source sample --last 7 -q -O theme=$theme -o $theme.svg || exit 1
                xmllint --noout --nonet $theme.svg && rsvg-convert $theme.svg -o $theme.png || exit 1
                head -c 8 $theme.png | od -An -tx1
            done
            """)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.contains("89 50 4e 47") })
    }
}
