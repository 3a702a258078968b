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
        let others = "SELECT 1 FROM file.\(table.name.sqlName) WHERE currency <> 'KRW' LIMIT 1"
        var hasForeign = layout.document.currencies != [.won]
        if names.contains("currency"), try !database.rows(others).isEmpty { hasForeign = true }
        let addition = try database.prepare(
            "INSERT OR REPLACE INTO file.columns VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for column in table.columns {
            guard let place = names.firstIndex(where: { $0.isSame(as: column.name) }) else {
                continue
            }
            let kind = column.column.kind
            let isForeign = kind == .amount && hasForeign
            try addition.rows([
                .text(table.name), .integer(place + 1), .text(names[place]),
                .text(column.column.koreanHeader), .text(kind.inDatabase.cells),
                Value(isForeign ? Self.smallestUnit : kind.unitInDatabase),
                Value(layout.document.origins[column.column.name]),
                Value(isForeign ? Self.decimals : column.note),
            ])
        }
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
        // The table has more than the run may have written.
        let names = try database.columns(of: schema.rows.name).map(\.name)
        layout.columns = names.map { Column($0, "", .text) }
        // Only in charts that are joined may a film have no rank.
        let joined =
            "SELECT 1 FROM file.\(schema.rows.name.sqlName) WHERE source = ? "
            + "AND \(Schema.deepColumn) IS NOT NULL AND \"rank\" IS NULL LIMIT 1"
        if schema.isChart, names.contains(Schema.deepColumn),
            try !database.rows(joined, [.text(source.nameInKeys)]).isEmpty
        {
            layout.document.isDeep = true
        }
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
        guard var missing = schema.replacement.missing else { return }
        let table = schema.rows.name
        if case .runs(let films) = missing {
            // Rows that stay lack nothing new.
            let written = Set(
                try database.rows("SELECT movie_code FROM main.\(table.sqlName)").joined())
            missing = .runs(films.filter { written.contains($0.key) })
        }
        let names = schema.scope ?? schema.rows.key.map(\.name)
        let isSame = names.map { "r.\($0.sqlName) = missing.\($0.sqlName)" }
        if missing == .editions || missing == .scope && kept.isEmpty {
            let removal = try database.prepare("DELETE FROM \(missingOfScope)")
            for (_, key) in sets { try removal.rows(key) }
        } else if case .runs = missing {
            try removeMissing(wherePresent: isSame, in: "main")
        }
        let addition = try database.prepare(
            "INSERT OR REPLACE INTO file.missing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        let (document, catalogue) = (layout.document, worded.catalogue)
        let unlimited = schema.scope == nil ? "" : Bookmarks.Series.all
        // One day may belong to several sets.
        let name = schema.replacement.valuesOfScope.first
        // Rows that are replaced by what they lack lack the days of incomplete charts, too.
        for fault in missing == .scope ? Self.gaps(in: ending) : ending.missing {
            let scope = fault.scope
            let source = document.source(scope.source ?? "").nameInKeys
            let limits = [scope.region, document.nation?.rawValue, document.kind?.rawValue]
            let key =
                [table, source, name ?? scope.chart ?? "", scope.from ?? "", scope.to ?? ""]
                + limits.map { $0 ?? unlimited }
            let reason = fault.wording.text(in: catalogue)
            for code in codes(of: fault, missing) {
                try addition.rows((key + [code, reason]).map(Value.text))
            }
        }
        switch missing {
        case .runs, .scope: break
        case .editions, .films, .codes: try removeMissing(wherePresent: isSame, in: "file")
        case .days(let column, let laterColumn):
            try removeDays(until: column, in: ("r.\"from\"", "r.\"to\""))
            if let laterColumn {
                try removeDays(until: laterColumn, in: Self.yearBefore("r"))
            }
        }
    }

    /// Removes the entries of `missing` for the first to the last of `days`, in SQL, of a row `r` with
    /// a value in `column`.
    private func removeDays(
        until column: String, in days: (first: String, last: String)
    ) throws(Fault) {
        let conditions = [
            "r.source = missing.source", "\(days.first) <= missing.\"from\"",
            "\(days.last) >= missing.\"to\"", "r.\(column.sqlName) IS NOT NULL",
        ]
        try removeMissing(wherePresent: conditions, in: "file")
    }

    /// Removes the entries of `missing` for which a row `r` of the database `schema` fulfils all
    /// `conditions`.
    private func removeMissing(
        wherePresent conditions: [String], in schema: String
    ) throws(Fault) {
        let name = self.schema.rows.name
        try database.run(
            "DELETE FROM file.missing WHERE table_name = \(name.sqlText) AND EXISTS (SELECT 1 "
                + "FROM \(schema).\(name.sqlName) AS r "
                + "WHERE \(conditions.joined(separator: " AND ")))")
    }

    /// Returns the codes of the films that a missing part is about: an empty code for all films of
    /// a chart; no codes if rows cannot show whether it is still missing.
    private func codes(of fault: Fault, _ missing: Replacement.Missing) -> [String] {
        if missing == .codes { return [fault.scope.movieCode].compactMap(\.self) }
        guard let day = fault.scope.from.flatMap({ Day($0) }) else { return [] }
        return switch missing {
        case .films(let codes): codes
        case .runs(let films): films.filter { $0.value.contains(day) }.map(\.key)
        // The rows that stay lack nothing.
        case .scope where !kept.isEmpty: []
        default: [""]
        }
    }

    /// The rows of the table `missing` about a set of rows with the parameters as values of
    /// ``Schema/scope``, in SQL.
    var missingOfScope: String {
        var names = schema.scope ?? []
        // The first value after the source is the chart or stands for it.
        if names.count > 1 { names[1] = "chart" }
        return "file.missing WHERE \(names.isEqual) AND table_name = \(schema.rows.name.sqlText)"
    }
}
