/// A column whose value follows from other columns of the same row.
///
/// It is there for every dataset that has those, a plugin's too. A new one is an entry in ``all``.
struct DerivedColumn: Sendable {
    /// The column.
    let column: Column
    /// The names of the columns that it follows from.
    let inputs: [String]
    /// Its value in a row whose inputs have these values, in their order.
    let value: @Sendable ([Value]) -> Value

    /// Makes the column `name`, which follows from `inputs`.
    init(
        _ name: String, _ koreanHeader: String, _ kind: Column.Kind, from inputs: [String],
        value: @escaping @Sendable ([Value]) -> Value
    ) {
        column = Column(name, koreanHeader, kind)
        self.inputs = inputs
        self.value = value
    }

    /// Every derived column, in the order in which they stand behind the columns of a dataset.
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

    /// Those that a dataset with `columns` has besides.
    static func available(with columns: [Column]) -> [DerivedColumn] {
        all.filter { derived in
            derived.inputs.allSatisfy { name in columns.contains { $0.name == name } }
                && !columns.contains { $0.name == derived.column.name }
        }
    }
}
