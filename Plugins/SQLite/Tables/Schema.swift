internal import BoxOffice

/// The tables of a document: one with its rows and, if it has several rows a film, one with the films.
struct Schema {
    /// The rows as values with a key.
    let relation: Relation
    /// The columns of the relation, with their names in the tables.
    let columns: [TableColumn]
    /// The name of the table with the rows.
    let table: String
    /// The name of the column that numbers the rows, if they have no key.
    let rowNumber: String?
    /// The indices of the columns that are in the table with the rows.
    let columnsOfRows: [Int]
    /// The indices of the columns that are in the table `films`; empty if there is no such table.
    let columnsOfFilms: [Int]
    /// The index of the film's code; nil if there is no table `films`.
    let filmCode: Int?
    /// The indices of the document's columns, and behind them those of the others.
    let columnsOfView: [Int]

    /// Plans the tables of documents with that layout.
    init(_ layout: Layout) {
        let relation = Relation(layout)
        self.relation = relation
        var names = UnusedNames()
        columns = relation.columns.map { attribute in
            TableColumn(
                name: names.unused(attribute.column.name), column: attribute.column,
                isKey: attribute.isKey,
                meaningOfAll: attribute.isKey ? Self.unlimited[attribute.column.name] : nil)
        }
        let indices = relation.columns.indices
        columnsOfFilms = indices.filter { relation.columns[$0].isOfFilm }
        columnsOfRows = indices.filter { !relation.columns[$0].isOfFilm }
        filmCode =
            columnsOfFilms.isEmpty
            ? nil : indices.first { relation.columns[$0].column.name == "movie_code" }
        rowNumber = relation.key.isEmpty ? names.unused("row") : nil
        let ofDocument = layout.columns.compactMap { column in
            indices.first { relation.columns[$0].column.name == column.name }
        }
        columnsOfView = ofDocument + indices.filter { !ofDocument.contains($0) }
        table = Self.name(ofTable: relation.name)
    }

    /// A name for a table; those that begin with `sqlite_` are SQLite's.
    private static func name(ofTable name: String) -> String {
        let isReserved = name.isEmpty || name.lowercased().hasPrefix("sqlite_")
        var names = UnusedNames(besides: [films, "columns", "about"] + views.values)
        return names.unused(isReserved ? "rows \(name)" : name)
    }

    /// The name of the table with the films.
    static let films = "films"
    /// The names of the views, by the names of their tables.
    static let views = ["charts": "box_office", "trend": "film_runs"]
    /// What `all` stands for in the columns of a key that limit a chart.
    private static let unlimited = [
        "region": "the whole country", "nation": "all films", "kind": "all films",
    ]
}
