internal import BoxOffice

/// The runs of films as lines over days, or weeks, of release.
///
/// At most 30 films are drawn, the first ten of them in colour, over at most 3,650 days. The figures
/// take at most about 10 MB until the chart is written. A line has at most 730 points.
struct RunChart {
    private var series: TrendSeries?
    /// Why there is no chart; nil if there is one.
    private let refusal: Fault?

    /// Prepares for the rows of a document; nil if it shows no runs.
    init?(_ layout: Layout) {
        guard let query = layout.document.trend else { return nil }
        let series = TrendSeries(layout)
        let count = query.films.compactMap(\.periods?.count).max() ?? 0
        refusal =
            series == nil
            ? .noTrendChart(TrendSeries.needs(for: query))
            : layout.document.regions.count > 1
                ? .noTrendChart(Message("figures-of-regions", "the figures are of several regions"))
                : query.films.count > Self.mostFilms
                    ? .noTrendChart(
                        .tooManyFilms(query.films.count, most: Self.mostFilms))
                    : count > Self.mostDays
                        ? .noTrendChart(
                            .tooManyPeriods(count, most: Self.mostDays))
                        : nil
        self.series = refusal == nil ? series : nil
    }

    /// Adds the figures in a row.
    mutating func add(_ row: Span<Value>) { series?.add(row) }

    /// Why there is no chart, or what it leaves out; nil if it shows all.
    var remark: Fault? {
        if let refusal { return refusal }
        return stride > 1 ? .thinned(stride) : nil
    }

    /// Writes the figure; nothing if there is no figure of any film.
    func write(isKorean: Bool, into output: inout ByteBuffer) {
        guard let series,
            let drawing = RunDrawing(series, stride: stride, isKorean: isKorean)
        else { return }
        let header = isKorean ? series.column.koreanHeader : series.column.name
        var svg = SVGWriter()
        svg.beginFigure(
            isKorean ? "흥행 추이: \(header)" : "runs: \(header)",
            series.sentence(isKorean: isKorean), width: RunDrawing.width, height: drawing.height)
        drawing.write(into: &svg)
        svg.endFigure()
        output.append(svg.text)
    }

    /// Of how many days one figure is drawn, so that a line has few enough points.
    private var stride: Int {
        (min(series?.last ?? 0, Self.mostDays) + Self.mostPoints - 1) / Self.mostPoints
    }

    /// The last day that is drawn.
    static let mostDays = 3650
    private static let mostFilms = 30
    private static let mostPoints = 730
}

extension TrendSeries {
    /// What a chart of the runs shows, for screen readers.
    fileprivate func sentence(isKorean: Bool) -> String {
        let header = isKorean ? column.koreanHeader : column.name
        var best: (height: Double, day: Int, text: String, name: String)?
        let areRanks = column.name == "rank"
        for film in films {
            for (day, value) in film.values.sorted(by: { $0.key < $1.key }) {
                guard let height = value.heightOnAxis.map({ areRanks ? -$0 : $0 }),
                    height > best?.height ?? -.infinity
                else { continue }
                best = (height, day, value.readable(as: column.kind), film.name)
            }
        }
        let unit = isKorean ? (chart == .daily ? "일" : "주") : (chart == .daily ? "day" : "week")
        let peak = best.map {
            isKorean
                ? " 최고는 \($0.name)의 \($0.day)\(unit)차 \($0.text)."
                : " Best: \($0.text), \($0.name), \(unit) \($0.day)."
        }
        let count = films.count
        return isKorean
            ? "영화 \(count)편의 \(isOfRelease ? "개봉 후 " : "")\(last)\(unit)간 \(header) 선그래프.\(peak ?? "")"
            : "Line chart of \(header) of \(count) film\(count == 1 ? "" : "s") "
                + "over \(last) \(unit)\(last == 1 ? "" : "s")\(isOfRelease ? " of release" : "")."
                + (peak ?? "")
    }
}

extension Fault {
    fileprivate static func thinned(_ stride: Int) -> Fault {
        Fault(
            .notFound, "thinned-trend-chart",
            Message(
                "thinned-trend-chart",
                "the chart of the runs shows the greatest of every \(stride) figures, of ranks the best"
            ))
    }
}
