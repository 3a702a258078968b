/// The plots of a document: one for each source.
///
/// Ranks of two charts cannot be compared, nor can amounts in two currencies, and each source has
/// its own codes of films.
package struct Plots: Sendable {
    /// The plots, in the order of the sources; empty if the document shows nothing to plot.
    package private(set) var all: [Plot]
    /// The index of the plot that rows belong to; nil if there is none.
    private var current: Int?

    /// Prepares the `plot` of each source of a document with this layout.
    package init(_ layout: Layout, _ plot: (FigureSource) -> Plot?) {
        all = layout.document.figures.compactMap(plot)
        current = all.indices.first
    }

    /// Begins the ranks of `edition`.
    package mutating func begin(_ edition: ChartEdition) {
        current = all.firstIndex { $0.source.name == edition.source } ?? all.indices.first
        if let current { all[current].begin(edition.period) }
    }

    /// Takes the figures in a row.
    package mutating func add(_ row: Span<Value>) {
        if let current { all[current].add(row) }
    }

    /// Ends the ranks of the edition that was begun last.
    package mutating func end(_ state: EditionState) {
        if let current { all[current].end(state) }
    }

    /// The reasons why there are no plots, or why they leave something out, each once.
    package var remarks: [Fault] { all.flatMap(\.remarks).eachOnce }
}

