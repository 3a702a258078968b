import Testing

@testable import BoxOffice
@testable import Engine

/// The deep chart: the charts of all, of Korean and of foreign films joined into one.
@Suite struct DeepChartTests {
    private static let day = Day(daysSince1970: 17_532)

    /// Returns a chart with these films and admissions, in order of rank.
    private func chart(
        _ films: KeyValuePairs<String, Int>, of nation: ChartFilter.Nation? = nil,
        missingRows: [ClosedRange<Int>] = [], at moment: Int = 0,
        _ change: (inout ChartEntry) -> Void = { _ in }
    ) -> Page {
        let edition = ChartEdition(
            Period(of: .daily, containing: Self.day), filter: ChartFilter(nation: nation),
            source: "s")
        let entries = films.enumerated().map { index, film in
            var entry = ChartEntry(
                edition: edition, source: "s", fetchedAt: Instant(secondsSince1970: moment),
                rank: index + 1, rankChange: .places(0), movieCode: film.key,
                title: "t\(film.key)", in: .korea)
            entry.fill()
            (entry.salesAmount, entry.salesTotal) = (film.value * 10, film.value * 100)
            entry.salesShare = Decimal(nation == nil ? 1 : 2, places: 1)
            (entry.audienceCount, entry.audienceTotal) = (film.value, film.value * 10)
            change(&entry)
            return entry
        }
        var page = Page(entries, of: ChartEntry.table, missingRows: missingRows)
        page.fetchedAt = Instant(secondsSince1970: moment)
        page.state.isFinal = true
        return page
    }

    /// Returns the joined chart of charts that are full with three rows.
    private func joined(_ all: Page, _ korean: Page, _ foreign: Page) throws(Fault) -> Page {
        try DeepChart([all, korean, foreign], of: [.korean, .foreign], rows: 3).page
    }

    /// Returns the code, rank and nation of each row.
    private func rows(_ page: Page) throws -> [String] {
        let columns = try page.dataset.indices(of: ["movie_code", "rank", "film_nation"])
        return try page.rows(columns).map { row in
            row.map { $0 == .missing ? "?" : $0.readable(as: .text) }.joined(separator: " ")
        }
    }

