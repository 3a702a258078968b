/// One document of the runs of films, which is written when all charts are there.
struct TrendDocuments<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>:
    TrendCollection, ~Copyable
{
    private var document: Document<Format, Output>
    var figures: TrendFigures
    private let plan: Plan

    /// Writes the runs of `query` into `document`.
    init(_ document: consuming Document<Format, Output>, of plan: Plan, _ query: TrendQuery) {
        self.document = document
        self.plan = plan
        figures = TrendFigures(of: query)
    }

    var rows: Int { figures.count }

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments {
        let plan = plan
        let figures = figures
        var document = document
        try figures.forEachPage { page throws(Fault) in
            var seen: Set<String> = []
            _ = try document.append(page, plan, limit: .max, seen: &seen)
        }
        if let (first, last) = figures.days { document.cover(first, last) }
        let remarks = figures.filmsOnNoChart.map {
            Fault.onNoChart($0).within(
                Fault.Scope(source: plan.source.manifest.name, movieCode: $0.code))
        }
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
