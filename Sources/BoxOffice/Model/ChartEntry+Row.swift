extension ChartEntry {
    /// Creates an entry of a chart from the values of a row of a table or of an executable.
    ///
    /// - Parameters:
    ///   - edition: the edition that it belongs to.
    ///   - territory: the territory of the source.
    ///   - tellsChange: true if the rows have a column with changes of rank.
    ///   - value: returns the value of the column with a name.
    package init(
        _ edition: ChartEdition, in territory: Territory, tellsChange: Bool,
        _ value: (String) -> Value
    ) {
        func units(_ name: String) -> Int? {
            value(name).decimal?.units(withPlaces: territory.currency.places)
        }
        let fetched = value("fetched_at").text.flatMap(Instant.init)
        self.init(
            edition: edition, source: edition.source,
            fetchedAt: fetched ?? Instant(startOf: edition.period.from),
            rank: value("rank").integer,
            rankChange: value("is_new") == .boolean(true)
                ? .new : value("rank_change").integer.map(RankChange.places),
            movieCode: value("movie_code").text ?? "", title: value("title").text ?? "",
            in: territory)
        lacksRankChange = !tellsChange
        openDate = value("open_date").day
        salesAmount = units("sales_amount")
        salesShare = value("sales_share").decimal
        salesChange = units("sales_change")
        salesChangeRate = value("sales_change_rate").decimal
        salesTotal = units("sales_total")
        audienceCount = value("audience_count").integer
        audienceChange = value("audience_change").integer
        audienceChangeRate = value("audience_change_rate").decimal
        audienceTotal = value("audience_total").integer
        screenCount = value("screen_count").integer
        showCount = value("show_count").integer
    }
}
