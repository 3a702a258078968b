internal import BoxOffice

extension RankingQuery {
    /// What documents, databases and readers need to know about the rows.
    var face: Face {
        Face(RankingEntry.table.dataset, usualColumns: defaultColumns, title: "ranking")
    }
}
