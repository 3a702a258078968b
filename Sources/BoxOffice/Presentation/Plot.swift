/// A plot of a document: the ranks of films over the periods of a chart, or one of their figures over
/// the days or weeks of their runs, with a line for each film.
///
/// It is gathered from the rows of the document, and says what it leaves out, or why there is none.
/// Formats draw it: a line is broken where its film has no figure.
public struct Plot: Sendable {
    /// The line of a film.
    public struct Line: Sendable {
        fileprivate let code: String
        /// The title, with the code after it where several films have it.
        public fileprivate(set) var name: String
        /// The figures by their place, from 1 up: the number of the period in the document, or the day
        /// or week of the run.
        public fileprivate(set) var figures: [Int: Value] = [:]
    }

    /// Where the figures are in a row.
    private enum Source {
        /// A row of a chart: the indices of the film's code, of its title and of the rank.
        case chart(code: Int, title: Int, rank: Int)
        /// A row a film and day: the indices of the day, of the film's code and of the figure.
        case runs(day: Int, code: Int, figure: Int)
        /// A column a film: the indices of the day and of the films.
        case pivot(day: Int, films: [Int])
    }

    /// What the figures are.
    public let column: Column
    /// The chart that they are from.
    public let chart: Chart
    /// The periods of a chart, oldest first; none if the lines are runs.
    public let periods: [Period]
    /// The lines, in the order of the document.
    public private(set) var lines: [Line] = []
    /// The last place that the document has.
    public private(set) var last = 0
    /// The places of the periods that have come, also of those without a row; none if the lines are
    /// runs.
    public private(set) var begunPlaces: Set<Int> = []
    /// The days or weeks that runs are compared by, as documents call them: `개봉일차`, `일차`.
    private var number: Column?
    /// How many of the days in a row make a place: seven if these are days and places are weeks.
    private var daysPerPlace = 1
    private var source: Source?
    /// Why there is no plot, as far as that is known before the rows.
    private var refusal: Fault?
    private let mostPeriods: Int
    private let mostFilms: Int
    private let ranks: ClosedRange<Int>
    private let isTabled: Bool
    private var linesByCode: [String: Int] = [:]
    private var linesByTitle: [String: Int] = [:]
    private var current: Int?
    private var hasTooManyFilms = false
    private var hasOtherRanks = false

    /// Prepares for the rows of a document; nil if it shows neither runs nor several periods.
    ///
    /// - Parameters:
    ///   - layout: the layout of the document.
    ///   - mostPeriods: how many periods are drawn.
    ///   - mostFilms: how many films are drawn.
    ///   - ranks: the ranks that are drawn over the periods of a chart; others are left out.
    ///   - isTabled: whether ranks also stand in a table, which has all films.
    public init?(
        _ layout: Layout, mostPeriods: Int, mostFilms: Int,
        ranks: ClosedRange<Int> = 1...1_000_000, isTabled: Bool = false
    ) {
        (self.mostPeriods, self.mostFilms) = (mostPeriods, mostFilms)
        (self.ranks, self.isTabled) = (ranks, isTabled)
        if let query = layout.document.trend {
            (chart, periods) = (query.chart, [])
            column = query.pivot ?? Column("audience_count", "관객수", .integer)
            takeRuns(of: query, layout)
        } else if let periods = layout.document.periods, periods.count > 1 {
            (chart, self.periods) = (periods.first.chart, Array(periods))
            column = Column("rank", "순위", .integer)
            takeRanks(layout)
        } else {
            return nil
        }
    }

    private mutating func takeRanks(_ layout: Layout) {
        last = periods.count
        if let code = layout.index(of: "movie_code"), let title = layout.index(of: "title"),
            let rank = layout.index(of: "rank")
        {
            source = .chart(code: code, title: title, rank: rank)
        }
        guard source != nil else {
            // A table without figures is left out, and nobody misses it.
            let needs = Message(
                "chart-needs-ranks", "movie_code, title or rank is not among the columns")
            refusal = isTabled ? nil : none(needs)
            return
        }
        refusal = refusal(of: periods.count, layout)
    }

