package import BoxOffice

extension TrendQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(dataset, usualColumns: defaultColumns, title: "trend")
        face.showsFiguresOfCharts = true
        face.columnOfDeepCharts = isByFilm ? nil : .onDeepChart
        face.terms = [.init("films", films.map(\.description).joined(separator: ", "))]
        if let pivot { face.terms.append(.init("pivot", pivot.name)) }
        if isByFilm {
            face.replacement.columns = ["days_on_chart", "best_rank"] + defaultColumns
            let days = films.compactMap { film in
                film.periods.map { (film.code, $0.first.from...$0.last.to) }
            }
            face.replacement.missing = .runs(Dictionary(days) { $1 })
        } else if pivot != nil {
            face.replacement.table = "trend_pivot"
            face.replacement.scope = []
        } else {
            face.replacement.values = ["on_chart", "audience_count"]
            face.replacement.conditions = ["audience_count": "on_chart"]
            face.replacement.missing = .films(films.map(\.code))
            face.replacement.view = "film_runs"
        }
        return face
    }
}
