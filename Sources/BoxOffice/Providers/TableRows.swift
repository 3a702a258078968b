/// The records of one table as rows.
struct TableRows<Record: Sendable>: Rows {
    let records: [Record]
    let fields: [Field<Record>]
    let identity: (@Sendable (Record) -> String)?
    let comparisonKey: (@Sendable (Record) -> AnyHashable)?

    var count: Int { records.count }
    var haveIdentities: Bool { identity != nil }
    var comparisonKeys: [AnyHashable] { comparisonKey.map { records.map($0) } ?? [] }

    // Specialized, because otherwise every access to a record goes through the metadata of its type
    // at run time, which takes longer than everything else.
    @specialized(where Record == ChartEntry)
    func forEach(
        columns indices: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        var left = limit
        let width = indices.count
        let count = width * min(records.count, Self.block)
        if cells.count < count { cells += repeatElement(.missing, count: count - cells.count) }
        for first in stride(from: 0, to: records.count, by: Self.block) {
            let block = records.span.extracting(first..<min(first + Self.block, records.count))
            for (offset, field) in indices.enumerated() {
                var span = cells.mutableSpan
                fields[field].fill(block, &span, offset, width)
            }
            for index in block.indices {
                guard left > 0 else { return }
                if let identity, !seen.insert(identity(block[index])).inserted { continue }
                let row = cells.span.extracting((index * width)..<((index + 1) * width))
                try body(first + index, row)
                left -= 1
            }
        }
    }

    /// How many records are split into cells at a time, to bound the memory.
    private static var block: Int { 64 }
}
