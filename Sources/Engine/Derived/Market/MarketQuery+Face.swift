package import BoxOffice

extension MarketQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(MarketEntry.table.dataset, usualColumns: defaultColumns, title: "market")
        face.days = days
        face.terms = [.init("by", unit.rawValue)]
        face.replacement.columns = [
            "audience_at_least", "sales_at_least", "sales_at_most", "unit", "films_known",
            "is_consistent",
        ]
        face.replacement.values = ["sales_at_least"]
        face.replacement.counts = ["films_known"]
        face.replacement.missing = .days(until: "sales_at_least")
        return face
    }
}
