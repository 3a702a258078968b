internal import BoxOffice

/// The tables of a document: one with its rows and, if films can have several rows, one with the
/// films.
///
/// All charts go into the table `charts`, which has all columns of a chart, whichever the user
/// chose.
struct Schema {
    /// The rows as values with a key.
    let relation: Relation
    /// The table with the rows.
    let rows: DatabaseTable
    /// The table with the films, whose key columns come first; nil if there is none.
    let films: DatabaseTable?
    /// The source of rows without editions, as keys name it.
    let source: String
    /// True if the rows belong to editions of a chart.
    let isChart: Bool
    /// True if the source and a number are the key of rows, because nothing else is.
    let isNumbered: Bool
    /// What the rows replace.
    let replacement: Replacement
    /// The columns of the view, as far as there are such, in their order.
    private let order: [String]

    /// Plans the tables of documents with that layout.
    init(_ layout: Layout) {
        let document = layout.document
        isChart = document.periods != nil
        var replacement = document.face?.replacement ?? Replacement()
        if isChart { replacement = Self.replacementOfCharts }
        relation = Relation(layout, takingAll: !replacement.columns.isEmpty)
        source = relation.source(of: nil).nameInKeys
        isNumbered = !isChart && relation.key.isEmpty
        if isNumbered {
            replacement.scope = []
        } else if document.face == nil, document.key == ["movie_code"] {
            replacement.missing = .codes
        }
        self.replacement = replacement
        order = document.face?.dataset.columns.map(\.name) ?? replacement.columns
        var columns = relation.columns.enumerated().map {
            TableColumn(column: $1.column, cell: $0, isKey: $1.isKey, isOfFilm: $1.isOfFilm)
        }
        if isChart { columns = Self.chart(columns, ofEdition: relation.columnsOfEdition) }
        if isNumbered { columns = Self.number + columns }
        var names: Set<String> = []
        for index in columns.indices { columns[index].name = names.add(columns[index].column.name) }
        let rowColumns = columns.filter { !$0.isOfFilm }
        let filmColumns = columns.filter(\.isOfFilm)
        let key = rowColumns.filter { ["source", "movie_code"].contains($0.name) && $0.isKey }
        films =
            filmColumns.isEmpty
            ? nil : DatabaseTable(name: DatabaseTable.filmsName, columns: key + filmColumns)
        // Names that begin with `sqlite_` are SQLite's.
        let name = relation.name
        let isReserved = name.isEmpty || name.lowercased().hasPrefix("sqlite_")
        let taken = [DatabaseTable.filmsName] + Self.notes.map(\.name) + Self.views.keys
        names = Set(taken + [replacement.view].compactMap(\.self))
        rows = DatabaseTable(
            name: names.add(isReserved ? "rows \(name)" : name), columns: rowColumns,
            refersToFilms: films != nil, followsFromCharts: document.face != nil)
    }

    /// Returns the columns of the table `charts`: those of the edition and the key, then the others
    /// of every chart, then those that only this document has.
    private static func chart(_ columns: [TableColumn], ofEdition count: Int) -> [TableColumn] {
        let amountNames = Relation.amountColumns.map(\.name)
        let first = columns.enumerated().filter { index, column in
            column.isKey || index < count && !amountNames.contains(column.column.name)
        }.map(\.element)
        let names = Set(first.map(\.column.name))
        let decimals = Relation.amountColumns.filter {
            !columnsOfCharts.map(\.name).contains($0.name)
        }
        let usual = (columnsOfCharts + decimals).filter { !names.contains($0.name) }
        let chart = usual.map { column in
            columns.first {
                $0.column.name == column.name
                    && $0.column.kind.inDatabase.storage == column.kind.inDatabase.storage
            }
                ?? TableColumn(
                    column: column, cell: nil,
                    isOfFilm: ["title", "open_date"].contains(column.name))
        }
        let cells = Set((first + chart).map(\.cell))
        return first + chart
            + columns.filter { !cells.contains($0.cell) && $0.column.name != "fetched_at" }
    }

    /// The columns of a chart, and whether it is final, except the time fetched, which differs in
    /// every run.
    static let columnsOfCharts =
        ChartEntry.table.dataset.columns.filter { $0.name != "fetched_at" } + [.isFinal]

    /// The key of rows that have none.
    private static let number = [
        Column("source", "출처", .text), Column("row", "행", .integer),
    ].map { TableColumn(column: $0, cell: nil, isKey: true) }

    /// The column that only charts joined from several have.
    static let deepColumn = "film_nation"

    /// The names of views in databases of this layout, which no table of rows has, and the tables
    /// that they show.
    static let views = ["box_office": "charts", "film_runs": "trend", "film_rankings": "ranking"]

    /// The replacement of charts, an edition at a time.
    private static let replacementOfCharts = {
        var replacement = Replacement()
        replacement.columns = columnsOfCharts.map(\.name)
        let key = ["chart", "from", "region", "nation", "kind"]
        replacement.scope = key
        replacement.values = ChartEntry.figures + ["rank", "is_new"]
        replacement.missing = .editions
        replacement.view = "box_office"
        replacement.order = ["source"] + key + ["rank"]
        return replacement
    }()

