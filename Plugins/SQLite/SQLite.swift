public import BoxOffice
internal import CDatabase

/// The SQLite format, which adds documents to databases: rows in a table with strict types and a
/// key, films in a separate table, and a view that joins both.
///
/// A document replaces the periods that it has of each of its sources; everything else in the file
/// stays, including tables of other programs. Amounts are whole numbers of the smallest unit of the
/// currency in their row. The table `columns` explains each column and its origin, the table
/// `about` the figures, and the table `missing` lists the data that could not be fetched.
/// `PRAGMA user_version` is ``layoutVersion``.
///
/// Rows are collected in a temporary database, and added to the file in one transaction at the end.
/// So a run that ends early changes nothing, and readers wait only for the commit. Standard output
/// gets a new database, which has at most 1 GiB.
public struct SQLite: AddsToFiles {
    /// The option to drop our tables in the file first.
    static let replace = TypedOption.boolean(
        "replace", default: false,
        help:
            "true drops all tables that bo-export made in the file, with all their rows, and writes what the run has; others stay"
    )

    /// The name `sqlite` and the option of the format.
    public let manifest = Manifest(
        name: "sqlite", summary: "SQLite databases, which are added to",
        options: [Self.replace.declaration], korean: Self.korean)

    /// Bytes that come at the end, or go into the file.
    public let traits = FormatTraits(
        mediaType: "application/vnd.sqlite3", fileEndings: ["sqlite", "db"], isBinary: true,
        isStreaming: false, tellsCurrency: true)

    /// The version of the tables and views; it changes when readers must adapt.
    public static let layoutVersion = 3

    /// Creates the format.
    public init() {}

    /// Returns the columns that identify rows, and all columns of charts.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        let keys = usual.forKeys
        // A poster is known by its address.
        let others = Schema.columnsOfCharts.map(\.name) + ["poster_url"] + usual.kept
        return keys + others.filter { !keys.contains($0) }
    }

    /// Refuses more columns than a table can have, two of one name for SQLite, charts without film
    /// codes, and any database if SQLite is missing or too old.
    public func check(_ layout: Layout) throws(Fault) {
        guard layout.columns.count <= Self.maxColumns else {
            throw .tooManyColumns(layout.columns.count)
        }
        try Relation.checkCodes(layout, needsCodes: true)
        if let name = Schema(layout).nameTwice { throw .nameTwice(name) }
        if let trouble = unsafe sqlite.shared.trouble {
            throw .library(unsafe String(cString: trouble))  // It stays where it is.
        }
        let version = unsafe Int(sqlite.sqlite3_libversion_number())
        guard version >= Self.oldestVersion else { throw .oldLibrary(version) }
    }

    /// Prepares a new database.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try DatabaseDocument(layout)
    }

    /// Prepares to add to the database in `file`.
    package func document(
        _ layout: Layout, addingTo file: DocumentFile
    ) throws(Fault) -> any Document {
        if Database.size(ofFileAt: file.path) > 0 {
            var database = try Database.begin()
            try database.attach(file)
            // After the first read no other program can change it.
            try database.run("BEGIN")
            try database.run("SELECT count(*) FROM file.sqlite_schema", waiting: file.timeout)
            _ = try ExistingTables(
                database, at: file.path, replacing: layout.options[Self.replace]
            ).changes(for: Schema(layout), in: database)
        }
        return try DatabaseDocument(layout, addingTo: file)
    }

    /// The maximum number of a document's columns in a table, besides those of its key: SQLite
    /// allows 2,000 in total.
    private static let maxColumns = 1_900
    /// The first version with strict tables.
    private static let oldestVersion = 3_037_000
}

extension Fault {
    fileprivate static func tooManyColumns(_ count: Int) -> Fault {
        Fault(
            .usage, "too-many-table-columns",
            "a table of a database has at most 1900 columns, not \(count)")
    }

    fileprivate static func nameTwice(_ name: String) -> Fault {
        Fault(
            .usage, "column-name-twice",
            "two columns are called '\(name)' apart from the case of letters, which a database does not tell apart",
            hint: "choose one of them with --columns, or another format")
    }

    /// - Parameter trouble: the error of the dynamic loader.
    fileprivate static func library(_ trouble: String) -> Fault {
        guard trouble.hasPrefix("libsqlite3.so.0: cannot open") else {
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
