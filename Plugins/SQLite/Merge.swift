internal import BoxOffice

/// The merging of collected rows into the file: they replace the periods that they cover, and
/// everything else stays.
extension DatabaseDocument {
    /// Makes all changes in the open transaction.
    func merge(_ ending: DocumentEnding) throws(Fault) {
        let replacesRows = count > 0 || file?.allowsEmpty == true
        let existing = try ExistingTables(
            database, at: path, replacing: layout.options[SQLite.replace])
        let changes = try existing.changes(for: schema, hasRows: replacesRows, in: database)
        for statement in changes { try database.run(statement) }
        if changes.contains(schema.rows.creation(in: "file")) {
            // If both tables are defined the same, SQLite copies the rows without converting them.
            let name = schema.rows.name.sqlName
            try database.run("INSERT INTO file.\(name) SELECT * FROM main.\(name)")
        } else if schema.isChart {
            try mergeEditions()
        } else {
            try mergeRows(replacing: replacesRows, ending)
        }
        try mergeFilms()
        if let films = schema.films { try checkRows(in: films) }
        // Sorting the keys of all rows once is faster than keeping them sorted.
        for index in schema.indexes { try database.run(index.statement) }
        let views = try existing.viewChanges(for: schema, in: database)
        for statement in views { try database.run(statement) }
        try writeNotes(ending)
    }

    var path: String { file?.path ?? "-" }

    /// Adds the rows of a dataset without periods.
    ///
    /// - Parameter replaces: true if the rows of a dataset without a key replace all rows of their
    ///   source.
    private func mergeRows(
        replacing replaces: Bool, _ ending: DocumentEnding
    ) throws(Fault) {
        let table = schema.rows.name
        let source = [Value.text(schema.source)]
        let ofSource = "FROM file.\(table.sqlName) WHERE source = ?"
        if schema.isWhole, replaces {
            try database.rows("DELETE \(ofSource)", source)
        } else if schema.isWhole,
            try !database.rows("SELECT 1 \(ofSource) LIMIT 1", source).isEmpty
        {
            kept.append(.tableKept(table))
        }
        guard try removeRanking(for: ending) else { return }
        try keepFuller(ending)
        try removeRunning()
        try database.run(schema.rows.merging(schema.rows.collected()))
        try checkRows(in: schema.rows)
    }

