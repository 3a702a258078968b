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
        #expect(database.integrity == "ok" && database.orphans == 0)
        #expect(database.version == 3)
        let name = DocumentDescription.views[dataset.name] ?? dataset.name
        let table = try #require(database.tables[name])
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

    @Test("The greatest amounts, negative figures and empty cells keep their types and values")
    func types() async throws {
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
        let database = try await ReadDatabase(written.bytes)
        #expect(database.integrity == "ok" && database.tables["about"]?.rows.count == 1)
        #expect(
            database.tables["rows"]?.rows.map { Array($0.dropFirst(2)) } == [
                ["int:9223372036854775807", "float:-4949.0", "str:1970-01-01"],
                ["NoneType:None", "NoneType:None", "NoneType:None"],
            ])
    }
}
