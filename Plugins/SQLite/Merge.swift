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
        let fuller = try schema.isWhole ? fullerRows() : 0
        if fuller > 0, !cutDays(ending).isEmpty {
            keep(fuller, of: schema.rows.name, insteadOf: count)
            return try writeNotes(ending)
        }
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

    /// The SQL condition that a row `m` lacks a value of the row `f` in one of the columns `names`.
    private func lacks(_ names: [String]) -> String {
        let terms = names.map(\.sqlName).map { "m.\($0) IS NULL AND f.\($0) IS NOT NULL" }
        return terms.isEmpty ? "false" : "1 IN (\(terms.joined(separator: ", ")))"
    }

    /// The names of all columns with values.
    private var valueNames: [String] {
        schema.rows.columns.filter { !$0.isKey && $0.name != "fetched_at" }.map(\.name)
    }

    /// Adds the rows, each or each set of which replaces that of the file unless it knows less.
    private func replace(_ ending: DocumentEnding) throws(Fault) {
        let names = try database.columns(of: schema.rows.name).map(\.name)
        guard let scope = schema.scope else {
            try dropPoorerRows(ending)
            return try database.run(
                schema.rows.merging(schema.rows.collected(), among: names))
        }
        let (table, isOfSet, days) = (schema.rows.name.sqlName, scope.isEqual, cutDays(ending))
        let fromDeep =
            names.contains(Schema.deepColumn)
            ? "count(\(Schema.deepColumn))"
            : schema.replacement.emptyIfDeep.map { "count(*) - count(\($0.sqlName))" } ?? "0"
        let ofRun = "FROM main.\(table) WHERE \(isOfSet)"
        let extent = try database.prepare(
            "SELECT count(*), \(fromDeep), (SELECT count(*) \(ofRun)) FROM file.\(table) "
                + "WHERE \(isOfSet)")
        // Films that stay keep the values of columns that the run does not have.
        let isGone =
            isOfSet + (schema.isWhole ? "" : " AND movie_code NOT IN (SELECT movie_code \(ofRun))")
        let goneFilms = "SELECT 1 FROM file.\(table) WHERE \(isGone)"
        let poorerFilms =
            "SELECT 1 FROM (SELECT * \(ofRun)) AS m JOIN file.\(table) AS f "
            + "ON \(isSame(in: schema.rows, as: "m")) WHERE \(lacks(schema.replacement.values))"
        let removal = try database.prepare("DELETE FROM file.\(table) WHERE \(isGone)")
        let refusal = try database.prepare("DELETE \(ofRun)")
        let addition = try database.prepare(
            schema.rows.merging(schema.rows.collected(where: isOfSet), among: names))
        for (edition, key) in sets {
            let counts = try extent.rows(key).joined().map { Int($0) ?? 0 }
            let (there, here) = (counts[0], counts[2])
            let name =
                edition.map(layout.document.name) ?? layout.document.days ?? schema.rows.name
            let top = layout.document.top ?? .max
            // A film that a cut chart lacks may be on one of the missing rows.
            let isCut = here > 0 && edition.map(cut.contains) ?? false
            let lacking = try isCut ? database.rows(goneFilms, key).count : 0
            let isShort = edition.map(short.contains) ?? false
            let poorer = try isShort ? database.rows(poorerFilms, key).count : 0
            let isLess =
                if here == 0 {
                    file?.allowsEmpty != true
                } else if isShort {
                    there > here || here + lacking > top || poorer > 0
                } else if edition == nil, !schema.isWhole, !days.isEmpty {
                    try lacksMore(key, days) || there > here
                } else {
                    false
                }
            if there > 0, isLess {
                keep(there, of: name, edition, insteadOf: here)
                try refusal.rows(key)
                continue
            }
            // A table of the council has the nations of films, and is all that there is.
            let asksForAll =
                counts[1] == 0 || layout.document.isDeep
                || schema.rows.columns.contains { $0.name == Schema.deepColumn }
            // An answer with fewer rows than were asked for has all rows that there are.
            if there > here, here > 0, !asksForAll || here >= top {
                throw fewerFilms(name, there, here, isDeep: !asksForAll)
            }
            if lacking > 0 { keep(lacking, of: name, edition) } else { try removal.rows(key) }
            try addition.rows(key)
        }
    }

    /// Drops the collected rows `r` that go together with a row `m` that knows less than the same row
    /// `f` of the file.
    private func dropPoorerRows(_ ending: DocumentEnding) throws(Fault) {
        guard schema.rows.followsFromCharts else { return }
        let (table, replacement) = (schema.rows.name.sqlName, schema.replacement)
        let days = cutDays(ending)
        var parameters = [Value.text(Value.list(days.map { "\($0)" }).json)]
        let names = Set(try database.columns(of: schema.rows.name).map(\.name))
        let hasDays = names.isSuperset(of: ["from", "to"])
        var isCut = hasDays ? #"value BETWEEN m."from" AND m."to""# : "true"
        let until = replacement.until?.sqlName
        var endsEarlier = until.map { "m.\($0) < f.\($0)" }
        // The rows of a period that has gone on grow.
        var isGrown = until.map { " AND m.\($0) <= f.\($0)" } ?? ""
        var asksForLess = ""
        if case .runs(let films) = replacement.missing {
            let ends = films.map { "\(Value.text($0).json):\"\($1.upperBound)\"" }
            let cut = films.filter { film in days.contains(where: film.value.contains) }
            parameters = [
                .text(Value.list(cut.keys.sorted()).json),
                .text("{\(ends.joined(separator: ","))}"),
            ]
            (isCut, isGrown) = ("value = m.movie_code", "")
            let end = "(SELECT value FROM json_each(?2) WHERE key = m.movie_code)"
            endsEarlier = until.map { "f.\($0) > \(end)" }
            let lacksPassing = lacks(replacement.passing)
            asksForLess =
                until.map { " OR date(f.\($0), '+7 days') > \(end) AND \(lacksPassing)" } ?? ""
        } else if case .days(_, _?) = replacement.missing {
            let before = Self.yearBefore("m")
            isCut += " OR value BETWEEN \(before.first) AND \(before.last)"
        }
        let isMissing = "EXISTS (SELECT 1 FROM json_each(?1) WHERE \(isCut))"
        if let wider = replacement.wider, names.contains(wider) {
            asksForLess = " OR f.\(wider.sqlName) IS 1"
        }
        let isFewer = replacement.counts.map(\.sqlName).map { " OR m.\($0) < f.\($0)\(isGrown)" }
        let goTogether = schema.rows.key.map(\.name).filter { $0 != replacement.together }
            .map { "m.\($0.sqlName) = r.\($0.sqlName)" }
        let dropped = try database.rows(
            "DELETE FROM main.\(table) AS r WHERE EXISTS (SELECT 1 FROM main.\(table) AS m "
                + "JOIN file.\(table) AS f ON \(isSame(in: schema.rows, as: "m")) "
                + "WHERE \(goTogether.joined(separator: " AND ")) AND (\(endsEarlier ?? "false") "
                + "OR \(lacks(replacement.values)) OR (\(isMissing)\(asksForLess)) AND (\(lacks(valueNames))\(isFewer.joined())))) RETURNING 1",
            parameters
        ).count
        if dropped > 0 { keep(dropped, of: schema.rows.name, insteadOf: dropped) }
    }

    /// The first and the last day of the days a year before those of a row, in SQL; the last day of a
    /// February is compared with the last one of the February before.
    static func yearBefore(_ row: String) -> (first: String, last: String) {
        (
            "date(\(row).\"from\", '-1 year')",
            "date(\(row).\"to\", '+1 day', '-1 year', '-1 day')"
        )
    }

    /// Returns the days that are missing, or whose charts are cut.
    private func cutDays(_ ending: DocumentEnding) -> [Day] {
        Self.gaps(in: ending).compactMap(\.scope.from).compactMap(Day.init).eachOnce
    }

    /// Returns the number of rows in the file that have values which the collected ones lack, where
    /// these are to replace the table as a whole.
    private func fullerRows() throws(Fault) -> Int {
        guard schema.replacement.missing == .scope, !layout.options[SQLite.replace] else {
            return 0
        }
        let names = Set(try database.columns(of: schema.rows.name).map(\.name))
        guard schema.rows.key.allSatisfy({ names.contains($0.name) }) else { return 0 }
        let table = schema.rows.name.sqlName
        return try database.rows(
            "SELECT 1 FROM file.\(table) AS f LEFT JOIN main.\(table) AS m "
                + "ON \(isSame(in: schema.rows, as: "m")) "
                + "WHERE f.source = ? AND \(lacks(valueNames.filter(names.contains)))",
            [.text(schema.source)]
        ).count
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

    /// Returns the faults of parts that could not be fetched, and of incomplete charts.
    static func gaps(in ending: DocumentEnding) -> [Fault] {
        ending.missing + ending.warnings.filter(\.isOfShortChart)
    }

    /// Returns true if a set of rows lacks some of `days`, and the one of the file does not.
    private func lacksMore(_ key: [Value], _ days: [Day]) throws(Fault) -> Bool {
        let there = try database.rows("SELECT \"from\" FROM \(missingOfScope)", key).joined()
        return !Set(days.map { "\($0)" }).isSubset(of: there)
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

    /// Notes that `rows` of the file stay, and that as many as `others` are not added.
    private func keep(
        _ rows: Int, of name: String, _ edition: ChartEdition? = nil, insteadOf others: Int = 0
    ) {
        let scope = edition.map {
            Fault.Scope($0, of: schema.relation.source(of: $0).nameInKeys)
        }
        kept.append((rows, name, scope ?? Fault.Scope()))
        rowsWithheld += others
    }

    /// The remark on rows that were not replaced: one sentence, however many there are.
    var remarkOnKept: Fault? {
        guard let (rows, name, scope) = kept.first else { return nil }
        let first = Message("rows-kept-first", "\(rows, "row") of \(name)")
        return Fault(
            .malformed, "rows-kept",
            "the database keeps fuller rows than those of this run: \(first.andMore(kept.count - 1))"
        ).within(scope)
    }
}

extension Fault {
    /// True if the fault is a warning that a chart lacks rows or figures.
    fileprivate var isOfShortChart: Bool {
        [
            "short-chart", "chart-without-rows", "figures-missing", "rows-missing",
            "market-of-short-chart", "market-without-figures",
        ].contains(code)
    }

    private static let triggers = "\"SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'\""

    fileprivate static func rowsDropped(_ path: String, _ count: Int) -> Fault {
        Fault(
            .cannotCreate, "rows-dropped",
            "'\(path)' would not keep \(count) of the rows, perhaps because of a trigger in it; nothing was changed",
            hint: "the statement \(triggers) shows them")
    }
}
