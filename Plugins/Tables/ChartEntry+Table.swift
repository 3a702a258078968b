internal import BoxOffice

extension ChartEntry {
    /// Creates an entry of a chart from the values of a row of a table.
    ///
    /// - Parameters:
    ///   - edition: the edition that it belongs to.
    ///   - territory: the territory of the source.
    ///   - tellsChange: true if its file has a column with changes of rank.
    ///   - value: returns the value of the column with a name.
    init(
        _ edition: ChartEdition, in territory: Territory, tellsChange: Bool,
        _ value: (String) -> Value
    ) {
        func text(_ name: String) -> String? {
            if case .text(let text) = value(name) { text } else { nil }
        }
        func integer(_ name: String) -> Int? {
            if case .integer(let integer) = value(name) { integer } else { nil }
        }
        func units(_ name: String) -> Int? {
            guard case .decimal(let amount) = value(name) else { return nil }
            return amount.units(withPlaces: territory.currency.places)
        }
        func percent(_ name: String) -> Decimal? {
            if case .decimal(let percent) = value(name) { percent } else { nil }
        }
        let fetched = text("fetched_at").flatMap(Instant.init)
        self.init(
            edition: edition, source: edition.source,
            fetchedAt: fetched ?? Instant(startOf: edition.period.from), rank: integer("rank"),
            rankChange: value("is_new") == .boolean(true)
                ? .new : integer("rank_change").map(RankChange.places),
            movieCode: text("movie_code") ?? "", title: text("title") ?? "", in: territory)
        lacksRankChange = !tellsChange
        if case .date(let day) = value("open_date") { openDate = day }
        salesAmount = units("sales_amount")
        salesShare = percent("sales_share")
        salesChange = units("sales_change")
        salesChangeRate = percent("sales_change_rate")
        salesTotal = units("sales_total")
        audienceCount = integer("audience_count")
        audienceChange = integer("audience_change")
        audienceChangeRate = percent("audience_change_rate")
        audienceTotal = integer("audience_total")
        screenCount = integer("screen_count")
        showCount = integer("show_count")
    }
}
