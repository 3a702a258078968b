internal import BoxOffice

/// What a paragraph says of the rows of a chart.
struct ChartParagraph {
    /// The names of the columns that it needs.
    static let columns = [
        "rank", "title", "is_new", "audience_count", "audience_total", "sales_amount",
        "sales_total",
        "currency",
    ]

    /// The currency of amounts, unless a row names another.
    private let currency: Currency
    /// The number of films that are named.
    private let wanted: Int
    private var films: [RankedFilm] = []
    /// All ranks so far, and those that several films have.
    private var (ranks, sharedRanks): (Set<Int>, Set<Int>) = ([], [])
    private var rows = 0
    /// The films that are new to the chart.
    private var entered: [(rank: Int, title: String)] = []

    /// Prepares a paragraph.
    init(films: Int, in currency: Currency) { (wanted, self.currency) = (films, currency) }

    /// Adds a row, of which `value` returns the value in a column; rows may be in any order.
    mutating func add(_ value: (String) -> Value) {
        rows += 1
        let title = value("title").text ?? "?"
        let rank = value("rank").integer
        if value("is_new") == .boolean(true) { entered.append((rank ?? .max, title)) }
        guard let rank else { return }
        if !ranks.insert(rank).inserted { sharedRanks.insert(rank) }
        let place = films.firstIndex { $0.rank > rank } ?? films.count
        guard place < wanted else { return }
        let currency = value("currency").text.flatMap(Currency.init) ?? currency
        func amount(_ name: String) -> Message? {
            value(name).decimal.map { .amount($0, in: currency) }
        }
        let (count, sales) = (value("audience_count").integer, amount("sales_amount"))
        let clauses = [
            count.map { Message("\(Message.admissions($0))", ko: "관객수는 {1}") },
            value("audience_total").integer.map {
                Message("\(Message.admissions($0)) in total", ko: "누적 관객수는 {1}")
            },
        ].compactMap(\.self)
        // Not every country counts admissions.
        let clausesOfSales = [
            sales.map { Message("sales of \($0)", ko: "매출액은 {1}") },
            amount("sales_total").map { Message("total sales of \($0)", ko: "누적 매출액은 {1}") },
        ].compactMap(\.self)
        let film = RankedFilm(
            rank, title, clauses.isEmpty ? clausesOfSales : clauses,
            count.map(Message.bareAdmissions) ?? sales)
        films = Array((films[..<place] + [film] + films[place...]).prefix(wanted))
    }

    /// Returns the sentences about the rows; `place` returns the chart, with names of at most so many
    /// characters.
    func sentences(
        in place: @escaping @Sendable (Int) -> Message, _ state: EditionState
    ) -> [Sentence] {
        var sentences = Sentence.naming(
            films, upTo: wanted, of: rows, shared: sharedRanks, in: place)
        let new = entered.sorted { $0.rank < $1.rank }.prefix(Self.maxEntered).map(\.title)
        let more = entered.count - new.count
        if !new.isEmpty {
            sentences.append(
                Sentence { length in
                    let titles = Message.list(new.map { .quoting($0, upTo: length) })
                    return more > 0
                        ? Message(
                            "\(titles) and \(more) more entered the chart.",
                            ko: "{1} 외 {2}편이 새로 진입했다.")
                        : Message(
                            "\(titles) entered the chart.", ko: "{1} \(new.count)편이 새로 진입했다.")
                })
        }
        if state.isShort {
            sentences.append(
                Sentence(Message("The chart may lack films or figures.", ko: "빠진 영화나 수치가 있을 수 있다."))
            )
        }
        if state.isProvisional {
            sentences.append(
                Sentence(Message("The figures are provisional.", ko: "이 수치는 잠정치다.")))
        }
        return sentences
    }

    /// The most films that are named because they are new to the chart.
    private static let maxEntered = 5
}