    private mutating func takeRuns(of query: TrendQuery, _ layout: Layout) {
        let headers = query.pivotTable.dataset.columns.dropFirst().map(\.name)
        lines = zip(query.films, headers).map { Line(code: $0.code, name: $1) }
        linesByCode = Dictionary(
            zip(query.films.map(\.code), lines.indices), uniquingKeysWith: { $1 })
        // A week has the day of release of its last day.
        let isDayOfWeek = query.number == .releaseDay && chart != .daily
        number = isDayOfWeek ? Column("release_week", "개봉주차", .integer) : query.number
        daysPerPlace = isDayOfWeek ? 7 : 1
        if let day = layout.index(of: query.number.name) {
            let films = headers.compactMap(layout.index)
            if query.pivot != nil, films.count == headers.count {
                source = .pivot(day: day, films: films)
            } else if query.pivot == nil, let code = layout.index(of: "movie_code"),
                let figure = layout.index(of: column.name)
            {
                source = .runs(day: day, code: code, figure: figure)
            }
        }
        let needs = Message(
            "chart-needs-runs",
            "\(query.number.name), movie_code or audience_count is not among the columns")
        refusal =
            source == nil
            ? none(needs)
            : refusal(of: query.films.compactMap(\.periods?.count).max() ?? 0, layout)
    }

    /// Turns to the ranks of `period`.
    public mutating func begin(_ period: Period) {
        current = periods.firstIndex(of: period).map { $0 + 1 }
        if let current { begunPlaces.insert(current) }
    }

    /// Takes the figures in a row.
    public mutating func add(_ row: Span<Value>) {
        guard refusal == nil else { return }
        switch source {
        case .chart(let code, let title, let rank):
            guard case .integer(let place) = row[rank] else { return }
            guard ranks.contains(place) else {
                hasOtherRanks = true
                return
            }
            guard let current, case .text(let film) = row[code] else { return }
            if let line = linesByCode[film] ?? newLine(film, titled: row[title]) {
                lines[line].figures[current] = row[rank]
            }
        case .runs(let day, let code, let figure):
            guard let place = place(of: row[day]), case .text(let film) = row[code],
                let line = linesByCode[film], row[figure] != .missing
            else { return }
            lines[line].figures[place] = row[figure]
        case .pivot(let day, let films):
            guard let place = place(of: row[day]) else { return }
            for (line, film) in films.enumerated() where row[film] != .missing {
                lines[line].figures[place] = row[film]
            }
        case nil: return
        }
    }

    /// The place of a day of the run; nil if it is none.
    private mutating func place(of day: Value) -> Int? {
        guard case .integer(let day) = day, day > 0 else { return nil }
        let place = (day - 1) / daysPerPlace + 1
        guard place <= mostPeriods else { return nil }
        last = max(last, place)
        return place
    }

    /// The line of a film that had no row before; nil if there are films enough.
    private mutating func newLine(_ code: String, titled title: Value) -> Int? {
        guard isTabled || lines.count < mostFilms else {
            hasTooManyFilms = true
            return nil
        }
        let title = if case .text(let text) = title, !text.isEmpty { text } else { code }
        let other = linesByTitle[title]
        if let other { lines[other].name = "\(title) (\(lines[other].code))" }
        lines.append(Line(code: code, name: other == nil ? title : "\(title) (\(code))"))
        linesByTitle[title] = other ?? lines.count - 1
        linesByCode[code] = lines.count - 1
        return lines.count - 1
    }
}

extension Plot {
    /// Whether there is nothing to draw: no figure, or fewer than two periods of a chart.
    public var isEmpty: Bool {
        lines.allSatisfy(\.figures.isEmpty) || !periods.isEmpty && begunPlaces.count < 2
    }

    /// Whether the figures are ranks, of which the first is on top.
    public var areRanks: Bool { column.name == "rank" }

    /// Of how many places one figure is drawn, so that no line has more than 730 points.
    public var stride: Int { (last + Self.mostPoints - 1) / Self.mostPoints }

    /// Why there is no plot; nil if there is one, or nothing to draw.
    public var absence: Fault? {
        if let refusal { return refusal }
        if hasTooManyFilms { return none(Message("over-films", "over \(mostFilms) films")) }
        guard lines.count > mostFilms else { return nil }
        return none(
            Message(
                "films-for-chart",
                "\(lines.count) films, and a chart shows at most \(mostFilms)"))
    }

    /// Why there is no plot, or what it leaves out; nil if it shows all.
    public var remark: Fault? {
        if let absence { return absence }
        if periods.isEmpty { return stride > 1 ? .thinned(stride) : nil }
        return hasOtherRanks && !isTabled && !isEmpty ? .shortened(toRank: ranks.upperBound) : nil
    }

    private func refusal(of count: Int, _ layout: Layout) -> Fault? {
        if layout.document.regions.count > 1 {
            return none(
                periods.isEmpty
                    ? Message("figures-of-regions", "the figures are of several regions")
                    : Message("ranks-of-regions", "the ranks are of several regions"))
        }
        guard count > mostPeriods else { return absence }
        return none(
            Message(
                "periods-for-chart", "\(count) periods, and a chart shows at most \(mostPeriods)"))
    }

