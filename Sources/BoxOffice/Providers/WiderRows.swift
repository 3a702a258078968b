/// Rows with values added behind their own.
struct WiderRows: Rows {
    let base: any Rows
    /// How many columns the rows have of their own.
    let width: Int
    let added: [Int: [Value]]

    var count: Int { base.count }
    var haveIdentities: Bool { base.haveIdentities }
    var comparisonKeys: [AnyHashable] { base.comparisonKeys }

    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        let own = places.filter { $0 < width }
        var wide: [Value] = []
        try base.forEach(columns: own, limit: limit, seen: &seen, by: &cells) {
            record, row throws(Fault) in
            wide.removeAll(keepingCapacity: true)
            let more = added[record] ?? []
            var next = 0
            for place in places {
                if place < width {
                    wide.append(row[next])
                    next += 1
                } else {
                    wide.append(place - width < more.count ? more[place - width] : .missing)
                }
            }
            try body(record, wide.span)
        }
    }
}
