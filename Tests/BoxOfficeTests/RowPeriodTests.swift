import BoxOffice
import Engine
import Testing

/// The names of the periods that rows of a market and a ranking sum up.
@Suite struct RowPeriodTests {
    private let holdings = Holdings(
        of: "the service", from: Day(daysSince1970: 12_000), to: nil, charts: Chart.allCases)

    /// Returns the days that are selected on `today`, and the day on which they end.
    private func days(
        _ selection: PeriodSelection, on today: String, _ holdings: Holdings
    ) throws -> (Periods, Day?) {
        let today = try #require(Day(today))
        return try #require(try selection.days(today: today, holdings: holdings))
    }

    private func names(
        _ selection: PeriodSelection, by unit: CalendarUnit, on today: String,
        _ holdings: Holdings? = nil
    ) throws -> [String] {
        let (days, end) = try days(selection, on: today, holdings ?? self.holdings)
        let query = MarketQuery(days: days, unit: unit, firstDay: self.holdings.first, end: end)
        return query.spans.map { query.period(of: $0) }.map {
            "\($0.unit.map(\.rawValue) ?? "range") \($0.name)"
        }
    }

    @Test(
        "The first and the last days of the calendar are in a week, a month and a year",
        .timeLimit(.minutes(1)))
    func ends() throws {
        for (text, unit, expected) in [
            ("9999-12-31", .week, "9999-12-27 9999-12-31"),
            ("9999-12-31", .month, "9999-12-01 9999-12-31"),
            ("9999-05-05", .year, "9999-01-01 9999-12-31"),
            ("0000-01-02", .week, "0000-01-01 0000-01-02"),
            ("0000-01-02", .month, "0000-01-01 0000-01-31"),
        ] as [(String, CalendarUnit, String)] {
            let days = unit.days(around: try #require(Day(text)))
            #expect("\(days.lowerBound) \(days.upperBound)" == expected)
        }
        let last = Period(of: .daily, containing: try #require(Day("9999-12-31")))
        let query = MarketQuery(
            days: Periods(from: last.advanced(by: -1), to: last), unit: .day,
            firstDay: holdings.first, end: nil)
        #expect(query.spans.count == 2)
    }

    @Test("A running period has the name that it keeps, and a range that was typed is none")
    func market() throws {
        let may = PeriodSelection(month: "2024-05")
        let typed = PeriodSelection(from: "2024-05-01", to: "2024-05-20")
        for (selection, unit, today, expected) in [
            (may, .month, "2024-05-02", ["month 2024-05"]),
            (may, .month, "2024-05-21", ["month 2024-05"]),
            (may, .month, "2026-01-01", ["month 2024-05"]),
            (may, .year, "2024-05-21", ["range 2024-05-01..2024-05-31"]),
            (may, .week, "2024-05-03", ["range 2024-05-01..2024-05-05"]),
            (
                may, .week, "2024-05-08",
                ["range 2024-05-01..2024-05-05", "week 2024-W19"]
            ),
            (may, .day, "2024-05-03", ["day 2024-05-01", "day 2024-05-02"]),
            (typed, .month, "2024-05-21", ["range 2024-05-01..2024-05-20"]),
            (typed, .month, "2026-01-01", ["range 2024-05-01..2024-05-20"]),
            (
                PeriodSelection(from: "2024-05-01", to: "어제"), .month, "2024-05-21",
                ["month 2024-05"]
            ),
            (PeriodSelection(from: "2024-05-01"), .month, "2024-05-21", ["month 2024-05"]),
            (
                PeriodSelection(from: "2024-05-01", to: "-3d"), .month, "2024-05-21",
                [
                    "range 2024-05-01..2024-05-18"
                ]
            ),
            (
                PeriodSelection(from: "2024-05-03"), .month, "2024-06-03",
                ["range 2024-05-03..2024-05-31", "month 2024-06"]
            ),
            (
                PeriodSelection(last: 4), .week, "2024-05-08",
                ["range 2024-05-04..2024-05-05", "week 2024-W19"]
            ),
            (PeriodSelection(year: "2024"), .year, "2024-05-21", ["year 2024"]),
            (
                PeriodSelection(from: "2023-12-31", to: "2024-12-31"), .year, "2026-01-01",
                ["range 2023-12-31..2023-12-31", "year 2024"]
            ),
        ] as [(PeriodSelection, CalendarUnit, String, [String])] {
            #expect(try names(selection, by: unit, on: today) == expected)
        }
        // The last week of a month, from its first day to its end and after it.
        for day in 28...32 {
            let today = day < 32 ? "2024-05-\(day)" : "2024-06-09"
            #expect(
                try names(may, by: .week, on: today).last == "range 2024-05-27..2024-05-31")
        }
    }

    @Test("A source whose days are over cuts months")
    func recorded() throws {
        let held = Holdings(
            of: "records", from: try #require(Day("2024-05-01")), to: Day("2024-05-07"),
            charts: [.daily])
        let last = PeriodSelection(last: 7)
        #expect(
            try names(last, by: .month, on: "2024-05-08", held)
                == ["range 2024-05-01..2024-05-07"])
    }

    @Test("A ranking is of a day, month or year only with these options")
    func ranking() throws {
        for (selection, expected) in [
            (PeriodSelection(), "day 2024-05-20"),
            (PeriodSelection(date: "2024-05-01"), "day 2024-05-01"),
            (PeriodSelection(month: "2024-05"), "month 2024-05"),
            (PeriodSelection(year: "2024"), "year 2024"),
            (PeriodSelection(month: "2024-04..2024-05"), "range 2024-04-01..2024-05-31"),
            (PeriodSelection(last: 1), "range 2024-05-20..2024-05-20"),
            (
                PeriodSelection(from: "2024-04-01", to: "2024-04-30"),
                "range 2024-04-01..2024-04-30"
            ),
        ] {
            let (days, end) = try days(selection, on: "2024-05-21", holdings)
            let period = RowPeriod(
                days.first.from...(end ?? days.last.to), as: selection.unit)
            #expect("\(period.unit.map(\.rawValue) ?? "range") \(period.name)" == expected)
        }
    }
}
