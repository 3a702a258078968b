package import BoxOffice

extension TrendQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(dataset, usualColumns: defaultColumns, title: "trend")
        face.showsFiguresOfCharts = true
        face.columnOfDeepCharts = isByFilm ? nil : .onDeepChart
        face.terms = [.init("films", films.map(\.description).joined(separator: ", "))]
        if let pivot { face.terms.append(.init("pivot", pivot.name)) }
        return face
    }
}
