/// The records of one table as rows.
struct TableRows<Record: Sendable>: Rows {
    let records: [Record]
    let fields: [Field<Record>]
    let identity: (@Sendable (Record) -> String)?
    let comparisonKey: (@Sendable (Record) -> AnyHashable)?

    var count: Int { records.count }
    var haveIdentities: Bool { identity != nil }
    var comparisonKeys: [AnyHashable] { comparisonKey.map { records.map($0) } ?? [] }

    // Where it is not specialized, every record is handled through what is known of its type only
    // while the program runs, which takes longer than all the rest.
    @specialized(where Record == ChartEntry)
    func forEach(
        columns places: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var left = limit
        let width = places.count
        let count = width * min(records.count, Self.block)
        if cells.count < count { cells += repeatElement(.missing, count: count - cells.count) }
        for first in stride(from: 0, to: records.count, by: Self.block) {
            let block = records.span.extracting(first..<min(first + Self.block, records.count))
            for (place, field) in places.enumerated() {
                var span = cells.mutableSpan
                fields[field].fill(block, &span, place, width)
            }
            for place in block.indices {
                guard left > 0 else { return }
                if let identity, !seen.insert(identity(block[place])).inserted { continue }
                let row = cells.span.extracting((place * width)..<((place + 1) * width))
                try body(first + place, row)
                left -= 1
            }
        }
    }

    /// How many records are taken apart at once, however many there are.
    private static var block: Int { 64 }
}
