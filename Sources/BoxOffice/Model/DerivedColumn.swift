/// A column whose value is computed from other columns of the same row.
///
/// Every dataset that has those columns gets it, a plugin's too. The rows of KOBIS charts have the
/// same columns in ``ChartEntry/table``, computed by the same rules. To add one, add an entry to
/// ``all``.
struct DerivedColumn: Sendable {
    /// What a value is computed from.
    enum Input: Sendable {
        /// The column of that name; without it there is no derived column.
        case column(String)
        /// The column of that name, or a missing value without it.
        case optional(String)
        /// The first day of the row's period, or a missing value if it is unknown.
        case firstDay
        /// The last day of the row's period.
        case lastDay

        /// The columns that have the value, the best first.
        var columns: [String] {
            switch self {
            case .column(let name), .optional(let name): [name]
            case .firstDay: ["from", "date"]
            case .lastDay: ["to", "date"]
            }
        }

        /// The value in every row of `period`, or nil if it has to come from a column.
        func value(in period: Period?) -> Value? {
            switch self {
            case .column, .optional: nil
            case .firstDay: period.map { .date($0.from) }
            case .lastDay: period.map { .date($0.to) }
            }
        }
    }

    /// The column.
    let column: Column
    /// What it is computed from.
    let inputs: [Input]
    /// Computes the value from the values of the inputs, which come in their order.
    let value: @Sendable ([Value]) -> Value

    /// Makes the derived column `column`, which is computed from `inputs`.
    init(
        _ column: Column, from inputs: [Input], value: @escaping @Sendable ([Value]) -> Value
    ) {
        self.column = column
        self.inputs = inputs
        self.value = value
    }

    /// The derived columns of a dataset that has `columns`.
    ///
    /// - Parameter isChart: whether the period of each row is known without a column.
    static func available(with columns: [Column], isChart: Bool) -> [DerivedColumn] {
        let names = Set(columns.map(\.name))
        return all.filter { derived in
            !names.contains(derived.column.name)
                && derived.inputs.allSatisfy { input in
                    switch input {
                    case .column(let name): names.contains(name)
                    case .optional, .firstDay: true
                    case .lastDay: isChart || input.columns.contains(where: names.contains)
                    }
                }
        }
    }
}
