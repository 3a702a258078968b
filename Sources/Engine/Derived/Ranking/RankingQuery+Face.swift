package import BoxOffice

extension RankingQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(RankingEntry.table.dataset, usualColumns: defaultColumns, title: "ranking")
        face.days = days
        face.columnsOfCharts = ["movie_code", "title", "open_date", "audience_total"]
        let scope = ["period", "nation", "kind"]
        let filters = [nation?.rawValue, kind?.rawValue].map { $0 ?? Bookmarks.Series.all }
        face.replacement.columns = defaultColumns + ["unit"]
        face.replacement.scope = scope
        face.replacement.valuesOfScope = [period.name] + filters
        face.replacement.emptyIfDeep = "best_rank"
        face.replacement.missing = .scope
        face.replacement.view = "film_rankings"
        face.replacement.order = ["source"] + scope + ["rank"]
        return face
    }
}
