internal import BoxOffice

extension Page {
    /// Checks that `other`, another source's answer to the same request, says the same.
    ///
    /// The origin and the time of the answers are not compared. Nor is the order within a list,
    /// because KOBIS lists actors and staff in another order every time.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names the difference.
    func compare(with other: Page, _ name: String, _ otherName: String) throws(Fault) {
        let columns = dataset.columns.indices.filter {
            !["source", "fetched_at"].contains(dataset.columns[$0].name)
        }
        let (rows, otherRows) = (try self.rows(columns), try other.rows(columns))
        guard rows.count == otherRows.count, total == other.total else {
            func count(_ rows: Int, of total: Int?) -> Message {
                Message("rows-of-total", "\(rows) of \(total ?? rows)")
            }
            throw .differ(
                Message("number-of-rows", "the number of rows"),
                count(rows.count, of: total), name,
                count(otherRows.count, of: other.total), otherName)
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
                "the sources differ in row \(number + 1), in values that no column shows or in how they are grouped: \(name) and \(otherName)"
            )
        }
    }
}

extension Value {
    /// Returns true if the values are identical to the byte, except for list order.
    fileprivate func isSame(as other: Value) -> Bool {
        guard let texts, let others = other.texts else { return self == other }
        return texts.elementsEqual(others) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The text, or the sorted items of a list; nil for others.
    private var texts: [String]? {
        switch self {
        case .text(let text): [text]
        case .list(let items): items.sorted()
        default: nil
        }
    }

    /// The value as messages show it.
    fileprivate var text: Message {
        switch self {
        case .missing: Message("nothing", "nothing")
        case .text(let text): Message("'\(text)'" as String)
        case .list(let items): Message("'\(items.sorted().joined(separator: "|"))'" as String)
        case .date(let day): Message(day)
        case .integer, .decimal, .boolean: Message(json)
        }
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
