internal import BoxOffice

/// The ranks of films over the periods of a chart, as a bump chart.
///
/// Ranks 1…20 of at most 2,000 films are drawn over at most 62 periods: without ties there are fewer.
/// That takes less than 2 MB until the chart is written.
struct RankChart {
    private var series: RankSeries?
    /// Why there is no chart, as far as that is known before the rows.
    private let refusal: Fault?
    private let rank: Int?
    private var hasOtherRanks = false

    /// Prepares for the ranks of a document; nil if it has no ranks over several periods.
    init?(_ layout: Layout) {
        guard let count = layout.document.periods?.count, count > 1, layout.document.trend == nil
        else { return nil }
        refusal =
            RankSeries.periodCount(layout) == nil
            ? .noRankChart(
                Message(
                    "chart-needs-ranks", "movie_code, title or rank is not among the columns"))
            : layout.document.regions.count > 1
                ? .noRankChart(Message("ranks-of-regions", "the ranks are of several regions"))
                : count > Self.mostPeriods
                    ? .noRankChart(
                        .tooManyPeriods(count, most: Self.mostPeriods))
                    : nil
        rank = layout.index(of: "rank")
        series =
            refusal == nil
            ? RankSeries(layout, ranks: Self.drawnRanks, mostFilms: Self.mostFilms) : nil
    }

    /// Turns to the ranks of `period`.
    mutating func begin(_ period: Period) { series?.begin(period) }

    /// Adds the rank in a row.
    mutating func add(_ row: Span<Value>) {
        guard series != nil else { return }
        series?.add(row)
        if let rank, case .integer(let number) = row[rank], !Self.drawnRanks.contains(number) {
            hasOtherRanks = true
        }
    }

    /// Why there is no chart, or what it leaves out; nil if it shows all.
    var remark: Fault? {
        if let refusal { return refusal }
        guard let series, series.begunPeriods.count > 1, !series.films.isEmpty else { return nil }
        if series.hasTooManyFilms {
            return .noRankChart(Message("over-films", "over \(Self.mostFilms) films"))
        }
        return hasOtherRanks ? .shortened(toRank: Self.drawnRanks.upperBound) : nil
    }

    /// Writes the figure; nothing if fewer than two periods have come, or no film.
    func write(isKorean: Bool, into output: inout ByteBuffer) {
        guard let series, !series.hasTooManyFilms,
            let drawing = RankDrawing(series, isKorean: isKorean),
            let chart = series.periods.first?.chart
        else { return }
        let name = Heading(isKorean: isKorean).name(of: chart)
        var svg = SVGWriter()
        svg.beginFigure(
            isKorean ? "\(name) 순위" : "\(name) ranks", series.sentence(isKorean: isKorean),
            width: RankDrawing.width, height: drawing.height)
        drawing.write(isKorean: isKorean, into: &svg)
        svg.endFigure()
        output.append(svg.text)
    }

    /// The ranks that are drawn.
    static let drawnRanks = 1...20
    private static let mostPeriods = 62
    private static let mostFilms = 2000
}

extension RankSeries {
    /// What a chart of the ranks shows, for screen readers.
    fileprivate func sentence(isKorean: Bool) -> String {
        let begun = begunPeriods.sorted()
        let isDaily = periods.first?.chart == .daily
        let leaders = [begun.first, begun.last].compactMap { index -> String? in
            guard let index,
                let film = films.indices.min(by: {
                    films[$0].ranks[index] ?? .max < films[$1].ranks[index] ?? .max
                }), let rank = films[film].ranks[index]
            else { return nil }
            let period = isDaily ? "\(periods[index].from)" : "\(periods[index].week)"
            return isKorean
                ? "\(period) \(rank)위는 \(names[film])."
                : "Rank \(rank) on \(period): \(names[film])."
        }
        let count = begun.count
        let what =
            isKorean
            ? "\(count)\(isDaily ? "일" : "주") 동안 영화 \(films.count)편의 순위를 이은 선그래프."
            : "Line chart of the ranks of \(films.count) film\(films.count == 1 ? "" : "s") "
                + "over \(count) \(isDaily ? "days" : "weeks")."
        return ([what] + leaders).joined(separator: " ")
    }
}

extension Fault {
    fileprivate static func shortened(toRank last: Int) -> Fault {
        Fault(
            .notFound, "short-rank-chart",
            Message("short-rank-chart", "the chart of the ranks shows only ranks 1 to \(last)"))
    }
}
