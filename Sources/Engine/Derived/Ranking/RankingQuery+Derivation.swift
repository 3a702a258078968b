package import BoxOffice

extension RankingQuery: Derivation {
    package var isDeep: Bool { !nations.isEmpty }

    package func check(_ source: any Source) throws(Fault) {
        try source.holdings.check(charts)
        let columns = source.columns(of: charts)
        guard columns.isSuperset(of: ["rank", "movie_code", "title"]) else { throw .ownRows }
        guard columns.isSuperset(of: ["audience_count", "audience_total"]) else {
            throw .noAdmissions
        }
        guard source.policy.order == .admissions else {
            throw .notByAdmissions(source.manifest.name)
        }
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<RankingDay>? {
        guard charts.areWhole else { return nil }
        let day = try RankingDay(
            charts.pages, joined: charts.joined, isFiltered: nation != nil || kind != nil,
            charts.policy)
        var reading = Reading(day)
        if day.rowsLeftOut > 0 { reading.remarks = [.rowsLeftOut(day.rowsLeftOut)] }
        return reading
    }

    package func sum(from source: any Source) -> RankingFigures {
        RankingFigures(of: self, from: source)
    }

    package var face: Face {
        let name = RankingEntry.table.dataset.name
        let filter = ChartFilter(region: nil, nation: nation, kind: kind)
        var face = Face(
            RankingEntry.table.dataset, usualColumns: RankingEntry.usualColumns,
            readableColumns: [
                "rank", "title", "open_date", "audience", "is_rank_sure", "audience_total",
                "sales", "days_on_chart", "best_rank",
            ], title: .list([.dataset(name), Message(days.text)] + filter.wordings))
        face.firstColumns = ["rank", "title", "audience", "is_rank_sure"]
        face.lastColumns = ["unit"]
        face.days = days
        (face.notes, face.mainNotes, face.hasNotesBelow) = (notes, 3, true)
        let unsure = Message("rank-not-sure", "not sure")
        face.words = ChartFilter.words
        face.words["unit"] = CalendarUnit.words
        face.words["is_rank_sure"] = [.boolean(true): "✓", .boolean(false): unsure]
        face.columnsOfCharts = ["movie_code", "title", "open_date", "audience_total"]
        face.sentences = sentences(ofTables: false)
        let scope = ["period", "nation", "kind"]
        let filters = [nation?.rawValue, kind?.rawValue].map { $0 ?? Bookmarks.Series.all }
        face.replacement.columns = RankingEntry.usualColumns + ["unit"]
        face.replacement.scope = scope
        face.replacement.valuesOfScope = [period.name] + filters
        face.replacement.emptyIfDeep = "best_rank"
        face.replacement.missing = .scope
        face.replacement.view = "film_rankings"
        face.replacement.order = ["source"] + scope + ["rank"]
        return face
    }

    /// The notes on bounds and ranks; the ones that every reader needs come first.
    private var notes: [SourceNote] {
        let sure = Message(
            "note-ranking-sure",
            "is_rank_sure is false if another film, on a chart or not, could change the rank of this one within the bounds"
        )
        return [
            SourceNote(
                "note-ranking",
                "admissions and sales of the period lie between two bounds, which follow from the figures and the totals to date of charts; nothing is estimated, rows are ordered by the lower bound of admissions, and films that were on no chart are not in the list"
            ),
            SourceNote(
                "note-ranking-total",
                "audience_total is the total to date on the last day of the period on which the film was on a chart",
                on: "audience_total"),
            SourceNote(
                "note-ranking-audience",
                "a range shows both bounds; ≥ means that admissions have no upper bound, because a chart of these days is missing or incomplete",
                on: "audience"),
            SourceNote(
                couldBeDeep
                    ? Message(
                        "note-ranking-deeper", "\(sure); --deep brings the bounds closer together")
                    : sure,
                on: "is_rank_sure"),
            SourceNote(
                "note-ranking-answers",
                "the bounds follow from the published figures: the true figure may lie outside if these are corrected later, if a correction falls on days off the chart, or if two corrections cancel out"
            ),
        ]
            + ["sales", "sales_at_most"].map {
                SourceNote(
                    "note-ranking-sales",
                    "sales have no upper bound if the period goes on after the film's last day on the chart, because charts are ordered by admissions",
                    on: $0)
            }
            + (!nations.isEmpty
                ? [
                    SourceNote(
                        "note-ranking-deep",
                        "the charts of all, of Korean and of foreign films were read; best_rank is the rank on the chart of all films, and a film's nation is assumed not to change"
                    )
                ] : [])
    }
}
