import BoxOffice
import Foundation
import Testing

@testable import Executables

/// The reference of the protocol, compared with the host.
@Suite struct ProtocolPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func page() throws -> String {
        try String(
            contentsOf: root.appending(
                path: "Sources/BoxOffice/BoxOffice.docc/PluginProtocol.md"), encoding: .utf8)
    }

    /// Returns the texts of the host's files.
    private static func sources() throws -> String {
        let folder = root.appending(path: "Sources/Executables")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }

    /// Returns the lines of the session with the plugin `name`; those of the host begin with `>`.
    private static func session(_ name: String) throws -> [String] {
        let blocks = try page().split(separator: "```")
        let block = blocks.first { $0.contains("\n< ") && $0.contains(#""name":"\#(name)""#) }
        return try #require(block).split(separator: "\n").map(String.init)
    }

    /// Returns the lines that the host writes in that session.
    private static func questions(_ name: String) throws -> [String] {
        try session(name).filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    }

    /// Returns the manifest in that session.
    private static func manifest(
        _ name: String, _ kind: PluginFile.Kind
    ) throws -> PluginManifest {
        let line = try #require(try session(name).first { $0.hasPrefix("< ") }).dropFirst(2)
        return try PluginManifest(Array(line.utf8), of: kind, named: name)
    }

    private static func day(_ text: String) throws -> Period {
        Period(of: .daily, containing: try #require(Day(text)))
    }

    private static let hello = String(decoding: ProtocolLine.hello.dropLast(), as: UTF8.self)

    @Test("Every field of a manifest is described")
    func fields() throws {
        let page = try Self.page()
        let fields = try Self.sources().matches(of: /\b(manifest|option|column)\["(?<name>\w+)"\]/)
        #expect(fields.count > 20)
        for field in fields {
            let name = field.output.name
            #expect(page.contains("`\(name)`") || page.contains("\"\(name)\""), "\(name)")
        }
    }

    @Test("Every code of a plugin's fault is listed, and no other")
    func codes() throws {
        let faults = try Self.sources().matches(
            of: /\.(?<kind>[a-zA-Z]+),\s+"(?<code>plugin-[a-z-]+)"/
        ).filter { $0.output.kind != "bug" }
        let others = ["exit-status", "row", "poster", "details"].map { "plugin-\($0)" }
        let codes = Set(faults.map { String($0.output.code) } + others)
        let listed = try Self.page().matches(of: /`(?<code>plugin-[a-z-]+[a-z])`/)
            .map { String($0.output.code) }
        #expect(Set(listed) == codes)
    }

    @Test("The host writes the lines of the session with a format")
    func format() throws {
        let plugin = try Self.manifest("tsv", .format)
        var document = DocumentDescription(dataset: "chart", sources: ["kobis-json"])
        let day = try Self.day("2022-06-01")
        document.periods = Periods(from: day, to: day)
        var figures = FigureSource("kobis-json", territory: .korea)
        figures.credit = "KOBIS"
        figures.filmPage =
            "https://www.kobis.or.kr/kobis/business/mast/mvie/searchMovieList.do"
            + "?dtTp=movie&dtCd={code}"
        document.figures = [figures]
        document.begun = Instant(secondsSince1970: 1_654_443_000)
        let layout = Layout(
            columns: [Column("rank", "순위", .integer), Column("title", "영화명", .text)],
            options: try PluginOptions(for: plugin.manifest), document: document)
        let begin = ProtocolLine.begin(layout).dropLast()
        let lines = [
            Self.hello, String(decoding: begin, as: UTF8.self),
            #"{"row":{"rank":1,"title":"범죄도시2"}}"#, #"{"end":{}}"#,
        ]
        let questions = try Self.questions("tsv")
        #expect(questions == lines)
    }

    @Test("The host writes the lines of the session with a source")
    func source() throws {
        let manifest = try Self.manifest("seats", .source).manifest
        let options = try PluginOptions(for: manifest)
        let queries = try ["2022-06-01", "2022-06-02"].map {
            ProtocolLine.query(ChartEdition(try Self.day($0)), options)
        }
        #expect(try Self.questions("seats") == [Self.hello] + queries)
    }

    @Test("The host writes the lines of the session with a source whose charts have filters")
    func filtered() throws {
        let plugin = try Self.manifest("coast", .source)
        let options = try PluginOptions(for: plugin.manifest)
        let day = try Self.day("2022-06-01")
        let region = try #require(plugin.filters?.regions.first)
        let queries = [ChartFilter(region: region, nation: .korean), ChartFilter()].map {
            ProtocolLine.query(ChartEdition(day, filter: $0), options, withFilters: true)
        }
        #expect(try Self.questions("coast") == [Self.hello] + queries)
    }

    @Test("The host writes the lines of the session with a source of posters")
    func posters() throws {
        let manifest = try Self.manifest("shelf", .posters).manifest
        let options = try PluginOptions(for: manifest)
        let films = [
            Film(code: "20204548", title: "범죄도시2", year: 2022, genres: ["범죄", "액션"]),
            Film(code: "20206061", title: "쥬라기 월드: 도미니언"),
        ].map { ProtocolLine.film($0, options) }
        #expect(try Self.questions("shelf") == [Self.hello] + films)
    }

    @Test("The host writes the lines of the session with a source of details")
    func details() throws {
        let manifest = try Self.manifest("catalogue", .details)
        let options = try PluginOptions(for: manifest.manifest)
        var known = Film(code: "20204548", title: "범죄도시2", year: 2022)
        (known.source, known.openDate) = ("kobis-json", Day("2022-05-18"))
        known.country = Country("KR")
        var unknown = Film(code: "", title: "An Invented Winter")
        (unknown.source, unknown.country) = ("boston", Country("US"))
        let films = [known, unknown].map { ProtocolLine.details($0, options) }
        #expect(try Self.questions("catalogue") == [Self.hello] + films)
        #expect(manifest.keptFor == 30 && manifest.columns.map(\.kind) == [.text, .list])
    }

    @Test("The limits are those of the host")
    func limits() throws {
        let limits = PluginLimits()
        let page = try Self.page()
        for text in [
            "for \(limits.silence.components.seconds) seconds",
            "a line of more than \(limits.line >> 20) MiB",
            "a manifest: \(limits.manifest >> 10) KiB",
            "a chart of more than \(limits.answer >> 20) MiB",
            "\(limits.output >> 30) GiB in all", "more than \(limits.posters) posters",
            "at most \(limits.logLines) lines",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(limits.whole == .seconds(3600) && page.contains("an hour in all"))
        #expect(limits.grace == .milliseconds(500) && page.contains("half a second later"))
    }
}
