/// Rows followed by added values.
struct WiderRows: Rows {
    let base: any Rows
    /// The number of columns of the rows themselves.
    let width: Int
    let added: [Int: [Value]]

    var count: Int { base.count }
    var haveIdentities: Bool { base.haveIdentities }
    var comparisonKeys: [AnyHashable] { base.comparisonKeys }

    func forEach(
        columns indices: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        let own = indices.filter { $0 < width }
        var wide: [Value] = []
        try base.forEach(columns: own, limit: limit, seen: &seen, by: &cells) {
            record, row throws(Fault) in
            wide.removeAll(keepingCapacity: true)
            let more = added[record] ?? []
            var next = 0
            for index in indices {
                if index < width {
                    wide.append(row[next])
                    next += 1
                } else {
                    wide.append(index - width < more.count ? more[index - width] : .missing)
                }
            }
            try body(record, wide.span)
        }
    }
}
