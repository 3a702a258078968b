internal import BoxOffice

extension MarketQuery {
    /// Returns the sentences about the market on all days together.
    ///
    /// - Parameter isOfTables: true if the rows are sums of whole tables.
    func sentences(ofTables isOfTables: Bool) -> RowSentences {
        var sentences = RowSentences(of: MarketSentences.columns) { _ in
            MarketSentences(of: self, isOfTables: isOfTables)
        }
        if comparesYears, !isOfTables, spans.count > 1 { sentences.refusal = .changesOfSeveralRows }
        return sentences
    }
}

/// The sums of a market's rows, however many there are.
private struct MarketSentences: RowNarrator {
    static let columns = [
        "from", "to", "nation", "sales_at_least", "sales_at_most", "is_consistent", "currency",
        "sales_change_rate_at_least", "sales_change_rate_at_most",
    ]

    /// The sum of the rows of a nation.
    private struct Sum {
        let nation: ChartFilter.Nation?
        /// The bounds of the sales so far; nil if one of the rows has none.
        var sales: Bounds? = Bounds(exactly: 0)
        /// The first day that is not in the sum yet.
        var next: Day
        /// The change from a year before, if there is only one row.
        var change: Message?
        var rows = 0
    }

    private let days: ClosedRange<Day>
    private let isOfTables: Bool
    private var sums: [Sum]
    private var isConsistent = true
    private var currency = Currency.won

    init(of query: MarketQuery, isOfTables: Bool) {
        let days = query.days.first.from...query.days.last.to
        self.days = days
        self.isOfTables = isOfTables
        sums = ([nil] + query.nations).map { Sum(nation: $0, next: days.lowerBound) }
    }

    /// Adds a row, unless the rows before have its days, as those of several tables may.
    mutating func add(_ value: (String) -> Value) {
        guard let from = value("from").day, let to = value("to").day,
            let index = sums.firstIndex(where: {
                value("nation") == .text($0.nation?.rawValue ?? "all")
            }), to >= sums[index].next
        else { return }
        isConsistent = isConsistent && value("is_consistent") == .boolean(true)
        currency = value("currency").text.flatMap(Currency.init) ?? currency
        let bounds = value("sales_at_least").decimal.map {
            Bounds(
                atLeast: Int128($0.units),
                atMost: value("sales_at_most").decimal.map { Int128($0.units) })
        }
        let sum = from == sums[index].next ? sums[index].sales : nil
        sums[index].sales = sum.flatMap { sum in bounds.map { sum + $0 } }
        sums[index].next = to.advanced(by: 1)
        sums[index].rows += 1
        let change = Message.percent(
            (
                value("sales_change_rate_at_least").decimal,
                value("sales_change_rate_at_most").decimal
            ))
        sums[index].change = sums[index].rows == 1 ? change : nil
    }

    var paragraphs: [[Sentence]] {
        let end = days.upperBound.advanced(by: 1)
        let sales = sums.map { $0.next == end ? $0.sales : nil }
        let all = sales.first.flatMap(\.self)
        let days = Message.days(days)
        guard let amount = Message.amount(all, in: currency) else {
            let unknown = Message(
                "Total sales of \(days) are not known.", ko: "{1} 전체 매출액은 알 수 없다.")
            return [[Sentence(unknown)]]
        }
        var messages = [
            Message("Total sales of \(days) were \(amount).", ko: "{1} 전체 매출액은 {2}이다.")
        ]
        let shares = zip(sums, sales).dropFirst().compactMap { sum, sales -> Message? in
            guard isConsistent, let all, let sales,
                let share = Message.percent(sales.share(of: all))
            else { return nil }
            return Message("\(Message.films(of: sum.nation)) \(share)")
        }
        if !shares.isEmpty {
            messages.append(
                Message("The shares were: \(.list(shares)).", ko: "점유율은 {1}이다."))
        } else if sums.count > 1 {
            messages.append(Message("The shares are not known.", ko: "점유율은 알 수 없다."))
        }
        if let change = sums.first?.change {
            messages.append(
                Message("The change from a year before was \(change).", ko: "전년 대비 증감률은 {1}이다."))
        }
        messages.append(origin(all))
        return [messages.map(Sentence.init)]
    }

    /// Returns what the amounts follow from.
    private func origin(_ sales: Bounds?) -> Message {
        if isOfTables {
            return Message(
                "Sales are added up from tables of all films.", ko: "매출액은 전체 영화의 표를 더한 값이다.")
        }
        return sales?.atMost == nil
            ? Message(
                "This lower bound follows from the sales on the charts.",
                ko: "이 하한은 박스오피스의 매출액에서 나온 것이다.")
            : Message(
                "Both bounds follow from the sales and the rounded shares on the charts.",
                ko: "하한과 상한은 박스오피스의 매출액과 반올림된 점유율에서 나온 것이다.")
    }
}

extension Fault {
    fileprivate static let changesOfSeveralRows = Fault(
        .usage, "changes-of-several-rows",
        "text sums the rows up, and the changes from a year before cannot be added",
        ko: "text 형식은 행을 합하는데, 전년 대비 증감률은 더할 수 없습니다",
        hint:
            "leave out --compare, or ask for a single row, such as with --month 2024-05 --by month",
        hintKo: "--compare를 빼거나 --month 2024-05 --by month처럼 한 행만 조회하세요")
}