    /// The tables that describe the others, with the statements that create them.
    ///
    /// They contain no times or paths, so that running a command again changes nothing.
    static let notes = [
        note(
            "columns",
            [
                "table_name", "position INTEGER NOT NULL", "column_name", "korean", "type",
                "unit TEXT", "origin TEXT", "note TEXT",
            ], key: "table_name, position"),
        note(
            "about", ["table_name", "source", "line INTEGER NOT NULL", "label", "text"],
            key: "table_name, source, line"),
        note(
            "missing",
            [
                "table_name", "source", "chart", "\"from\"", "\"to\"", "region", "nation", "kind",
                "movie_code", "reason",
            ],
            key: "\n    table_name, source, chart, \"from\", region, nation, kind, movie_code"),
    ]

    /// Returns a table, most of whose columns are texts that are never missing.
    private static func note(
        _ name: String, _ columns: [String], key: String
    ) -> (name: String, statement: String) {
        let parts = columns.map { $0.contains(" ") ? $0 : "\($0) TEXT NOT NULL" }
        let lines = (parts + ["PRIMARY KEY (\(key))"]).joined(separator: ",\n  ")
        return (name, "CREATE TABLE file.\(name) (\n  \(lines)\n) STRICT, WITHOUT ROWID")
    }

    /// The table with the rows and, if there is one, the table with the films.
    var tables: [DatabaseTable] { [rows] + (films.map { [$0] } ?? []) }

    /// The columns that rows have in common which replace others as a whole; nil if each row
    /// replaces the one with its key.
    var scope: [String]? { replacement.scope.map { ["source"] + $0 } }

    /// True if a document replaces all rows of its source.
    var isWhole: Bool { replacement.scope == [] }

    /// The name of a column that differs from that of another one only in case, so that the order of a
    /// run's columns would tell them apart; nil if there is none, or if each run makes the table anew.
    var nameTwice: String? {
        let names = Set(tables.flatMap(\.columns).map(\.column.name))
        var seen: Set<String> = []
        return isWhole ? nil : names.sorted().first { !seen.insert($0.lowercased()).inserted }
    }

    /// The indexes with the statements that create them: for the rows of a film or a period, and
    /// for titles.
    var indexes: [(name: String, table: String, statement: String)] {
        var wanted = tables.flatMap { table in
            table.columns.filter { ["title", "name"].contains($0.name) }.map {
                (table: table.name, subject: $0.name, columns: [$0])
            }
        }
        if films != nil {
            let key = rows.key.filter { $0.name != "source" }
            // The key itself serves queries by its first columns.
            let film = key.dropFirst().filter { $0.name == "movie_code" }
            let others = key.filter { $0.name != "movie_code" }
            wanted.insert((rows.name, film.isEmpty ? "period" : "film", film + others), at: 0)
        }
        return wanted.map { table, subject, columns in
            let name = "\(table)_by_\(subject)"
            let place = "\(table.sqlName) (\(columns.sqlNames))"
            return (name, table, "CREATE INDEX IF NOT EXISTS file.\(name.sqlName) ON \(place)")
        }
    }

    /// Returns the view of rows and films, and the statement that creates it; nil if there is only
    /// one table.
    func view(
        in database: borrowing Database
    ) throws(Fault) -> (name: String, statement: String)? {
        guard let films, let view = replacement.view else { return nil }
        let rowColumns = try database.columns(of: rows.name).map(\.name)
        let filmColumns = try database.columns(of: films.name).map(\.name)
        let all = rowColumns + filmColumns.filter { !rowColumns.contains($0) }
        let cells = (order.filter(all.contains) + all.filter { !order.contains($0) }).map { name in
            "\(rowColumns.contains(name) ? "r" : "f").\(name.sqlName)"
        }
        var statement =
            "CREATE VIEW file.\(view.sqlName) AS\nSELECT \(cells.joined(separator: ",\n  "))\n"
            + "FROM \(rows.name.sqlName) AS r LEFT JOIN films AS f "
            + "ON f.source = r.source AND f.movie_code = r.movie_code"
        var keys = replacement.order.map { "r.\($0.sqlName)" }
        // Only films of charts that are joined from several may have no rank.
        if !keys.isEmpty, rowColumns.contains(Self.deepColumn) {
            keys.insert("r.\"rank\" IS NULL", at: keys.count - 1)
            keys.append("r.\"audience_count\" DESC")
        }
        if !keys.isEmpty { statement += "\nORDER BY " + keys.joined(separator: ", ") }
        return (view, statement)
    }
}

extension [String] {
    /// The SQL condition for rows with the parameters as values of these columns.
    var isEqual: String {
        enumerated().map { "\($1.sqlName) = ?\($0 + 1)" }.joined(separator: " AND ")
    }
}

/// The names of tables or columns in lower case, all of which SQLite can tell apart.
extension Set<String> {
    /// Adds `name` without NULs and, if it is taken, with a number after it.
    ///
    /// - Returns: the name that was added.
    fileprivate mutating func add(_ name: String) -> String {
        let wanted = String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\0" }))
        let names = (1...).lazy.map { $0 == 1 ? wanted : "\(wanted) (\($0))" }
        return names.first { insert($0.lowercased()).inserted } ?? wanted
    }
}