    /// Checks that the table of the file has a row for each collected one, because a trigger of
    /// another program can drop rows.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    private func checkRows(in table: DatabaseTable) throws(Fault) {
        let lost = try database.rows(
            "SELECT count(*) FROM main.\(schema.rows.name.sqlName) AS r WHERE NOT EXISTS "
                + "(SELECT 1 FROM file.\(table.name.sqlName) AS f "
                + "WHERE \(isSame(in: table)))"
        ).joined().compactMap { Int($0) }.reduce(0, +)
        guard lost == 0 else { throw .rowsDropped(path, lost) }
    }

    /// The SQL condition that row `f` of `table` and the collected row `r` have the same key.
    private func isSame(in table: DatabaseTable) -> String {
        table.key.map { "f.\($0.name.sqlName) = r.\($0.name.sqlName)" }.joined(separator: " AND ")
    }

    /// Drops rows that know less than the same rows of the file: of a market without bounds of the
    /// sales, or with fewer films because charts are cut now; of a run without its figures.
    private func keepFuller(_ ending: DocumentEnding) throws(Fault) {
        let table = schema.rows.name
        let columns = Set(schema.rows.columns.filter { $0.cell != nil }.map(\.name))
        let isLess: String
        if layout.document.market != nil, columns.isSuperset(of: ["sales_at_least", "films_known"])
        {
            let days = Set(ending.warnings.filter(\.isOfShortChart).compactMap(\.scope.from))
            let isCut = days.sorted().map { "'\($0)' BETWEEN r.\"from\" AND r.\"to\"" }
            isLess =
                "r.sales_at_least IS NULL AND f.sales_at_least IS NOT NULL OR r.films_known < f.films_known AND ("
                + (["0"] + isCut).joined(separator: " OR ") + ")"
        } else if columns.isSuperset(of: ["on_chart", "audience_count"]) {
            isLess =
                "r.on_chart IS NULL AND f.on_chart IS NOT NULL OR r.on_chart AND r.audience_count IS NULL AND f.audience_count IS NOT NULL"
        } else {
            return
        }
        let given = try database.rows(
            "DELETE FROM main.\(table) AS r WHERE EXISTS (SELECT 1 FROM file.\(table) AS f "
                + "WHERE \(isSame(in: schema.rows)) AND (\(isLess))) RETURNING 1"
        ).count
        if given > 0 { kept.append(.fullerRowsKept(given)) }
        rowsWithheld += given
    }

    /// Removes the rows of a market that a longer row of the same days replaces: those of a week,
    /// month or year that was still running.
    ///
    /// A row does not say its unit: one that ends with a week may be a complete one that the range
    /// cut at its beginning, and stays, as do complete days, weeks, months and years.
    private func removeRunning() throws(Fault) {
        guard layout.document.market != nil else { return }
        let table = schema.rows.name
        let (from, to) = ("f.\"from\"", "f.\"to\"")
        let isWhole = [
            "\(from) = \(to)",
            "strftime('%w', \(from)) = '1' AND \(to) = date(\(from), '+6 days')",
            "\(from) LIKE '%-01' AND \(to) = date(\(from), '+1 month', '-1 day')",
            "\(from) LIKE '%-01-01' AND \(to) = date(\(from), '+1 year', '-1 day')",
        ]
        let isLong = "\(to) >= date(\(from), '+7 days')"
        let isRunning = [
            "\(isLong) AND \(from) LIKE '%-01'",
            "NOT \(isLong) AND strftime('%w', \(to)) <> '0' "
                + "AND (\(from) LIKE '%-01' OR strftime('%w', \(from)) = '1')",
        ]
        try database.run(
            "DELETE FROM file.\(table) AS f WHERE NOT (\(isWhole.joined(separator: " OR "))) "
                + "AND (\(isRunning.joined(separator: " OR "))) "
                + "AND EXISTS (SELECT 1 FROM main.\(table) AS r WHERE r.source = f.source "
                + "AND r.nation = f.nation AND r.\"from\" = \(from) AND r.\"to\" > \(to) "
                + "AND r.sales_at_least IS NOT NULL)")
    }

    /// Adds the rows of a chart, one whole edition at a time.
    private func mergeEditions() throws(Fault) {
        let isEdition = Schema.isEdition
        // Rows that are not on the overall chart are there because a run had --deep.
        let isDeep = try database.columns(of: "charts").contains { $0.name == Self.ofDeepCharts }
        let figures = (ChartEntry.figures + ["rank", "is_new"]).map { "count(\($0))" }
            .joined(separator: " + ")
        let extents = [("file", isDeep ? "count(\(Self.ofDeepCharts))" : "0"), ("main", "0")].map {
            "(SELECT count(*), \(figures), \($1) "
                + "FROM \($0).charts WHERE \(isEdition))"
        }
        let extent = try database.prepare("SELECT * FROM \(extents.joined(separator: ", "))")
        let removal = try database.prepare(
            "DELETE FROM file.charts WHERE \(isEdition) AND movie_code NOT IN "
                + "(SELECT movie_code FROM main.charts WHERE \(isEdition))")
        let refusal = try database.prepare("DELETE FROM main.charts WHERE \(isEdition)")
        let addition = try database.prepare(
            schema.rows.merging(schema.rows.collected(where: isEdition)))
        for edition in editions {
            let key = schema.key(of: edition)
            let counts = try extent.rows(key).joined().map { Int($0) ?? 0 }
            let (there, here) = (counts[0], counts[3])
            guard
                try !keeps(
                    there, of: edition, here, lacksFigures: counts[1] > counts[4],
                    isDeep: counts[2] > 0)
            else {
                let source = schema.relation.source(of: edition).nameInKeys
                kept.append(
                    .periodKept(there, here).about(
                        Message(layout.document.name(of: edition)), .init(edition, of: source)))
                rowsWithheld += here
                try refusal.rows(key)
                continue
            }
            try removal.rows(key)
            try addition.rows(key)
        }
        try checkRows(in: schema.rows)
    }

    /// The column that only charts joined from several have.
    static let ofDeepCharts = "film_nation"

    /// Returns true if the `there` rows of `edition` in the file, which may be from a run with
    /// `--deep`, stay, although there are `here` collected rows, which may lack figures that the
    /// others have.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if rows are missing because they were not asked
    ///   for.
    private func keeps(
        _ there: Int, of edition: ChartEdition, _ here: Int, lacksFigures: Bool, isDeep: Bool
    ) throws(Fault) -> Bool {
        if here == 0 { return there > 0 && file?.allowsEmpty != true }
        if short.contains(edition) { return there > here || lacksFigures }
        // An answer with fewer rows than were asked for has all rows that there are.
        let asksForAll = !isDeep || layout.document.isDeep
        guard there > here, !asksForAll || here >= layout.document.top ?? .max else { return false }
        throw .fewerFilms(
            path, layout.document.name(of: edition), there, here, isDeep: !asksForAll)
    }

    /// The remarks on rows that were not replaced.
    var remarksOnKept: [Fault] {
        let most = 20
        return kept.prefix(most) + (kept.count > most ? [.periodsKept(kept.count)] : [])
    }
}

extension Fault {
    fileprivate static func tableKept(_ table: String) -> Fault {
        Fault(
            .notFound, "table-kept",
            "the table '\(table)' keeps its rows, because there are none to replace them")
    }

    fileprivate static func periodKept(_ there: Int, _ here: Int) -> Fault {
        Fault(
            .malformed, "period-kept",
            "the database keeps its \(there, "row"), because the answer has \(here) or lacks figures"
        )
    }

    fileprivate static func periodsKept(_ count: Int) -> Fault {
        Fault(
            .malformed, "periods-kept",
            "the database keeps the rows of \(count, "period") in all")
    }

    fileprivate static func fullerRowsKept(_ count: Int) -> Fault {
        Fault(
            .malformed, "rows-kept",
            "the database keeps \(count, "fuller row"), because some of the days are missing or not whole now"
        )
    }

    private static let triggers = "\"SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'\""

    fileprivate static func rowsDropped(_ path: String, _ count: Int) -> Fault {
        Fault(
            .cannotCreate, "rows-dropped",
            "'\(path)' would not keep \(count) of the rows, perhaps because of a trigger in it; nothing was changed",
            hint: "the statement \(triggers) shows them")
    }

    static func fewerFilms(
        _ path: String, _ edition: String, _ there: Int, _ here: Int, isDeep: Bool
    ) -> Fault {
        Fault(
            .malformed, "fewer-films",
            "'\(path)' has \(there, "film") of \(edition), and this run asks for \(here) only",
            hint: isDeep
                ? Message(
                    "fewer-films.deep", "ask for as many with --deep, or name another file")
                : Message(
                    "fewer-films.hint", "ask for as many with --top, or name another file"))
    }
}
