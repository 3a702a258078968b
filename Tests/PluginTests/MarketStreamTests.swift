import BoxOffice
import Engine
import BoxOfficeConformance
import SQLite
import Singer
import Testing

/// The stream of a market.
@Suite struct MarketStreamTests {
    @Test("Keys are source, period and nation, never null, whatever columns are chosen")
    func schema() throws {
        let query = WrittenMarket.query(1)
        let messages = try WrittenMarket(
            [WrittenMarket.entry(query.spans[0], 5, 6)], of: query, as: Singer(),
            columns: ["sales_at_least"]
        ).text.split(separator: "\n")
        #expect(
            messages == [
                #"{"type":"SCHEMA","stream":"market","schema":{"type":"object","additionalProperties":false,"properties":{"source":{"type":"string"},"period":{"type":"string"},"nation":{"type":"string"},"sales_at_least":{"type":["null","integer"],"minimum":-9223372036854775808,"maximum":9223372036854775807},"is_removed":{"type":"boolean"}}},"key_properties":["source","period","nation"]}"#,
                #"{"type":"RECORD","stream":"market","record":{"source":"test","period":"2024-05-01","nation":"all","sales_at_least":50000000,"is_removed":false}}"#,
            ])
    }
}

/// A market in a database.
@Suite(
    .enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"),
    .enabled(if: IndependentReader.python.isThere, "this needs python3"))
struct MarketTableTests {
    private func add(
        _ entries: [MarketEntry], to place: DatabaseAdditionTests.Place,
        _ ending: DocumentEnding = DocumentEnding()
    ) throws -> Int {
        let query = WrittenMarket.query(3, nations: [.korean])
        let layout = try WrittenMarket.layout(query, as: SQLite())
        var document = try SQLite().document(layout, for: place.file())
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        for row in try WrittenMarket.rows(entries, in: layout) {
            try document.write(row.span, into: &buffer)
        }
        let long = try #require(document as? any LongDocument)
        _ = try long.finish(ending) { _ in }
        return long.rowsWithheld
    }

    @Test("If a nation's chart was cut, the rows of all nations stay until a period has gone on")
    func nations() async throws {
        let place = try DatabaseAdditionTests.Place()
        let days = WrittenMarket.query(3).spans
        func rows(_ span: ClosedRange<Day>, _ sales: Int128, films: Int) -> [MarketEntry] {
            let nations: [ChartFilter.Nation?] = [nil, .foreign, .korean]
            return nations.map { nation in
                var entry = MarketEntry(
                    span, of: RowPeriod(days[0], as: .month), nation: nation)
                entry.source = "test"
                entry.territory = .korea
                entry.sales = Bounds(atLeast: sales * 10_000_000, atMost: nil)
                entry.audience = Bounds(atLeast: 1, atMost: nil)
                entry.films = nation == .korean ? films : 10
                return entry
            }
        }
        func sales() async throws -> [String] {
            try await place.rows("SELECT DISTINCT [to], sales_at_least FROM market")
        }
        var scope = Fault.Scope(source: "test")
        scope.from = "2024-05-01"
        var ending = DocumentEnding()
        ending.warnings = [
            Fault(.malformed, "rows-missing", "rows are missing").within(
                scope)
        ]
        #expect(try add(rows(days[0], 1, films: 8), to: place) == 0)
        #expect(try add(rows(days[0], 2, films: 6), to: place, ending) == 3)
        #expect(try await sales() == ["2024-05-01|10000000"])
        let longer = days[0].lowerBound...days[1].lowerBound
        #expect(try add(rows(longer, 3, films: 6), to: place, ending) == 0)
        #expect(try await sales() == ["2024-05-02|30000000"])
        #expect(try add(rows(longer, 4, films: 5), to: place) == 0)
        #expect(try await sales() == ["2024-05-02|40000000"])
    }

    @Test("Rows are replaced by source, days and nation, but not by rows without bounds")
    func rows() async throws {
        let place = try DatabaseAdditionTests.Place()
        let days = WrittenMarket.query(3).spans
        _ = try add(
            [
                WrittenMarket.entry(days[0], 10, 11),
                WrittenMarket.entry(days[0], of: .korean, 5, 6),
                WrittenMarket.entry(days[1], 20, 21), WrittenMarket.entry(days[2], nil),
            ], to: place)
        let withheld = try add(
            [
                WrittenMarket.entry(days[0], 12, 13), WrittenMarket.entry(days[1], nil),
                WrittenMarket.entry(days[2], nil),
            ], to: place)
        #expect(withheld == 1)
        #expect(
            try await place.rows(
                "SELECT source, currency, decimals, [from], [to], nation, sales_at_least FROM market"
            ) == [
                "test|KRW|0|2024-05-01|2024-05-01|all|120000000",
                "test|KRW|0|2024-05-01|2024-05-01|korean|50000000",
                "test|KRW|0|2024-05-02|2024-05-02|all|200000000",
                "test|KRW|0|2024-05-03|2024-05-03|all|None",
            ])
        #expect(
            try await place.rows("SELECT note FROM columns WHERE column_name = 'nation'")
                == ["'all' stands for all films"])
        #expect(
            try await place.rows("SELECT text FROM about WHERE text LIKE '%nothing is estimated'")
                .count == 1)
    }
}
