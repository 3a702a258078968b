import Testing

@testable import BoxOffice

@Suite struct BookmarksTests {
    private let today = Day(daysSince1970: 19_150)
    private let holdings = Holdings(
        of: "the test", from: Day(daysSince1970: 19_000), to: nil, charts: Chart.allCases)

    private func day(_ number: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_100 + number))
    }

    private func query(_ first: Int, _ last: Int, regions: [String] = []) throws -> ChartQuery {
        ChartQuery(
            periods: Periods(from: day(first), to: day(last)),
            regions: try regions.flatMap { try Region.list(named: $0) })
    }

    @Test("A query begins behind the bookmark, whether that is before or behind its first day")
    func continued() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(5)
        bookmarks[.init(.daily, of: "test", kind: "art")].last = day(1)
        for first in [1, 6, 9] {
            let rest = try query(first, 10).continued(
                behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
            #expect(rest.periods == Periods(from: day(6), to: day(10)), "from \(first)")
        }
        let nothing = try query(1, 5).continued(
            behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
        #expect(!nothing.asksForAny)
        let same = try query(1, 5).continued(
            behind: Bookmarks(), today: today, holdings: holdings, ChartPolicy())
        #expect(same.periods == Periods(from: day(1), to: day(5)))
    }

    @Test("A query of several regions begins behind the earliest of their bookmarks")
    func regions() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test", region: "서울시")].last = day(5)
        let query = try query(3, 10, regions: ["서울", "부산"])
        var rest = try query.continued(
            behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
        #expect(rest.periods.first == day(3))
        bookmarks[.init(.daily, of: "test", region: "부산시")].last = day(7)
        rest = try query.continued(
            behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
        #expect(rest.periods.first == day(6) && rest.regions.count == 2)
    }

    @Test("A bookmark of a period that is not over, or that the source has not, is refused")
    func impossible() throws {
        var bookmarks = Bookmarks()
        bookmarks[.init(.daily, of: "test")].last = day(50)
        #expect(throws: Fault.self) {
            try query(1, 5).continued(
                behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
        }
        bookmarks[.init(.daily, of: "test")].last = day(-200)
        #expect(throws: Fault.self) {
            try query(1, 5).continued(
                behind: bookmarks, today: today, holdings: holdings, ChartPolicy())
        }
    }
}
