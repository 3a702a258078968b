import BoxOffice
import Testing

/// The code that formats for readers share.
@Suite struct PresentationTests {
    @Test(
        "Hangul is two columns wide, marks none, and ▲ as the option says",
        arguments: [("abc", 3, 3), ("기생충", 6, 6), ("e\u{301}", 1, 1), ("▲3", 2, 3), ("", 0, 0)])
    func widths(text: String, narrow: Int, wide: Int) {
        #expect(DisplayWidth()(text) == narrow)
        #expect(DisplayWidth(ofAmbiguous: 2)(text) == wide)
    }

    @Test(
        "Markers have the colours of Korean charts",
        arguments: [
            ("▲3", MarkerColour.red), ("신작", .red), ("진입", .red), ("▼2", .blue), ("-", nil),
            ("", nil),
        ])
    func colours(marker: String, colour: MarkerColour?) {
        #expect(MarkerColour(of: marker) == colour)
    }

    @Test("Values are shown as people read them")
    func values() {
        #expect(Value.integer(-1_234_567).readable(as: .amount) == "-1,234,567")
        #expect(Value.decimal(Decimal(123_450, places: 2)).readable(as: .amount) == "1,234.50")
        #expect(Value.decimal(Decimal(123_450, places: 2)).readable(as: .text) == "1234.50")
        #expect(Value.decimal(Decimal(-1_234_567, in: .won)).readable(as: .amount) == "-1,234,567")
        #expect(Value.integer(2022).readable(as: .year) == "2022")
        #expect(Value.decimal(Decimal(123, places: 1)).readable(as: .percent) == "12.3%")
        #expect(Value.list(["a", "b"]).readable(as: .list) == "a, b")
        #expect(Value.missing.readable(as: .text) == "")
    }

    @Test("A chart has the most readable columns, other rows have all, and a poster is its picture")
    func columns() {
        let chart = ChartEntry.table.dataset.columns.map(\.name)
        let posters = Poster.table.dataset.columns.map(\.name)
        #expect(
            Column.ofCards(chart + posters) == [
                "rank", "rank_marker", "title", "audience_count", "audience_total", "poster_url",
            ])
        #expect(Column.ofReadableTable(chart).count == 10)
        #expect(Column.ofReadableTable(["a", "b"] + posters) == ["a", "b", "poster_url"])
    }
}
