internal import BoxOffice

/// Adds the collected rows to the file: replaces the periods that there are rows for, and leaves
/// everything else.
struct Merge {
    private let layout: Layout
    private let schema: Schema
    private let file: DocumentFile?
    /// The periods that keep their rows.
    private var kept: [Fault] = []

    /// Adds to `file`, or to a new database if that is nil.
    init(_ layout: Layout, _ schema: Schema, _ file: DocumentFile?) {
        self.layout = layout
        self.schema = schema
        self.file = file
    }

    /// Which rows were not replaced.
    var remarks: [Fault] {
        guard kept.count > Self.mostNamed else { return kept }
        let count = kept.count
        var others = Fault(
            .malformed, "periods-kept", "the database keeps the rows of \(count) periods in all")
        others.rowsWithheld = kept.dropFirst(Self.mostNamed).reduce(0) { $0 + $1.rowsWithheld }
        return kept.prefix(Self.mostNamed) + [others]
    }

    /// Makes all changes in the open transaction.
    mutating func run(
        _ rows: borrowing DocumentRows, _ ending: DocumentEnding, in database: borrowing Database
    ) throws(Fault) {
        let existing = try ExistingTables(database, at: path)
        let changes = try existing.changes(
            for: schema, replaces: layout.options[SQLite.replace],
            hasRows: rows.count > 0 || file?.allowsEmpty == true, in: database)
        for statement in changes { try database.run(statement) }
        for (table, columns) in schema.tables {
            let creation = schema.creation(of: table, columns, in: "file")
            if changes.contains(creation) {
                // Of two tables that are the same SQLite copies the rows as they are.
                let name = table.sqlName
                try database.run("INSERT INTO file.\(name) SELECT * FROM main.\(name)")
            } else if table == Schema.filmTable {
                try database.run(schema.merging(of: table, columns, where: "true"))
            } else if schema.isChart {
                try mergeEditions(rows, in: database)
            } else {
                try mergeRows(rows, in: database)
            }
        }
        // Sorting the keys of all rows once takes less time than keeping them sorted.
        for index in schema.indexes { try database.run(index.statement) }
        for statement in try existing.viewChanges(
            for: schema, replaces: layout.options[SQLite.replace], in: database)
        {
            try database.run(statement)
        }
        try Notes(schema, layout).write(ending, rows.editions, to: database)
    }

    private var path: String { file?.path ?? "-" }

    // MARK: - Datasets without periods

    private mutating func mergeRows(
        _ rows: borrowing DocumentRows, in database: borrowing Database
    ) throws(Fault) {
        if schema.isWhole {
            let table = schema.table.sqlName
            var statement = try database.prepare(
                rows.count > 0 || file?.allowsEmpty == true
                    ? "DELETE FROM file.\(table) WHERE source = ?"
                    : "SELECT 1 FROM file.\(table) WHERE source = ? LIMIT 1")
            try statement.set(schema.source, at: 0)
            if try statement.next() {
                kept.append(
                    Fault(
                        .notFound, "table-kept",
                        "the table '\(schema.table)' keeps its rows, because there are none to replace them"
                    ))
            }
        }
        try database.run(schema.merging(of: schema.table, schema.columns, where: "true"))
    }

    // MARK: - Charts

    /// How much there is of an edition.
    private struct Extent {
        var rows = 0
        /// How many figures are not missing.
        var figures = 0
    }

    private mutating func mergeEditions(
        _ rows: borrowing DocumentRows, in database: borrowing Database
    ) throws(Fault) {
        let isEdition =
            "source = ?1 AND chart = ?2 AND \"from\" = ?3 AND region = ?4 AND nation = ?5 "
            + "AND kind = ?6"
        let extent =
            "SELECT count(*), count(audience_count) + count(sales_amount) FROM %.charts WHERE "
            + isEdition
        var old = try database.prepare(extent.replacing("%", with: "file"))
        var new = try database.prepare(extent.replacing("%", with: "main"))
        var removal = try database.prepare(
            "DELETE FROM file.charts WHERE \(isEdition) AND movie_code NOT IN "
                + "(SELECT movie_code FROM main.charts WHERE \(isEdition))")
        var addition = try database.prepare(
            schema.merging(of: schema.table, schema.columns, where: isEdition))
        for edition in rows.editions {
            let there = try Self.extent(of: edition, schema.source, &old)
            let here = try Self.extent(of: edition, schema.source, &new)
            if try keeps(there, of: edition, against: here, isShort: rows.isShort(edition)) {
                continue
            }
            for isRemoval in [true, false] where here.rows > 0 || isRemoval {
                if isRemoval {
                    try removal.set(edition, of: schema.source, from: 0)
                    _ = try removal.insert()
                } else {
                    try addition.set(edition, of: schema.source, from: 0)
                    _ = try addition.insert()
                }
            }
        }
    }

    private static func extent(
        of edition: ChartEdition, _ source: String, _ statement: inout Statement
    ) throws(Fault) -> Extent {
        try statement.set(edition, of: source, from: 0)
        var extent = Extent()
        while try statement.next() {
            extent = Extent(rows: statement.integer(at: 0), figures: statement.integer(at: 1))
        }
        return extent
    }

    /// Whether the rows of `edition` that are there stay.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if rows are missing because they were not asked for.
    private mutating func keeps(
        _ there: Extent, of edition: ChartEdition, against here: Extent, isShort: Bool
    ) throws(Fault) -> Bool {
        if here.rows == 0 {
            guard there.rows > 0, file?.allowsEmpty != true else { return false }
        } else if isShort {
            guard there.rows > here.rows || there.figures > here.figures else { return false }
        } else {
            guard there.rows > here.rows, here.rows >= most else { return false }
            throw .fewerFilms(path, edition, there.rows, here.rows)
        }
        let source = schema.source
        var fault = Fault(
            .malformed, "period-kept",
            "the database keeps its \(there.rows) rows, because the answer has \(here.rows) or lacks figures"
        ).about(edition, of: source)
        fault.rowsWithheld = here.rows
        kept.append(fault)
        return true
    }

    /// How many films of a period are written at most; what lacks more was not asked for.
    private var most: Int { layout.document.top ?? .max }

    /// How many periods that keep their rows are named.
    private static let mostNamed = 20
}

extension Statement {
    /// Sets the parameters from `index` on to what rows of `edition` have in their key.
    mutating func set(_ edition: ChartEdition, of source: String, from index: Int) throws(Fault) {
        let all = Bookmarks.Series.all
        let filter = edition.filter
        let texts = [
            source, edition.period.chart.rawValue, "\(edition.period.from)",
            filter.region?.name ?? all, filter.nation?.rawValue ?? all,
            filter.kind?.rawValue ?? all,
        ]
        for (place, text) in texts.enumerated() { try set(text, at: index + place) }
    }
}

extension Fault {
    fileprivate static func fewerFilms(
        _ path: String, _ edition: ChartEdition, _ there: Int, _ here: Int
    ) -> Fault {
        Fault(
            .malformed, "fewer-films",
            "'\(path)' has \(there) films of \(edition), and this run asks for \(here) only",
            hint: "ask for as many, or name another file")
    }
}
