internal import BoxOffice

extension TrendQuery {
    /// What documents, databases and readers need to know about the rows.
    var face: Face {
        Face(dataset, usualColumns: defaultColumns, title: "trend")
    }
}
