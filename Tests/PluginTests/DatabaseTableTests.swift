import BoxOffice
import Engine
import Testing

@testable import SQLite

/// Documents as tables of a database, and those that are refused.
@Suite(.enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"))
struct DatabaseTableTests {
    private static let columns = ["movie_code", "title", "open_date", "rank"].compactMap { name in
        Dataset.all[0].columns.first { $0.name == name }
    }

    private func row(_ code: String, _ title: String, _ day: Int? = nil) -> [Value] {
        [.text(code), .text(title), Value(day.map { Day(daysSince1970: $0) }), .integer(1)]
    }

    private func days(_ rows: [[[Value]]]) throws(Fault) -> WrittenDatabase {
        let editions = rows.enumerated().map { (ChartEdition(.day($0)), $1) }
        return try WrittenDatabase(
            under: Self.columns, editions: editions, document: .days(rows.count))
    }

    @Test("A film that appears twice in a chart is refused with its code and its day")
    func twice() throws {
        let fault = #expect(throws: Fault.self) {
            try days([[row("A", "a")], [row("A", "a"), row("B", "b"), row("A", "a")]])
        }
        #expect(fault?.kind == .malformed && fault?.code == "row-twice")
        let reason = "the table 'charts' would have two rows with the same key"
        #expect(fault?.message == "\(reason): daily, 2022-06-02, A")
    }

    @Test(
        "Names that SQLite treats as equal, and SQL keywords, become distinct columns",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func names() async throws {
        let names = [
            "Up", "UP", "row", "from", "a\"b", "up (2)", "select \0*", "", "a\0", "a", "\"\u{301}",
        ]
        let written = try WrittenDatabase(
            [names.indices.map { .integer($0) }],
            under: names.map { Column($0, "영화", .integer) },
            document: DocumentDescription(dataset: "columns"))
        let database = try await ReadDatabase(written.bytes)
        // The table `columns` is ours.
        let table = try #require(database.tables["columns (2)"])
        #expect(
            table.columns == [
                "source TEXT 1 1", "row INTEGER 1 2", "Up INTEGER 0 0", "UP (2) INTEGER 0 0",
                "row (2) INTEGER 0 0",
                "from INTEGER 0 0", "a\"b INTEGER 0 0", "up (2) (2) INTEGER 0 0",
                "select * INTEGER 0 0", " INTEGER 0 0", "a INTEGER 0 0", "a (2) INTEGER 0 0",
                "\"\u{301} INTEGER 0 0",
            ])
        #expect(table.rows == [["str:columns", "int:1"] + names.indices.map { "int:\($0)" }])
        #expect(
            database.tables["columns"]?.rows.map { $0[2] }.dropFirst(2).prefix(2)
                == ["str:Up", "str:UP (2)"])
    }

    @Test("Columns of a chart whose names differ only in case are refused")
    func alike() throws {
        let columns = Self.columns + ["Memo", "memo"].map { Column($0, "메모", .text) }
        let layout = Layout(
            columns: columns, options: try PluginOptions(for: SQLite().manifest),
            document: .days(1))
        #expect {
            try SQLite().check(layout)
        } throws: { ($0 as? Fault)?.code == "column-name-twice" }
    }

    @Test("A value of another type than its column is refused, and so is a row without its key")
    func unfit() {
        func code(_ rows: [[Value]], key: [String] = []) -> String? {
            let columns = [Column("count", "수", .integer), Column("flag", "참", .boolean)]
            var document = DocumentDescription(dataset: "rows")
            document.key = key
            do throws(Fault) {
                _ = try WrittenDatabase(rows, under: columns, document: document)
                return nil
            } catch { return error.kind == .malformed ? error.code : "\(error)" }
        }
        #expect(code([[.text("many"), .missing]]) == "database-value")
        #expect(code([[.integer(1), .integer(2)]]) == "database-value")
        #expect(code([[.missing, .boolean(true)]], key: ["count"]) == "row-without-key")
        #expect(code([[.integer(1), .boolean(true)]], key: ["count"]) == nil)
    }

    @Test("More columns than a table has are refused before anything is requested")
    func tooMany() throws {
        func layout(_ count: Int) throws -> Layout {
            Layout(
                columns: (0..<count).map { Column("c\($0)", "열", .integer) },
                options: try PluginOptions(for: SQLite().manifest))
        }
        #expect(throws: Fault.self) { try SQLite().check(try layout(1901)) }
        try SQLite().check(try layout(1900))
        let most = try WrittenDatabase(
            [Array(repeating: .integer(1), count: 1900)], under: try layout(1900).columns)
        #expect(most.bytes.count > 4096)
    }

    @Test("If there is no room for a database, it is refused with one sentence")
    func tooLarge() throws {
        let database = try Database.begin()
        try database.run("PRAGMA max_page_count = 3; CREATE TABLE t (a TEXT) STRICT")
        let statement = try database.prepare("INSERT INTO t VALUES (?)")
        #expect {
            for _ in 0..<10_000 { try statement.rows([.text("a text")]) }
        } throws: { error in
            (error as? Fault)?.code == "database-full" && (error as? Fault)?.kind == .cannotWrite
        }
    }

    @Test("The same rows give the same bytes, in pieces")
    func bytes() throws {
        let rows = (0..<5000).map { index in row("\(100_000 + index)", "film \(index)", index) }
        let first = try days([rows])
        #expect(try days([rows]).bytes == first.bytes)
        #expect(first.pieces.count > 5 && first.pieces.allSatisfy { $0 <= 64 * 1024 })
        #expect(first.bytes.count % 4096 == 0 && first.bytes.starts(with: "SQLite format 3\0".utf8))
    }
}
