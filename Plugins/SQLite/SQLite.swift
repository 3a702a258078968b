public import BoxOffice
internal import CDatabase

/// Databases of SQLite, one file each: rows in a table with strict types and a key, films in a table
/// of their own, and a view with everything.
///
/// The table `columns` says what each column means and where it comes from, and the table `about`
/// what the document is and what it lacks. `PRAGMA user_version` is ``layoutVersion``.
///
/// SQLite is opened when a database is begun. It builds the database in memory, which takes as much as
/// the file, some 200 bytes for a row of a chart, and a quarter more while the index is sorted. A
/// database has at most 1 GiB, which is about five million such rows.
public struct SQLite: Exporter, ~Copyable {
    /// The name `sqlite`; the format has no options.
    public static let manifest = Manifest(name: "sqlite", summary: "SQLite databases")

    /// Bytes that come at the end.
    public static let traits = FormatTraits(
        mediaType: "application/vnd.sqlite3", fileEndings: ["sqlite", "db"],
        companions: ["-wal", "-journal"], content: .binary, delivery: .whole)

    /// The version of the tables and views; it changes when readers have to know.
    public static let layoutVersion = 1

    private let layout: Layout
    private var database: DatabaseInProgress?

    /// Prepares a database.
    public init(_ layout: Layout) throws(Fault) {
        self.layout = layout
    }

    /// What tells rows apart.
    public static func unwrittenColumns(_ options: PluginOptions) -> [String] {
        Relation.keyColumns
    }

    /// Refuses more columns than a table has, and any database if SQLite is missing or too old.
    public static func check(_ layout: Layout) throws(Fault) {
        guard layout.columns.count <= mostColumns else {
            throw .tooManyColumns(layout.columns.count)
        }
        guard bo_database_has_library() else {
            // It stays where it is.
            throw .library(unsafe String(cString: bo_database_trouble()))
        }
        let version = Int(bo_database_version())
        guard version >= oldestVersion else { throw .oldLibrary(version) }
    }

    /// Begins the database.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        try Self.check(layout)
        database = try .begin(layout)
    }

    /// Notes the edition, which is part of the key of its rows.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        database?.begin(edition)
    }

    /// Writes one row to the database in memory.
    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        try database?.write(row)
    }

    /// Which films changed their titles or opening days among the rows.
    public var remarks: [Fault] {
        switch database {
        case .some(let database): database.remarks
        case nil: []
        }
    }

    /// Writes the whole database in one piece.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        try finish(ending, into: &output) { _ throws(Fault) in }
    }

    /// Adds the other tables and writes the whole database.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer,
        passingOn passOn: (inout ByteBuffer) throws(Fault) -> Void
    ) throws(Fault) {
        try database.take()?.finish(ending) { bytes throws(Fault) in
            output.append(bytes)
            try passOn(&output)
        }
    }

    /// How many columns of a document a table has at most, beside those of its key: SQLite takes
    /// 2,000 in all.
    private static let mostColumns = 1_980
    /// The first version with strict tables.
    private static let oldestVersion = 3_037_000
}

extension Fault {
    fileprivate static func tooManyColumns(_ count: Int) -> Fault {
        Fault(
            .usage, "too-many-table-columns",
            "a table of a database has at most 1980 columns, not \(count)")
    }

    /// - Parameter trouble: what the loader of libraries says.
    fileprivate static func library(_ trouble: String) -> Fault {
        guard trouble.isEmpty || trouble.hasPrefix("libsqlite3.so.0: cannot open") else {
            return Fault(
                .configuration, "broken-database-library",
                "SQLite, which writes databases, cannot be used: \(trouble)")
        }
        return Fault(
            .configuration, "no-database-library", "SQLite, which writes databases, is not there",
            hint: "on Debian and Ubuntu: apt-get install libsqlite3-0")
    }

    fileprivate static func oldLibrary(_ version: Int) -> Fault {
        let text = "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
        return Fault(
            .configuration, "old-database-library",
            "SQLite \(text) has no strict tables; 3.37 or later is needed")
    }
}
