internal import BoxOffice

/// The merging of collected rows into the file: they replace the periods that they cover, and
/// everything else stays.
extension DatabaseDocument {
    /// Makes all changes in the open transaction.
    func merge(_ ending: DocumentEnding) throws(Fault) {
        let existing = try ExistingTables(
            database, at: path, replacing: layout.options[SQLite.replace])
        let changes = try existing.changes(
            for: schema, hasRows: count > 0 || file?.allowsEmpty == true, in: database)
        for statement in changes { try database.run(statement) }
        if changes.contains(schema.rows.creation(in: "file")) {
            // If both tables are defined the same, SQLite copies the rows without converting them.
            let name = schema.rows.name.sqlName
            try database.run("INSERT INTO file.\(name) SELECT * FROM main.\(name)")
        } else {
            if let scope = schema.scope {
                try replaceSets(by: scope, ending)
            } else {
                try keepFuller(ending)
                try database.run(schema.rows.merging(schema.rows.collected()))
            }
            try checkRows(in: schema.rows)
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
        let isLess: String
        if layout.document.market != nil {
            let days = Set(ending.warnings.filter(\.isOfShortChart).compactMap(\.scope.from))
            let isCut = days.sorted().map { "'\($0)' BETWEEN r.\"from\" AND r.\"to\"" }
            isLess =
                "r.sales_at_least IS NULL AND f.sales_at_least IS NOT NULL OR r.films_known < f.films_known AND ("
                + (["0"] + isCut).joined(separator: " OR ") + ")"
        } else if ["on_chart", "audience_count"].allSatisfy(
            schema.rows.columns.map(\.name).contains)
        {
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

    /// Adds the rows that replace others a set at a time: the editions of a chart, a ranking, or
    /// everything of a source whose rows have no key.
    ///
    /// - Parameter scope: the columns that all rows of a set have in common.
    private func replaceSets(by scope: [String], _ ending: DocumentEnding) throws(Fault) {
        let (table, isOfSet) = (schema.rows.name.sqlName, scope.isEqual)
        // Rows that are not on the overall chart are there because a run had --deep.
        let columns = Set(try database.columns(of: schema.rows.name).map(\.name))
        let ofDeep =
            columns.contains(Self.ofDeepCharts)
            ? "count(\(Self.ofDeepCharts))"
            : layout.document.ranking == nil ? "0" : "count(*) - count(best_rank)"
        let counted = schema.isChart ? ChartEntry.figures + ["rank", "is_new"] : []
        let figures = (["0"] + counted.map { "count(\($0))" }).joined(separator: " + ")
        let extents = [("file", ofDeep), ("main", "0")].map {
            "(SELECT count(*), \(figures), \($1) "
                + "FROM \($0).\(table) WHERE \(isOfSet))"
        }
        let extent = try database.prepare("SELECT * FROM \(extents.joined(separator: ", "))")
        // Films that stay keep the values of columns that the run does not have.
        let isGone =
            schema.isWhole
            ? "" : " AND movie_code NOT IN (SELECT movie_code FROM main.\(table) WHERE \(isOfSet))"
        let removal = try database.prepare("DELETE FROM file.\(table) WHERE \(isOfSet)\(isGone)")
        let refusal = try database.prepare("DELETE FROM main.\(table) WHERE \(isOfSet)")
        let addition = try database.prepare(
            schema.rows.merging(schema.rows.collected(where: isOfSet)))
        for edition in schema.isChart ? editions.map(Optional.some) : [nil] {
            let key = edition.map(schema.key) ?? keyOfSet
            let counts = try extent.rows(key).joined().map { Int($0) ?? 0 }
            let (there, here) = (counts[0], counts[3])
            let isShort =
                if let edition { short.contains(edition) } else { try lacksMore(ending) }
            // A ranking without days that the file's has knows less, whatever its rows are.
            let lacksFigures = edition == nil ? there > 0 : counts[1] > counts[4]
            let name = edition.map(layout.document.name) ?? layout.document.days ?? ""
            guard
                try !keeps(
                    there, of: name, here, isShort: isShort, lacksFigures: lacksFigures,
                    isDeep: counts[2] > 0)
            else {
                kept.append(remark(on: edition, named: name, there, here))
                rowsWithheld += here
                try refusal.rows(key)
                continue
            }
            try removal.rows(key)
            try addition.rows(key)
        }
    }

    /// The values that all rows of a ranking, or of a dataset without a key, have in common.
    var keyOfSet: [Value] {
        let (document, source) = (layout.document, Value.text(schema.source))
        guard let ranking = document.ranking else { return [source] }
        return [source, .text(ranking.period.name)]
            + [document.nation?.rawValue, document.kind?.rawValue].map {
                .text($0 ?? Bookmarks.Series.all)
            }
    }

    /// Returns the data that the rows lack according to `ending`: parts that could not be fetched
    /// and, for a ranking, incomplete charts, because they make its bounds wider than necessary.
    func losses(_ ending: DocumentEnding) -> [Fault] {
        guard layout.document.ranking != nil else { return ending.missing }
        return ending.missing + ending.warnings.filter(\.isOfShortChart)
    }

    /// Returns true if a ranking lacks days that the one of the file has.
    private func lacksMore(_ ending: DocumentEnding) throws(Fault) -> Bool {
        guard layout.document.ranking != nil, let missingOfRows else { return false }
        let there = try database.rows("SELECT \"from\" \(missingOfRows)").joined()
        return !Set(losses(ending).compactMap(\.scope.from)).isSubset(of: there)
    }

    /// The column that only charts joined from several have.
    static let ofDeepCharts = "film_nation"

    /// Returns true if the `there` rows called `name` in the file, which may be from a run with
    /// `--deep`, stay, although there are `here` collected rows, which may lack figures that the
    /// others have.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if rows are missing because they were not asked
    ///   for.
    private func keeps(
        _ there: Int, of name: String, _ here: Int, isShort: Bool, lacksFigures: Bool, isDeep: Bool
    ) throws(Fault) -> Bool {
        if here == 0 { return there > 0 && file?.allowsEmpty != true }
        if isShort { return there > here || lacksFigures }
        // An answer with fewer rows than were asked for has all rows that there are.
        let asksForAll = !isDeep || layout.document.isDeep
        guard there > here, !asksForAll || here >= layout.document.top ?? .max else { return false }
        throw fewerFilms(name, there, here, isDeep: !asksForAll)
    }

    private func fewerFilms(_ edition: String, _ there: Int, _ here: Int, isDeep: Bool) -> Fault {
        Fault(
            .malformed, "fewer-films",
            "'\(path)' has \(there, "film") of \(edition), and this run asks for \(here) only",
            hint: isDeep
                ? Message(
                    "fewer-films.deep", "ask for as many with --deep, or name another file")
                : Message(
                    "fewer-films.hint", "ask for as many with --top, or name another file"))
    }

    /// Returns the remark that the `there` rows of a set stay.
    private func remark(
        on edition: ChartEdition?, named name: String, _ there: Int, _ here: Int
    ) -> Fault {
        if schema.isWhole {
            return Fault(
                .notFound, "table-kept",
                "the table '\(schema.rows.name)' keeps its rows, because there are none to replace them"
            )
        }
        guard let edition else {
            return Fault(
                .malformed, "ranking-kept",
                "the database keeps its \(there, "film"), because days that it has are missing or not whole now"
            ).about(Message(name))
        }
        let source = schema.relation.source(of: edition).nameInKeys
        return Fault(
            .malformed, "period-kept",
            "the database keeps its \(there, "row"), because the answer has \(here) or lacks figures"
        ).about(Message(name), .init(edition, of: source))
    }

    /// The remarks on rows that were not replaced.
    var remarksOnKept: [Fault] {
        let most = 20
        guard kept.count > most else { return kept }
        let count = Fault(
            .malformed, "periods-kept",
            "the database keeps the rows of \(kept.count, "period") in all")
        return kept.prefix(most) + [count]
    }
}

extension Fault {
    /// True if the fault is a warning that a chart lacks rows or figures.
    fileprivate var isOfShortChart: Bool {
        ["short-chart", "chart-without-rows", "figures-missing", "rows-missing"].contains(code)
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
}
