/// Rows followed by columns that are computed from them.
struct DerivedRows: Rows {
    /// Where the value of an input comes from.
    private enum Input {
        /// The columns at these indices: the first that has a value.
        case columns([Int])
        /// The same value in every row.
        case value(Value)

        var columns: [Int] {
            if case .columns(let columns) = self { columns } else { [] }
        }
    }

    private let base: any Rows
    /// The number of columns of the rows themselves.
    private let width: Int
    private let derived: [(inputs: [Input], value: @Sendable ([Value]) -> Value)]

    /// Adds `derived` to rows that have `columns`.
    ///
    /// - Parameter period: the period of all rows, or nil if they belong to none.
    init(base: any Rows, columns: [Column], derived: [DerivedColumn], period: Period?) {
        self.base = base
        width = columns.count
        self.derived = derived.map { derived in
            let inputs = derived.inputs.map { input in
                input.value(in: period).map(Input.value)
                    ?? .columns(
                        input.columns.compactMap { name in
                            columns.firstIndex { $0.name == name }
                        })
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
        let inputColumns = chosen.flatMap { $0.inputs.flatMap(\.columns) }
        var wide: [Value] = []
        try base.forEach(
            columns: own + inputColumns, limit: limit, seen: &seen, by: &cells
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
                    let (inputs, value) = chosen[nextChosen]
                    wide.append(value(inputs.map { Self.value(of: $0, in: row, from: &nextInput) }))
                    nextChosen += 1
                }
            }
            try body(record, wide.span)
        }
    }

    /// The value of `input`, whose columns begin at `index` in `row`; moves `index` behind them.
    private static func value(
        of input: Input, in row: Span<Value>, from index: inout Int
    ) -> Value {
        switch input {
        case .value(let value): return value
        case .columns(let columns):
            let cells = index..<(index + columns.count)
            index = cells.upperBound
            for cell in cells where row[cell] != .missing { return row[cell] }
            return .missing
        }
    }
}
