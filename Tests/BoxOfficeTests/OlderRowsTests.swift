import Testing

@testable import BoxOffice
@testable import Engine

/// The rows of a file that is brought up to date: which stay, and which make room for new ones.
@Suite struct OlderRowsTests {
    private static let period = Period(of: .daily, containing: Day(daysSince1970: 19_000))
    private static let korean = ChartFilter(nation: .korean)
    private var query = ChartQuery(periods: Periods(from: Self.period, to: Self.period))

    /// Returns the rows of a day after `answers`: a letter for each that was there before, and `+` for
    /// a new one; nil if the day is not written.
    ///
    /// - Parameters:
    ///   - old: the letters of its rows, with the value that each has in `column`.
    ///   - column: a column beside the day and the admissions.
    ///   - answers: for each edition the ranks of the new rows, and whether they are `short`, of a
    ///     `table`, or `confirmed`.
    private func rows(
        _ old: KeyValuePairs<String, String>, under column: String, top: Int = .max,
        after answers: [(filter: ChartFilter, ranks: Range<Int>, state: String)]
    ) throws -> String? {
        let day = Self.period.from
        let plan = try Plan(
            [SourcePlan(Asked(.chart(query)), to: TestSource())], at: Instant(startOf: day),
            top: top
        ).choosing(["date", column, "audience_count"])
        var document = try ExistingDocument(
            of: query, columns: plan.columns, from: plan.sourcePlans, top: top)
        for (place, row) in old.enumerated() {
            let texts = ["\(day)", row.value, "1"]
            try document.add(texts.map { (nil, $0) }, at: place..<place + 1)
        }
        let bytes = old.flatMap { Array($0.key.utf8) }
        let outcome = Outcome()
        var documents = try Documents<FakeSink>(
            of: plan, by: .day, over: (document, { range throws(Fault) in Array(bytes[range]) })
        ) { _ throws(Fault) in
            try OpenDocument(
                FakeFormat(), .empty, into: FakeSink(outcome: outcome), isContinued: true,
                inEnglish: [], Tally())
        }
        for (filter, ranks, state) in answers {
            let edition = ChartEdition(Self.period, filter: filter, source: "test")
            let entries = ranks.map { rank in
                var entry = ChartEntry("\(rank)", in: edition, rank: rank)
                entry.audienceCount = 1
                return entry
            }
            var page = Page(entries, of: ChartEntry.table)
            page.state.isShort = state == "short"
            page.state.mayLackRows = state == "table"
            page.state.isConfirmed = state == "confirmed"
            _ = try documents.append(
                FetchedPage(
                    sourcePlan: 0, subject: .edition(edition), page: page, next: nil))
        }
        return outcome.isCommitted ? outcome.text.replacing("\(day)\n", with: "+") : nil
    }

    @Test(
        "Fewer rows in doubt replace none, and those that stand replace all, whatever they lack",
        arguments: [
            (1..<2, "short", "ab"), (1..<2, "table", "ab"), (1..<3, "short", "++"),
            (1..<2, "confirmed", "+"), (1..<1, "short", "ab"), (1..<1, "", ""),
        ])
    func doubt(ranks: Range<Int>, state: String, result: String) throws {
        let rows = try rows(
            ["a": "t", "b": "t"], under: "title", after: [(ChartFilter(), ranks, state)])
        #expect(rows == result)
    }

    @Test(
        "Of the first two rows, a third one counts as missing, whatever the file shows",
        arguments: ["rank", "title"])
    func top(column: String) throws {
        let rows = try rows(
            ["a": "1", "b": "2"], under: column, top: 2,
            after: [(ChartFilter(), 2..<4, "short")])
        #expect(rows == "ab")
    }

    @Test("The rows of a region in doubt stay beside the new ones of another")
    func regions() throws {
        var suite = self
        let regions = Array(Region.all.prefix(2))
        suite.query = ChartQuery(periods: query.periods, regions: regions)
        let rows = try suite.rows(
            ["a": regions[0].name, "b": regions[0].name, "c": regions[1].name], under: "region",
            after: [
                (ChartFilter(region: regions[0]), 1..<2, "short"),
                (ChartFilter(region: regions[1]), 1..<3, ""),
            ])
        #expect(rows == "ab++")
    }

    @Test(
        "Rows of a nation are counted apart from those of all films, if a column tells them apart",
        arguments: [("nation", "++cd"), ("title", nil)] as [(String, String?)])
    func nations(column: String, result: String?) throws {
        var suite = self
        suite.query.held = [Self.period: [ChartFilter(), Self.korean]]
        let rows = try suite.rows(
            ["a": "", "b": "", "c": "korean", "d": "korean"], under: column,
            after: [(ChartFilter(), 1..<3, "table"), (Self.korean, 1..<2, "table")])
        #expect(rows == result)
    }
}
