extension Fault {
    /// The code of charts of a day that contradict each other: nothing is missing, and a column shows it.
    package static let contradictionOfMarket = "market-contradiction"
}

/// What readers should know of rows that are made of several charts, whatever their source.
extension DocumentDescription {
    /// A note for each fact, on the column that it is about.
    var notesOfHost: [SourceNote] {
        market == nil ? isDeep ? Self.ofDeepCharts : [] : Self.ofMarket
    }

    private static let ofMarket = [
        SourceNote(
            Message(
                "note-market",
                "all sales lie between two bounds, which follow from the amounts and the rounded shares that charts publish; nothing is estimated"
            )),
        SourceNote(
            Message(
                "note-market-sales",
                "sales is the middle of the bounds, and how far the true amount is from it at most; 억원 is 100 million won"
            ),
            on: "sales"),
        SourceNote(
            Message(
                "note-market-shares",
                "shares are bounds, too, rounded outwards: the true share is between them"),
            on: "nation_share_at_least"),
        SourceNote(
            Message(
                "note-market-audience",
                "audience_at_least has the admissions of the films on the charts alone, so those of all films are at least as many"
            ), on: "audience_at_least"),
        SourceNote(
            Message(
                "note-market-films",
                "films_known is how many films were on the charts, each counted once; there were at least as many"
            ), on: "films_known"),
        SourceNote(
            Message(
                "note-market-consistent",
                "is_consistent is false where the charts of a day contradict each other: the bounds are then the smallest that hold all of them"
            ), on: "is_consistent"),
        SourceNote(
            Message(
                "note-market-change",
                "changes are bounds, too, rounded outwards: compared with the same days a year before"
            ), on: "sales_change_rate_at_least"),
    ]

    private static let ofDeepCharts =
        [
            SourceNote(
                Message(
                    "note-deep",
                    "rows are joined from the charts of all, of Korean and of foreign films")),
            SourceNote(
                Message(
                    "note-deep-rank",
                    "a rank below the national chart is proved, and empty where it cannot be proved"
                ),
                on: "rank"),
            SourceNote(
                Message(
                    "note-deep-share",
                    "sales_share is that of the national chart, and empty for films that are not on it"
                ), on: "sales_share"),
        ]
        + ["rank_change", "rank_marker", "is_new"].map {
            SourceNote(
                Message(
                    "note-deep-change",
                    "rank changes and new entries are those of the national chart, and empty for films that are not on it"
                ), on: $0)
        }
}
