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

    private func row(_ code: String, _ title: String?, _ day: Int? = nil) -> [Value] {
        [.text(code), Value(title), Value(day.map { Day(daysSince1970: $0) }), .integer(1)]
    }

    private func days(_ rows: [[[Value]]]) throws(Fault) -> WrittenDatabase {
        let editions = rows.enumerated().map { (ChartEdition(.day($0)), $1) }
        return try WrittenDatabase(
            under: Self.columns, editions: editions, document: .days(rows.count))
    }

    @Test(
        "If a film changes, its last row counts, nothing known is lost, and a remark says so",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func changes() async throws {
        let one = try days([[row("A", "old", 1)], [row("A", nil)], [row("A", "new")]])
        #expect(
            one.remarks == [
                "the table 'films' has the last title and opening day of a film with several: "
                    + "A, title 'old' → 'new'"
            ])
        let two = try days([
            [row("A", "a", 1), row("B", "b")], [row("A", "a", 2), row("B", "c")],
            [row("A", "d", 2)],
        ])
        #expect(
            two.remarks == [
                "the table 'films' has the last title and opening day of a film with several: "
                    + "A, open_date '1970-01-02' → '1970-01-03' (and 1 more)"
            ])
        #expect(try days([[row("A", nil)], [row("A", "a", 1)], [row("A", "a")]]).remarks == [])
        let database = try await ReadDatabase(one.bytes)
        #expect(
            database.tables["films"]?.rows == [["str:test", "str:A", "str:new", "str:1970-01-02"]])
    }

    @Test(
        "Details that a later row lacks are kept for the film",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func details() async throws {
        let columns =
            Self.columns + [
                Column("genres", "장르", .list), Column("running_minutes", "상영시간", .integer),
            ]
        let rows: [[Value]] = [
            row("A", "a", 1) + [.list(["드라마"]), .integer(97)],
            row("A", "a", 1) + [.list([]), .missing],
        ]
        let written = try WrittenDatabase(
            under: columns,
            editions: rows.enumerated().map { (ChartEdition(.day($0)), [$1]) },
            document: .days(2))
        #expect(written.remarks == [])
        let database = try await ReadDatabase(written.bytes)
        #expect(
            database.tables["films"]?.rows == [
                ["str:test", "str:A", "str:a", "str:1970-01-02", "str:[\"드라마\"]", "int:97"]
            ])
        #expect(
            database.views["box_office"]?.rows.map { $0.filter { $0.contains("드라마") } }
                == [["str:[\"드라마\"]"], ["str:[\"드라마\"]"]])
    }

    @Test("A film that appears twice in a chart is refused with its code and its day")
    func twice() throws {
        #expect {
            try days([[row("A", "a")], [row("A", "a"), row("B", "b"), row("A", "a")]])
        } throws: { error in
            guard let fault = error as? Fault else { return false }
            return fault.kind == .malformed && fault.code == "row-twice"
                && fault.message == "the table 'charts' would have two rows with the same key: "
                    + "daily, 2022-06-02, A"
        }
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

    @Test("Tables are clustered by their key, except those with lists, whose rows are long")
    func clusters() throws {
        func tables(_ document: DocumentDescription, _ columns: [Column]) throws -> [Bool] {
            let options = try PluginOptions(for: SQLite().manifest)
            let schema = Schema(Layout(columns: columns, options: options, document: document))
            return schema.tables.map {
                $0.creation(in: "main").hasSuffix(" STRICT, WITHOUT ROWID")
            }
        }
        #expect(try tables(.days(1), Self.columns) == [true, false])
        #expect(
            try tables(.days(1), Self.columns + [Column("genres", "장르", .list)]) == [true, false])
        #expect(try tables(.rows, Self.columns) == [true])
        for (name, isClustered) in [("codes", true), ("movies", false), ("trend", true)] {
            let dataset = try #require(Dataset.all.first { $0.name == name })
            #expect(try tables(.rows(of: dataset), dataset.columns).first == isClustered)
        }
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

    @Test(
        "Missing data is noted in the file, in the headers' language, without a time or path",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func about() async throws {
        let edition = ChartEdition(.day(1))
        var ending = DocumentEnding(missing: [
            Fault(.notPublished, "a", "none").about(edition, of: "test")
        ])
        ending.warnings = [Fault(.cannotWrite, "b", "'/home/me/x' cannot be written")]
        func tables(_ header: Layout.Header?) async throws -> [String: ReadDatabase.Table] {
            let written = try WrittenDatabase(
                under: Self.columns, header: header,
                editions: [(ChartEdition(.day(0)), [row("A", "a")])], document: .days(2),
                ending: ending)
            return try await ReadDatabase(written.bytes).tables
        }
        let english = try await tables(nil)
        #expect(
            english["missing"]?.rows.map { $0.joined(separator: " ") } == [
                "str:charts str:test str:daily str:2022-06-02 str:2022-06-02 str:all str:all "
                    + "str:all str: str:2022-06-02: none"
            ])
        #expect(english["about"]?.rows.map { $0[3] } == ["str:source"])
        #expect(try await tables(.ko)["about"]?.rows.map { $0[3] } == ["str:출처"])
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
