internal import BoxOffice

/// The table `about`: what the figures are, where they are from, and what is missing.
///
/// It has no time and no path, so that the same rows give the same database.
struct AboutTable {
    private let facts: DocumentFacts
    private let isKorean: Bool

    /// Describes a document; in English unless its headers are chosen to be Korean.
    init(_ layout: Layout) {
        isKorean = layout.header == .ko
        facts = DocumentFacts(
            Layout(
                columns: layout.columns, header: isKorean ? .ko : .en, options: layout.options,
                document: layout.document))
    }

    /// The statement that makes the table.
    static let table = """
        CREATE TABLE about (
          line INTEGER PRIMARY KEY,
          label TEXT NOT NULL,
          text TEXT NOT NULL
        ) STRICT
        """

    /// Writes a row for each fact.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - rows: how many rows it has.
    ///   - remarks: what else readers should know.
    ///   - database: the database.
    func write(
        _ ending: DocumentEnding, rows: Int, _ remarks: [Fault], to database: borrowing Database
    ) throws(Fault) {
        var statement = try database.prepare("INSERT INTO about (label, text) VALUES (?, ?)")
        let lines =
            [facts.title] + facts.subject + [(isKorean ? "행" : "rows", "\(rows)")]
            + facts.missing(ending, rows: rows) + facts.notes(remarks)
        for line in lines {
            try statement.set(line.label, at: 0)
            try statement.set(line.text, at: 1)
            guard try statement.insert() else { throw .database(.keyTwice) }
        }
    }
}
