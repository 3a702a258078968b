import BoxOffice
import BoxOfficeConformance
import SQLite

/// A database that was written in this process, and its exporter's remarks.
struct WrittenDatabase {
    /// True if databases can be written here: libsqlite3 is installed.
    static let canBeWritten =
        (try? SQLite().check(
            Layout(columns: [], options: PluginOptions(for: SQLite().manifest)))) != nil

    /// The file; empty if the rows were added to one.
    let bytes: [UInt8]
    /// The exporter's remarks.
    let remarks: [String]
    /// The number of bytes in each piece of the file.
    let pieces: [Int]

    /// Writes the rows of `editions`, of which some may be `short`, or `rows` if there are none: into a
    /// new database, or into `file`.
    init(
        _ rows: [[Value]] = [], under columns: [Column],
        editions: [(ChartEdition, [[Value]])] = [],
        document: DocumentDescription = .rows, ending: DocumentEnding = DocumentEnding(),
        short: Bool = false, options: [String] = [], addingTo file: DocumentFile? = nil
    ) throws(Fault) {
        let layout = Layout(
            columns: columns, options: try PluginOptions(options, for: SQLite().manifest),
            document: document)
        var exporter = try SQLite().document(layout, for: file)
        var buffer = ByteBuffer()
        try exporter.begin(into: &buffer)
        for row in rows { try exporter.write(row.span, into: &buffer) }
        for (edition, rows) in editions {
            try exporter.begin(edition, into: &buffer)
            for row in rows { try exporter.write(row.span, into: &buffer) }
            try exporter.end(edition, EditionState(isShort: short), into: &buffer)
        }
        var bytes: [UInt8] = []
        var pieces: [Int] = []
        remarks =
            try (exporter as? any LongDocument)?.finish(ending) { piece in
                pieces.append(piece.count)
                bytes += piece.indices.map { piece[$0] }
            }.map(\.message) ?? []
        self.bytes = bytes
        self.pieces = pieces
    }
}

extension DocumentDescription {
    /// The views that join the rows of datasets with their films.
    static let views = ["trend": "film_runs", "ranking": "film_rankings"]

    /// Returns the description of a document of rows with the key of `dataset`.
    static func rows(of dataset: Dataset) -> DocumentDescription {
        var document = DocumentDescription(dataset: dataset.name, sources: ["test"])
        document.key = dataset.key
        if let view = views[dataset.name] {
            document.face = Face(dataset, usualColumns: [], title: "rows")
            document.face?.replacement.view = view
        }
        return document
    }
}

extension Fault {
    /// Returns the same fault about `edition` of `source`.
    func about(_ edition: ChartEdition, of source: String) -> Fault {
        about(Message(edition), Scope(edition, of: source))
    }
}
