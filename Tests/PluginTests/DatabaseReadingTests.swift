import BoxOffice
import Engine
import Foundation
import SQLite
import Testing

/// The databases that we write, as other programs read them.
@Suite(
    .enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"),
    .enabled(if: IndependentReader.python.isThere, "this needs python3"))
struct DatabaseReadingTests {
    /// Returns the value of a column in a row; in a key column it differs for each row.
    private func value(_ column: Column, row: Int) -> Value {
        switch column.kind {
        case .text, .marker: .text("\(column.name) \(row)")
        case .integer: .integer(row - 1_000_000_000_000)
        case .amount: .decimal(Decimal(row - 1_000_000_000_000, in: .won))
        case .year: .integer(2020 + row)
        case .percent: .decimal(Decimal(831 - row, places: 1))
        case .share: .decimal(Decimal(8317 - row, places: 2))
        case .ratio: .decimal(Decimal(302 + row, places: 2))
        case .decimal: .decimal(Decimal(-3 - row, places: 1))
        case .fraction: .decimal(Decimal(87 + row, places: 2))
        case .boolean: .boolean(row == 0)
        case .date: .date(Day(daysSince1970: 19_000 + row))
        case .list: .list(["\(column.name)|\"", "b \(row)"])
        }
    }

    /// Returns the text that Python reads for the value.
    private func read(_ value: Value) -> String {
        switch value {
        case .missing: "NoneType:None"
        case .text(let text): "str:\(text)"
        case .integer(let number): "int:\(number)"
        case .decimal(let decimal): "\(decimal.places == 0 ? "int" : "float"):\(decimal)"
        case .boolean(let flag): "int:\(flag ? 1 : 0)"
        case .date(let day): "str:\(day)"
        case .list(let texts):
            "str:["
                + texts.map { "\"\($0.replacing("\"", with: "\\\""))\"" }.joined(separator: ",")
                + "]"
        }
    }

    private func type(_ column: Column) -> String {
        switch column.kind {
        case .text, .marker, .date, .list: "TEXT"
        case .integer, .amount, .year, .boolean: "INTEGER"
        case .percent, .share, .ratio, .decimal, .fraction: "REAL"
        }
    }

    @Test(
        "Each dataset is read back with its types, its key and its values",
        arguments: Dataset.all.filter { $0.name != "chart" })
    func datasets(_ dataset: Dataset) async throws {
        // The last row has only its key.
        let rows = (0..<3).map { row in
            dataset.columns.map { column in
                row < 2 || dataset.key.contains(column.name) ? value(column, row: row) : .missing
            }
        }
        let written = try WrittenDatabase(
            rows, under: dataset.columns, document: .rows(of: dataset))
        let database = try await ReadDatabase(written.bytes)
        #expect(database.integrity == "ok" && database.version == 3)
        let name = DocumentDescription.views[dataset.name] ?? dataset.name
        let table = try #require(database.views[name] ?? database.tables[name])
        let cells = table.rows.map { row in
            Dictionary(
                uniqueKeysWithValues: zip(table.columns.map { $0.split(separator: " ")[0] }, row))
        }
        #expect(cells.count == rows.count)
        // All rows have the document's source.
        for column in dataset.columns where column.name != "source" {
            let index = try #require(dataset.columns.firstIndex(of: column))
            // A table with a key has its rows in the order of the key.
            #expect(cells.map { $0[column.name[...]] } == rows.map { read($0[index]) })
        }
        let own = try #require(database.tables[dataset.name])
        #expect(own.columns.first == "source TEXT 1 1")
        let key = dataset.key.filter { $0 != "source" }
        for (position, key) in key.enumerated() {
            let column = try #require(dataset.columns.first { $0.name == key })
            #expect(own.columns[position + 1] == "\(key) \(type(column)) 1 \(position + 2)")
        }
        for column in own.columns.dropFirst(key.count + 1) where !dataset.key.isEmpty {
            let known = dataset.columns.first { column.hasPrefix("\($0.name) ") }
            #expect(known.map { column == "\($0.name) \(type($0)) 0 0" } == true)
        }
    }

    @Test("The rows of charts name their edition, and films have their own table")
    func charts() async throws {
        let columns = ["date", "rank", "movie_code", "title", "open_date", "sales_share"]
            .compactMap { name in
                Dataset.all[0].columns.first { $0.name == name }
            }
        func row(_ rank: Int, _ code: String) -> [Value] {
            [
                .date(Day(daysSince1970: 19_144)), .integer(rank), .text(code),
                .text("film \(code)"),
                .missing, .decimal(Decimal(831, places: 1)),
            ]
        }
        let seoul = try #require(Region.all.first { $0.name.hasPrefix("서울") })
        var document = DocumentDescription.days(1)
        document.origins = ["rank": "rank", "sales_share": "salesShare"]
        let written = try WrittenDatabase(
            under: columns,
            editions: [
                (ChartEdition(.day(0)), [row(1, "B"), row(2, "A")]),
                (ChartEdition(.day(0), filter: ChartFilter(region: seoul)), [row(1, "A")]),
            ], document: document)
        let database = try await ReadDatabase(written.bytes)
        #expect(database.integrity == "ok" && database.orphans == 0)
        #expect(
            database.tables["charts"]?.columns == [
                "source TEXT 1 1", "chart TEXT 1 2", "year_week TEXT 0 0", "from TEXT 1 3",
                "to TEXT 0 0", "region TEXT 1 4", "nation TEXT 1 5", "kind TEXT 1 6",
                "movie_code TEXT 1 7", "date TEXT 0 0", "rank INTEGER 0 0",
                "rank_change INTEGER 0 0", "is_new INTEGER 0 0", "sales_amount INTEGER 0 0",
                "sales_share REAL 0 0", "sales_change INTEGER 0 0", "sales_change_rate REAL 0 0",
                "sales_total INTEGER 0 0", "audience_count INTEGER 0 0",
                "audience_change INTEGER 0 0", "audience_change_rate REAL 0 0",
                "audience_total INTEGER 0 0", "screen_count INTEGER 0 0", "show_count INTEGER 0 0",
                "rank_marker TEXT 0 0", "release_day INTEGER 0 0", "ticket_price INTEGER 0 0",
                "audience_per_show REAL 0 0", "audience_per_screen REAL 0 0", "country TEXT 0 0",
                "currency TEXT 0 0", "is_final INTEGER 0 0", "decimals INTEGER 0 0",
            ])
        #expect(
            database.tables["films"]?.rows == [
                ["str:test", "str:A", "str:film A", "NoneType:None"],
                ["str:test", "str:B", "str:film B", "NoneType:None"],
            ])
        // The rows are in the order of the ranks, the columns in that of a chart.
        let view = try #require(database.views["box_office"])
        let names = view.columns.map { String($0.split(separator: " ")[0]) }
        #expect(
            names
                == Dataset.all[0].columns.map(\.name).filter {
                    // Only runs with --deep add the nations of films.
                    !["fetched_at", "film_nation"].contains($0)
                }
                + ["decimals"])
        let shown = [
            "source", "chart", "region", "nation", "rank", "movie_code", "title", "currency",
        ]
        #expect(
            view.rows.map { row in
                shown.map { row[names.firstIndex(of: $0) ?? 0].split(separator: ":")[1] }
            } == [
                ["test", "daily", "all", "all", "1", "B", "film B", "KRW"],
                ["test", "daily", "all", "all", "2", "A", "film A", "KRW"],
                ["test", "daily", Substring(seoul.name), "all", "1", "A", "film A", "KRW"],
            ])
        #expect(database.indexes == ["charts_by_film", "films_by_title"])
        let notes = database.tables["columns"]?.rows ?? []
        #expect(notes.count == 33 + 4)
        #expect(
            notes.contains([
                "str:charts", "int:15", "str:sales_share", "str:매출액점유율",
                "str:number with one decimal", "str:%", "str:salesShare", "NoneType:None",
            ]))
        #expect(notes.contains { $0[2] == "str:region" && $0[7].hasPrefix("str:'all' stands for") })
    }

    @Test("Texts come back whole, whatever is in them")
    func texts() async throws {
        let columns = [Column("text", "글", .text), Column("list", "목록", .list)]
        let texts = ExporterContractTests.awkward
        let written = try WrittenDatabase(
            texts.map { [.text($0), .list([$0, "b"])] }, under: columns)
        let database = try await ReadDatabase(written.bytes)
        let table = try #require(database.tables["rows"])
        #expect(
            table.columns == [
                "source TEXT 1 1", "row INTEGER 1 2", "text TEXT 0 0", "list TEXT 0 0",
            ])
        #expect(table.rows.map { $0[1] } == texts.indices.map { "int:\($0 + 1)" })
        #expect(
            table.rows.map { $0[2].unicodeScalars.map(\.value) }
                == texts.map { "str:\($0)".unicodeScalars.map(\.value) })
        for (row, text) in zip(table.rows, texts) {
            let list = try JSONDecoder().decode([String].self, from: Data(row[3].utf8.dropFirst(4)))
            #expect(list == [text, "b"])
        }
        #expect(database.integrity == "ok")
    }

    @Test(
        "The program sqlite3 reads types and values",
        .enabled(if: IndependentReader.sqlite.isThere, "this needs sqlite3"))
    func shell() async throws {
        let columns = [
            Column("count", "수", .amount), Column("share", "비율", .percent),
            Column("day", "날짜", .date),
        ]
        let written = try WrittenDatabase(
            [
                [
                    .decimal(Decimal(.max, in: .won)), .decimal(Decimal(-49_490, places: 1)),
                    .date(Day(daysSince1970: 0)),
                ],
                [.missing, .missing, .missing],
            ], under: columns)
        let answer = try await ReadDatabase.answer(
            to: """
                PRAGMA integrity_check;
                SELECT typeof(count), count, typeof(share), share, day FROM rows;
                SELECT count(*) FROM about;
                """, from: written.bytes)
        #expect(
            answer == """
                ok
                integer|9223372036854775807|real|-4949.0|1970-01-01
                null||null||
                1

                """)
    }
}
