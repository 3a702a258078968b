internal import BoxOffice

/// A database that is being written: rows are collected in a temporary database, and then added to
/// the file all at once.
final class DatabaseDocument: LongDocument {
    let layout: Layout
    let schema: Schema
    /// The file that rows are added to; nil if a new database is written.
    let file: DocumentFile?
    private(set) var database: Database
    /// The statement that adds a row to the temporary database.
    private let insertion: Statement
    /// The values of the last row of the edition; empty before its first.
    private var cells: [Value] = []
    /// The number of rows.
    private(set) var count = 0
    /// The editions so far, in their order; the next rows belong to the last.
    private(set) var editions: [ChartEdition] = []
    /// The editions with missing rows or figures, or that may have some.
    private(set) var short: Set<ChartEdition> = []
    /// Those of them that have some for certain: films that were there before did not leave.
    private(set) var cut: Set<ChartEdition> = []
    /// The rows of the table with the films, by the source and the code of the film.
    private var films: [[String]: [Value]] = [:]
    /// The films whose title or opening day changed, and a text about the first change.
    private var changed: Set<[String]> = []
    private var change: String?
    /// The rows of the file that stay: how many, of what, and which part of the document that is.
    var kept: [(rows: Int, name: String, scope: Fault.Scope)] = []
    /// The number of rows not added because the file keeps fuller ones.
    var rowsWithheld = 0

    /// Creates the temporary table for that layout.
    init(_ layout: Layout, addingTo file: DocumentFile? = nil) throws(Fault) {
        self.layout = layout
        self.file = file
        schema = Schema(layout)
        database = try Database.begin()
        try database.run(schema.rows.creation(in: "main"))
        insertion = try database.prepare(
            "INSERT INTO main.\(schema.rows.name.sqlName) \(schema.rows.parameters)")
    }

    /// Notes the edition, which is part of the key of its rows.
    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        if edition != editions.last { editions.append(edition) }
        cells.removeAll(keepingCapacity: true)
    }

    /// Notes if rows or figures of the edition are missing; its rows then do not replace fuller
    /// ones.
    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        if state.isShort || state.mayLackRows { short.insert(edition) }
        if state.isShort { cut.insert(edition) }
    }

    /// Collects a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if there already is a row with its key.
    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        let isFirst = cells.isEmpty
        try schema.relation.fill(&cells, from: row, in: editions.last)
        count += 1
        if schema.isNumbered {
            try insertion.set(.text(schema.source), at: 0)
            try insertion.set(.integer(count), at: 1)
        }
        // A statement keeps its values; those of the edition come first and are set only once.
        let first = isFirst ? 0 : schema.relation.columnsOfEdition
        for (index, column) in schema.rows.columns.enumerated() {
            if let cell = column.cell, cell >= first { try insertion.set(cells[cell], at: index) }
        }
        guard try insertion.insert() else {
            throw Fault(
                .malformed, "row-twice",
                "the table '\(schema.rows.name)' would have two rows with the same key: \(keyOfRow)"
            )
        }
        if let columns = schema.films?.columns { noteFilm(columns) }
    }

    /// The key of the current row, such as `daily, 2022-06-01, 20212866`, with its source if there are
    /// several.
    private var keyOfRow: String {
        schema.rows.key.filter { column in
            (column.name != "source" || layout.document.joinsSources)
                && (column.meaningOfAll == nil || value(of: column) != .text(Bookmarks.Series.all))
        }.map { value(of: $0).readable(as: $0.column.kind) }.joined(separator: ", ")
    }

    /// Returns the value of `column` in the current row.
    private func value(of column: TableColumn) -> Value {
        column.cell.map { cells[$0] } ?? .missing
    }

    /// Adds the rows to the file, or writes a new database.
    func finish(
        _ ending: DocumentEnding, passingOn passOn: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) -> [Fault] {
        let timeout = file?.timeout ?? .zero
        do throws(Fault) {
            try database.attach(file)
            try database.run("BEGIN IMMEDIATE", waiting: timeout)
            try merge(ending)
            try database.run("COMMIT", waiting: timeout)
        } catch {
            // While another program has it locked, that program may write to it.
            if error.kind != .notYet { database.removeNewFile() }
            throw error
        }
        if file == nil { try database.read(passOn) }
        return [remarkOnFilms, remarkOnKept].compactMap(\.self)
    }

    // MARK: - Films

    /// Updates the current row's film.
    ///
    /// The last row wins, except that a missing value does not replace a known one; a poster is
    /// replaced as a whole.
    private func noteFilm(_ columns: [TableColumn]) {
        // The key is the source and the code.
        guard columns.count > 1, case .text(let source) = value(of: columns[0]),
            case .text(let film) = value(of: columns[1])
        else { return }
        let key = [source, film]
        var values = films[key] ?? columns.map(value(of:))
        let hasPoster = columns.contains { $0.isOfPoster && value(of: $0) != .missing }
        for (index, column) in columns.enumerated() {
            let (old, new) = (values[index], value(of: column))
            let isKnown = new != .missing && new != .list([])
            guard new != old, isKnown || column.isOfPoster && hasPoster else { continue }
            values[index] = new
            let name = column.column.name
            guard old != .missing, ["title", "open_date"].contains(name) else { continue }
            changed.insert(key)
            guard change == nil else { continue }
            let texts = [old, new].map { "'\($0.readable(as: column.column.kind))'" }
            change = "\(film), \(name) \(texts.joined(separator: " → "))"
        }
        films[key] = values
    }

    /// Adds the films of the rows that were written to the file, in the order of their sources and
    /// codes.
    func mergeFilms() throws(Fault) {
        guard let table = schema.films else { return }
        let names = try database.columns(of: table.name).map(\.name)
        let statement = try database.prepare(table.merging(table.parameters, among: names))
        var films = films
        if rowsWithheld > 0 {
            let written = Set(
                try database.rows(
                    "SELECT source, movie_code FROM main.\(schema.rows.name.sqlName)"))
            films = films.filter { written.contains($0.key) }
        }
        for (_, values) in films.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try statement.rows(values)
        }
    }

    /// The remark on films that changed: one sentence, however many did.
    private var remarkOnFilms: Fault? {
        guard let change else { return nil }
        let films = Message(change).andMore(changed.count - 1)
        return Fault(
            .malformed, "films-changed",
            "the table 'films' has the last title and opening day of a film with several: \(films)"
        )
    }
}
