internal import BoxOffice

/// The rows of the table `films`, which are gathered while the other rows are written.
struct FilmRows {
    private let schema: Schema
    /// The columns besides the key, and where their values are.
    private let columns: [(column: TableColumn, cell: Int?)]
    private let code: Int
    /// The values of each film, by its code.
    private var films: [String: [Value]] = [:]
    /// The films whose title or opening day changed, and what the first of them was called.
    private var changed: Set<String> = []
    private var example: Message?

    /// No films; nil if there is no such table.
    init?(_ schema: Schema) {
        let code = schema.films.first { $0.name == "movie_code" }
        guard let code, case .cell(let cell) = code.content else { return nil }
        self.schema = schema
        self.code = cell
        columns = schema.films.filter { !$0.isKey }.map { column in
            if case .cell(let cell) = column.content { (column, cell) } else { (column, nil) }
        }
    }

    /// Takes what a row says about its film.
    ///
    /// The last row wins, except that a missing value replaces none.
    mutating func add(_ cells: [Value]) {
        guard case .text(let film) = cells[code] else { return }
        guard let known = films[film] else {
            films[film] = columns.map { $0.cell.map { cells[$0] } ?? .missing }
            return
        }
        for (index, (column, cell)) in columns.enumerated() {
            guard let cell else { continue }
            let value = cells[cell]
            guard value != known[index], value != .missing, value != .list([]) else { continue }
            if known[index] != .missing { noteChange(of: column, from: known[index], value, film) }
            films[film]?[index] = value
        }
    }

    private mutating func noteChange(
        of column: TableColumn, from old: Value, _ new: Value, _ film: String
    ) {
        let name = column.column.name
        guard ["title", "open_date"].contains(name) else { return }
        changed.insert(film)
        guard example == nil else { return }
        let kind = column.column.kind
        let texts = [old, new].map { "'\($0.readable(as: kind))'" }.joined(separator: " → ")
        example = Message("film-change", "\(film), \(name) \(texts)")
    }

    /// What readers should know: one sentence, however many films changed.
    var remarks: [Fault] {
        guard let example else { return [] }
        let message =
            changed.count == 1
            ? Message(
                "film-changed",
                "the table 'films' has the last title and opening day of a film with several: \(example)"
            )
            : Message(
                "films-changed",
                "the table 'films' has the last title and opening day of \(changed.count) films with several; the first: \(example)"
            )
        return [Fault(.malformed, "films-changed", message)]
    }

    /// Writes the films in the order of their codes.
    func write(to database: borrowing Database) throws(Fault) {
        var statement = try database.prepare(
            schema.insertion(into: Schema.filmTable, schema.films))
        try statement.set(schema.source, at: 0)
        for (code, values) in films.sorted(by: { $0.key < $1.key }) {
            try statement.set(code, at: 1)
            for (index, value) in values.enumerated() { try statement.set(value, at: index + 2) }
            guard try statement.insert() else { throw .database(.keyTwice, nil) }
        }
    }
}
