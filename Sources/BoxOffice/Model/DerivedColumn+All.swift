extension DerivedColumn {
    /// Every derived column, in the order in which they follow the columns of a dataset.
    static let all = [rankMarker, releaseDay, ticketPrice, audiencePerShow, audiencePerScreen]

    /// What the derived columns are computed from: `ticket_price` from `sales_amount,
    /// audience_count`.
    static let origins: [String: String] = Dictionary(
        all.map { derived in
            let inputs = derived.inputs.compactMap(\.columns.first)
            return (derived.column.name, inputs.joined(separator: ", "))
        }, uniquingKeysWith: { $1 })

    /// Without an `open_date`, no film is called new.
    private static let rankMarker = DerivedColumn(
        .rankMarker,
        from: [.column("rank_change"), .column("is_new"), .optional("open_date"), .firstDay]
    ) { inputs in
        let change: RankChange
        switch (inputs.integer(at: 0), inputs.value(at: 1)) {
        case (_, .boolean(true)): change = .new
        case (let places?, _): change = .places(places)
        default: return .missing
        }
        return .text(change.marker(openedOn: inputs.day(at: 2), chartFrom: inputs.day(at: 3)))
    }

    private static let releaseDay = DerivedColumn(
        .releaseDay, from: [.column("open_date"), .lastDay]
    ) { inputs in
        guard let openDate = inputs.day(at: 0), let lastDay = inputs.day(at: 1) else {
            return .missing
        }
        return .integer(lastDay.releaseDay(openedOn: openDate))
    }

    private static let ticketPrice = DerivedColumn(
        .ticketPrice, from: [.column("sales_amount"), .column("audience_count")]
    ) { inputs in
        Value(inputs.integer(at: 0)?.quotient(by: inputs.integer(at: 1)))
    }

    private static let audiencePerShow = DerivedColumn(
        .audiencePerShow, from: [.column("audience_count"), .column("show_count")]
    ) { inputs in
        Value(inputs.integer(at: 0)?.decimalQuotient(by: inputs.integer(at: 1)))
    }

    private static let audiencePerScreen = DerivedColumn(
        .audiencePerScreen, from: [.column("audience_count"), .column("screen_count")]
    ) { inputs in
        Value(inputs.integer(at: 0)?.decimalQuotient(by: inputs.integer(at: 1)))
    }
}

extension [Value] {
    /// The value at `index`; missing if there are fewer.
    fileprivate func value(at index: Int) -> Value {
        indices.contains(index) ? self[index] : .missing
    }

    /// The whole number at `index`; nil if there is none.
    fileprivate func integer(at index: Int) -> Int? {
        if case .integer(let integer) = value(at: index) { integer } else { nil }
    }

    /// The day at `index`; nil if there is none.
    fileprivate func day(at index: Int) -> Day? {
        if case .date(let day) = value(at: index) { day } else { nil }
    }
}
