/// A column together with the way its value is had from a record.
public struct Field<Record>: Sendable {
    /// The column.
    public let column: Column
    /// The column's value in one record.
    public let value: @Sendable (borrowing Record) -> Value
    /// Puts the column's values in those records into rows of `width` cells, `place` in each: the
    /// way of handing them over one by one would take several times as long.
    let fill: @Sendable (Span<Record>, inout MutableSpan<Value>, _ place: Int, _ width: Int) -> Void

    /// Makes the field that puts `value` under a column of that name, Korean header and kind.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Column.Kind, short: String? = nil,
        value: @escaping @Sendable (borrowing Record) -> Value
    ) {
        self.column = Column(name, koreanHeader, kind, short: short)
        self.value = value
        self.fill = { records, cells, place, width in
            var cell = place
            for index in records.indices {
                cells[cell] = value(records[index])
                cell += width
            }
        }
    }
}

/// The columns of one kind of record, each with the way to its value.
///
/// Everything that speaks of columns reads this table: `--columns`, headers, exporters and
/// `bo-export columns`.
public struct Table<Record: Sendable>: Sendable {
    /// What the table shows, without the values.
    public let dataset: Dataset
    let fields: [Field<Record>]
    /// What two records must share to say the same, beside the columns.
    let comparisonKey: (@Sendable (Record) -> AnyHashable)?

    /// Makes the table `name` of `fields`; a column name must not stand in it twice.
    ///
    /// - Parameter comparisonKey: all that a record says, with lists whose order means nothing put in
    ///   order: cross-checking compares it, for columns do not show what belongs together.
    public init(
        named name: String, _ fields: [Field<Record>],
        comparisonKey: (@Sendable (Record) -> AnyHashable)? = nil
    ) {
        self.comparisonKey = comparisonKey
        self.dataset = Dataset(name: name, columns: fields.map(\.column))
        self.fields = fields
    }
}
