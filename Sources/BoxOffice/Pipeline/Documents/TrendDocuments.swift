/// One document of the runs of films, which is written when all charts are there.
///
/// Charts come by day and rows stand by film, so the lines of the films are held: at most one a film
/// and period.
struct TrendDocuments<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>: Documents, ~Copyable
{
    private var document: Document<Format, Output>
    private var figures: TrendFigures
    private let plan: Plan

    /// Writes the runs of `query` into `document`.
    init(_ document: consuming Document<Format, Output>, of plan: Plan, _ query: TrendQuery) {
        self.document = document
        self.plan = plan
        figures = TrendFigures(of: query)
    }

    var rows: Int { figures.count }
    /// Zero until the document is finished.
    var count: Int { 0 }
    var seen: Set<String> { [] }
    /// True: there are no pictures to stop.
    var takesMorePictures: Bool { true }

    mutating func append(_ reply: Reply) throws(Fault) -> Int {
        guard case .page(let page, .edition(let edition), _) = reply else { return 0 }
        try figures.add(page, of: edition.period)
        return page.count
    }

    /// Does nothing: no row is complete before the last chart.
    mutating func flushIfLive() throws(Fault) {}

    mutating func handOverRest() {}

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments {
        let plan = plan
        let figures = figures
        var document = document
        try figures.forEachPage { page throws(Fault) in
            var seen: Set<String> = []
            _ = try document.append(page, plan, limit: .max, seen: &seen)
        }
        let remarks = figures.filmsOnNoChart.map(Fault.onNoChart)
        var ending = ending
        ending.warnings += remarks
        return FinishedDocuments(count: 1, remarks: remarks + (try document.finish(ending)))
    }
}

extension Fault {
    fileprivate static func onNoChart(_ film: TrendFilm) -> Fault {
        Fault(
            .notFound, "on-no-chart",
            "'\(film.title)' (\(film.code)) is on none of the charts that were asked for")
    }
}
