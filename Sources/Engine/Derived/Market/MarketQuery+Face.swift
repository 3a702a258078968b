internal import BoxOffice

extension MarketQuery {
    /// What documents, databases and readers need to know about the rows.
    var face: Face {
        Face(MarketEntry.table.dataset, usualColumns: defaultColumns, title: "market")
    }
}
