import BoxOffice
import Engine
import Foundation
import SQLite
import Loopback
import Testing

/// Documents that are added to an existing database.
@Suite(
    .enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"),
    .enabled(if: IndependentReader.python.isThere, "this needs python3"))
struct DatabaseAdditionTests {
    private static let columns = ["movie_code", "title", "rank", "audience_count"].compactMap {
        name in Dataset.all[0].columns.first { $0.name == name }
    }

    /// A path without a file yet, in a folder that is removed when the test ends.
    final class Place {
        let folder: URL
        let path: String

        init() throws {
            folder = TemporaryFolder.newURL
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appending(path: "a.db").path
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func file(allowsEmpty: Bool = false) -> DocumentFile {
            DocumentFile(path: path, allowsEmpty: allowsEmpty, timeout: .milliseconds(100))
        }

        /// Runs statements with Python; returns the last one's rows, each with its values joined by `|`.
        @discardableResult
        func rows(_ statements: String...) async throws -> [String] {
            let rows: [[[String]]] = try await OtherProgram.read(
                by: "database", ["str", path] + statements)
            return rows.last?.map { $0.joined(separator: "|") } ?? []
        }

        var bytes: Data? { FileManager.default.contents(atPath: path) }
    }

    private func row(_ code: String, _ rank: Int, _ admissions: Int? = 100) -> [Value] {
        [.text(code), .text("film \(code)"), .integer(rank), Value(admissions)]
    }

    /// Adds rows of days from 2022-06-01 on.
    @discardableResult
    private func add(
        _ days: [Int: [[Value]]], to place: Place, top: Int? = nil, short: Bool = false,
        columns: [Column] = columns, options: [String] = [], allowsEmpty: Bool = false,
        isDeep: Bool = false
    ) throws(Fault) -> [String] {
        var document = DocumentDescription(dataset: "chart", sources: ["test"])
        document.periods = Periods(from: .day(days.keys.min() ?? 0), to: .day(days.keys.max() ?? 0))
        document.top = top
        document.isDeep = isDeep
        let editions = days.sorted { $0.key < $1.key }.map {
            (ChartEdition(.day($0)), $1)
        }
        return try WrittenDatabase(
            under: columns, editions: editions, document: document, short: short,
            options: options, addingTo: place.file(allowsEmpty: allowsEmpty)
        ).remarks
    }

    private let charts = "SELECT source, nation, \"from\", movie_code, rank FROM charts"

    @Test("Fewer films replace more if the source has fewer, or if they are of another day")
    func fewer() async throws {
        let place = try Place()
        let ten = (1...10).map { row("F\($0)", $0) }
        try add([0: ten], to: place)
        // The source itself has fewer now.
        try add([0: Array(ten.prefix(4))], to: place, top: 5)
        #expect(try await place.rows(charts).count == 4)
        // Another day may have fewer.
        try add([1: Array(ten.prefix(5))], to: place, top: 5)
        #expect(try await place.rows(charts).count == 9)
    }

    @Test("Films of a run with --deep and of one without fit the same layout")
    func deep() async throws {
        let place = try Place()
        let ten = (1...10).map { row("F\($0)", $0) }
        try add([0: ten, 1: ten], to: place)
        let columns = Self.columns + [Column("film_nation", "영화국적", .text)]
        let twenty = (1...20).map {
            row("F\($0)", $0) + [.text($0 % 2 == 0 ? "korean" : "foreign")]
        }
        try add([0: twenty], to: place, columns: columns, isDeep: true)
        #expect(try await place.rows(charts).count == 30)
        // Days that never had --deep, and corrections of one that had.
        try add([1: Array(ten.prefix(9))], to: place)
        try add([0: Array(twenty.prefix(19))], to: place, columns: columns, isDeep: true)
        #expect(try await place.rows(charts).count == 28)
        #expect(
            try await place.rows(
                "SELECT film_nation FROM charts WHERE movie_code = 'F2' ORDER BY [from]")
                == ["korean", "None"])
    }

