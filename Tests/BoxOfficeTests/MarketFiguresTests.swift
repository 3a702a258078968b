@testable import BoxOffice
@testable import Engine
import Testing

/// The market of days, and of the weeks, months and years made of them.
struct MarketFiguresTests {
    /// A row of a chart: the film's code, its sales, its share in tenths of a percent, its admissions.
    typealias Row = (code: String, sales: Int, tenths: Int, admissions: Int)

    /// A chart of ten rows with the same market of 10,000: 1,000 each, 10.0 %.
    private static let ten: [Row] = (0..<10).map { ("all\($0)", 1000, 100, 10) }

    private static func page(_ rows: [Row], on day: Day) -> Page {
        let edition = ChartEdition(Period(of: .daily, containing: day))
        let entries = rows.map { row in
            var entry = ChartEntry(row.code, in: edition)
            entry.salesAmount = row.sales
            entry.salesShare = row.tenths < 0 ? nil : Decimal(row.tenths, places: 1)
            entry.audienceCount = row.admissions
            return entry
        }
        var page = Page(entries, of: ChartEntry.table)
        page.state.isFinal = true
        return page
    }

    private static let first = Day("2024-01-01") ?? Day(daysSince1970: 0)

    private static func query(
        _ days: (String, String) = ("2024-01-01", "2024-01-01"), by unit: CalendarUnit = .day,
        nations: [ChartFilter.Nation] = [], comparesYears: Bool = false
    ) throws -> MarketQuery {
        let (from, to) = (try #require(Day(days.0)), try #require(Day(days.1)))
        return MarketQuery(
            days: Periods(
                from: Period(of: .daily, containing: from), to: Period(of: .daily, containing: to)),
            unit: unit, nations: nations, comparesYears: comparesYears,
            firstDay: try #require(Day("2003-11-11")))
    }

    private static func day(
        _ charts: [[Row]], of query: MarketQuery, on day: Day = first
    ) throws -> MarketDay {
        try MarketDay(
            charts.map { page($0, on: day) }, of: query.nations,
            ChartPolicy(rows: 10, sharesAreOfAll: true))
    }

    private static func period(after days: Int) -> Period {
        Period(of: .daily, containing: first.advanced(by: days))
    }

    private static let both = ChartFilter.Nation.allCases

    @Test("A remark names the films that its chart is of, also if the chart is empty")
    func remarks() throws {
        var pages = [Self.ten, [], Self.ten].map { Self.page($0, on: Self.first) }
        pages[1].notes = [Fault(.malformed, "chart-without-rows", "the chart is empty")]
        let day = try MarketDay(
            pages, of: Self.both, ChartPolicy(rows: 10, sharesAreOfAll: true))
        #expect(day.notes.last?.message.contains("Korean films: the chart is empty") == true)
    }

    @Test(
        "A chart's bounds are the overlap of its rows' bounds, and no less than the known sales",
        arguments: [
            // 1,000 of 10.0 % are 9,951 to 10,050.
            (ten, Bounds(atLeast: 10_000, atMost: 10_050), true),
            // Two of the rows decide the overlap; a row with a share of 0 gives only a lower bound.
            (
                ten.dropLast(2) + [("b", 2000, 200, 1), ("c", 5, 0, 1)],
                Bounds(atLeast: 10_005, atMost: 10_025), true
            ),
            // The rows contradict each other: the bounds contain those of all rows.
            (
                ten.dropLast() + [("b", 1000, 50, 1)],
                Bounds(atLeast: 10_000, atMost: 20_202), false
            ),
            // The sales of all rows together are more than their shares allow.
            (
                (0..<10).map { ("x\($0)", 1000, 110, 1) },
                Bounds(exactly: 10_000), false
            ),
            // There is no upper bound.
            ((0..<10).map { ("x\($0)", 5, 0, 1) }, Bounds(atLeast: 10_000, atMost: nil), true),
            ((0..<10).map { ("x\($0)", 0, 0, 1) }, Bounds(atLeast: 0, atMost: nil), true),
        ] as [([Row], Bounds, Bool)])
    func chart(rows: [Row], bounds: Bounds, isConsistent: Bool) throws {
        let day = try Self.day([rows], of: Self.query())
        let part = try #require(day.parts.first)
        #expect(part.sales == bounds)
        #expect(day.isConsistent == isConsistent)
        #expect(day.notes.isEmpty == isConsistent)
    }

    @Test(
        "A nation's chart bounds its sales by its shares alone, however short it is",
        arguments: [
            // 500 of 50.0 %: another film of the nation may have the other half.
            (
                ("k", 500, 500, 7), Bounds(atLeast: 1000, atMost: 1001),
                Bounds(atLeast: 10_000, atMost: 10_046)
            ),
            // Its own shares give no upper bound, so it has what the other nation leaves: 1,050.
            (
                ("k", 0, 0, 7), Bounds(atLeast: 0, atMost: 1050),
                Bounds(atLeast: 10_000, atMost: 10_050)
            ),
            // It has more than that, which is a contradiction.
            (("k", 3, 0, 7), Bounds(exactly: 6000), Bounds(atLeast: 10_000, atMost: 15_045)),
        ] as [(Row, Bounds, Bounds)])
    func nation(korean: Row, bounds: Bounds, all: Bounds) throws {
        let query = try Self.query(nations: Self.both)
        let foreign: [Row] = Self.ten.map { ($0.code, 900, $0.tenths, $0.admissions + 1) }
        let day = try Self.day([Self.ten, [korean], foreign], of: query)
        #expect(day.parts[1].sales == bounds)
        #expect(day.parts[0].sales == all)
        #expect(day.isConsistent == (korean.sales != 3))
    }

    @Test(
        "All films are those of both nations: the bounds overlap, or a note says that they do not")
    func nations() throws {
        let query = try Self.query(nations: Self.both)
        let whole: [Row] = (0..<5).flatMap {
            [("k\($0)", 1000, 100, 10), ("f\($0)", 1000, 100, 1)]
        }
        let foreign: [Row] = (0..<10).map { ("f\($0)", 500, 100, 3) }
        let korean: [Row] = (0..<10).map { ("k\($0)", 500, 100, 4) }
        let day = try Self.day([whole, korean, foreign], of: query)
        #expect(day.parts[0].sales == Bounds(atLeast: 10_000, atMost: 10_050))
        #expect(day.isConsistent)
        #expect(day.parts[0].films.count == 20)
        let more: [Row] = (0..<10).map { ("f\($0)", 700, 100, 3) }
        let other = try Self.day([whole, korean, more], of: query)
        // 10,000 … 10,050 of all, 5,000 … 5,025 and 7,000 … 7,035 of the nations.
        #expect(other.parts[0].sales == Bounds(atLeast: 10_000, atMost: 12_060))
        #expect(!other.isConsistent)
        // The foreign films have at least 10,000, which leaves nothing.
        let open: [Row] = (0..<10).map { ("f\($0)", 5, 0, 3) }
        let third = try Self.day([whole, korean, open], of: query)
        #expect(third.parts[2].sales == Bounds(exactly: 10_000))
        #expect(third.parts[0].sales == Bounds(atLeast: 10_000, atMost: 15_025))
        #expect(!third.isConsistent)
    }

    @Test("A film of all that no nation's chart has is a contradiction, and the day provisional")
    func stray() throws {
        let query = try Self.query(nations: Self.both)
        let foreign: [Row] = (0..<10).map { ("all\($0)", 1000, 100, 10) }
        var figures = MarketFigures(of: query, from: Self.source)
        let day = try Self.day(
            [Self.ten, [("k", 1, 1000, 1)], Array(foreign.dropLast())], of: query)
        #expect(day.hasStray && !day.isConsistent)
        #expect(day.notes.map(\.code) == ["market-on-no-nations-chart"])
        _ = figures.add(day, of: Self.period(after: 0))
        let row = try #require(figures.finish().rows.first)
        #expect(row.entries.map(\.isConsistent) == [false, false, false])
        #expect(row.entries.map { $0.share.atLeast == nil } == [false, true, true])
    }

    @Test("Charts of several days that differ in a film are doubted, and those of one day are not")
    func ages() throws {
        let query = try Self.query(nations: Self.both)
        let foreign: [Row] = [("f", 5, 1000, 1)]
        for (admissions, days, isDoubted) in [(10, 30, false), (11, 0, false), (11, 30, true)] {
            let korean = [("all0", 1000, 100, admissions)] + Self.ten.dropFirst()
            var pages = [Self.ten, korean, foreign].map { Self.page($0, on: Self.first) }
            for (page, day) in zip(pages.indices, [3, 3 + days, 3 + days]) {
                pages[page].fetchedAt = Instant(startOf: Self.first.advanced(by: day))
            }
            let reading = try query.read(
                ChartsOfPeriod(
                    pages: pages, joined: pages[0], areWhole: true,
                    policy: ChartPolicy(rows: 10, sharesAreOfAll: true)))
            #expect(reading?.isDoubtful == isDoubted)
            #expect(reading?.digest.isConsistent == !isDoubted)
        }
    }

    @Test("Sales beyond 64 bits leave their bound empty, and are told")
    func overflow() throws {
        let query = try Self.query()
        var figures = MarketFigures(of: query, from: Self.source)
        let huge: [Row] = (0..<10).map { ("x\($0)", .max, 100, .max) }
        _ = figures.add(try Self.day([huge], of: query), of: Self.period(after: 0))
        let row = try #require(figures.finish().rows.first)
        #expect(row.entries.first?.sales == nil && row.entries.first?.audience == nil)
        #expect(row.remarks.first?.code == "bound-too-large")
    }

    @Test("A short chart, or one without figures, leaves its day and sums with it without bounds")
    func unknownDay() throws {
        let query = try Self.query(("2024-01-01", "2024-01-03"), by: .week)
        for rows in [
            Array(Self.ten.dropLast()), Self.ten.dropLast() + [("x", 1000, -1, 10)],
        ] {
            let short = try Self.day([rows], of: query)
            #expect(!short.hasBounds)
            #expect(!short.notes.isEmpty)
            var figures = MarketFigures(of: query, from: Self.source)
            _ = figures.add(try Self.day([Self.ten], of: query), of: Self.period(after: 0))
            _ = figures.add(short, of: Self.period(after: 1))
            _ = figures.add(try Self.day([Self.ten], of: query), of: Self.period(after: 2))
            let entry = try #require(figures.finish().rows.first?.entries.first)
            #expect(entry.sales == nil)
            #expect(entry.share.atLeast == nil)
            #expect(entry.audience?.least == 200 + rows.count * 10)
            #expect(entry.films == (rows.count == 9 ? 10 : 11))
            #expect(entry.isConsistent == true)
        }
    }

    /// A source of which only the name and the market matter.
    private static let source = TestSource()

    @Test("A missing day leaves its row empty, and the days that were read are counted")
    func missingDay() throws {
        let query = try Self.query(("2024-01-01", "2024-01-02"))
        var figures = MarketFigures(of: query, from: Self.source)
        #expect(figures.add(nil, of: Self.period(after: 0)).isEmpty)
        let rows = figures.add(
            try Self.day([Self.ten], of: query), of: Self.period(after: 1))
        #expect(rows.map { $0.entries.map(\.isConsistent) } == [[nil]])
        #expect(rows.first?.entries.map(\.sales) == [nil])
        let last = try #require(figures.finish().rows.first)
        #expect(last.entries.map(\.sales) == [Bounds(atLeast: 10_000, atMost: 10_050)])
    }

    @Test("Films count once per row and admissions once per day, the smaller if charts differ")
    func films() throws {
        let query = try Self.query(
            ("2024-01-01", "2024-01-02"), by: .month, nations: Self.both)
        var figures = MarketFigures(of: query, from: Self.source)
        let korean: [Row] = [("all0", 1000, 900, 8)] + (1..<10).map { ("k\($0)", 1, 0, 1) }
        let foreign: [Row] = (1..<10).map { ("all\($0)", 1000, 100, 10) } + [("f", 9, 0, 1)]
        for offset in 0...1 {
            let day = Self.first.advanced(by: offset)
            _ = figures.add(
                try Self.day([Self.ten, korean, foreign], of: query, on: day),
                of: Period(of: .daily, containing: day))
        }
        let entries = try #require(figures.finish().rows.first?.entries)
        #expect(entries.map(\.films) == [20, 10, 10])
        #expect(entries.map { $0.audience?.least } == [2 * (8 + 90 + 9 + 1), 2 * 17, 2 * 91])
    }

    @Test(
        "Weeks, months and years are those of the calendar, cut by the range",
        arguments: [
            (.day, ("2024-02-28", "2024-03-01"), ["2024-02-28", "2024-02-29", "2024-03-01"]),
            (
                .week, ("2024-12-28", "2025-01-06"),
                ["2024-12-28~2024-12-29", "2024-12-30~2025-01-05", "2025-01-06"]
            ),
            (.month, ("2024-01-31", "2024-02-29"), ["2024-01-31", "2024-02-01~2024-02-29"]),
            (
                .year, ("2023-12-30", "2024-01-02"),
                ["2023-12-30~2023-12-31", "2024-01-01~2024-01-02"]
            ),
        ] as [(CalendarUnit, (String, String), [String])])
    func spans(unit: CalendarUnit, days: (String, String), spans: [String]) throws {
        let found = try Self.query(days, by: unit).spans.map {
            $0.lowerBound == $0.upperBound
                ? "\($0.lowerBound)" : "\($0.lowerBound)~\($0.upperBound)"
        }
        #expect(found == spans)
    }

    @Test(
        "Each day is compared with its date a year before, a whole February or year as a whole",
        arguments: [
            ("2024-03-01", "2024-03-01", "2023-03-01", "2023-03-01", 1),
            ("2024-02-29", "2024-02-29", nil, nil, 0),
            ("2024-02-01", "2024-02-29", "2023-02-01", "2023-02-28", 28),
            ("2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29", 29),
            ("2025-02-24", "2025-03-02", "2024-02-24", "2024-03-02", 7),
            ("2024-02-26", "2024-03-03", nil, nil, 0),
            ("2024-01-01", "2024-12-31", "2023-01-01", "2023-12-31", 365),
            ("2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31", 366),
            ("2025-01-01", "2025-03-31", "2024-01-01", "2024-03-31", 90),
            ("2024-01-01", "2024-06-30", nil, nil, 0),
            ("2004-11-10", "2004-11-10", nil, nil, 0),
            ("2004-11-11", "2004-11-11", "2003-11-11", "2003-11-11", 1),
            ("2004-11-08", "2004-11-14", nil, nil, 0),
        ] as [(String, String, String?, String?, Int)])
    func yearBefore(
        from: String, to: String, first: String?, last: String?, count: Int
    ) throws {
        let query = try Self.query((from, to), comparesYears: true)
        let days = query.daysBefore(query.days.first.from...query.days.last.from)
        #expect(days?.first == first.flatMap { Day($0) })
        #expect(days?.last == last.flatMap { Day($0) })
        #expect(days?.count ?? 0 == count)
    }

    @Test("The days compared with are requested once, and nothing in between")
    func charts() throws {
        let query = try Self.query(
            ("2024-02-28", "2024-03-01"), nations: Self.both, comparesYears: true)
        let days = query.charts.editions.map { "\($0.period)" }
        #expect(days == ["2023-02-28", "2023-03-01", "2024-02-28", "2024-02-29", "2024-03-01"])
        #expect(query.charts.nations == Self.both)
    }

    @Test("A change is rounded outwards; it is empty if a day of the year before is")
    func change() throws {
        let query = try Self.query(("2024-01-01", "2024-01-02"), comparesYears: true)
        var figures = MarketFigures(of: query, from: Self.source)
        let old = try #require(Day("2023-01-01"))
        let twice: [Row] = Self.ten.map { ($0.code, 2000, 100, 20) }
        _ = figures.add(
            try Self.day([Self.ten], of: query, on: old), of: Period(of: .daily, containing: old))
        _ = figures.add(nil, of: Period(of: .daily, containing: old.advanced(by: 1)))
        _ = figures.add(try Self.day([twice], of: query), of: Self.period(after: 0))
        let second = Self.first.advanced(by: 1)
        let rows =
            figures.add(
                try Self.day([twice], of: query, on: second),
                of: Period(of: .daily, containing: second))
            + figures.finish().rows
        let rates = rows.flatMap(\.entries).map(\.changeRate)
        // 20,000 … 20,100 after 10,000 … 10,050.
        #expect(rates.map(\.atLeast) == [Decimal(990, places: 1), nil])
        #expect(rates.map(\.atMost) == [Decimal(1010, places: 1), nil])
    }

    @Test("An empty chart of a nation bounds nothing; it may be only if the other has every film")
    func emptyNation() throws {
        let query = try Self.query(nations: Self.both)
        let day = try Self.day([Self.ten, [], Self.ten], of: query)
        #expect(day.parts[1].sales == Bounds(atLeast: 0, atMost: 50))
        #expect(throws: Fault.self) {
            try Self.day([Self.ten, [], Array(Self.ten.dropFirst()) + [("f", 1, 0, 1)]], of: query)
        }
    }
}

extension DerivedRows {
    /// The rows of a market.
    fileprivate var entries: [MarketEntry] { page.records(MarketEntry.self) }
}
