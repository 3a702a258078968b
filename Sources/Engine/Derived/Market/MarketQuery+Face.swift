package import BoxOffice

extension MarketQuery {
    /// What documents, databases and readers need to know about the rows.
    package var face: Face {
        var face = Face(MarketEntry.table.dataset, usualColumns: defaultColumns, title: "market")
        face.days = days
        face.terms = [.init("by", unit.rawValue)]
        return face
    }
}
