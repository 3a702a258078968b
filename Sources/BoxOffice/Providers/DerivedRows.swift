/// Rows followed by columns that are computed from them.
struct DerivedRows: Rows {
    private let base: any Rows
    /// The number of columns of the rows themselves.
    private let width: Int
    private let derived: [(inputs: [Int], value: @Sendable ([Value]) -> Value)]

    init(base: any Rows, columns: [Column], derived: [DerivedColumn]) {
        self.base = base
        width = columns.count
        self.derived = derived.map { derived in
            let inputs = derived.inputs.compactMap { name in
                columns.firstIndex { $0.name == name }
            }
            return (inputs, derived.value)
        }
    }

    var count: Int { base.count }
    var haveIdentities: Bool { base.haveIdentities }
    var comparisonKeys: [AnyHashable] { base.comparisonKeys }

    func forEach(
        columns indices: [Int], limit: Int, seen: inout Set<String>, by cells: inout [Value],
        _ body: (Int, Span<Value>) throws(Fault) -> Void
    ) throws(Fault) {
        // The columns of the rows themselves, followed by the inputs of the derived ones.
        let own = indices.filter { $0 < width }
        let chosen = indices.filter { $0 >= width }.map { derived[$0 - width] }
        var wide: [Value] = []
        try base.forEach(
            columns: own + chosen.flatMap(\.inputs), limit: limit, seen: &seen, by: &cells
        ) { record, row throws(Fault) in
            wide.removeAll(keepingCapacity: true)
            var nextOwn = 0
            var nextChosen = 0
            var nextInput = own.count
            for index in indices {
                if index < width {
                    wide.append(row[nextOwn])
                    nextOwn += 1
                } else {
                    let count = chosen[nextChosen].inputs.count
                    let inputs = (nextInput..<(nextInput + count)).map { row[$0] }
                    wide.append(chosen[nextChosen].value(inputs))
                    nextChosen += 1
                    nextInput += count
                }
            }
            try body(record, wide.span)
        }
    }
}
