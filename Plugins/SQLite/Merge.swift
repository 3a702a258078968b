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
            try replace(ending)
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
            "SELECT 1 FROM main.\(schema.rows.name.sqlName) AS r WHERE NOT EXISTS "
                + "(SELECT 1 FROM file.\(table.name.sqlName) AS f "
                + "WHERE \(isSame(in: table)))"
        ).count
        guard lost == 0 else { throw .rowsDropped(path, lost) }
    }

    /// The SQL condition that row `f` of `table` and the collected row `row` have the same key.
    private func isSame(in table: DatabaseTable, as row: String = "r") -> String {
        table.key.map { "f.\($0.name.sqlName) = \(row).\($0.name.sqlName)" }
            .joined(separator: " AND ")
    }

    /// Adds the rows, each or each set of which replaces that of the file unless it knows less.
    private func replace(_ ending: DocumentEnding) throws(Fault) {
        guard let scope = schema.scope else {
            try dropPoorerRows(ending)
            return try database.run(schema.rows.merging(schema.rows.collected()))
        }
        let (table, isOfSet) = (schema.rows.name.sqlName, scope.isEqual)
        let columns = Set(try database.columns(of: schema.rows.name).map(\.name))
        let fromDeep =
            columns.contains(Schema.deepColumn)
            ? "count(\(Schema.deepColumn))"
            : schema.replacement.emptyIfDeep.map { "count(*) - count(\($0.sqlName))" } ?? "0"
        let values = (["0"] + schema.replacement.values.map { "count(\($0.sqlName))" }).joined(
            separator: " + ")
        let extents = [("file", fromDeep), ("main", "0")].map {
            "(SELECT count(*), \(values), \($1) FROM \($0).\(table) WHERE \(isOfSet))"
        }
        let ofRun = "(SELECT movie_code FROM main.\(table) WHERE \(isOfSet))"
        let lostFilms =
            "SELECT 1 FROM file.\(table) WHERE \(isOfSet) AND movie_code NOT IN \(ofRun) LIMIT 1"
        let extent = try database.prepare("SELECT * FROM \(extents.joined(separator: ", "))")
        // Films that stay keep the values of columns that the run does not have.
        let isGone =
            schema.isWhole ? "" : " AND movie_code NOT IN \(ofRun)"
        let removal = try database.prepare("DELETE FROM file.\(table) WHERE \(isOfSet)\(isGone)")
        let refusal = try database.prepare("DELETE FROM main.\(table) WHERE \(isOfSet)")
        let addition = try database.prepare(
            schema.rows.merging(schema.rows.collected(where: isOfSet)))
        for (edition, key) in sets {
            let counts = try extent.rows(key).joined().map { Int($0) ?? 0 }
            let (there, here) = (counts[0], counts[3])
            let name = edition.map(layout.document.name) ?? layout.document.days ?? ""
            let isLess =
                if here == 0 {
                    file?.allowsEmpty != true
                } else if let edition {
                    if there > here || counts[1] > counts[4] {
                        short.contains(edition)
                    } else if cut.contains(edition) {
                        // Another film may stand in the place of one that is lacking.
                        try !database.rows(lostFilms, key).isEmpty
                    } else {
                        false
                    }
                } else {
                    try lacksMore(key, ending)
                }
            if there > 0, isLess {
                kept.append(remark(on: edition, named: name, there, here))
                rowsWithheld += here
                try refusal.rows(key)
                continue
            }
            let asksForAll = counts[2] == 0 || layout.document.isDeep
            // An answer with fewer rows than were asked for has all rows that there are.
            if there > here, here > 0, !asksForAll || here >= layout.document.top ?? .max {
                throw fewerFilms(name, there, here, isDeep: !asksForAll)
            }
            try removal.rows(key)
            try addition.rows(key)
        }
    }

    /// Drops the collected rows `r` that go together with a row `m` that knows less than the same row
    /// `f` of the file.
    private func dropPoorerRows(_ ending: DocumentEnding) throws(Fault) {
        let (values, counts) = (schema.replacement.values, schema.replacement.counts)
        let names = Set(schema.rows.columns.map(\.name))
        let isKnown = names.isSuperset(of: values + counts)
        guard isKnown, values.count + counts.count > 0 else { return }
        let days = Set(ending.warnings.filter(\.isOfShortChart).compactMap(\.scope.from)).sorted()
        let isCut = ["0"] + days.map { "'\($0)' BETWEEN m.\"from\" AND m.\"to\"" }
        let lacks = values.map { name in
            let condition = schema.replacement.conditions[name].map { "m.\($0.sqlName) AND " } ?? ""
            return "\(condition)m.\(name.sqlName) IS NULL AND f.\(name.sqlName) IS NOT NULL"
        }
        // A period that has gone on is another matter: its rows grow.
        let isFewer = counts.map { name in
            "m.\(name.sqlName) < f.\(name.sqlName) AND m.\"to\" <= f.\"to\" "
                + "AND (\(isCut.joined(separator: " OR ")))"
        }
        let goTogether = schema.rows.key.map(\.name).filter { $0 != schema.replacement.together }
            .map { "m.\($0.sqlName) = r.\($0.sqlName)" }
        let table = schema.rows.name.sqlName
        let dropped = try database.rows(
            "DELETE FROM main.\(table) AS r WHERE EXISTS (SELECT 1 FROM main.\(table) AS m "
                + "JOIN file.\(table) AS f ON \(isSame(in: schema.rows, as: "m")) "
                + "WHERE \((["1"] + goTogether).joined(separator: " AND ")) "
                + "AND (\((lacks + isFewer).joined(separator: " OR ")))) RETURNING 1"
        ).count
        if dropped > 0 { kept.append(.fullerRowsKept(dropped)) }
        rowsWithheld += dropped
    }

    /// The sets of rows which replace others as a whole: the edition, and the values of
    /// ``Schema/scope``.
    var sets: [(edition: ChartEdition?, key: [Value])] {
        let relation = schema.relation
        if schema.isChart {
            return editions.map { edition in
                let values = zip(relation.columns, relation.values(of: edition))
                return (edition, values.filter(\.0.isKey).map(\.1))
            }
        }
        let key = [schema.source] + schema.replacement.valuesOfScope
        return [(nil, key.map(Value.text))]
    }

    /// Returns the data that the rows lack according to `ending`: parts that could not be fetched
    /// and, if rows are replaced by what they lack, incomplete charts.
    func losses(_ ending: DocumentEnding) -> [Fault] {
        guard schema.replacement.missing == .scope else { return ending.missing }
        return ending.missing + ending.warnings.filter(\.isOfShortChart)
    }

    /// Returns true if a set of rows lacks days that the one of the file has.
    private func lacksMore(_ key: [Value], _ ending: DocumentEnding) throws(Fault) -> Bool {
        guard schema.replacement.missing == .scope else { return false }
        let there = try database.rows("SELECT \"from\" FROM \(missingOfScope)", key).joined()
        return !Set(losses(ending).compactMap(\.scope.from)).isSubset(of: there)
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