/// A plot of a source's rows: the ranks of films over the periods of a chart, with a line for each film;
/// the lines or bands that rows made from charts have (``PlottedRows``); or the figures of one chart,
/// with a bar for each film.
///
/// It collects its figures from the rows of the document, and reports what it leaves out, or why
/// there is no plot. Formats draw it; a line is broken where it has no figure.
package struct Plot: Sendable {
    /// The option of a format for plots in its documents.
    package enum Choice: String, CaseIterable, Sendable {
        case auto, none
    }

    /// A line, a bar of a film, or a band.
    package struct Line: Sendable {
        fileprivate let code: String
        /// What is shown if several films have the title; nil if the rows have nothing to tell them
        /// apart.
        fileprivate var mark: String?
        fileprivate var title = ""
        /// The rank, if it is a bar and has one.
        package fileprivate(set) var rank: Int?
        /// The title, followed by the code, or else by opening day and nation, if several films have it.
        package fileprivate(set) var name: String
        /// The figures by their position, from 1 up: the number of the period in the document or, in
        /// rows made from charts, that of their position.
        ///
        /// A bar has one, at 1.
        package fileprivate(set) var figures: [Int: Value] = [:]
        /// The upper bounds of the figures, by the same positions; empty if the figures are exact.
        package fileprivate(set) var most: [Int: Value] = [:]
        /// The film's best rank, the number of times it has it, and its admissions, as far as rows
        /// have them.
        fileprivate var bestRank = Int.max
        fileprivate var timesAtBest = 0
        fileprivate var admissions = 0.0

        fileprivate mutating func addRank(_ rank: Int) {
            if rank < bestRank { (bestRank, timesAtBest) = (rank, 0) }
            if rank == bestRank { timesAtBest += 1 }
        }
    }

    /// The column of the figures.
    package private(set) var column: Column
    /// The chart that the figures are from.
    package let chart: Chart
    /// The periods of a chart, oldest first; empty for bars and for rows made from charts.
    package let periods: [Period]
    /// What it shows of rows that are made from charts; nil if it shows a chart.
    package let rows: PlottedRows?
    /// The layout of the document, which decides the language of texts.
    package let layout: Layout
    /// The source of the rows.
    let source: FigureSource
    /// The lines, in the order of the document.
    package private(set) var lines: [Line] = []
    /// The last position in the document.
    package private(set) var last = 0
    /// The positions of the periods begun so far, even of those without a row; empty unless it shows
    /// the periods of a chart.
    package private(set) var begunPlaces: Set<Int> = []
    /// The positions of periods that lack rows, as far as that is known.
    private var shortPlaces: Set<Int> = []
    /// The positions of rows without a rank that is drawn, by the film's code: the film is on the chart
    /// there, too.
    private var unranked: [String: Set<Int>] = [:]

    /// Returns the positions next to which it is known whether the film of `line` entered or left.
    package func knownPlaces(of line: Line) -> Set<Int> {
        begunPlaces.subtracting(shortPlaces).subtracting(unranked[line.code] ?? [])
    }
    /// The indices of the figures in a row: one index, or one per line.
    private var figures: [Int] = []
    /// The index of the upper bounds in a row; nil if the figures are exact.
    private var most: Int?
    /// The indices of the position, of the code of the line or film, and of the film's title, in a
    /// row.
    private var place: Int?
    private var code: Int?
    private var titles: Int?
    /// The indices in a row of what tells films of one title apart if they have no codes.
    private let traits: [Int]
    /// The rows that have a bar, by their ranks.
    private var bars: [(rank: Int?, row: [Value])] = []
    /// The indices in a row of the rank and the admissions, by which films are ordered.
    private var rank: Int?
    private var admissions: Int?
    /// The reason why there is no plot, as far as it is known before the rows.
    private var refusal: Message?
    private let maxPeriods: Int
    private let maxFilms: Int
    private let ranks: ClosedRange<Int>
    private let isTabled: Bool
    private var linesByCode: [String: Int] = [:]
    private var linesByTitle: [String: Int] = [:]
    private var placesByDay: [Day: Int] = [:]
    private var current: Int?
    /// True if the period that was begun last has a row.
    private var hasRows = false
    /// The films without codes of the period that was begun last.
    private var uncoded: Set<String> = []
    /// The films without codes that a chart has twice: nobody knows which of them is which of another
    /// chart, so that no line joins them.
    private var alike: Set<String> = []
    private var hasTooManyFilms = false
    private var hasOtherRanks = false

    /// Prepares for the rows of a document; nil if there is nothing to plot: neither several periods
    /// nor rows made from charts whose face says what is plotted, nor bars.
    ///
    /// - Parameters:
    ///   - source: the source of the rows; nil if the document has only one.
    ///   - maxPeriods: the most periods to draw.
    ///   - maxFilms: the most films to draw.
    ///   - ranks: the ranks that are drawn over the periods of a chart; others are left out.
    ///   - isTabled: true if a table also has the figures, of all films. If there are more films
    ///     than can be drawn, the best placed are drawn.
    ///   - showsBars: true if a single chart gets a plot, too.
    package init?(
        _ layout: Layout, of source: FigureSource? = nil, maxPeriods: Int, maxFilms: Int,
        ranks: ClosedRange<Int> = 1...1_000_000, isTabled: Bool = false,
        showsBars: Bool = false
    ) {
        (self.maxPeriods, self.maxFilms) = (maxPeriods, maxFilms)
        (self.ranks, self.isTabled) = (ranks, isTabled)
        self.layout = layout
        self.source = source ?? layout.document.source("")
        traits = Self.columnsOfFilms.dropFirst().compactMap(layout.index)
        rows = layout.document.face?.plot?.chosen(by: layout.options, among: layout.columns)
        if let rows {
            (chart, periods, column) = (rows.chart, [], rows.figure)
            take(rows)
        } else if let periods = layout.document.periods, periods.count > 1 {
            (chart, self.periods) = (periods.first.chart, Array(periods))
            column = Column("rank", "순위", .integer)
            last = periods.count
            (code, titles) = (layout.index(of: "movie_code"), layout.index(of: "title"))
            if code != nil, titles != nil, let rank = layout.index(of: "rank") { figures = [rank] }
            let needs = Self.lack(of: ["movie_code", "title", "rank"])
            // A document with a table does not mention the plot if there are no ranks.
            refusal = figures.isEmpty ? (isTabled ? nil : needs) : refusal(of: periods.count)
        } else if showsBars, let periods = layout.document.periods {
            (chart, self.periods) = (periods.first.chart, [])
            column = Self.sales
            takeBars()
        } else {
            return nil
        }
        // The columns of lines have any names.
        if code != nil || rows == nil {
            (rank, admissions) = (layout.index(of: "rank"), layout.index(of: "audience_count"))
        }
    }

    private mutating func take(_ rows: PlottedRows) {
        last = rows.days.count
        placesByDay = Dictionary(zip(rows.days, 1...), uniquingKeysWith: { one, _ in one })
        lines = rows.lines.map { Line(code: $0.code, name: layout.text(of: $0.name)) }
        linesByCode = Dictionary(
            zip(rows.lines.map(\.code), lines.indices), uniquingKeysWith: { $1 })
        place = layout.index(of: rows.placeColumn)
        code = rows.lineColumn.flatMap(layout.index)
        figures = rows.figureColumns.compactMap(layout.index)
        most = rows.upperColumn.flatMap(layout.index)
        refusal =
            rows.columns.allSatisfy { layout.index(of: $0) != nil }
            ? refusal(of: max(rows.places, last)) : Self.lack(of: rows.columns)
    }

    private mutating func takeBars() {
        last = 1
        (code, titles) = (layout.index(of: "movie_code"), layout.index(of: "title"))
        figures = ["audience_count", "sales_amount"].compactMap(layout.index)
        let needs = Message(
            "chart-needs-figures",
            "title, or audience_count and sales_amount, are not among the columns")
        refusal = figures.isEmpty || titles == nil ? needs : refusal(of: last)
    }

    /// Takes the bar of a row, and makes all bars anew: of admissions, or of sales as long as no row
    /// had admissions.
    private mutating func addBar(_ row: Span<Value>) {
        let rank = rank.flatMap { row[$0].integer }
        // Tables that people have may be in any order.
        let place = bars.firstIndex { $0.rank ?? .max > rank ?? .max } ?? bars.count
        bars.insert((rank, row.indices.map { row[$0] }), at: place)
        if bars.count > ranks.upperBound {
            hasOtherRanks = true
            bars.removeLast()
        }
        let hasAdmissions = admissions.map { index in bars.contains { $0.row[index] != .missing } }
        column =
            hasAdmissions == true ? Column("audience_count", "관객수", .integer) : Self.sales
        (lines, linesByTitle) = ([], [:])
        for (number, (rank, values)) in bars.enumerated() {
            let row = values.span
            let film = text(in: row, at: code) ?? "\(number + 1)"
            guard let line = newLine(film, of: row) else { return }
            lines[line].rank = rank
            if let index = layout.index(of: column.name), row[index] != .missing {
                lines[line].figures = [1: row[index]]
            }
        }
    }

    /// Begins the ranks of `period`.
    package mutating func begin(_ period: Period) {
        guard refusal == nil else { return }
        current = periods.firstIndex(of: period).map { $0 + 1 }
        if let current { begunPlaces.insert(current) }
        hasRows = false
        uncoded = []
    }

    /// Ends the ranks of the period that was begun last: of one that lacks rows nobody knows which
    /// films left the chart, and one without a row that is not final counts as not begun.
    package mutating func end(_ state: EditionState) {
        guard let current else { return }
        if state.isShort { shortPlaces.insert(current) }
        if !hasRows, state.isProvisional { begunPlaces.remove(current) }
    }

    /// Takes the figures in a row.
    package mutating func add(_ row: Span<Value>) {
        guard refusal == nil else { return }
        hasRows = true
        if isOfOneChart { return addBar(row) }
        let place = if let place { self.place(of: row[place]) } else { current }
        if !periods.isEmpty, let place, let film = film(of: row) {
            if figures.contains(where: { !(row[$0].integer.map(ranks.contains) ?? false) }) {
                unranked[film, default: []].insert(place)
            }
            if text(in: row, at: code) == nil, !uncoded.insert(film).inserted { leaveOut(film) }
        }
        for (index, figure) in figures.enumerated() where row[figure] != .missing {
            if !periods.isEmpty, case .integer(let rank) = row[figure], !ranks.contains(rank) {
                hasOtherRanks = true
            } else if let place, let line = line(at: index, of: row) {
                if let most {
                    if row[most] == .missing { continue }
                    lines[line].most[place] = row[most]
                }
                lines[line].figures[place] = row[figure]
                if let rank = areRanks ? figure : rank, case .integer(let rank) = row[rank] {
                    lines[line].addRank(rank)
                }
                if let count = column.name == "audience_count" ? figure : admissions {
                    lines[line].admissions += row[count].figure ?? 0
                }
            }
        }
    }

    /// Returns the position of a row with that number or day; nil if it has none.
    private mutating func place(of position: Value) -> Int? {
        if let day = position.day { return placesByDay[day] }
        guard let number = position.integer, number > 0 else { return nil }
        let place = (number - 1) / (rows?.numbersPerPlace ?? 1) + 1
        guard place <= maxPeriods else { return nil }
        last = max(last, place)
        return place
    }

    /// Returns the line of a figure in a row; nil if its film is not drawn.
    private mutating func line(at index: Int, of row: Span<Value>) -> Int? {
        guard code != nil else { return index }
        guard let film = film(of: row), !alike.contains(film) else { return nil }
        if let line = linesByCode[film] { return line }
        return titles == nil ? nil : newLine(film, of: row)
    }

    /// Returns the identity of the film of a row: its code or, in a table without codes, its title
    /// with opening day and nation.
    private func film(of row: Span<Value>) -> String? {
        if let code = text(in: row, at: code) { return code }
        guard let title = text(in: row, at: titles) else { return nil }
        return [title, mark(of: row) ?? ""].joined(separator: "\n")
    }

    /// Removes the line of a film that a chart has twice.
    private mutating func leaveOut(_ film: String) {
        alike.insert(film)
        lines.removeAll { $0.code == film }
        linesByCode = Dictionary(
            zip(lines.map(\.code), lines.indices), uniquingKeysWith: { one, _ in one })
        linesByTitle = Dictionary(
            zip(lines.map(\.title), lines.indices), uniquingKeysWith: { one, _ in one })
    }

    private static let sales = Column("sales_amount", "매출액", .amount)

    /// The columns by which films are named: the title, and what tells films of one title apart.
    package static let columnsOfFilms = ["title", "open_date", "film_nation"]

    /// Returns opening day and nation of the film of a row without a code; nil if neither is known.
    private func mark(of row: Span<Value>) -> String? {
        var marks: [String] = []
        let columns = layout.columns + layout.unwritten
        for index in traits where row[index] != .missing && columns.indices.contains(index) {
            let (value, column) = (row[index], columns[index])
            let word = ChartFilter.words[column.name]?[value].map { layout.text(of: $0) }
            marks.append(word ?? value.readable(as: column.kind))
        }
        return marks.isEmpty ? nil : marks.joined(separator: ", ")
    }

    /// Adds the line of a film that had no row before; nil if the limit of films is reached.
    private mutating func newLine(_ film: String, of row: Span<Value>) -> Int? {
        guard isTabled || lines.count < maxFilms else {
            hasTooManyFilms = true
            return nil
        }
        let title = text(in: row, at: titles) ?? film
        let other = linesByTitle[title]
        if let other, let mark = lines[other].mark { lines[other].name = "\(title) (\(mark))" }
        let mark = text(in: row, at: code) ?? mark(of: row)
        let name = other == nil ? title : mark.map { "\(title) (\($0))" } ?? title
        lines.append(Line(code: film, mark: mark, title: title, name: name))
        linesByTitle[title] = other ?? lines.count - 1
        linesByCode[film] = lines.count - 1
        return lines.count - 1
    }

    /// Returns the text of a cell; nil if there is none.
    private func text(in row: Span<Value>, at index: Int?) -> String? {
        guard let text = index.flatMap({ row[$0].text }), !text.isEmpty else { return nil }
        return text
    }

    /// The indices of the lines that are drawn if there is a table, the best placed first: by best
    /// rank, number of times at it, admissions and code.
    package var bestPlaced: [Int] {
        let ordered = lines.indices.sorted {
            let (one, other) = (lines[$0], lines[$1])
            return (one.bestRank, -one.timesAtBest, -one.admissions, one.code)
                < (other.bestRank, -other.timesAtBest, -other.admissions, other.code)
        }
        return Array(ordered.prefix(maxFilms))
    }

    /// True if there is nothing to draw: no figure, or fewer than two periods of a chart.
    package var isEmpty: Bool {
        lines.allSatisfy(\.figures.isEmpty) || !periods.isEmpty && begunPlaces.count < 2
    }

    /// True if it shows one chart with bars.
    package var isOfOneChart: Bool { rows == nil && periods.isEmpty }

    /// True if the figures are ranks, where the first is at the top.
    package var areRanks: Bool { column.name == "rank" }

    /// The number of positions per drawn figure, so that no line has more than 730 points.
    package var stride: Int { (last + 729) / 730 }

    /// The reason why there is no plot; nil if there is one, or nothing to draw.
    package var absence: Fault? {
        (refusal ?? excess).map { reason in
            let noRanks = Message("no-rank-chart", "there is no chart of the ranks")
            let absence = rows?.absence ?? noRanks
            return Fault(.notFound, absence.code, reason.about(absence))
        }
    }

    /// The message that there are more films than are drawn; nil if there are not.
    private var excess: Message? {
        if hasTooManyFilms { return Message("over-films", "over \(maxFilms) films") }
        guard lines.count > maxFilms, !isTabled else { return nil }
        return Message(
            "films-for-chart", "\(lines.count) films, and a chart shows at most \(maxFilms)")
    }

    /// The reasons why there is no plot, or why it leaves something out, if it does.
    package var remarks: [Fault] {
        let remarks = [remarkOnAlike, remark].compactMap(\.self)
        // A reason that is known before the rows applies to all sources.
        guard let nameOfSource, refusal == nil else { return remarks }
        return remarks.map { $0.about(nameOfSource) }
    }

    /// The message that films are left out because they cannot be told apart; nil if none are.
    private var remarkOnAlike: Fault? {
        guard let film = alike.min(), absence == nil, !isEmpty else { return nil }
        let title = Message(film.prefix { $0 != "\n" }).andMore(alike.count - 1)
        return Fault(
            .notFound, "alike-films-chart",
            "the chart leaves out films that cannot be told apart: \(title)")
    }

    private var remark: Fault? {
        if let absence { return absence }
        if stride > 1 {
            return Fault(
                .notFound, "thinned-trend-chart",
                "the chart of the runs shows the greatest of every \(stride) figures, or the best rank"
            )
        }
        if isTabled, lines.count > maxFilms, !isEmpty {
            return Fault(
                .notFound, "best-placed-chart",
                "the chart shows the \(maxFilms) best placed of \(lines.count) films")
        }
        let without = lines.filter(\.figures.isEmpty)
        if let omission = rows?.omission, !isEmpty, let first = without.first {
            let names = Message(first.name).andMore(without.count - 1)
            return Fault(.notFound, omission.code, names.about(omission))
        }
        guard hasOtherRanks, !isTabled, !isEmpty else { return nil }
        if isOfOneChart {
            return Fault(
                .notFound, "short-bar-chart",
                "the chart shows only the first \(ranks.upperBound) films")
        }
        return Fault(
            .notFound, "short-rank-chart",
            "the chart of the ranks shows only ranks 1 to \(ranks.upperBound)")
    }

    /// Returns the reason why there is no plot of `count` periods, as far as it is known before the
    /// rows.
    private func refusal(of count: Int) -> Message? {
        if layout.document.regions.count > 1 {
            return periods.isEmpty
                ? Message("figures-of-regions", "the figures are of several regions")
                : Message("ranks-of-regions", "the ranks are of several regions")
        }
        if layout.document.hasSeveralFilters {
            return Message("ranks-of-filters", "the ranks are of several regions, nations or kinds")
        }
        guard count > maxPeriods else { return excess }
        return Message(
            "periods-for-chart", "\(count) periods, and a chart shows at most \(maxPeriods)")
    }

    /// Returns the reason why there is no plot if one of these columns, at least two, is missing.
    private static func lack(of names: [String]) -> Message {
        Message(
            "chart-needs-columns",
            "\(Message.list(names.dropLast().map { Message($0) })) or \(names.last ?? "") is not among the columns"
        )
    }
}