    @Test("A rank is proved down to the last row of every full chart, and empty below")
    func ranks() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]),
            chart(["A": 90, "B": 70, "C": 50], of: .korean),
            chart(["F": 80, "G": 60, "H": 40], of: .foreign))
        // A Korean film that is on no chart may have 50, so that H may rank below it.
        #expect(
            try rows(page) == [
                "A 1 korean", "F 2 foreign", "B 3 korean", "G 4 foreign", "C 5 korean",
                "H ? foreign",
            ])
        let entries = page.records(ChartEntry.self)
        #expect(entries.prefix(3).allSatisfy { $0.rankChange != nil && $0.salesShare != nil })
        #expect(entries.dropFirst(3).allSatisfy { $0.rankChange == nil && $0.salesShare == nil })
        #expect(page.rowsWithoutFigures == 0)
        #expect(entries.allSatisfy { $0.edition.filter == ChartFilter() })
    }

    @Test("A last row without admissions bounds with those that the chart of all films has")
    func lastWithoutFigures() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]),
            chart(["A": 90, "B": 70], of: .korean) { entry in
                if entry.movieCode == "B" { entry.audienceCount = nil }
            },
            chart(["F": 80, "G": 60], of: .foreign))
        #expect(try rows(page) == ["A 1 korean", "F 2 foreign", "B 3 korean", "G ? foreign"])
    }

    @Test(
        "Films with equal admissions share a rank, even at the edge of a full chart")
    func ties() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]),
            chart(["A": 90, "B": 70, "D": 50], of: .korean),
            chart(["F": 80, "G": 50, "C": 50], of: .foreign))
        // Any other film with 50 shares rank 4.
        #expect(
            try rows(page) == [
                "A 1 korean", "F 2 foreign", "B 3 korean", "C 4 foreign", "D 4 korean",
                "G 4 foreign",
            ])
    }

    @Test(
        "With equal admissions, the order is that of the chart of all films, then of the codes")
    func order() throws {
        let page = try joined(
            chart(["Z": 90, "M": 70, "B": 70]), chart(["Z": 90, "B": 70, "A": 70], of: .korean),
            chart(["M": 70], of: .foreign))
        #expect(
            try rows(page) == ["Z 1 korean", "M 2 foreign", "B 3 korean", "A 2 korean"])
    }

    @Test("Nations of runs are known before the films: the terms of answers need them")
    func runs() throws {
        var query = try TrendQuery(films: [], chart: .daily)
        query.nations = [.korean, .foreign]
        #expect(query.charts.nations == query.nations && !query.charts.asksForAny)
    }

    @Test("A nation's chart may be cut, so its last row limits ranks however short it is")
    func shortNation() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]), chart(["A": 90, "B": 70], of: .korean),
            chart(["F": 80, "G": 60, "H": 40], of: .foreign))
        // A Korean film that was cut off may have had 69.
        #expect(try rows(page).suffix(2) == ["G ? foreign", "H ? foreign"])
    }

    @Test("A film on the charts of both nations has no nation, and counts once")
    func bothNations() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]),
            chart(["A": 90, "B": 70, "X": 60], of: .korean),
            chart(["F": 80, "X": 60, "H": 40], of: .foreign))
        #expect(
            try rows(page) == [
                "A 1 korean", "F 2 foreign", "B 3 korean", "X 4 ?", "H ? foreign",
            ])
    }

    @Test(
        "If a chart lacks rows or figures, no film beyond the chart of all films has a rank",
        arguments: ["short", "gap", "figure"])
    func unproved(lack: String) throws {
        let page = try joined(
            lack == "short"
                ? chart(["A": 90, "F": 80]) : chart(["A": 90, "F": 80, "B": 70]),
            chart(
                ["A": 90, "B": 70, "C": 50], of: .korean,
                missingRows: lack == "gap" ? [2...2] : []
            ) { if lack == "figure", $0.movieCode == "C" { $0.audienceCount = nil } },
            chart(["F": 80, "G": 60, "H": 40], of: .foreign))
        let ranks = page.records(ChartEntry.self).map(\.rank)
        #expect(
            ranks == (lack == "short" ? [1, 2, nil, nil, nil, nil] : [1, 2, 3, nil, nil, nil]))
        #expect(page.rowsWithoutFigures == (lack == "figure" ? 1 : 0))
        #expect((page.note?.message.hasPrefix("Korean films: ") ?? false) == (lack == "gap"))
    }

    @Test("A joined chart is as old, as final and as complete as the worst of the three")
    func state() throws {
        var korean = chart(["A": 90, "B": 70, "C": 50], of: .korean, at: 100)
        korean.state.isFinal = false
        korean.state.earlierFilms = ["Q": 0]
        var foreign = chart(["F": 80, "G": 60, "H": 40], of: .foreign, at: 300)
        foreign.state.isShort = true
        foreign.state.earlierFilms = ["F": 1]
        foreign.notes = [Fault(.malformed, "note")]
        let page = try joined(chart(["A": 90, "F": 80, "B": 70], at: 200), korean, foreign)
        #expect(!page.state.isFinal && page.state.isShort)
        #expect(page.state.earlierFilms == ["F": 1, "Q": 0])
        #expect(page.fetchedAt == Instant(secondsSince1970: 100))
        #expect(
            page.records(ChartEntry.self).allSatisfy {
                $0.fetchedAt == Instant(secondsSince1970: 100)
            })
        #expect(page.note?.message == "foreign films: note")
    }

    @Test(
        "Charts of different moments are refused with the film, the figure and both values",
        arguments: [
            (
                "figure",
                "'tB' (B) has two values of show_count: 2 on the chart of all films, 3 on that of Korean films"
            ),
            (
                "nations",
                "'tX' (X) has two values of sales_total: 6000 on the chart of Korean films, 6001 on that of foreign films"
            ),
            ("stray", "'tB' (B) is on the chart of all films, but on no nation's chart"),
            (
                "left out",
                "'tG' (G) is not on the chart of all films, although its audience_count is 71 and that of the last film there 70"
            ),
        ])
    func contradictions(what: String, message: String) throws {
        let korean = chart(
            what == "stray" ? ["A": 90, "X": 60] : ["A": 90, "B": 70, "X": 60], of: .korean
        ) { if what == "figure", $0.movieCode == "B" { $0.showCount = 3 } }
        let foreign = chart(
            ["F": 80, "G": what == "left out" ? 71 : 61, "X": 60], of: .foreign
        ) { if what == "nations", $0.movieCode == "X" { $0.salesTotal = 6001 } }
        let fault = #expect(throws: Fault.self) {
            try joined(chart(["A": 90, "F": 80, "B": 70]), korean, foreign)
        }
        #expect(fault?.kind == .malformed)
        #expect(fault?.message == message)
    }

    @Test("A missing value contradicts nothing, nor does a share or another title")
    func noContradiction() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]) { if $0.movieCode == "B" { $0.showCount = nil } },
            chart(["A": 90, "B": 70, "C": 50], of: .korean) { $0.title = "T" },
            chart(["F": 80], of: .foreign))
        #expect(try rows(page) == ["A 1 korean", "F 2 foreign", "B 3 korean", "C ? korean"])
    }

    @Test("A figure missing on the chart of all films is taken from the nation's chart")
    func figures() throws {
        let page = try joined(
            chart(["A": 90, "F": 80, "B": 70]) {
                if $0.movieCode == "F" { $0.audienceCount = nil }
            },
            chart(["A": 90, "B": 70], of: .korean), chart(["F": 80], of: .foreign))
        #expect(try rows(page) == ["A 1 korean", "F 2 foreign", "B 3 korean"])
        #expect(page.records(ChartEntry.self).map(\.audienceCount) == [90, 80, 70])
    }

    @Test(
        "Without a place, a rank or a figure it replaces no fuller rows, even if it has as many",
        arguments: [
            ("place", .max, [6, 3]), ("place", 2, []), ("rank", 5, [5, 4]), ("B", .max, [6, 5]),
            ("H", .max, [6, 5]),
        ] as [(String, Int, [Int])])
    func fullness(lost: String, top: Int, loss: [Int]) throws {
        func page(without lost: String = "") throws -> Page {
            let change = { (entry: inout ChartEntry) in
                let isNew = entry.movieCode == "A" && entry.edition.filter.nation == nil
                if isNew { entry.rankChange = .new }
                if entry.movieCode == lost { entry.salesAmount = nil }
            }
            return try joined(
                chart(
                    lost == "place" ? ["A": 90, "F": 80] : ["A": 90, "F": 80, "B": 70], change),
                chart(["A": 90, "B": 70, "C": 10], of: .korean, change),
                chart(
                    lost == "rank" ? ["F": 80, "G": 20] : ["F": 80, "G": 20, "H": 5],
                    of: .foreign, change))
        }
        // The change of the rank does not show that a new film is on the chart of all films.
        let figures =
            lost == "B" ? ["rank_change", "sales_amount"] : ["is_new"] + ChartEntry.figures
        let edition = ChartEdition(Period(of: .daily, containing: Self.day))
        var query = ChartQuery(periods: Periods(from: edition.period, to: edition.period))
        query.nations = [.korean, .foreign]
        var document = try ExistingDocument(
            of: query, columns: ["date", "rank"] + figures, top: top)
        let indices = try page().dataset.indices(of: document.columns)
        for (row, values) in try page().rows(indices, limit: top).enumerated() {
            let texts = values.map { $0.readable(as: .text) }
            try document.add(texts.map { (nil, $0) }, at: row..<row + 1)
        }
        let records = try #require(document.records(of: edition))
        let new = try page(without: lost)
        let rows = try new.rows(indices.map { $0 } + [new.placeOfRank], limit: top)
        var state = EditionState()
        state.isShort = true
        let numbers = document.loss(of: records, to: rows, from: "", state)
        #expect((numbers.map { [$0.0, $0.1] } ?? []) == loss)
    }

    @Test("An empty chart of a nation is complete only if the other nation's has every film")
    func emptyNation() throws {
        let empty = chart([:], of: .foreign)
        let page = try joined(
            chart(["A": 90, "B": 70, "C": 50]),
            chart(["A": 90, "B": 70, "C": 50], of: .korean), empty)
        #expect(try rows(page) == ["A 1 korean", "B 2 korean", "C 3 korean"])
        let fault = #expect(throws: Fault.self) {
            try joined(
                chart(["A": 90, "F": 80, "B": 70]),
                chart(["A": 90, "B": 70, "C": 50], of: .korean), empty)
        }
        #expect(fault?.kind == .notPublished)
        #expect(try joined(chart([:]), chart([:], of: .korean), empty).isEmpty)
    }
}
