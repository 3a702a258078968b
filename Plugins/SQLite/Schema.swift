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
    /// The values that follow those of the relation in each row: the source and the row number, if
    /// nothing else is a key.
    let others: [Value]
    /// True if rows have a number as part of their key.
    let isNumbered: Bool
    /// True if a document replaces all rows of its source, because nothing identifies single rows.
    let isWhole: Bool

    /// Plans the tables of documents with that layout.
    init(_ layout: Layout) {
        let document = layout.document
        isChart = document.periods != nil
        relation = Relation(
            layout, takingAll: isChart || document.sumsUp || document.trend?.isByFilm == true)
        source = relation.source(of: nil).nameInKeys
        isNumbered = !isChart && relation.key.isEmpty
        isWhole = isNumbered || !isChart && document.trend?.pivot != nil
        others = isNumbered ? [.text(source), .integer(0)] : []
        var columns = relation.columns.enumerated().map { index, attribute in
            TableColumn(
                column: attribute.column, cell: index, isKey: attribute.isKey,
                isOfFilm: attribute.isOfFilm)
        }
        let next = columns.count
        if isChart {
            columns = Self.chart(columns, ofEdition: relation.columnsOfEdition)
        } else if isNumbered {
            let key = [Column("source", "출처", .text), Column("row", "행", .integer)]
            columns =
                key.enumerated().map { TableColumn(column: $1, cell: next + $0, isKey: true) }
                + columns
        }
        var names: Set<String> = []
        for index in columns.indices { columns[index].name = names.add(columns[index].column.name) }
        let ofRows = columns.filter { !$0.isOfFilm }
        let ofFilms = columns.filter(\.isOfFilm)
        let key = ofRows.filter { ["source", "movie_code"].contains($0.name) && $0.isKey }
        films =
            ofFilms.isEmpty
            ? nil : DatabaseTable(name: DatabaseTable.ofFilms, columns: key + ofFilms)
        // Names that begin with `sqlite_` are SQLite's.
        let name = relation.name
        let isReserved = name.isEmpty || name.lowercased().hasPrefix("sqlite_")
        names = Set([DatabaseTable.ofFilms] + Self.notes.map(\.name) + Self.views.values)
        rows = DatabaseTable(
            name: names.add(isReserved ? "rows \(name)" : name), columns: ofRows,
            refersToFilms: films != nil)
    }

    /// Returns the columns of the table `charts`: those of the edition and the key, then the others
    /// of every chart, then those that only this document has.
    private static func chart(_ columns: [TableColumn], ofEdition count: Int) -> [TableColumn] {
        let ofAmounts = Relation.ofAmounts.map(\.name)
        var chart = columns.enumerated().filter { index, column in
            column.isKey || index < count && !ofAmounts.contains(column.column.name)
        }.map(\.element)
        var rest = columns.filter { column in
            column.column.name != "fetched_at"
                && !chart.contains { $0.column.name == column.column.name }
        }
        for column in columnsOfCharts + Relation.ofAmounts
        where !chart.contains(where: { $0.column.name == column.name }) {
            let index = rest.firstIndex {
                $0.column.name == column.name
                    && $0.column.kind.inDatabase.storage == column.kind.inDatabase.storage
            }
            if let index {
                chart.append(rest.remove(at: index))
            } else {
                let isOfFilm = ["title", "open_date"].contains(column.name)
                chart.append(TableColumn(column: column, cell: nil, isOfFilm: isOfFilm))
            }
        }
        return chart + rest
    }

    /// The columns of a chart, and whether it is final, except the time fetched, which differs in
    /// every run.
    static let columnsOfCharts =
        ChartEntry.table.dataset.columns.filter { $0.name != "fetched_at" } + [.isFinal]

    /// The names of the views, by the names of their tables.
    static let views = ["charts": "box_office", "trend": "film_runs", "ranking": "film_rankings"]

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

    /// Returns the values of ``keyOfEdition`` in rows of `edition`.
    func key(of edition: ChartEdition) -> [Value] {
        let series = Bookmarks.Series(of: edition, from: relation.source(of: edition).nameInKeys)
        let texts = [series.region, series.nation, series.kind]
        return [.text(series.source), .text(series.chart.rawValue), .date(edition.period.from)]
            + texts.map(Value.text)
    }

    /// The columns that identify an edition.
    static let keyOfEdition = ["source", "chart", "from", "region", "nation", "kind"]

    /// The columns that rows have in common which replace others as a whole; nil if each row
    /// replaces the one with its key.
    var scope: [String]? {
        if isChart { return Self.keyOfEdition }
        if isWhole { return ["source"] }
        let isRanking = relation.name == RankingEntry.table.dataset.name
        return isRanking ? rows.key.map(\.name).filter { $0 != "movie_code" } : nil
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
            let film = rows.key.filter { $0.name == "movie_code" }
            let others = rows.key.filter { $0.name != "movie_code" && $0.name != "source" }
            // The key itself serves queries by its first columns.
            let isByFilm = rows.key.dropFirst().first?.name == "movie_code"
            let columns = isByFilm ? others : film + others
            wanted.insert((rows.name, isByFilm ? "period" : "film", columns), at: 0)
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
        guard let films, let view = Self.views[rows.name] else { return nil }
        let ofRows = try database.columns(of: rows.name).map(\.name)
        let ofFilms = try database.columns(of: films.name).map(\.name)
        let dataset = Dataset.all.first { $0.name == relation.name }
        let order = (isChart ? Self.columnsOfCharts : dataset?.columns ?? []).map(\.name)
        let all = ofRows + ofFilms.filter { !ofRows.contains($0) }
        let cells = (order.filter(all.contains) + all.filter { !order.contains($0) }).map { name in
            "\(ofRows.contains(name) ? "r" : "f").\(name.sqlName)"
        }
        var statement =
            "CREATE VIEW file.\(view.sqlName) AS\nSELECT \(cells.joined(separator: ",\n  "))\n"
            + "FROM \(rows.name.sqlName) AS r LEFT JOIN films AS f "
            + "ON f.source = r.source AND f.movie_code = r.movie_code"
        if isChart || relation.name == RankingEntry.table.dataset.name {
            let key = rows.key.map(\.name).filter { $0 != "movie_code" }.map { "r.\($0.sqlName)" }
            // Only films of charts that are joined from several may have no rank.
            let ranks =
                ofRows.contains(DatabaseDocument.ofDeepCharts)
                ? ["r.\"rank\" IS NULL", "r.\"rank\"", "r.\"audience_count\" DESC"] : ["r.\"rank\""]
            statement += "\nORDER BY " + (key + ranks).joined(separator: ", ")
        }
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
        var name = wanted
        var number = 2
        while !insert(name.lowercased()).inserted {
            name = "\(wanted) (\(number))"
            number += 1
        }
        return name
    }
}
