/// A column, and how to get its value from a record.
public struct Field<Record>: Sendable {
    /// The column.
    public let column: Column
    /// The column's value in one record.
    public let value: @Sendable (borrowing Record) -> Value
    /// Puts the column's values of many records into rows of `width` cells, at `offset` in each
    /// row.
    ///
    /// Passing them one at a time would take several times as long.
    let fill:
        @Sendable (Span<Record>, inout MutableSpan<Value>, _ offset: Int, _ width: Int) -> Void

    /// Makes the field that puts `value` under a column of that name, Korean header and kind.
    public init(
        _ name: String, _ koreanHeader: String, _ kind: Column.Kind, short: String? = nil,
        formerKoreanHeaders: [String] = [],
        value: @escaping @Sendable (borrowing Record) -> Value
    ) {
        self.init(
            Column(
                name, koreanHeader, kind, short: short, formerKoreanHeaders: formerKoreanHeaders),
            value: value)
    }

    /// Makes the field that puts `value` under `column`.
    public init(_ column: Column, value: @escaping @Sendable (borrowing Record) -> Value) {
        self.column = column
        self.value = value
        self.fill = { records, cells, offset, width in
            var cell = offset
            for index in records.indices {
                cells[cell] = value(records[index])
                cell += width
            }
        }
    }
}

/// The columns of one kind of record, and how to get their values.
///
/// Everything that deals with columns reads this table: column selection, headers, exporters and
/// `bo-export columns`.
public struct Table<Record: Sendable>: Sendable {
    /// The name of the table and its columns, without the values.
    public let dataset: Dataset
    package let fields: [Field<Record>]
    /// What must be equal in two records that say the same, besides the columns.
    let comparisonKey: (@Sendable (Record) -> AnyHashable)?

    /// Makes the table `name` of `fields`; column names must be unique.
    ///
    /// - Parameters:
    ///   - name: the name of the dataset.
    ///   - key: the names of the columns that tell a row from all others.
    ///   - fields: the columns, and how to get their values.
    ///   - comparisonKey: everything that a record says, with the lists sorted whose order means
    ///     nothing. Cross-checking compares it, because columns do not show which values belong
    ///     together.
    public init(
        named name: String, key: [String] = [], _ fields: [Field<Record>],
        comparisonKey: (@Sendable (Record) -> AnyHashable)? = nil
    ) {
        self.comparisonKey = comparisonKey
        self.dataset = Dataset(name: name, columns: fields.map(\.column), key: key)
        self.fields = fields
    }
}
