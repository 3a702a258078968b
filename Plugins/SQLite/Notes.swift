internal import BoxOffice

/// The contents of the tables `columns`, `about` and `missing` for a document, in English unless
/// Korean headers were chosen.
extension DatabaseDocument {
    /// Writes all three tables.
    func writeNotes(_ ending: DocumentEnding) throws(Fault) {
        for table in schema.tables { try describe(table) }
        for source in layout.document.figures { try describe(source) }
        try noteMissing(ending)
    }

    private var worded: Layout {
        var layout = layout
        if layout.header != .ko { layout.header = .en }
        return layout
    }

    /// Writes the meaning and the origin of a table's columns.
    private func describe(_ table: DatabaseTable) throws(Fault) {
        let names = try database.columns(of: table.name).map(\.name)
        let isInWon = try isInWon(table)
        let addition = try database.prepare(
            "INSERT OR REPLACE INTO file.columns VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for column in table.columns {
            guard let place = names.firstIndex(where: { $0.isSame(as: column.name) }) else {
                continue
            }
            let kind = column.column.kind
            let isForeign = kind == .amount && !isInWon
            let unit = kind == .amount ? "won" : kind.isPercentage ? "%" : nil
            try addition.rows([
                .text(table.name), .integer(place + 1), .text(names[place]),
                .text(column.column.koreanHeader), .text(kind.inDatabase.cells),
                Value(isForeign ? Self.smallestUnit : unit),
                Value(layout.document.origins[column.column.name]),
                Value(isForeign ? Self.decimals : column.note),
            ])
        }
    }

    /// Returns true if all amounts of a table are in won, including those already in the file.
    private func isInWon(_ table: DatabaseTable) throws(Fault) -> Bool {
        guard layout.document.currencies == [.won] else { return false }
        guard try database.columns(of: table.name).contains(where: { $0.name == "currency" }) else {
            return true
        }
        let others = "SELECT 1 FROM file.\(table.name.sqlName) WHERE currency <> 'KRW' LIMIT 1"
        return try database.rows(others, []).isEmpty
    }

    private static let smallestUnit = "smallest unit of 'currency'"
    private static let decimals =
        "the last 'decimals' digits are decimals; where 'currency' is missing, it is won"

    /// Writes the publisher of the rows of `source`, the currency if it is not the won, and the
    /// meaning of its figures.
    private func describe(_ source: FigureSource) throws(Fault) {
        var (layout, source) = (worded, source)
        let others = layout.document.figures.filter { $0 != source }
        layout.document.sources.removeAll { name in others.contains { $0.name == name } }
        layout.document.credits.removeAll { credit in others.contains { $0.credit == credit } }
        // The table may also have rows with other filters.
        source.notes = source.notes.map { note in
            note.column == "sales_share" ? SourceNote(Self.share, on: "sales_share") : note
        }
        layout.document.figures = [source]
        let facts = DocumentFacts(layout)
        var lines = facts.subject.prefix(1) + facts.notes()
        if source.territory.currency != .won {
            let label = layout.text(of: Message("about-currency", "currency"))
            lines.insert((label, source.territory.currency.code), at: 1)
        }
        let key: [Value] = [.text(schema.rows.name), .text(source.nameInKeys)]
        try database.rows("DELETE FROM file.about WHERE table_name = ? AND source = ?", key)
        for (number, line) in lines.enumerated() {
            try database.rows(
                "INSERT INTO file.about VALUES (?, ?, ?, ?, ?)",
                key + [.integer(number + 1), .text(line.label), .text(line.text)])
        }
    }

    private static let share = Message(
        "note-share-of-rows",
        "sales_share is a share of the sales of all films where nation is 'all', and else of the films of that nation; within a region or kind it is probably one, too, but the service does not say"
    )

    // MARK: - What is missing

