internal import BoxOffice

/// The ranks of films over the periods of a chart: a row for each film, a column for each period.
struct RankTable {
    private let periods: [Period]
    /// The index of the period whose rows come, and how many have come.
    private var current = 0
    private var begun = 0
    /// The films by code, and their rows.
    private var rows: [String: Int] = [:]
    private var films: [(code: String, title: String)] = []
    /// The ranks by row and column.
    private var ranks: [Int: [Int: Int]] = [:]
    /// Why there is no chart, as far as that is known before the rows.
    private let refusal: Fault?
    private let chart: Chart
    private let code: Int
    private let title: Int
    private let rank: Int

    /// Prepares for the ranks of a chart; nil if the document has no ranks over several periods.
    init?(_ layout: Layout) {
        guard let periods = layout.document.periods, periods.count > 1,
            let code = layout.index(of: "movie_code"), let title = layout.index(of: "title"),
            let rank = layout.index(of: "rank")
        else { return nil }
        (self.code, self.title, self.rank) = (code, title, rank)
        chart = periods.first.chart
        refusal =
            layout.document.regions.count > 1
            ? .noChart("the ranks are of several regions")
            : periods.count > LineSheet.mostLabels
                ? .noChart(
                    "\(periods.count) periods, and a chart shows at most \(LineSheet.mostLabels)")
                : nil
        self.periods = refusal == nil ? Array(periods) : []
    }

    /// Turns to the ranks of `period`.
    mutating func begin(_ period: Period) {
        guard let index = periods.firstIndex(of: period) else { return }
        begun += 1
        current = index
    }

    /// Adds the rank in a row.
    mutating func add(_ values: Span<Value>) {
        guard begun > 0, case .text(let film) = values[code],
            case .integer(let place) = values[rank], Self.drawnRanks ~= place
        else { return }
        let row = rows[film] ?? rows.count
        if rows[film] == nil {
            rows[film] = row
            let name =
                if case .text(let text) = values[title], !text.isEmpty { text } else { film }
            films.append((film, name))
        }
        ranks[row, default: [:]][current] = place
    }

    /// The titles of the films, with the code behind those that several films have.
    private var names: [String] {
        let counts = Dictionary(films.map { ($0.title, 1) }, uniquingKeysWith: +)
        return films.map { film in
            counts[film.title, default: 1] > 1 ? "\(film.title) (\(film.code))" : film.title
        }
    }

    /// Why there is no chart; nil if there is one, or nothing for one.
    var remark: Fault? {
        if let refusal { return refusal }
        guard films.count > LineSheet.mostLines else { return nil }
        return .noChart("\(films.count) films, and a chart shows at most \(LineSheet.mostLines)")
    }

    /// The sheet with the table, and with a chart if there is one; nil if there is nothing to show.
    func sheet(isKorean: Bool) -> LineSheet? {
        guard refusal == nil, begun > 1, !films.isEmpty else { return nil }
        return LineSheet(
            title: Heading(isKorean: isKorean).name(of: chart) + (isKorean ? " 순위" : " ranks"),
            values: isKorean ? "순위" : "rank", style: .integer(isGrouped: true), areRanks: true,
            labels: periods.map { chart == .daily ? "\($0.from)" : "\($0.week)" },
            films: names.enumerated().map { index, name in
                (name, (ranks[index] ?? [:]).mapValues(Double.init))
            }, hasChart: remark == nil)
    }

    /// Others are no ranks.
    private static let drawnRanks = 1...1_000_000
}

extension Fault {
    fileprivate static func noChart(_ reason: Message) -> Fault {
        Fault(
            .notFound, "no-rank-chart",
            Message("no-rank-chart", "there is no chart of the ranks: \(reason)"))
    }
}
