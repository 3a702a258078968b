import BoxOffice
import HTML
import Markdown
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
            UsualColumns(chart + posters).forCards == [
                "rank", "rank_marker", "title", "audience_count", "audience_total", "poster_url",
            ])
        #expect(UsualColumns(chart).readable.count == 10)
        #expect(UsualColumns(["a", "b"] + posters).readable == ["a", "b", "poster_url"])
    }

    @Test(
        "A source's chart is a chart, whatever its other columns are called",
        arguments: ["first_weekend", "is_rank_sure", "is_consistent", "on_chart"])
    func namesOfOthers(column: String) throws {
        let chart = ChartEntry.defaultColumns(of: .daily, perRegion: false)
        for format in [Markdown() as any Format, HTML()] {
            let options = try PluginOptions(for: format.manifest)
            func columns(_ names: [String]) -> [String] {
                format.defaultColumns(of: UsualColumns(names), options)
            }
            #expect(columns(chart + [column]) == columns(chart) + [column])
        }
        let layout = Layout(
            columns: (chart + [column]).map { Column($0, $0, .text) },
            options: try PluginOptions(for: Markdown().manifest), document: .days(1))
        #expect(layout.columnsByImportance.prefix(3) == ["rank", "title", "audience_count"])
        #expect(!Column("sales", "매출액", .text).hasBounds)
    }
}
