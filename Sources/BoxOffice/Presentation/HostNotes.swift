extension Fault {
    /// The code of the warning that charts of a day contradict each other: nothing is missing, and
    /// a column shows it.
    package static let contradictionOfMarket = "market-contradiction"
}

/// Notes for readers on rows that are computed from several charts, whatever their source.
extension DocumentDescription {
    /// The notes, each with the column that it is about.
    var notesOfHost: [SourceNote] {
        if market != nil { return Self.ofMarket }
        if let ranking { return Self.ofRanking(ranking) }
        if trend?.isByFilm == true { return Self.ofRuns(isDeep: isDeep) }
        return isDeep ? Self.ofDeepCharts : []
    }

    /// The number of notes at the beginning that explain what the rows are and how to read them.
    package var mainNotes: Int { ranking == nil ? 2 : 3 }

    /// Returns the notes on bounds and ranks; the ones that every reader needs come first.
    private static func ofRanking(_ query: RankingQuery) -> [SourceNote] {
        let isDeep = !query.nations.isEmpty
        let sure = Message(
            "note-ranking-sure",
            "is_rank_sure is false if another film, on a chart or not, could change the rank of this one within the bounds"
        )
        let bounds = Message(
            "note-ranking-audience",
            "a range shows both bounds; ≥ means that admissions have no upper bound, because a chart of these days is missing or incomplete"
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
            SourceNote(bounds, on: "audience"),
            SourceNote(
                query.couldBeDeep
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
            + (isDeep
                ? [
                    SourceNote(
                        "note-ranking-deep",
                        "the charts of all, of Korean and of foreign films were read; best_rank is the rank on the chart of all films, and a film's nation is assumed not to change"
                    )
                ] : [])
    }

    private static func ofRuns(isDeep: Bool) -> [SourceNote] {
        let empty = SourceNote(
            "note-runs",
            "a figure is empty if the film was off the chart on a day that it needs, or if that day was not requested or not available; nothing is estimated"
        )
        let deep = SourceNote(
            "note-runs-deep",
            "days_on_chart counts the days on the chart of all, of Korean or of foreign films; best_rank and days_at_1 are those of the chart of all films"
        )
        let days = Message(
            "note-runs-days",
            "days_to_1m and the like are the day of release on which audience_total reached that number; they are empty if it did not on the requested days, or if the film was off the chart on the day before"
        )
        return [empty] + (isDeep ? [deep] : []) + [
            SourceNote(
                "note-runs-total",
                "audience_total and sales_total are those of the last day on the chart (last_seen)",
                on: "audience_total"),
            SourceNote(
                "note-runs-weekend",
                "first_weekend has Friday to Sunday of the opening week, and is empty for a film that opened on a Saturday or Sunday",
                on: "first_weekend"),
            SourceNote(
                "note-runs-multiple",
                "multiple is audience_total divided by first_weekend; it is empty unless the film was off the chart on the last seven requested days, because its run may go on",
                on: "multiple"),
        ] + ["1m", "3m", "5m", "10m"].map { SourceNote(days, on: "days_to_\($0)") }
    }

    private static let ofMarket = [
        SourceNote(
            "note-market",
            "all sales lie between two bounds, which follow from the amounts and the rounded shares that charts publish; nothing is estimated"
        ),
        SourceNote(
            "note-market-sales",
            "sales is the middle of the bounds, followed by the most that the true amount can differ from it; 억원 is 100 million won",
            on: "sales"),
        SourceNote(
            "note-market-shares",
            "shares are bounds, too, rounded outwards: the true share is between them",
            on: "nation_share_at_least"),
        SourceNote(
            "note-market-audience",
            "audience_at_least counts only the films on the charts, so all films together have at least as many admissions",
            on: "audience_at_least"),
        SourceNote(
            "note-market-films",
            "films_known is the number of films on the charts, each counted once; at least as many were shown",
            on: "films_known"),
        SourceNote(
            "note-market-consistent",
            "is_consistent is false where the charts of a day contradict each other: the bounds are then the smallest that hold all of them",
            on: "is_consistent"),
        SourceNote(
            "note-market-change",
            "changes are bounds, too, rounded outwards: compared with the same days a year before",
            on: "sales_change_rate_at_least"),
    ]

    private static let ofDeepCharts =
        [
            SourceNote(
                "note-deep",
                "rows are joined from the charts of all, of Korean and of foreign films"),
            SourceNote(
                "note-deep-rank",
                "the rank of a film that is not on the national chart is empty unless it can be proved",
                on: "rank"),
            SourceNote(
                "note-deep-share",
                "sales_share is that of the national chart, and empty for films that are not on it",
                on: "sales_share"),
        ]
        + ["rank_change", "rank_marker", "is_new"].map {
            SourceNote(
                "note-deep-change",
                "rank changes and new entries are those of the national chart, and empty for films that are not on it",
                on: $0)
        }
}
