internal import BoxOffice

/// The tables of a document: one with its rows and, if it has several rows a film, one with the films.
///
/// All charts are in the table `charts`, which has all columns of a chart, whichever the user chose.
struct Schema {
    /// The rows as values with a key.
    let relation: Relation
    /// The name of the table with the rows.
    let table: String
    /// The columns of the table with the rows; those of the key are in its order.
    let columns: [TableColumn]
    /// The columns of the table `films`, its key first; empty if there is no such table.
    let films: [TableColumn]
    /// The source of the rows, as it is in keys.
    let source: String
    /// Whether the rows belong to editions of a chart.
    let isChart: Bool
    /// Whether a document replaces all rows of its source, because nothing tells them apart.
    let isWhole: Bool

    /// Plans the tables of documents with that layout.
    init(_ layout: Layout) {
        let document = layout.document
        isChart = document.periods != nil
        source = document.sourceInKeys
        let relation = Relation(isChart ? layout.writingAll : layout)
        self.relation = relation
        table = Self.name(ofTable: relation.name)
        isWhole = !isChart && (relation.key.isEmpty || document.trend?.pivot != nil)
        var parts = relation.columns.enumerated().map { index, attribute in
            Part(
                column: attribute.column, value: .cell(index), isKey: attribute.isKey,
                isOfFilm: attribute.isOfFilm)
        }
        if isChart {
            parts = Self.chart(parts, ofEdition: relation.columnsOfEdition)
        } else if relation.key.isEmpty {
            parts.insert(
                Part(column: Self.sourceColumn, value: .constant(.text(source)), isKey: true), at: 0
            )
            parts.insert(Part(column: Self.rowNumber, value: .number, isKey: true), at: 1)
        }
        var names = UnusedNames()
        let all = parts.map { part in
            (part.isOfFilm, TableColumn(part, name: names.unused(part.column.name)))
        }
        columns = all.filter { !$0.0 }.map(\.1)
        let ofFilms = all.filter(\.0).map(\.1)
        let key = columns.filter { ["source", "movie_code"].contains($0.name) && $0.isKey }
        films = ofFilms.isEmpty ? [] : key + ofFilms
    }

    /// A column before it has a name in its table.
    struct Part {
        let column: Column
        var value: TableColumn.Content
        var isKey = false
        var isOfFilm = false
    }

    /// The columns of the table `charts`: those of the edition and the key, then the others that any
    /// chart has, then those of this document alone.
    private static func chart(_ parts: [Part], ofEdition count: Int) -> [Part] {
        var rest = parts.filter { $0.column.name != "fetched_at" }
        var chart = rest.prefix(count) + rest.dropFirst(count).filter(\.isKey)
        rest.removeFirst(count)
        rest.removeAll(where: \.isKey)
        for (column, value) in ofCharts
        where !chart.contains(where: { $0.column.name == column.name }) {
            let index = rest.firstIndex {
                $0.column.name == column.name && $0.column.kind.storage == column.kind.storage
            }
            if let index {
                chart.append(rest.remove(at: index))
            } else {
                let isOfFilm = ["title", "open_date"].contains(column.name)
                chart.append(Part(column: column, value: .constant(value), isOfFilm: isOfFilm))
            }
        }
        return chart + rest
    }

    /// What the table `charts` always has, and the values where a document has none.
    private static let ofCharts: [(Column, Value)] =
        columnsOfCharts.map { ($0, .missing) } + [
            (Column("currency", "통화", .text), .text("KRW")),
            (Column("decimals", "소수자릿수", .integer), .integer(0)),
        ]

    /// The columns of a chart but the time, which is another in every run.
    static let columnsOfCharts = ChartEntry.table.dataset.columns.filter { $0.name != "fetched_at" }

    private static let sourceColumn = Column("source", "출처", .text)
    private static let rowNumber = Column("row", "행", .integer)

    /// A name for a table; those that begin with `sqlite_` are SQLite's.
    private static func name(ofTable name: String) -> String {
        let isReserved = name.isEmpty || name.lowercased().hasPrefix("sqlite_")
        var names = UnusedNames(besides: [filmTable] + Notes.tables.map(\.name) + views.values)
        return names.unused(isReserved ? "rows \(name)" : name)
    }

    /// The name of the table with the films.
    static let filmTable = "films"
    /// The names of the views, by the names of their tables.
    static let views = ["charts": "box_office", "trend": "film_runs"]
}

extension Layout {
    /// The layout that writes all columns that rows have.
    fileprivate var writingAll: Layout {
        var layout = self
        layout.columns += unwritten
        layout.unwritten = []
        return layout
    }
}
