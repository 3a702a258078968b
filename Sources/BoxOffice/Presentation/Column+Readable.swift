/// The columns of documents for readers, if the user chooses none.
///
/// Programs want every figure of a chart; readers want the ones that fit on a page.
extension Column {
    /// Returns the columns for a table: for charts, the most readable ones, and of a poster only
    /// the picture.
    ///
    /// - Parameter usual: the columns that other formats would write.
    public static func ofReadableTable(_ usual: [String]) -> [String] {
        ofChart(
            usual,
            figures: [
                "open_date", "audience_count", "audience_total", "sales_amount", "sales_share",
                "screen_count", "show_count",
            ])
    }

    /// Returns the columns for a page on which each film has a card instead of a row.
    ///
    /// They include sales if there are several currencies, or no admissions, because not every
    /// country counts admissions.
    public static func ofCards(_ usual: [String]) -> [String] {
        let isJoined = usual.prefix(while: ofOrigin.contains).contains("currency")
        let sales = isJoined || !usual.contains("audience_count") ? ["sales_amount"] : []
        return ofChart(usual, figures: ["audience_count", "audience_total"] + sales)
    }

    /// Returns the columns `names` with the rank marker after the rank's change.
    package static func withMarker(_ names: [String]) -> [String] {
        guard !names.contains("rank_marker"), let index = names.firstIndex(of: "rank_change")
        else { return names }
        return names[...index] + ["rank_marker"] + names[(index + 1)...]
    }

    /// Returns the columns `names`, the most important first, because a narrow page leaves out the
    /// last ones.
    ///
    /// In a chart, columns that were added on request, such as directors, come after a film's rank
    /// and audience. For films, the columns that most people look for come first; elsewhere the
    /// given order stays. Columns that identify the source of a row come before everything.
    public static func byImportance(_ names: [String]) -> [String] {
        let firsts = [
            (ofMarket, ["from", "to", "nation", "sales", ofMarket]),
            (ofRuns, ["title", "audience_total", ofRuns, "open_date", "first_week", "multiple"]),
            (ofRanking, ["rank", "title", "audience", ofRanking]),
        ]
        if let (_, first) = firsts.first(where: { names.contains($0.0) }) {
            // The days of a row show what its unit is.
            let last = ["unit"].filter(names.contains)
            return first.filter(names.contains)
                + names.filter { !(first + last).contains($0) } + last
        }
        let origin = names.prefix(while: ofOrigin.contains)
        if !origin.isEmpty { return origin + byImportance(Array(names[origin.endIndex...])) }
        guard names.contains("rank") else {
            let first = [
                "movie_code", "title", "open_date", "directors", "rating", "genres",
                "running_minutes", "actors",
            ].filter(names.contains)
            return first.contains("directors")
                ? first + names.filter { !first.contains($0) } : names
        }
        let first = ["rank", "title", "rank_marker", "audience_count"]
        // For runs that are compared by days or weeks, dates say more.
        let isCounted = names.contains("day") || names.contains("week")
        let last =
            ["audience_total", "sales_share", "sales_amount", "open_date"]
            + (isCounted ? ["release_day"] : []) + ["screen_count", "show_count", "poster_url"]
        return first.filter(names.contains)
            + names.filter { !first.contains($0) && !last.contains($0) }
            + last.filter(names.contains)
    }

    /// Returns rank, change, title and `figures`, and after them the columns that do not belong to
    /// the chart; the usual columns if the rows are not a chart, but with bounds as one column.
    ///
    /// Columns that identify the source of a row stay first.
    private static func ofChart(_ usual: [String], figures: [String]) -> [String] {
        if usual.contains("on_chart") {
            // For runs, all columns except codes, changes and those implied by an empty figure.
            let left: Set = [
                "title", "movie_code", "on_chart", "rank_change", "year_week", "sales_total",
            ]
            return ["title"] + usual.filter { !left.contains($0) }
        }
        if usual.contains(ofRuns) { return usual.filter { $0 != "movie_code" } }
        if usual.contains(ofMarket) {
            return usual.compactMap {
                $0 == "sales_at_least" ? "sales" : $0 == "sales_at_most" ? nil : $0
            }
        }
        if usual.contains(ofRanking) {
            return [
                "rank", "title", "open_date", "audience", ofRanking, "audience_total", "sales",
                "days_on_chart", "best_rank",
            ]
        }
        let ofPosters = Set(Poster.table.dataset.columns.map(\.name)).subtracting(["poster_url"])
        let usual = usual.filter { !ofPosters.contains($0) }
        guard usual.contains("rank"), usual.contains("rank_change") else { return usual }
        let ofChart = Set(ChartEntry.table.dataset.columns.map(\.name))
        let others = usual.filter { !ofChart.contains($0) && $0 != ofDeepCharts }
        return usual.prefix(while: ofOrigin.contains) + ["rank", "rank_marker", "title"]
            + usual.filter { $0 == ofDeepCharts } + figures + others
    }

    /// The columns that exist only in markets, in runs with one row per film, and in rankings.
    private static let ofMarket = "is_consistent"
    private static let ofRuns = "first_weekend"
    private static let ofRanking = "is_rank_sure"
    /// The column that exists only in charts joined from several.
    private static let ofDeepCharts = "film_nation"

    /// True if the texts are bounds of numbers, which are aligned like figures.
    package var hasBounds: Bool { ["audience", "sales"].contains(name) && kind == .text }

    /// The columns that rows from several sources begin with.
    package static let ofOrigin = ["source", "currency"]
}
