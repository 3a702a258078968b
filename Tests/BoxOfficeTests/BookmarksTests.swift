import Testing

@testable import BoxOffice
@testable import Engine

@Suite struct BookmarksTests {
    private let today = Day(daysSince1970: 19_150)

    private func day(_ number: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_100 + number))
    }

    private func query(_ first: Int, _ last: Int, regions: [String] = []) throws -> ChartQuery {
        ChartQuery(
            periods: Periods(from: day(first), to: day(last)),
            regions: try regions.flatMap { try Region.list(named: $0) })
    }

    /// Returns the query without the periods that the bookmarks cover.
    private func resumed(
        _ query: ChartQuery, from bookmarks: Bookmarks, top: Int? = nil, rows: Int? = nil,
        refreshes: Bool = false
    ) throws -> (ChartQuery, Bookmarks) {
        var bookmarks = bookmarks
        let rest = try query.resumed(
            from: &bookmarks, of: TestSource(policy: ChartPolicy(rows: rows)),
            top: top ?? .max, at: Instant(startOf: today), refreshes: refreshes)
        return (rest, bookmarks)
    }

    @Test("A query begins after the bookmark, whether that is before or after its first day")
    func continued() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(5)
        bookmarks[.init(.daily, of: "test", kind: "art")].last = day(1)
        for first in [1, 6, 9] {
            let rest = try resumed(query(first, 10), from: bookmarks).0
            #expect(rest.periods == Periods(from: day(6), to: day(10)), "from \(first)")
        }
        let nothing = try resumed(query(1, 5), from: bookmarks).0
        #expect(!nothing.asksForAny)
        let same = try resumed(query(1, 5), from: Bookmarks()).0
        #expect(same.periods == Periods(from: day(1), to: day(5)))
    }

    @Test("A query of several regions begins after the earliest of their bookmarks")
    func regions() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test", region: "서울시")].last = day(5)
        let query = try query(3, 10, regions: ["서울", "부산"])
        var rest = try resumed(query, from: bookmarks).0
        #expect(rest.periods.first == day(3))
        bookmarks[.init(.daily, of: "test", region: "부산시")].last = day(7)
        rest = try resumed(query, from: bookmarks).0
        #expect(rest.periods.first == day(6) && rest.regions.count == 2)
    }

    @Test("A bookmark of a period that is not over, or that the source does not have, is refused")
    func impossible() throws {
        for last in [50, -20_000] {
            var bookmarks = Bookmarks()
            bookmarks[.init(.daily, of: "test")].last = day(last)
            #expect(throws: Fault.self) { try resumed(query(1, 5), from: bookmarks) }
        }
    }

    @Test("Without a bookmark a query begins with the first edition that may still change")
    func provisional() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].provisional = [
            day(5): .init(["1"]), day(3): .init([]),
        ]
        #expect(try resumed(query(8, 9), from: bookmarks).0.periods.first == day(3))
        #expect(try resumed(query(1, 9), from: bookmarks).0.periods.first == day(1))
    }

    @Test(
        "A refresh sends the requested periods again, and leaves no gap after the bookmark"
    )
    func refresh() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(5)
        for (asked, periods) in [
            (1...3, Periods(from: day(1), to: day(3))), (1...9, Periods(from: day(1), to: day(9))),
            (8...9, Periods(from: day(6), to: day(9))),
        ] {
            let query = try query(asked.lowerBound, asked.upperBound)
            let (rest, known) = try resumed(query, from: bookmarks, refreshes: true)
            #expect(rest.periods == periods, "\(asked)")
            #expect(known.refreshedFrom == periods.first)
        }
    }

    @Test(
        "A state with another --top is refused; the top of all rows is the same as none",
        arguments: [
            (nil, nil, true), (5, 5, true), (10, nil, true), (nil, 10, true), (5, nil, false),
            (nil, 5, false), (5, 10, false),
        ] as [(Int?, Int?, Bool)])
    func top(known: Int?, asked: Int?, isTaken: Bool) throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(5)
        bookmarks[.init(.daily, of: "test")].top = known ?? .max
        let result = Result { try resumed(query(1, 9), from: bookmarks, top: asked, rows: 10) }
        #expect((try? result.get()) != nil || !isTaken)
        if case .failure(let error) = result { #expect((error as? Fault)?.kind == .malformed) }
        #expect((try? result.get()) == nil || isTaken)
    }

    @Test(
        "A state of runs with --deep is refused by a run without it, and vice versa",
        arguments: [(false, false), (false, true), (true, false), (true, true)])
    func deep(known: Bool, asked: Bool) throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(5)
        bookmarks[.init(.daily, of: "test")].isDeep = known
        var query = try query(1, 9)
        query.nations = asked ? [.korean, .foreign] : []
        let result = Result { try resumed(query, from: bookmarks).0 }
        guard case .failure(let error) = result else {
            #expect(known == asked)
            #expect(try result.get().nations == query.nations)
            return
        }
        #expect(known != asked)
        #expect((error as? Fault)?.kind == .malformed)
        #expect(
            (error as? Fault)?.message
                == "the state is of runs \(known ? "with" : "without") --deep")
        // A reader without a state may begin with either.
        _ = try resumed(query, from: Bookmarks())
    }
}
