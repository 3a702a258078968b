import BoxOffice
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

/// Whole runs with a format that shows the pictures of posters, against services on this machine.
@Suite(.serialized) struct DocumentPictureTests {
    private let kobis: LoopbackKOBIS
    private let kakao = LoopbackKakao()
    private let folder = TemporaryFolder.newURL
    private let week = ["--from", "2022-05-30", "--to", "2022-06-05"]
    private let day = ["--date", "2022-06-05"]
    private let sizes = "--option=pictures=true"

    init() throws {
        kobis = try LoopbackKOBIS()
        kakao.set(.gallery)
    }

    /// The result of a run.
    private struct Outcome {
        let status: Int32
        let lines: [Substring]
        let warnings: [String]
    }

    /// Runs the program in this process with each of `arguments`, against the same services.
    private func run(_ arguments: [String]...) async throws -> [Outcome] {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (folder, kakao) = (folder, kakao)
        return try await kobis.run { kobisURL in
            try await kakao.run { kakaoURL in
                var outcomes: [Outcome] = []
                for arguments in arguments {
                    let variables = [
                        "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                        "KAKAO_BASE_URL": kakaoURL, "KAKAO_REST_API_KEY": "kakao-test",
                        "HOME": folder.path,
                    ]
                    outcomes.append(try await Self.run(arguments, variables, in: folder))
                }
                return outcomes
            }
        }
    }

    private static func run(
        _ arguments: [String], _ variables: [String: String], in folder: URL
    ) async throws -> Outcome {
        let added = AddedPlugins(formats: [PictureList()])
        var console = Console(
            environment: Environment(variables, services: Registry.services(added)), added: added)
        let (document, report) = (folder.appending(path: "d"), folder.appending(path: "r"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            arguments + [
                "--format", "picture-list", "-o", document.path, "--report", report.path, "-q",
            ]
        let settings = Result { () throws(Fault) in
            try Settings(at: nil, environment: console.environment)
        }
        let values = try Values(Arguments(arguments), settings, &console)
        let status = try await values.command.run(values, console)
        let text = try String(contentsOf: document, encoding: .utf8)
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: report))
        let warnings = (object as? [String: Any])?["warnings"] as? [[String: Any]]
        return Outcome(
            status: status, lines: text.split(separator: "\n"),
            warnings: (warnings ?? []).compactMap { $0["message"] as? String })
    }

    /// Returns the lines of pictures, without the port of their addresses.
    private func pictures(_ outcome: Outcome) -> [String] {
        outcome.lines.filter { $0.contains(" 100x143") }.map {
            String($0.drop { $0 != "-" })
        }
    }

    @Test("A document has the small picture of every film, each fetched once, without a column")
    func week() async throws {
        let outcome = try #require(
            try await run(week + ["--with", "posters", "--columns", "rank", sizes]).first)
        #expect(outcome.status == 0)
        #expect(outcome.lines.filter { $0 == "row" }.count == 70)
        #expect(kakao.pictures.count == 21 && Set(kakao.pictures).count == 21)
        #expect(kakao.pictures.allSatisfy { $0.hasPrefix("/pictures/thumbnail-") })
        let shown = pictures(outcome)
        let bad = kakao.pictures.filter { $0.contains("-8.") || $0.contains("-9.") }
        #expect(shown.count == 21 - bad.count && bad.count >= 2)
        for kind in ["jpg", "png", "gif", "webp"] {
            #expect(shown.contains { $0.hasSuffix(".\(kind) \(kind) 100x143") })
        }
        #expect(outcome.warnings.count == 2)
        #expect(outcome.warnings.contains { $0.contains("the picture is cut off") })
        #expect(
            outcome.warnings.contains { $0.contains("the answer is HTTP 404") })
    }

    @Test("No picture is fetched without posters, or for a document that shows none")
    func none() async throws {
        let outcomes = try await run(
            day + ["--with", "posters"], day + [sizes],
            day + ["--with", "posters", "--columns", "rank", sizes, "--option=blind=true"],
            day + ["--with", "details", sizes])
        #expect(outcomes.allSatisfy { $0.status == 0 && pictures($0).isEmpty })
        #expect(kakao.pictures.isEmpty)
        // Only the first run writes posters.
        #expect(kakao.queries.count == 10)
    }

    @Test("Without the network a document has no pictures, and there is no warning")
    func offline() async throws {
        let records = folder.appending(path: "records").path
        let arguments = day + ["--with", "posters", sizes]
        let outcomes = try await run(
            day + ["--with", "posters", "--record", records], arguments + ["--offline"],
            arguments + ["--replay", records])
        for outcome in outcomes {
            #expect(outcome.status == 0 && outcome.warnings.isEmpty && pictures(outcome).isEmpty)
            #expect(outcome.lines.filter { $0 == "row" }.count == 10)
        }
        #expect(kakao.pictures.isEmpty)
    }

    @Test("Pictures of posters are kept in a folder and shown at the same time")
    func both() async throws {
        let arguments = [
            "--date", "2022-06-05", "--with", "posters", sizes, "--posters-dir",
            folder.appending(path: "p").path,
        ]
        let outcome = try #require(try await run(arguments).first)
        let bad = kakao.pictures.filter { $0.contains("-8.") || $0.contains("-9.") }
        #expect(outcome.status == 0 && pictures(outcome).count == 10 - bad.count / 2)
        // A picture that is kept is shown from its file.
        #expect(bad.count == 4 && kakao.pictures.count == 12)
        // A film whose picture is available in neither form is reported once.
        #expect(outcome.warnings.allSatisfy { !$0.contains("more such films") })
    }
}

/// A format that lists the pictures it was given, and has a line for every row.
private struct PictureList: Format {
    static let pictures = TypedOption.boolean("pictures", default: false, help: "pictures")
    static let blind = TypedOption.boolean("blind", default: false, help: "without addresses")
    let manifest = Manifest(
        name: "picture-list", summary: "a list",
        options: [pictures.declaration, blind.declaration])
    let traits = FormatTraits(mediaType: "text/plain", fileEndings: ["list"])

    func showsPictures(_ options: PluginOptions) -> Bool { options[Self.pictures] }

    func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        options[Self.pictures] && !options[Self.blind] ? ["poster_url"] : []
    }

    func document(_ layout: Layout) throws(Fault) -> any Document { PictureLines() }
}

private final class PictureLines: Document {
    private var lines: Set<String> = []
    let takesMorePictures = true

    func take(_ picture: Picture, at address: String) throws(Fault) {
        lines.insert("\(address) \(picture.kind) \(picture.width)x\(picture.height)")
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        output.append("row\n")
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        for line in lines.sorted() { output.append("\(line)\n") }
        return []
    }
}
