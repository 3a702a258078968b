internal import BoxOffice

extension Page {
    /// Checks that `other`, the answer of another source to the same request, says the same.
    ///
    /// The origin and the time of the answers are not compared. Nor is the order within a list,
    /// because KOBIS lists actors and staff in another order every time.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names row, column and both values.
    func compare(with other: Page, _ name: String, _ otherName: String) throws(Fault) {
        let columns = dataset.columns.indices.filter {
            !["source", "fetched_at"].contains(dataset.columns[$0].name)
        }
        let rows = try allRows(columns: columns)
        let otherRows = try other.allRows(columns: columns)
        guard rows.count == otherRows.count, total == other.total else {
            throw .differ(
                Message("number-of-rows", "the number of rows"),
                .rows(rows.count, of: total), name,
                .rows(otherRows.count, of: other.total),
                otherName)
        }
        for (number, (row, otherRow)) in zip(rows, otherRows).enumerated() {
            for (index, (value, otherValue)) in zip(row, otherRow).enumerated()
            where !value.isSame(as: otherValue) {
                throw .differ(
                    Message(
                        "row-and-column",
                        "row \(number + 1), \(dataset.columns[columns[index]].name)"),
                    value.text, name,
                    otherValue.text, otherName)
            }
        }
        if let number = firstDifference(from: other) {
            throw Fault(
                .malformed,
                "sources-differ-inside",
                "the sources differ in row \(number + 1), in what no column shows or in what belongs "
                    + "together: \(name) and \(otherName)")
        }
    }

    private func allRows(columns: [Int]) throws(Fault) -> [[Value]] {
        var rows: [[Value]] = []
        try forEachRow(columns: columns) { row in
            rows.append(row.indices.map { row[$0].withListInOrder })
        }
        return rows
    }
}

extension Value {
    /// Whether the values are identical to the byte, except for line ends, which XML does not
    /// preserve.
    fileprivate func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.text(let text), .text(let other)): text.isSame(as: other)
        case (.list(let items), .list(let others)):
            items.count == others.count && zip(items, others).allSatisfy { $0.isSame(as: $1) }
        default: self == other
        }
    }

    /// The value with its list sorted.
    fileprivate var withListInOrder: Value {
        if case .list(let items) = self { .list(items.sorted()) } else { self }
    }

    /// The value for a message.
    fileprivate var text: Message {
        switch self {
        case .missing: Message("nothing", "nothing")
        case .text(let text): Message("'\(text)'" as String)
        case .integer(let integer): Message(integer)
        case .percent(let percent): Message(percent)
        case .fraction(let fraction): Message(fraction)
        case .decimal(let decimal): Message(decimal)
        case .boolean(let boolean): Message(boolean)
        case .date(let day): Message(day)
        case .list(let items): Message("'\(items.joined(separator: "|"))'" as String)
        }
    }
}

extension String {
    /// Whether the texts are identical to the byte, except for line ends.
    fileprivate func isSame(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
            || withOneLineEnd.utf8.elementsEqual(other.withOneLineEnd.utf8)
    }
}

extension Fault {
    fileprivate static func differ(
        _ what: Message, _ value: Message, _ name: String, _ other: Message, _ otherName: String
    ) -> Fault {
        Fault(
            .malformed,
            "differ", "the sources differ in \(what): \(value) in \(name), \(other) in \(otherName)"
        )
    }
}

extension Message {
    fileprivate static func rows(_ count: Int, of total: Int?) -> Message {
        Message("rows-of-total", "\(count) of \(total ?? count)")
    }
}
