extension Reply {
    /// What is missing inside the answer: rows that the service left out, or figures.
    ///
    /// - Parameters:
    ///   - top: how many rows are wanted; rows behind them are not missed.
    ///   - source: the name of the source.
    func missingRows(top: Int, of source: String) -> Fault? {
        let (missing, note, subject): ([ClosedRange<Int>], Fault?, Subject)
        switch self {
        case .page(let page, let about, _):
            (missing, note, subject) = (page.missingRows, page.note, about)
        case .written(let rows, let about):
            (missing, note, subject) = (rows.missingRows, rows.note, about)
        case .missing: return nil
        }
        let scope = subject.scope(of: source, areFilms: false)
        guard !missing.isEmpty else { return note?.about(subject.wording, scope) }
        let wanted = missing.filter { $0.lowerBound <= top }.map {
            $0.lowerBound...min($0.upperBound, top)
        }
        guard !wanted.isEmpty else { return nil }
        return Fault.missing(rows: wanted).about(subject.wording, scope)
    }
}

extension Fault {
    fileprivate static func missing(rows: [ClosedRange<Int>]) -> Fault {
        let names = rows.prefix(mostNamed).flatMap(\.names)
        guard rows.contains(where: { $0.count > 1 }) || rows.count > 1 else {
            return Fault(
                .malformed, "rows-missing",
                Message("row-missing", "row \(names.enumeration) of the chart is missing"))
        }
        let isWhole = rows.count <= mostNamed
        let text =
            isWhole
            ? names.enumeration : Message("and-more-rows", "\(Message.list(names)) and more")
        return Fault(.malformed, "rows-missing", "rows \(text) of the chart are missing")
    }
}

extension ClosedRange<Int> {
    /// The numbers, or the first and the last of three and more.
    fileprivate var names: [Message] {
        count > 2 ? [Message("row-range", "\(lowerBound) to \(upperBound)")] : map { Message($0) }
    }
}

extension [Message] {
    /// The items as a text: `3`, `3 and 7`, or `3, 5 and 7`.
    fileprivate var enumeration: Message {
        guard count > 1, let last else { return .list(self) }
        return .both(.list(dropLast()), last)
    }
}

/// How many gaps of a chart a message names.
private let mostNamed = 10
