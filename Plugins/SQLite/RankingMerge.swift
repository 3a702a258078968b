internal import BoxOffice

/// The merging of a ranking into the file: it replaces the whole ranking of the same days, nation
/// and kind.
extension DatabaseDocument {
    /// Returns the data that the rows lack according to `ending`: parts that could not be fetched
    /// and, for a ranking, incomplete charts, because they make its bounds wider than necessary.
    func losses(_ ending: DocumentEnding) -> [Fault] {
        guard layout.document.ranking != nil else { return ending.missing }
        return ending.missing + ending.warnings.filter(\.isOfShortChart)
    }

    /// The days, nation and kind that identify the ranking among others of the source.
    private var ranking: (days: Periods, nation: Value, kind: Value)? {
        let document = layout.document
        return document.ranking.map {
            (
                $0.days, .text(document.nation?.rawValue ?? Bookmarks.Series.all),
                .text(document.kind?.rawValue ?? Bookmarks.Series.all)
            )
        }
    }

    /// The SQL condition for the rows of the table `missing` about the ranking, with the values of
    /// its parameters.
    private var missingOfRanking: (condition: String, values: [Value])? {
        ranking.map {
            (
                "table_name = ? AND source = ? AND chart = ? AND nation = ? AND kind = ?",
                [.text(schema.rows.name), .text(schema.source), .text(layout.document.days ?? "")]
                    + [$0.nation, $0.kind]
            )
        }
    }

    /// Removes the rows of the ranking that the collected one replaces, if there are any; false if
    /// they stay because the collected one is empty or lacks a day that they have.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if films are missing because they were not asked
    ///   for.
    func removeRanking(for ending: DocumentEnding) throws(Fault) -> Bool {
        guard let ranking, let missingOfRanking else { return true }
        let document = layout.document
        let key: [Value] =
            [.text(schema.source), .date(ranking.days.first.from), .date(ranking.days.last.to)]
            + [ranking.nation, ranking.kind]
        let ofRanking =
            "FROM file.\(schema.rows.name.sqlName) WHERE "
            + ["source", "from", "to", "nation", "kind"].map { "\($0.sqlName) = ?" }
            .joined(separator: " AND ")
        // A film without a rank on the overall chart is there because a run had --deep.
        let counts = try database.rows(
            "SELECT count(*), count(*) - count(best_rank) \(ofRanking)", key
        ).joined().map { Int($0) ?? 0 }
        let (there, isDeep) = (counts.first ?? 0, counts.last ?? 0 > 0 && !document.isDeep)
        guard there > 0 else { return true }
        let lackedThere = try database.rows(
            "SELECT \"from\" FROM file.missing WHERE \(missingOfRanking.condition)",
            missingOfRanking.values)
        let lackedHere = Set(losses(ending).compactMap(\.scope.from))
        let isEmpty = count == 0 && file?.allowsEmpty != true
        guard !isEmpty, lackedHere.isSubset(of: lackedThere.joined()) else {
            kept.append(.rankingKept(there).about(Message(document.days ?? "")))
            rowsWithheld += count
            return false
        }
        guard there <= count || !isDeep && count < document.top ?? .max else {
            throw .fewerFilms(path, document.days ?? "", there, count, isDeep: isDeep)
        }
        try database.rows("DELETE \(ofRanking)", key)
        try database.rows(
            "DELETE FROM file.missing WHERE \(missingOfRanking.condition)", missingOfRanking.values)
        return true
    }
}

extension Fault {
    /// True if the fault is a warning that a chart lacks rows or figures.
    var isOfShortChart: Bool {
        ["short-chart", "chart-without-rows", "figures-missing", "rows-missing"].contains(code)
    }

    fileprivate static func rankingKept(_ there: Int) -> Fault {
        Fault(
            .malformed, "ranking-kept",
            "the database keeps its \(there, "film"), because days that it has are missing or not whole now"
        )
    }
}
