import BoxOffice
import Engine
import Foundation
import Loopback
import Testing

@testable import BoxOfficeCommand

/// A derivation that only the tests know, through the whole program and into every format.
@Suite struct DerivationTests {
    /// A source whose charts follow from the number of the day.
    private struct MadeCharts: Source {
        let manifest = Manifest(name: "made", summary: "charts by a formula")
        let holdings = Holdings(
            of: "it", from: first.advanced(by: -30), to: first.advanced(by: 60), charts: [.daily])

        func requests(for query: Query) -> AnySequence<Request> {
            guard case .chart(let charts) = query else { return AnySequence([]) }
            return AnySequence(
                charts.editions.lazy.map { edition in
                    let day = first.distance(to: edition.period.from)
                    return Request(
                        service: "made", path: "chart", parameters: [("day", "\(day)")],
                        subject: .edition(edition))
                })
        }

        func ownAnswer(to request: Request) -> Answer? {
            Answer(status: 200, body: [], fetchedAt: Instant(startOf: first))
        }

        func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
            guard case .edition(let edition) = request.subject else {
                throw Fault(.bug, "no-chart", "no chart is asked for")
            }
            let day = first.distance(to: edition.period.from)
            let films = (0..<14).filter { isOnChart($0, day) }
            let entries = films.enumerated().map { index, film in
                var entry = ChartEntry(
                    edition: edition, source: "made", fetchedAt: answer.fetchedAt,
                    rank: index + 1, rankChange: .places(0), movieCode: "F\(film)",
                    title: "영화 \(film)")
                entry.audienceCount = admissions(film, day)
                return entry
            }
            return Page(entries, of: ChartEntry.table)
        }
    }

    /// A Monday.
    private static let first = Day(year: 2024, month: 1, day: 1) ?? Day(daysSince1970: 0)

    private static func isOnChart(_ film: Int, _ day: Int) -> Bool {
        (day * 7 + film * 5 + 1000) % 11 < 6
    }

    private static func admissions(_ film: Int, _ day: Int) -> Int { 5000 - 100 * film + day }

    /// Exports three weeks, and returns the bytes of the document.
    private func export(
        as format: String, _ more: [String] = []
    ) async throws -> (bytes: [UInt8], path: String) {
        let folder = TemporaryFolder.newURL.path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/films.\(format)"
        let added = AddedPlugins(sources: [MadeCharts()])
        let environment = Environment(["HOME": folder], services: Registry.services(added))
        var console = Console(environment: environment, added: added)
        let settings = Result { () throws(Fault) in
            try Settings(at: nil, environment: environment)
        }
        let arguments = [
            "ranking", "--source", "made", "--from", "2024-01-01", "--to", "2024-01-21", "-q",
            "--format", format, "-o", path,
        ]
        let values = try Values(Arguments(arguments + more), settings, &console)
        let weeks = Periods(
            from: Period(of: .daily, containing: Self.first),
            to: Period(of: .daily, containing: Self.first.advanced(by: 20)))
        let status = try await ExportRun.run(values, console) { _ in
            Asked(EnteredFilms(days: weeks))
        }
        #expect(status == ExitStatus.success)
        return (Array(try Data(contentsOf: URL(fileURLWithPath: path))), path)
    }

    /// The rows by plain arithmetic: first day of the week, position, title, day and admissions.
    private static func expected(top: Int = .max) -> [[String]] {
        (0..<3).flatMap { week in
            let entered = (7 * week..<7 * week + 7).flatMap { day in
                (0..<14).filter { isOnChart($0, day) && !isOnChart($0, day - 1) }.map {
                    (film: $0, day: day, count: admissions($0, day))
                }
            }
            let sorted = entered.sorted { $0.count > $1.count }
            return sorted.enumerated().prefix(top).map { index, film in
                [
                    "\(first.advanced(by: 7 * week))", "\(index + 1)", "영화 \(film.film)",
                    "\(first.advanced(by: film.day))", "\(film.count)",
                ]
            }
        }
    }

    private static let columns = [
        "--columns", "from,position,title,entered_on,audience_count",
    ]

    @Test("Its rows are those of plain arithmetic, in the lines of CSV and JSON Lines")
    func rows() async throws {
        #expect(Self.expected().count > 30)
        for (more, expected) in [([], Self.expected()), (["--top", "2"], Self.expected(top: 2))] {
            let csv = String(
                decoding: try await export(as: "csv", Self.columns + more).bytes, as: UTF8.self)
            let lines = csv.split(separator: "\n").map {
                $0.split(separator: ",").map { String($0) }
            }
            #expect(lines.dropFirst().elementsEqual(expected))
            let json = String(
                decoding: try await export(as: "jsonl", Self.columns + more).bytes,
                as: UTF8.self)
            let objects = json.split(separator: "\n").map { line in
                line.split(separator: ",").map {
                    $0.split(separator: ":").last?.filter { !"\"}".contains($0) }
                }
            }
            #expect(objects == expected.map { $0.map(Optional.some) })
        }
    }

    @Test("Headers are Korean, and the usual columns its own")
    func headers() async throws {
        let korean = try await export(as: "csv", ["--header", "ko"]).bytes
        #expect(
            String(decoding: korean, as: UTF8.self)
                .hasPrefix("시작일,종료일,진입순위,영화명,진입일,관객수\n2024-01-01,2024-01-07,1,"))
    }

    @Test(
        "Documents for people have every film that they show, and what the face says",
        arguments: [
            ("markdown", ["| 진입순위 ", "## films that entered", "참고: a film is new"]),
            ("html", ["<title>films that entered</title>", "a film is new", "<svg"]),
            ("svg", ["films that entered", "number 1", "number 3", "</svg>"]),
        ])
    func documents(format: String, texts: [String]) async throws {
        let text = String(decoding: try await export(as: format).bytes, as: UTF8.self)
        for part in texts { #expect(text.contains(part), "\(format) has \(part)") }
        guard format != "svg" else { return }
        for row in Self.expected() { #expect(text.contains(row[2]), "\(format) has \(row[2])") }
        let two = String(
            decoding: try await export(as: format, ["--top", "2"]).bytes, as: UTF8.self)
        #expect(two.utf8.count < text.utf8.count)
    }

    @Test(
        "A database, a workbook and a stream have its rows, as Python reads them",
        .enabled(
            if: WrittenDatabase.canBeWritten && ReadWorkbook.canBeRead,
            "this needs libsqlite3-0, libxlsxwriter4 and python3-openpyxl"))
    func readers() async throws {
        let query = """
            SELECT [from], position, title, entered_on, audience_count FROM entered
            JOIN films USING (source, movie_code) ORDER BY [from], position + 0
            """
        let database = try await export(as: "sqlite", Self.columns).path
        let stored: [[[String]]] = try await OtherProgram.read(
            by: "database", ["str", database, query])
        #expect(stored == [Self.expected()])
        let stream = try await export(as: "singer", Self.columns).bytes
        let names = ["from", "position", "title", "entered_on", "audience_count"]
        let sent: [[String]] = try await OtherProgram.read(
            by: "messages", ["entered"] + names, input: stream)
        #expect(sent == Self.expected().sorted { $0.lexicographicallyPrecedes($1) })
        let book = try await export(as: "xlsx", Self.columns).path
        let sheet = try #require(try await ReadWorkbook.read([book]).first?.sheets.first)
        let rows = sheet.rows.indices.map(sheet.values).filter { $0[0].hasPrefix("2024-") }
        #expect(rows == Self.expected())
    }
}
