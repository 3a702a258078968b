import BoxOffice
import BoxOfficeConformance
import Foundation
import SQLite
import Singer
import Testing

/// The stream and the state of a market.
@Suite struct MarketStateTests {
    /// Returns the messages of a run; the lists say which rows of `query` are final and available.
    private func messages(
        of query: MarketQuery, _ rows: [(days: ClosedRange<Day>, isFinal: Bool)],
        after bookmarks: Bookmarks? = nil
    ) throws -> [String] {
        var layout = try WrittenMarket.layout(query, as: Singer(), columns: ["sales_at_least"])
        layout.document.bookmarks = bookmarks
        var document = try Singer().document(layout)
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        for (days, isFinal) in rows {
            let edition = ChartEdition(
                Period(of: .daily, containing: days.upperBound), source: "test")
            try document.begin(edition, into: &buffer)
            let entries = ([nil] + query.nations).map { WrittenMarket.entry(days, of: $0, 5, 6) }
            for row in try WrittenMarket.rows(entries, in: layout) {
                try document.write(row.span, into: &buffer)
            }
            try document.end(edition, EditionState(isFinal: isFinal), into: &buffer)
        }
        _ = try document.finish(DocumentEnding(), into: &buffer)
        return String(decoding: buffer.taken(), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Returns the records: period, nation, and whether it is removed.
    private func records(_ messages: [String]) throws -> [String] {
        try messages.compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let record = object?["record"] as? [String: Any] else { return nil }
            let isRemoved = record["is_removed"] as? Bool == true
            #expect(isRemoved == (record["sales_at_least"] is NSNull))
            return "\(isRemoved ? "-" : "")\(record["period"] ?? "") \(record["nation"] ?? "")"
        }
    }

    private func bookmarks(_ messages: [String]) throws -> Bookmarks {
        try Singer().bookmarks(in: Array(try #require(messages.last).utf8))
    }

    @Test("Keys are source, period and nation, never null, whatever columns are chosen")
    func schema() throws {
        let query = WrittenMarket.query(1)
        let messages = try messages(of: query, [(query.spans[0], true)])
        #expect(
            messages == [
                #"{"type":"SCHEMA","stream":"market","schema":{"type":"object","additionalProperties":false,"properties":{"source":{"type":"string"},"period":{"type":"string"},"nation":{"type":"string"},"sales_at_least":{"type":["null","integer"],"minimum":-9223372036854775808,"maximum":9223372036854775807},"is_removed":{"type":"boolean"}}},"key_properties":["source","period","nation"],"bookmark_properties":["to"]}"#,
                #"{"type":"RECORD","stream":"market","record":{"source":"test","period":"2024-05-01","nation":"all","sales_at_least":50000000,"is_removed":false}}"#,
                #"{"type":"STATE","value":{"bookmarks":{"market":{"partitions":[{"context":{"source":"test","by":"day","nation":"all"},"replication_key":"to","replication_key_value":"2024-05-01"}]}}}}"#,
            ])
    }

    @Test("The bookmark stays before a row that is not final, and such rows are in the state")
    func bookmark() throws {
        let query = WrittenMarket.query(3)
        let days = query.spans
        let messages = try messages(
            of: query, [(days[0], true), (days[1], false), (days[2], true)])
        let known = try bookmarks(messages)
        let series = Bookmarks.Series(of: query, from: "test")
        #expect(known.series == [series])
        #expect(known[series].last == .inMay(0))
        #expect(
            known[series].provisional == [
                .inMay(1): .init(["all"], from: days[1].lowerBound),
                .inMay(2): .init(["all"], from: days[2].lowerBound),
            ])
    }

    @Test("A running week is not final; the next run sends the longer row under the same key")
    func runningWeek() throws {
        let nations: [ChartFilter.Nation] = [.korean, .foreign]
        // Wednesday to Sunday, then Monday and Tuesday.
        let first = WrittenMarket.query(7, by: .week, nations: nations)
        let messages = try messages(of: first, first.spans.map { ($0, true) })
        #expect(try records(messages).count == 6)
        let known = try bookmarks(messages)
        let series = Bookmarks.Series(of: first, from: "test")
        #expect(known[series].last == .inMay(4))
        #expect(known[series].next == .inMay(5))
        #expect(
            known[series].provisional
                == [.inMay(6): .init(["all", "korean", "foreign"], from: Period.inMay(5).from)])

        let second = WrittenMarket.query(8, from: 5, by: .week, nations: nations)
        let later = try self.messages(
            of: second, second.spans.map { ($0, true) }, after: known)
        #expect(
            try records(later) == [
                "2024-05-06..2024-05-12 all", "2024-05-06..2024-05-12 korean",
                "2024-05-06..2024-05-12 foreign", "2024-05-13 all", "2024-05-13 korean",
                "2024-05-13 foreign",
            ])
        #expect(try bookmarks(later)[series].last == .inMay(11))
        #expect(
            try bookmarks(later)[series].provisional.keys.map(\.from) == [Period.inMay(12).from])
    }

    @Test("A run that got nothing says where the next one begins")
    func nothing() throws {
        let query = WrittenMarket.query(7, by: .month)
        let messages = try messages(of: query, [(query.spans[0], false)])
        let known = try bookmarks(messages)
        #expect(known[.init(of: query, from: "test")].next == .inMay(0))
    }

    @Test("Bookmarks of charts and of a market can be in one state, and are read as written")
    func both() throws {
        let query = WrittenMarket.query(1, nations: [.korean, .foreign])
        var known = Bookmarks()
        let chart = Bookmarks.Series(.daily, of: "test")
        known[chart].last = .inMay(3)
        known[chart].top = .max
        known[chart].isDeep = true
        let messages = try messages(of: query, [(query.spans[0], true)], after: known)
        #expect(
            messages.last
                == #"{"type":"STATE","value":{"bookmarks":{"charts":{"partitions":[{"context":{"source":"test","chart":"daily","region":"all","nation":"all","kind":"all"},"replication_key":"to","replication_key_value":"2024-05-04","top":null,"deep":true}]},"market":{"partitions":[{"context":{"source":"test","by":"day","nation":"each"},"replication_key":"to","replication_key_value":"2024-05-01"}]}}}}"#
        )
        let read = try bookmarks(messages)
        #expect(read[chart] == known[chart])
        #expect(read[.init(of: query, from: "test")].last == .inMay(0))
    }
}

/// A market in a database.
@Suite(
    .enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"),
    .enabled(if: IndependentReader.python.isThere, "this needs python3"))
struct MarketTableTests {
    private func add(_ entries: [MarketEntry], to place: DatabaseAdditionTests.Place) throws -> Int
    {
        let query = WrittenMarket.query(3, nations: [.korean])
        let layout = try WrittenMarket.layout(query, as: SQLite())
        var document = try SQLite().document(layout, for: place.file())
        var buffer = ByteBuffer()
        try document.begin(into: &buffer)
        for row in try WrittenMarket.rows(entries, in: layout) {
            try document.write(row.span, into: &buffer)
        }
        let long = try #require(document as? any LongDocument & WithholdingDocument)
        _ = try long.finish(DocumentEnding()) { _ in }
        return long.rowsWithheld
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