    @Test("An empty period, a short one and one without figures do not replace fuller rows")
    func fuller() async throws {
        let place = try Place()
        let rows = (1...3).map { row("F\($0)", $0) }
        try add([0: rows], to: place)
        #expect(
            try add([0: []], to: place) == [
                "the database keeps fuller rows than those of this run: 3 rows of 2022-06-01"
            ])
        #expect(try add([0: Array(rows.prefix(2))], to: place, short: true).count == 1)
        let blank = [row("F1", 1, nil)] + rows.dropFirst()
        #expect(try add([0: blank], to: place, short: true).count == 1)
        #expect(try await place.rows("SELECT audience_count FROM charts") == ["100", "100", "100"])
        // The same number of rows and figures loses nothing; without `short` fewer are a correction.
        #expect(try add([0: rows], to: place, short: true) == [])
        #expect(try add([0: Array(rows.prefix(2))], to: place) == [])
        #expect(try await place.rows(charts).count == 2)
        #expect(try add([0: []], to: place, allowsEmpty: true) == [])
        #expect(try await place.rows(charts).isEmpty)
    }

    @Test("A film that a short chart lacks stays, and rows that are not written change no film")
    func lacking() async throws {
        let place = try Place()
        let films = "SELECT group_concat(movie_code), (SELECT max(title) FROM films) FROM charts"
        let rows = (1...3).map { row("F\($0)", $0) }
        try add([0: rows], to: place, short: true)
        let other: [[Value]] = [[.text("F1"), .text("other"), .integer(1), .integer(1)]]
        #expect(try add([0: other], to: place, short: true).count == 1)
        #expect(try await place.rows(films) == ["F1,F2,F3|film F3"])
        let more = [row("F1", 1), row("F2", 2), row("F4", 4), row("F5", 5)]
        #expect(
            try add([0: more], to: place, short: true) == [
                "the database keeps fuller rows than those of this run: 1 row of 2022-06-01"
            ])
        #expect(try await place.rows(films) == ["F1,F2,F3,F4,F5|film F5"])
        let blank = [row("F1", 1, nil)] + more.dropFirst() + [row("F3", 3), row("F6", 6)]
        #expect(try add([0: blank], to: place, short: true).count == 1)
        #expect(try add([0: more], to: place) == [])
        #expect(try await place.rows(films) == ["F1,F2,F4,F5|film F5"])
    }

    @Test("No film is removed that may stand below --top; a whole chart replaces two short ones")
    func wanted() async throws {
        let place = try Place()
        let ten = (1...10).map { row("F\($0)", $0) }
        try add([0: Array(ten.prefix(3))], to: place, top: 3)
        let gap = [ten[0], ten[2], row("F4", 4)]
        #expect(try add([0: gap], to: place, top: 3, short: true).count == 1)
        let new = Array(ten.prefix(2)) + [row("F4", 3, nil)]
        #expect(try add([0: new], to: place, top: 3, short: true).count == 1)
        // Two short charts have eleven films.
        try add([0: Array(ten.prefix(9))], to: place, short: true)
        let other = Array(ten.prefix(7)) + [row("G8", 8, 90), row("G9", 9, 80)]
        try add([0: other], to: place, short: true)
        #expect(throws: Fault.self) { try add([0: ten], to: place, top: 10) }
        #expect(try add([0: ten], to: place) == [])
        #expect(try await place.rows("SELECT count(*) FROM charts") == ["10"])
        // A film that falls to a rank beyond is not removed, and the rank is no sign of two charts.
        let fallen = Array(ten.prefix(8)) + [row("F10", 9)]
        #expect(throws: Fault.self) { try add([0: fallen], to: place, top: 9) }
    }

    @Test("A poster is replaced in all its columns")
    func posters() async throws {
        let place = try Place()
        let columns = Self.columns + Poster.table.dataset.columns.prefix(3)
        let found: [[Value]] = [
            [.text("k"), .text("t"), .integer(5)], [.text("k"), .missing, .integer(6)],
            [.missing, .missing, .missing], [.text("m"), .missing, .missing],
        ]
        var read: [String] = []
        for poster in found {
            try add([0: [row("F1", 1) + poster]], to: place, columns: columns)
            read += try await place.rows(
                "SELECT poster_url, poster_thumbnail_url, poster_width FROM films")
        }
        // A run without the width does not leave it beside the address of another one.
        try add(
            [0: [row("F1", 1) + [.text("n")]]], to: place, columns: Self.columns + columns[4...4])
        read += try await place.rows("SELECT poster_url, poster_width FROM films")
        #expect(read == ["k|t|5", "k|t|6", "k|t|6", "m|None|None", "n|None"])
    }

    @Test("Rows of datasets are replaced by key; a dataset without a key is replaced as a whole")
    func datasets() async throws {
        let place = try Place()
        func add(_ rows: [[Value]], key: [String], from source: String = "one") throws {
            var document = DocumentDescription(
                dataset: key.isEmpty ? "loose" : "keyed", sources: [source])
            document.key = key
            _ = try WrittenDatabase(
                rows, under: [Column("code", "코드", .text), Column("name", "이름", .text)],
                document: document, addingTo: place.file())
        }
        let (a, b, c): ([Value], [Value], [Value]) = (
            [.text("1"), .text("a")], [.text("2"), .text("b")], [.text("1"), .text("c")]
        )
        for key in [["code"], []] {
            try add([a, b], key: key)
            try add([a], key: key, from: "two")
            try add([c], key: key)
            try add([], key: key)
        }
        #expect(
            try await place.rows("SELECT source, code, name FROM keyed ORDER BY 1, 2")
                == ["one|1|c", "one|2|b", "two|1|a"])
        #expect(
            try await place.rows("SELECT source, \"row\", code, name FROM loose ORDER BY 1")
                == ["one|1|1|c", "two|1|1|a"])
    }

    @Test(
        "Rows of an unknown dataset that is made from charts replace those with the same key that know no more"
    )
    func derived() async throws {
        let place = try Place()
        let dataset = Dataset(
            name: "entries",
            columns: [
                Column("week", "주", .text), Column("movie_code", "영화코드", .text),
                Column("title", "영화명", .text), Column("on_chart", "순위권", .boolean),
                Column("audience_count", "관객수", .integer),
            ], key: ["week", "movie_code"])
        var document = DocumentDescription(dataset: dataset.name, sources: ["test"])
        document.key = dataset.key
        document.face = Face(
            dataset, usualColumns: dataset.columns.map(\.name), title: "entries")
        func add(_ rows: [(String, String, Int?)]) throws {
            let fault = Fault(.unavailable, "x", "no answer")
            _ = try WrittenDatabase(
                rows.map { week, code, count in
                    [
                        .text(week), .text(code), .text("film \(code)"),
                        count == nil ? .missing : .boolean(true), Value(count),
                    ]
                }, under: dataset.columns, document: document,
                ending: DocumentEnding(
                    missing: [fault.about(ChartEdition(.day(0)), of: "test")]),
                addingTo: place.file())
        }
        try add([("2024-W01", "A", 1), ("2024-W01", "B", 2), ("2024-W02", "A", 3)])
        try add([("2024-W01", "A", nil), ("2024-W03", "C", 4)])
        #expect(
            try await place.rows("SELECT week, movie_code, audience_count FROM entries") == [
                "2024-W01|A|1", "2024-W01|B|2", "2024-W02|A|3", "2024-W03|C|4",
            ])
        #expect(
            try await place.rows("SELECT movie_code, title FROM films")
                == ["A|film A", "B|film B", "C|film C"])
        #expect(try await place.rows("SELECT count(*) FROM missing") == ["0"])
        let views = "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"
        #expect(try await place.rows(views) == ["0"])
        let database = try await ReadDatabase(at: place.path)
        #expect(database.integrity == "ok" && database.orphans == 0)
    }

    @Test("A period stops being missing when it arrives, and does not become missing again")
    func missing() async throws {
        let place = try Place()
        func add(_ days: [Int], lacking: [Int]) throws {
            let faults = lacking.map {
                Fault(.unavailable, "x", "no answer").about(ChartEdition(.day($0)), of: "test")
            }
            _ = try WrittenDatabase(
                under: Self.columns,
                editions: days.map { (ChartEdition(.day($0)), [row("A", 1)]) },
                document: .days(5), ending: DocumentEnding(missing: faults),
                addingTo: place.file())
        }
        let missing = "SELECT \"from\", reason FROM missing"
        try add([0, 1], lacking: [2, 3])
        let both = try await place.rows(missing)
        #expect(both == ["2022-06-03|2022-06-03: no answer", "2022-06-04|2022-06-04: no answer"])
        try add([2], lacking: [0, 3])
        #expect(try await place.rows(missing) == Array(both.suffix(1)))
    }

    private func expectRefusal(_ code: String, of place: Place) throws {
        let before = place.bytes
        #expect {
            try add([0: [row("A", 1)]], to: place)
        } throws: { error in
            (error as? Fault)?.kind == .cannotCreate && (error as? Fault)?.code == code
        }
        #expect(place.bytes == before)
    }

    @Test("Other programs' tables stay, even if ours have another layout and are replaced")
    func replacing() async throws {
        let place = try Place()
        try await place.rows("CREATE TABLE mine (a)", "INSERT INTO mine VALUES (1)")
        try add([0: [row("A", 1)]], to: place)
        try await place.rows("PRAGMA user_version = 2")
        try expectRefusal("other-layout", of: place)
        try add([1: [row("B", 1)]], to: place, options: ["replace=true"])
        #expect(try await place.rows(charts) == ["test|all|2022-06-02|B|1"])
        #expect(try await place.rows("SELECT * FROM mine") == ["1"])
        #expect(try await place.rows("PRAGMA user_version") == ["3"])
        // Replaced once more, in the same layout, with its view.
        try add([1: [row("B", 1)]], to: place, options: ["replace=true"])
        #expect(try await place.rows("SELECT count(*) FROM box_office") == ["1"])
        // Another key.
        try await place.rows(
            "DROP VIEW box_office", "DROP TABLE charts",
            "CREATE TABLE charts (source PRIMARY KEY)")
        try expectRefusal("other-layout", of: place)
    }

    @Test("A column that comes with another type is refused")
    func otherType() throws {
        let place = try Place()
        func add(_ kind: Column.Kind, _ value: Value) throws(Fault) {
            let columns = Self.columns + [Column("buzz", "화제", kind)]
            try self.add([0: [row("A", 1) + [value]]], to: place, columns: columns)
        }
        try add(.integer, .integer(5))
        #expect(throws: Fault.self) { try add(.text, .text("much")) }
    }

    @Test("A failed run does not leave a new file")
    func failed() throws {
        let place = try Place()
        #expect(throws: Fault.self) { try add([0: [row("A", 1), row("A", 2)]], to: place) }
        #expect(place.bytes == nil)
    }
}