    /// There is no plot, for that reason.
    private func none(_ reason: Message) -> Fault {
        periods.isEmpty
            ? Fault(
                .notFound, "no-trend-chart",
                Message("no-trend-chart", "there is no chart of the runs: \(reason)"))
            : Fault(
                .notFound, "no-rank-chart",
                Message("no-rank-chart", "there is no chart of the ranks: \(reason)"))
    }

    private static let mostPoints = 730
}

extension Plot {
    /// The heading: `일별 박스오피스 순위`, `흥행 추이: 관객수`.
    public func title(isKorean: Bool) -> String {
        if periods.isEmpty {
            return (isKorean ? "흥행 추이: " : "runs: ") + header(isKorean: isKorean)
        }
        return Heading(isKorean: isKorean).name(of: chart) + (isKorean ? " 순위" : " ranks")
    }

    /// What the figures are: `관객수`, `audience_count`.
    public func header(isKorean: Bool) -> String { isKorean ? column.koreanHeader : column.name }

    /// What the places of runs are: `개봉일차`, `day of release`; empty if they are periods.
    public func titleOfPlaces(isKorean: Bool) -> String {
        guard let number else { return "" }
        return isKorean ? number.koreanHeader : isOfRelease ? "\(unit) of release" : unit
    }

    /// What a place is called: `2022-06-05`, `2022-W22`, or the day or week of the run.
    public func name(ofPlace place: Int) -> String {
        guard periods.indices.contains(place - 1) else { return "\(place)" }
        let period = periods[place - 1]
        return chart == .daily ? "\(period.from)" : "\(period.week)"
    }

    /// What the plot shows, for those who do not see it.
    public func description(isKorean: Bool) -> String {
        let films =
            isKorean ? "영화 \(lines.count)편의" : "\(lines.count) film\(lines.count == 1 ? "" : "s")"
        let unit = isKorean ? chart == .daily ? "일" : "주" : self.unit
        guard periods.isEmpty else {
            let count = begunPlaces.count
            let what =
                isKorean
                ? "\(count)\(unit) 동안 \(films) 순위를 이은 선그래프."
                : "Line chart of the ranks of \(films) over \(count) \(unit)s."
            let ends = [begunPlaces.min(), begunPlaces.max()].compactMap(\.self)
            return ([what] + ends.compactMap { leader(at: $0, isKorean: isKorean) })
                .joined(separator: " ")
        }
        let header = header(isKorean: isKorean)
        let what =
            isKorean
            ? "\(films) \(isOfRelease ? "개봉 후 " : "")\(last)\(unit)간 \(header) 선그래프."
            : "Line chart of \(header) of \(films) over \(last) \(unit)\(last == 1 ? "" : "s")"
                + "\(isOfRelease ? " of release" : "")."
        guard let best else { return what }
        let figure = best.value.readable(as: column.kind)
        return what
            + (isKorean
                ? " 최고는 \(best.name)의 \(best.place)\(unit)차 \(figure)."
                : " Best: \(figure), \(best.name), \(unit) \(best.place).")
    }

    /// The film with the best rank in a period.
    private func leader(at place: Int, isKorean: Bool) -> String? {
        let found = lines.compactMap { line in line.figures[place]?.figure.map { ($0, line.name) } }
        guard let (rank, film) = found.min(by: { $0.0 < $1.0 }) else { return nil }
        let period = name(ofPlace: place)
        return isKorean
            ? "\(period) \(Int(rank))위는 \(film)." : "Rank \(Int(rank)) on \(period): \(film)."
    }

    /// The greatest figure, or the best rank, and where it comes first.
    private var best: (name: String, place: Int, value: Value)? {
        var best: (name: String, place: Int, value: Value)?
        var most = -Double.infinity
        for line in lines {
            for (place, value) in line.figures.sorted(by: { $0.key < $1.key }) {
                guard let figure = value.figure.map({ areRanks ? -$0 : $0 }), figure > most
                else { continue }
                (best, most) = ((line.name, place, value), figure)
            }
        }
        return best
    }

    /// Whether the places count from the opening of each film.
    private var isOfRelease: Bool { number != .ofRun(chart) }

    private var unit: String { chart == .daily ? "day" : "week" }
}

extension Fault {
    fileprivate static func shortened(toRank last: Int) -> Fault {
        Fault(
            .notFound, "short-rank-chart",
            Message("short-rank-chart", "the chart of the ranks shows only ranks 1 to \(last)"))
    }

    fileprivate static func thinned(_ stride: Int) -> Fault {
        Fault(
            .notFound, "thinned-trend-chart",
            Message(
                "thinned-trend-chart",
                "the chart of the runs shows the greatest of every \(stride) figures, of ranks the best"
            ))
    }
}
