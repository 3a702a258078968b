/// A column whose value is computed from other columns of the same row.
///
/// Every dataset that has those columns gets it, a plugin's too. To add one, add an entry to
/// ``all``.
struct DerivedColumn: Sendable {
    /// The column.
    let column: Column
    /// The names of the columns that it is computed from.
    let inputs: [String]
    /// Computes the value from the values of the inputs, which come in their order.
    let value: @Sendable ([Value]) -> Value

    /// Makes the column `name`, which is computed from `inputs`.
    init(
        _ name: String, _ koreanHeader: String, _ kind: Column.Kind, from inputs: [String],
        value: @escaping @Sendable ([Value]) -> Value
    ) {
        column = Column(name, koreanHeader, kind)
        self.inputs = inputs
        self.value = value
    }

    /// Every derived column, in the order in which they follow the columns of a dataset.
    static let all = [
        DerivedColumn(
            "rank_marker", "변동", .marker, from: ["rank_change", "is_new"]
        ) { inputs in
            switch (inputs.first, inputs.last) {
            case (_, .boolean(true)): .text(RankChange.new.marker)
            case (.integer(let ranks), _): .text(RankChange.places(ranks).marker)
            default: .missing
            }
        }
    ]

    /// The derived columns of a dataset that has `columns`.
    static func available(with columns: [Column]) -> [DerivedColumn] {
        all.filter { derived in
            derived.inputs.allSatisfy { name in columns.contains { $0.name == name } }
                && !columns.contains { $0.name == derived.column.name }
        }
    }
}
