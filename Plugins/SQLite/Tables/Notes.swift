internal import BoxOffice

/// The tables that say what the others are: `columns`, `about` and `missing`.
///
/// They have no time and no path, so that running a command again changes nothing.
struct Notes {
    private let schema: Schema
    private var layout: Layout

    /// Describes the tables of `schema`; in English unless the headers are chosen to be Korean.
    init(_ schema: Schema, _ layout: Layout) {
        self.schema = schema
        self.layout = layout
        if layout.header != .ko { self.layout.header = .en }
    }

    /// The tables with the statements that make them.
    static let tables = [
        (
            name: "columns",
            statement: """
            CREATE TABLE file.columns (
              table_name TEXT NOT NULL,
              position INTEGER NOT NULL,
              column_name TEXT NOT NULL,
              korean TEXT NOT NULL,
              type TEXT NOT NULL,
              unit TEXT,
              origin TEXT,
              note TEXT,
              PRIMARY KEY (table_name, position)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (
            name: "about",
            statement: """
            CREATE TABLE file.about (
              table_name TEXT NOT NULL,
              source TEXT NOT NULL,
              line INTEGER NOT NULL,
              label TEXT NOT NULL,
              text TEXT NOT NULL,
              PRIMARY KEY (table_name, source, line)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (
            name: "missing",
            statement: """
            CREATE TABLE file.missing (
              table_name TEXT NOT NULL,
              source TEXT NOT NULL,
              chart TEXT NOT NULL,
              "from" TEXT NOT NULL,
              "to" TEXT NOT NULL,
              region TEXT NOT NULL,
              nation TEXT NOT NULL,
              kind TEXT NOT NULL,
              movie_code TEXT NOT NULL,
              reason TEXT NOT NULL,
              PRIMARY KEY (
                table_name, source, chart, "from", region, nation, kind, movie_code)
            ) STRICT, WITHOUT ROWID
            """
        ),
    ]

    /// Writes all of them.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - editions: the editions that the document has.
    ///   - database: the database, whose file has the rows.
    func write(
        _ ending: DocumentEnding, _ editions: [ChartEdition], to database: borrowing Database
    ) throws(Fault) {
        for (table, columns) in schema.tables { try describe(columns, of: table, in: database) }
        try describeSource(in: database)
        try noteMissing(ending, editions, in: database)
    }

    /// What the columns of a table mean, and where they come from.
    private func describe(
        _ columns: [TableColumn], of table: String, in database: borrowing Database
    ) throws(Fault) {
        let places = try database.columns(of: table).map(\.name)
        var statement = try database.prepare(
            "INSERT OR REPLACE INTO file.columns VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for column in columns {
            guard let place = places.firstIndex(where: { $0.isSame(as: column.name) }) else {
                continue
            }
            let note = column.meaningOfAll.map { "'all' stands for \($0)" }
            let cells: [Value] = [
                .text(table), .integer(place + 1), .text(places[place]),
                .text(column.column.koreanHeader), .text(column.type), Value(column.unit),
                Value(layout.document.origins[column.column.name]), Value(note),
            ]
            for (index, cell) in cells.enumerated() { try statement.set(cell, at: index) }
            _ = try statement.insert()
        }
    }

    /// Who the rows of this source are from, and what its figures mean.
    private func describeSource(in database: borrowing Database) throws(Fault) {
        var layout = layout
        // The table may have rows of other filters, too.
        layout.document.notes = layout.document.notes.map { note in
            note.column == "sales_share" ? SourceNote(Self.share, on: "sales_share") : note
        }
        let facts = DocumentFacts(layout)
        let key: [Value] = [.text(schema.table), .text(schema.source)]
        var removal = try database.prepare(
            "DELETE FROM file.about WHERE table_name = ? AND source = ?")
        for (index, value) in key.enumerated() { try removal.set(value, at: index) }
        _ = try removal.insert()
        var statement = try database.prepare("INSERT INTO file.about VALUES (?, ?, ?, ?, ?)")
        let lines = facts.subject.prefix(1) + facts.notes([])
        for (number, line) in lines.enumerated() {
            let cells = key + [.integer(number + 1), .text(line.label), .text(line.text)]
            for (index, cell) in cells.enumerated() { try statement.set(cell, at: index) }
            _ = try statement.insert()
        }
    }

    private static let share = Message(
        "note-share-of-rows",
        "sales_share is a share of the sales of all films where nation is 'all', and else of the films of that nation; within a region or kind it is probably one, too, but the service does not say"
    )

    // MARK: - What is missing

    /// Notes what the document lacks, and removes what the file has now.
    private func noteMissing(
        _ ending: DocumentEnding, _ editions: [ChartEdition], in database: borrowing Database
    ) throws(Fault) {
        var removal = try database.prepare(
            "DELETE FROM file.missing WHERE table_name = ?1 AND source = ?2 AND chart = ?3 "
                + "AND \"from\" = ?4 AND region = ?5 AND nation = ?6 AND kind = ?7")
        for edition in editions where schema.isChart {
            try removal.set(.text(schema.table), at: 0)
            try removal.set(edition, of: schema.source, from: 1)
            _ = try removal.insert()
        }
        var addition = try database.prepare(
            "INSERT OR REPLACE INTO file.missing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let catalogue = layout.catalogue
        for fault in ending.missing {
            for code in codes(of: fault) {
                let (scope, document) = (fault.scope, layout.document)
                let limits = [
                    scope.region, document.nation?.rawValue, document.kind?.rawValue,
                ].map { $0 ?? (schema.isChart ? Bookmarks.Series.all : "") }
                let days = [scope.from, scope.to].map { $0 ?? "" }
                let key = [schema.table, schema.source, scope.chart ?? ""]
                let reason = fault.wording.text(in: catalogue)
                let cells: [String] = key + days + limits + [code, reason]
                for (index, cell) in cells.enumerated() { try addition.set(cell, at: index) }
                _ = try addition.insert()
            }
        }
        guard let isThere else { return }
        let rows = "FROM file.\(schema.table.sqlName) AS r WHERE r.source = missing.source"
        try database.run(
            "DELETE FROM file.missing WHERE table_name = \(schema.table.sqlText) "
                + "AND EXISTS (SELECT 1 \(rows) AND \(isThere))")
    }

    /// The films that something missing is about: empty for all films of a chart; none if rows cannot
    /// show whether it is still missing.
    private func codes(of fault: Fault) -> [String] {
        if let trend = layout.document.trend {
            return isThere == nil || fault.scope.from == nil ? [] : trend.films.map(\.code)
        }
        if schema.isChart { return fault.scope.from == nil ? [] : [""] }
        return isThere == nil ? [] : fault.scope.movieCode.map { [$0] } ?? []
    }

    /// What a row `r` has that is not missing; nil if none can show it.
    private var isThere: String? {
        let key = schema.columns.filter(\.isKey).map(\.name)
        return switch key {
        case ["source", "movie_code", "from", "to"]:
            "r.movie_code = missing.movie_code AND r.\"from\" = missing.\"from\" "
                + "AND r.\"to\" = missing.\"to\""
        case ["source", "movie_code"]: "r.movie_code = missing.movie_code"
        default:
            schema.isChart
                ? "r.chart = missing.chart AND r.\"from\" = missing.\"from\" "
                    + "AND r.region = missing.region AND r.nation = missing.nation "
                    + "AND r.kind = missing.kind" : nil
        }
    }
}
