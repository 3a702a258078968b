import BoxOffice
import Engine
import Testing

@Suite struct FreshnessTests {
    private static func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test(
        "A chart is final if it was fetched on or after the third day after its last, not before",
        arguments: [
            (Chart.daily, "2022-06-05", "2022-06-06T00:30:00+09:00", false),
            (.daily, "2022-06-05", "2022-06-07T23:59:59+09:00", false),
            (.daily, "2022-06-05", "2022-06-08T00:00:00+09:00", true),
            (.daily, "2021-12-31", "2022-01-03T00:00:00+09:00", true),
            (.daily, "2021-12-31", "2022-01-02T23:59:59+09:00", false),
            (.weekly, "2022-05-30", "2022-06-07T23:59:59+09:00", false),
            (.weekly, "2022-05-30", "2022-06-08T00:00:00+09:00", true),
            (.weekdays, "2022-05-30", "2022-06-04T23:59:59+09:00", false),
            (.weekdays, "2022-05-30", "2022-06-05T00:00:00+09:00", true),
        ])
    func editions(chart: Chart, day: String, moment: String, isFinal: Bool) throws {
        let edition = ChartEdition(Period(of: chart, containing: try Self.day(day)))
        let fetchedAt = try #require(Instant(moment))
        let answer = Answer(body: [], fetchedAt: fetchedAt)
        let freshness = Freshness(of: .edition(edition), in: answer)
        #expect(freshness == (isFinal ? .final : .provisional))
        #expect(freshness.isGood(on: fetchedAt.dayInSeoul) == isFinal)
    }

    @Test("Details are good for thirty days, searches never, a chosen poster forever")
    func others() throws {
        let day = try Self.day("2022-06-08")
        let answer = Answer(body: [], fetchedAt: Instant(startOf: day))
        let details = Freshness(of: .code("1"), in: answer)
        #expect(details == .good(through: try Self.day("2022-07-08")))
        #expect(details.isGood(on: try Self.day("2022-07-08")))
        #expect(!details.isGood(on: try Self.day("2022-07-09")))
        #expect(!Freshness(of: .page(1, after: 0), in: answer).isGood(on: day))
        let poster = Freshness(of: .film(Film(code: "1", title: "t")), in: answer)
        #expect(poster.isGood(on: try Self.day("2099-01-01")))
    }

    @Test("The words in an archive are read back, and no others are accepted")
    func text() throws {
        let all: [Freshness] = [.final, .provisional, .good(through: try Self.day("2022-07-08"))]
        for freshness in all { #expect(Freshness("\(freshness)") == freshness) }
        #expect(all.map(\.description) == ["final", "provisional", "good through 2022-07-08"])
        for text in ["", "Final", "good through ", "good through 2022-02-30", "final "] {
            #expect(Freshness(text) == nil)
        }
    }
}
