package import BoxOffice

extension MarketQuery: Derivation {
    package func check(_ source: any Source) throws(Fault) {
        guard source.policy.sharesAreOfAll else { throw .noShares(source.manifest.name) }
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<MarketDay>? {
        guard charts.areWhole else {
            return Reading(MarketDay(ofPart: charts.pages, charts: 1 + nations.count))
        }
        // Charts of several days may be from before and after a correction: those do not join.
        let areOfOneDay = Set(charts.pages.compactMap(\.fetchedAt?.dayInSeoul)).count < 2
        let fits =
            areOfOneDay
            || (try? DeepChart(charts.pages, of: nations, rows: charts.policy.rows)) != nil
        let day = try MarketDay(charts.pages, of: nations, charts.policy, fits: fits)
        var reading = Reading(day)
        // A chart that was cut may come complete now, and a kept answer preferred to a shorter new
        // one may not agree with the other charts.
        let mayHeal = charts.pages.contains {
            $0.isKept && (day.hasStray || day.hasBounds && $0.note != nil)
        }
        reading.isDoubtful = !day.isConsistent && (mayHeal || !areOfOneDay)
        reading.isProvisional = day.hasStray
        reading.remarks = day.notes
        return reading
    }

    package func sum(from source: any Source) -> MarketFigures {
        MarketFigures(of: self, from: source)
    }

    package var face: Face {
        let name = MarketEntry.table.dataset.name
        var face = Face(
            MarketEntry.table.dataset, usualColumns: defaultColumns,
            readableColumns: defaultColumns.joining("nation_share").joining("sales"),
            title: .list([.dataset(name), Message(days.text), unit.wording]))
        face.hasUnitsInHeadings = true
        // A row of one day needs no second date, and the days of a row show what its unit is.
        let isOfDays = unit == .day
        face.firstColumns =
            (isOfDays ? ["from"] : ["from", "to"])
            + ["nation", "sales", "nation_share", "is_consistent"]
        face.lastColumns = isOfDays ? ["to", "unit"] : ["unit"]
        face.days = days
        face.facts = [
            Face.Fact(Message("fact-unit", "unit"), unit.wording),
            Face.Fact(
                Message("fact-nations", "nations"), .list(([nil] + nations).map(Message.films))),
        ]
        (face.notes, face.hasNotesBelow) = (Self.notes, true)
        let contradiction = Message("contradiction", "contradiction")
        face.words = ChartFilter.words
        face.columnsOfWords = ["nation"]
        face.words["unit"] = CalendarUnit.words
        face.words["is_consistent"] = [.boolean(true): "✓", .boolean(false): "⚠ \(contradiction)"]
        face.shownWarnings = [Fault.contradiction.code]
        face.plot = plot(under: face.title)
        face.advice = advice
        face.sentences = sentences(ofTables: false)
        face.replacement.columns = defaultColumns
        let rate = "sales_change_rate_at_least"
        face.replacement.values = ["sales_at_least"]
        face.replacement.until = "to"
        face.replacement.counts = ["films_known", "audience_at_least"]
        face.replacement.together = "nation"
        face.replacement.missing = .days(
            until: "sales_at_least", aYearLater: comparesYears ? rate : nil)
        return face
    }

    /// The bands between the bounds of the sales; nil if there is only one row.
    private func plot(under title: Message) -> PlottedRows? {
        let days = spans.map(\.lowerBound)
        guard days.count > 1 else { return nil }
        var plot = PlottedRows(
            ([nil] + nations).map { .init($0?.rawValue ?? "all", named: .films(of: $0)) },
            of: Column("sales", "매출액", .amount), in: ["sales_at_least"], by: "from",
            title: Message("plot-market", "market: bounds of the sales"))
        plot.lineColumn = "nation"
        plot.upperColumn = "sales_at_most"
        (plot.days, plot.unit) = (days, unit)
        plot.description = Message(
            "plot-of-market", "Bands between the bounds of the sales: \(title)")
        plot.absence = Message("no-market-chart", "there is no chart of the market")
        return plot
    }

    /// The note on how to have one row instead of more than seven.
    private var advice: Message? {
        let count = spans.count
        let rows = count * (nations.count + 1)
        guard count > 1, rows > 7, let unit = unitOfOneRow else { return nil }
        return Message(
            "market-in-one-row",
            "that is a row for each of \(count) periods; --by \(unit.rawValue) gives one",
            ko: "기간 {1}개를 한 행씩 표시합니다. 한 행으로 보려면 --by {2}{을/를} 지정하세요")
    }

    private static let shares = SourceNote(
        "note-market-shares",
        "shares are bounds, too, rounded outwards: the true share is between them",
        on: "nation_share")
    private static let notes = [
        SourceNote(
            "note-market",
            "all sales lie between two bounds, which follow from the amounts and the rounded shares that charts publish; nothing is estimated"
        ),
        SourceNote(
            "note-market-sales",
            "sales is the middle of the bounds, followed by the most that the true amount can differ from it; 억원 is 100 million won",
            on: "sales"),
        shares, SourceNote(shares.message, on: "nation_share_at_least"),
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
}

extension [String] {
    /// Returns the columns with the one of two bounds in the place of these.
    fileprivate func joining(_ name: String) -> [String] {
        compactMap { $0 == "\(name)_at_least" ? name : $0 == "\(name)_at_most" ? nil : $0 }
    }
}

extension Fault {
    fileprivate static func noShares(_ source: String) -> Fault {
        Fault(
            .usage, "no-shares",
            "the size of the market cannot be derived from the charts of \(source): it does not say that sales_share is a share of all sales",
            hint: .askAnotherSource)
    }
}