    /// Adds the data missing from the document, and removes the entries for data that the file now
    /// has.
    private func noteMissing(_ ending: DocumentEnding) throws(Fault) {
        let table = schema.rows.name
        let removal = try database.prepare(
            "DELETE FROM file.missing WHERE \(Schema.keyOfEdition.isEqual) AND table_name = \(table.sqlText)"
        )
        for edition in editions where schema.isChart { try removal.rows(schema.key(of: edition)) }
        // A ranking that stays keeps what it lacks.
        if isOfRuns || kept.isEmpty, let missingOfRows {
            try database.run("DELETE \(missingOfRows)")
        }
        let ranking = layout.document.ranking?.period.name
        let addition = try database.prepare(
            "INSERT OR REPLACE INTO file.missing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let catalogue = worded.catalogue
        let hasFilters = schema.isChart || ranking != nil
        for fault in losses(ending) {
            for code in codes(of: fault) {
                let (scope, document) = (fault.scope, layout.document)
                let limits = [
                    scope.region, document.nation?.rawValue, document.kind?.rawValue,
                ].map { $0 ?? (hasFilters ? Bookmarks.Series.all : "") }
                let days = [scope.from, scope.to].map { $0 ?? "" }
                let reason = fault.wording.text(in: catalogue)
                let source = document.source(scope.source ?? "").nameInKeys
                // One day belongs to many rankings.
                let key = [table, source, ranking ?? scope.chart ?? ""]
                try addition.rows((key + days + limits + [code, reason]).map(Value.text))
            }
        }
        let isThere: [String]
        if layout.document.market != nil {
            // A day is present if a row that covers it has bounds.
            isThere = [
                "r.source = missing.source", "r.\"from\" <= missing.\"from\"",
                "r.\"to\" >= missing.\"to\"", "r.sales_at_least IS NOT NULL",
            ]
        } else if let shown, !isOfRuns {
            isThere = (["source"] + shown).map { "r.\($0.sqlName) = missing.\($0.sqlName)" }
        } else {
            return
        }
        try database.run(
            "DELETE FROM file.missing WHERE table_name = \(table.sqlText) AND EXISTS "
                + "(SELECT 1 FROM file.\(table.sqlName) AS r "
                + "WHERE \(isThere.joined(separator: " AND ")))")
    }

    /// Returns the codes of the films that a missing part is about: an empty code for all films of
    /// a chart; no codes if rows cannot show whether it is still missing.
    private func codes(of fault: Fault) -> [String] {
        // The rows that stay lack nothing.
        if layout.document.ranking != nil, rowsWithheld > 0 { return [] }
        if schema.isChart || layout.document.sumsUp {
            return fault.scope.from == nil ? [] : [""]
        }
        guard shown != nil else { return [] }
        if let trend = layout.document.trend {
            guard let day = fault.scope.from.flatMap({ Day($0) }) else { return [] }
            let films = trend.films.filter {
                !isOfRuns || $0.covers(Period(of: trend.chart, containing: day))
            }
            return films.map(\.code)
        }
        return fault.scope.movieCode.map { [$0] } ?? []
    }

    /// The rows of the table `missing` that the collected rows replace with their own, in SQL: of
    /// runs those of their films, of a ranking those of its period, even if it is empty; nil for
    /// other rows.
    var missingOfRows: String? {
        let table = schema.rows.name
        let ofTable = "FROM file.missing WHERE table_name = \(table.sqlText)"
        if isOfRuns {
            let columns = "source, movie_code"
            return "\(ofTable) AND (\(columns)) IN (SELECT \(columns) FROM main.\(table.sqlName))"
        }
        guard layout.document.ranking != nil, let scope = schema.scope else { return nil }
        let names = scope.map { $0 == "period" ? "chart" : $0 }
        let texts = keyOfSet.map { ($0.text ?? "").sqlText }
        return "\(ofTable) AND (\(names.joined(separator: ", "))) "
            + "= (\(texts.joined(separator: ", ")))"
    }

    /// True if each row sums up days that it does not name.
    private var isOfRuns: Bool { layout.document.trend?.isByFilm == true }

    /// The columns by which rows of the source show that something is not missing; nil if none do.
    private var shown: [String]? {
        if schema.isChart { return Schema.keyOfEdition.filter { $0 != "source" } }
        let key = schema.rows.key.map(\.name)
        return [["movie_code", "from", "to"], ["movie_code"]].first { ["source"] + $0 == key }
    }
}
