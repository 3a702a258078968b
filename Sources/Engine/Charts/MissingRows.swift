internal import BoxOffice

extension Fault {
    /// Returns the fault for missing rows of a chart.
    static func missing(rows: [ClosedRange<Int>]) -> Fault {
        // The numbers, or the first and the last of three or more.
        let names = rows.prefix(maxNamed).flatMap { range in
            range.count > 2 ? [.range(range)] : range.map { Message($0) }
        }
        let all = Message.list(names)
        let text: Message =
            if rows.count > maxNamed {
                Message("and-more-rows", "\(all) and more")
            } else if names.count > 1, let last = names.last {
                .both(.list(names.dropLast()), last)
            } else {
                all
            }
        let isOne = rows.count == 1 && rows.first?.count == 1
        return Fault(
            .malformed, "rows-missing",
            isOne
                ? Message("row-missing", "row \(all) of the chart is missing")
                : Message("rows-missing", "rows \(text) of the chart are missing"))
    }
}

/// The maximum number of gaps that a message names.
private let maxNamed = 10
