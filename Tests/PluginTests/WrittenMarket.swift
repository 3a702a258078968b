import BoxOffice
import BoxOfficeConformance
import Engine

@testable import BoxOfficeCommand

/// A format's document of a market, for some days from 2024-05-01 on.
struct WrittenMarket {
    /// The document.
    let text: String

    /// Returns the query for `days` days.
    static func query(
        _ days: Int, by unit: CalendarUnit = .day, nations: [ChartFilter.Nation] = []
    ) -> MarketQuery {
        MarketQuery(
            days: Periods(from: .inMay(0), to: .inMay(days - 1)), unit: unit,
            nations: nations, firstDay: Day(daysSince1970: 12_000))
    }

    /// Returns the row of a span, with bounds in units of 10 million won; nil if they are not known.
    static func entry(
        _ span: ClosedRange<Day>, of nation: ChartFilter.Nation? = nil, _ least: Int128?,
        _ most: Int128? = nil, isConsistent: Bool? = true
    ) -> MarketEntry {
        var entry = MarketEntry(span, of: RowPeriod(span, as: .day), nation: nation)
        entry.source = "test"
        entry.territory = .korea
        entry.sales = least.map {
            Bounds(atLeast: $0 * 10_000_000, atMost: most.map { $0 * 10_000_000 })
        }
        entry.audience = Bounds(atLeast: 1_234_567, atMost: nil)
        entry.films = 10
        entry.isConsistent = isConsistent
        return entry
    }

    /// Returns the layout of a document of `query`, in the columns that the format prefers.
    static func layout(
        _ query: MarketQuery, as format: any Format, header: Layout.Header? = nil,
        columns: [String]? = nil, options: [String] = []
    ) throws(Fault) -> Layout {
        let dataset = MarketEntry.table.dataset
        let options = try PluginOptions(options, for: format.manifest)
        let usual = UsualColumns(query.defaultColumns, query.face)
        let names = columns ?? format.defaultColumns(of: usual, options)
        var document = DocumentDescription(dataset: "market", sources: ["test"])
        document.face = query.face
        document.key = dataset.key
        document.figures = [FigureSource("test", territory: .korea)]
        let others = format.unwrittenColumns(of: usual, options).filter { !names.contains($0) }
        var layout = Layout(
            columns: try dataset.indices(of: names).map { dataset.columns[$0] },
            unwritten: others.compactMap { name in dataset.columns.first { $0.name == name } },
            header: header, options: options, document: document)
        layout.korean = { .korean }
        return layout
    }

    /// Returns the values of `entries` in the columns of `layout`.
    static func rows(_ entries: [MarketEntry], in layout: Layout) throws(Fault) -> [[Value]] {
        let columns = MarketEntry.table.dataset.columns
        let wanted = layout.columns + layout.unwritten
        return try Page(entries, of: MarketEntry.table).rows(
            wanted.compactMap { column in columns.firstIndex { $0.name == column.name } })
    }

    /// Writes `entries`.
    init(
        _ entries: [MarketEntry], of query: MarketQuery, as format: any Format,
        header: Layout.Header? = nil, columns: [String]? = nil, options: [String] = []
    ) throws(Fault) {
        let layout = try Self.layout(
            query, as: format, header: header, columns: columns, options: options)
        text = try format.written(layout, Self.rows(entries, in: layout)).bytes.text
    }
}

extension Period {
    /// Returns the day that is `index` days after 2024-05-01, a Wednesday.
    fileprivate static func inMay(_ index: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_844 + index))
    }
}
