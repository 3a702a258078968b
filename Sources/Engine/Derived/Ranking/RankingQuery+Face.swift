package import BoxOffice

extension RankingQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(RankingEntry.table.dataset, usualColumns: defaultColumns, title: "ranking")
        face.days = days
        face.columnsOfCharts = ["movie_code", "title", "open_date", "audience_total"]
        return face
    }
}
