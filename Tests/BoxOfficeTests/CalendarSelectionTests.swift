import BoxOffice
import Engine
import Testing

/// The selection of months and years, as of chosen days.
@Suite struct CalendarSelectionTests {
    private func periods(
        _ selection: PeriodSelection, of chart: Chart = .daily, on today: String = "2026-11-22",
        to last: String? = nil
    ) throws -> Periods? {
        let first = try #require(Day(last == nil ? "2003-11-11" : "2022-05-30"))
        let holdings = Holdings(
            of: "the service", from: first, to: last.flatMap { Day($0) }, charts: Chart.allCases)
        return try selection.periods(
            of: chart, today: try #require(Day(today)), holdings: holdings)
    }

    private func fault(
        _ selection: PeriodSelection, of chart: Chart = .daily, on today: String = "2026-11-22",
        to last: String? = nil
    ) -> Fault? {
        #expect(throws: Fault.self) {
            _ = try periods(selection, of: chart, on: today, to: last)
        }
    }

    @Test(
        "A month or year may be written in any form whose year comes first",
        arguments: [
            ("2024-05", nil), ("2024-5", nil), ("2024.5", nil), ("2024.05.", nil),
            ("2024. 5.", nil), ("2024/05", nil), ("202405", nil), ("2024년 5월", nil),
            ("2024년5월", nil), ("2024-05..2024-05", nil), (nil, "2024"), (nil, "2024년"),
            (nil, "2024..2024"), (nil, "2024~2024"),
        ] as [(String?, String?)])
    func forms(month: String?, year: String?) throws {
        let periods = try #require(
            try periods(PeriodSelection(month: month, year: year)))
        #expect("\(periods.first.from)" == (year == nil ? "2024-05-01" : "2024-01-01"))
        #expect("\(periods.last.to)" == (year == nil ? "2024-05-31" : "2024-12-31"))
    }

    @Test(
        "Weeks belong to the month and year of their Thursday",
        arguments: [
            // 2020 begins on a Wednesday, 2021 on a Friday, 2026 on a Thursday.
            (Chart.daily, nil, "2020", "2020-01-01", "2020-12-31", 366),
            (.daily, "2024-02", nil, "2024-02-01", "2024-02-29", 29),
            (.daily, "2023-02", nil, "2023-02-01", "2023-02-28", 28),
            (.weekly, nil, "2020", "2019-12-30", "2021-01-03", 53),
            (.weekly, nil, "2021", "2021-01-04", "2022-01-02", 52),
            (.weekend, nil, "2020", "2020-01-03", "2021-01-03", 53),
            (.weekdays, nil, "2020", "2019-12-30", "2020-12-31", 53),
            (.weekly, "2019-12", nil, "2019-12-02", "2019-12-29", 4),
            (.weekly, "2020-01", nil, "2019-12-30", "2020-02-02", 5),
            (.weekly, "2026-01", nil, "2025-12-29", "2026-02-01", 5),
            (.weekdays, "2026-01", nil, "2025-12-29", "2026-01-29", 5),
            (.weekend, "2021-01", nil, "2021-01-08", "2021-01-31", 4),
            (.weekly, "2024-02", nil, "2024-01-29", "2024-03-03", 5),
            (.weekly, "2023-12..2024-01", nil, "2023-12-04", "2024-01-28", 8),
            (.daily, "2024-01..2024-03", nil, "2024-01-01", "2024-03-31", 91),
            (.daily, nil, "2020..2024", "2020-01-01", "2024-12-31", 1827),
        ] as [(Chart, String?, String?, String, String, Int)])
    func newYear(
        chart: Chart, month: String?, year: String?, from: String, to: String, count: Int
    ) throws {
        let periods = try #require(
            try periods(PeriodSelection(month: month, year: year), of: chart))
        #expect("\(periods.first.from)" == from && "\(periods.last.to)" == to)
        #expect(periods.count == count)
    }

    @Test("Every week of ten years is in one year and one month")
    func disjoint() throws {
        for chart in Chart.allCases {
            let all = try #require(
                try periods(PeriodSelection(year: "2010..2019"), of: chart)
            ).map(\.description)
            var byMonth: [String] = []
            for year in 2010...2019 {
                for month in 1...12 {
                    let selection = PeriodSelection(month: "\(year).\(month)")
                    byMonth += try #require(try periods(selection, of: chart)).map(\.description)
                }
            }
            #expect(all == byMonth)
        }
    }

    @Test(
        "A current month or year ends with the newest closed period",
        arguments: [
            (Chart.daily, "2026-11", nil, "2026-11-22", "2026-11-21"),
            (.daily, nil, "2026", "2026-11-22", "2026-11-21"),
            (.daily, "2026-10..2026-11", nil, "2026-11-22", "2026-11-21"),
            (.weekly, "2026-11", nil, "2026-11-22", "2026-11-15"),
            (.weekly, "2026-11", nil, "2026-11-23", "2026-11-22"),
            (.weekend, nil, "2026", "2026-11-22", "2026-11-15"),
            (.weekdays, "2026-11", nil, "2026-11-22", "2026-11-19"),
            // The last week of a month may end only in the next month.
            (.weekly, "2024-05", nil, "2024-06-02", "2024-05-26"),
            (.weekly, "2024-05", nil, "2024-06-03", "2024-06-02"),
            (.daily, "2026-11", nil, "2026-11-02", "2026-11-01"),
            (.weekdays, "2026-10", nil, "2026-10-02", "2026-10-01"),
        ] as [(Chart, String?, String?, String, String)])
    func running(
        chart: Chart, month: String?, year: String?, today: String, last: String
    ) throws {
        let periods = try periods(
            PeriodSelection(month: month, year: year), of: chart, on: today)
        #expect("\(try #require(periods).last.to)" == last)
    }

    @Test(
        "A month or year that has begun and has no closed period has nothing yet",
        arguments: [
            (Chart.daily, "2026-11", nil, "2026-11-01"), (.daily, nil, "2026", "2026-01-01"),
            (.weekly, "2026-10", nil, "2026-10-01"), (.weekly, "2026-10", nil, "2026-10-04"),
            (.weekdays, "2026-10", nil, "2026-10-01"), (.weekly, nil, "2027", "2027-01-03"),
            (.weekend, nil, "2027", "2027-01-10"), (.weekly, "2027-01", nil, "2027-01-10"),
        ] as [(Chart, String?, String?, String)])
    func begun(chart: Chart, month: String?, year: String?, today: String) throws {
        let selection = PeriodSelection(month: month, year: year)
        #expect(try periods(selection, of: chart, on: today) == nil)
    }

    @Test("The day in Seoul is named only if the market is Korea, or nothing says where it is")
    func notOverElsewhere() {
        let today = Day(year: 2026, month: 11, day: 22) ?? Day(daysSince1970: 0)
        let period = Period(of: .daily, containing: today)
        let holdings = Holdings(
            of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)
        for (market, reason) in [
            (Territory.korea, "in Seoul it is 2026-11-22"),
            (Territory(), "in Seoul it is 2026-11-22"),
            (
                Territory(country: Country("JP")),
                "the source's days (JP) end at 15:00 UTC, so its newest is 2026-11-21"
            ),
            (
                Territory(dayEnds: 34 * 60),
                "the source's days end at 34:00 UTC, so its newest is 2026-11-21"
            ),
        ] {
            let fault = #expect(throws: Fault.self) {
                try holdings.check(period, today: today, in: market)
            }
            #expect(fault?.message.hasSuffix(": \(reason)") == true, "\(fault?.message ?? "")")
        }
    }

    @Test(
        "A month or year that has not begun is refused",
        arguments: [
            ("2026-12", nil, "2026-12"), (nil, "2027", "2027"),
            ("2026-10..2026-12", nil, "2026-12"), (nil, "2020..2028", "2028"),
        ] as [(String?, String?, String)])
    func notBegun(month: String?, year: String?, what: String) {
        for chart in Chart.allCases {
            let fault = fault(PeriodSelection(month: month, year: year), of: chart)
            #expect(fault?.message == "\(what) has not come yet: in Seoul it is 2026-11-22")
            #expect(fault?.kind == .usage)
        }
    }

    @Test(
        "A month or year that begins before the first chart is refused, and the hint names the rest",
        arguments: [
            (Chart.daily, nil, "2003", "2003", "2003-11-11", "2003-12-31"),
            (.daily, "2003-11", nil, "2003-11", "2003-11-11", "2003-11-30"),
            (.daily, nil, "2003..2004", "2003..2004", "2003-11-11", "2004-12-31"),
            (.daily, nil, "2003~2026", "2003..2026", "2003-11-11", "2026-11-21"),
            (.weekly, nil, "2003", "2003", "2003-11-17", "2003-12-28"),
            (.weekend, "2003-11", nil, "2003-11", "2003-11-14", "2003-11-30"),
            (.weekdays, "2003-11", nil, "2003-11", "2003-11-17", "2003-11-27"),
        ] as [(Chart, String?, String?, String, String, String)])
    func beforeTheFirst(
        chart: Chart, month: String?, year: String?, what: String, from: String, to: String
    ) throws {
        let fault = fault(PeriodSelection(month: month, year: year), of: chart)
        #expect(
            fault?.message
                == "not all charts of \(what) are there: the service holds days from 2003-11-11 on")
        #expect(fault?.hint == "use --from \(from) --to \(to)")
        let part = try #require(
            try periods(PeriodSelection(from: from, to: to), of: chart))
        #expect("\(part.first.from)" == from && "\(part.last.to)" == to)
    }

    @Test("A month or year without any chart is refused")
    func none() {
        for selection in [PeriodSelection(month: "2003-10"), PeriodSelection(year: "1999")] {
            let fault = fault(selection)
            #expect(fault?.message.hasPrefix("there is no chart of ") == true)
            #expect(fault?.message.hasSuffix("the service holds days from 2003-11-11 on") == true)
        }
    }

    @Test(
        "A refusal by a recorded week says what it holds",
        arguments: [
            (PeriodSelection(year: "2022"), "2022-05-30", "2022-06-05"),
            (PeriodSelection(month: "2022-05"), "2022-05-30", "2022-05-31"),
            (PeriodSelection(month: "2022-05..2022-06"), "2022-05-30", "2022-06-05"),
        ])
    func sample(selection: PeriodSelection, from: String, to: String) {
        let fault = fault(selection, to: "2022-06-05")
        #expect(fault?.message.contains("holds days from 2022-05-30 to 2022-06-05") == true)
        #expect(fault?.hint == "use --from \(from) --to \(to)")
        let other = self.fault(PeriodSelection(month: "2024-05"), to: "2022-06-05")
        #expect(other?.message.contains("holds days from 2022-05-30 to 2022-06-05") == true)
    }

    @Test(
        "A text that is not a month or year is refused",
        arguments: [
            ("2024-13", nil, "'2024-13' is not a month", nil),
            ("05-2024", nil, "'05-2024' is not a month", nil),
            ("May 2024", nil, "'May 2024' is not a month", nil),
            ("2024-05..", nil, "'2024-05..' is not a month", nil),
            ("2024", nil, "'2024' is not a month", "use --year 2024"),
            ("2024-05-01", nil, "'2024-05-01' is not a month", "use --date 2024-05-01"),
            (nil, "24", "'24' is not a year", nil),
            (nil, "2024-05", "'2024-05' is not a year", "use --month 2024-05"),
            (nil, "2024.5.1", "'2024.5.1' is not a year", "use --date 2024-05-01"),
            (nil, "2024..2020", "'2024..2020' ends before it begins", nil),
            ("2024-05..2024-04", nil, "'2024-05..2024-04' ends before it begins", nil),
            ("", nil, "'' is not a month", nil), (nil, "..", "'..' is not a year", nil),
        ] as [(String?, String?, String, String?)])
    func refused(month: String?, year: String?, message: String, hint: String?) {
        let fault = fault(PeriodSelection(month: month, year: year))
        #expect(fault?.message == message && fault?.kind == .usage)
        if let hint { #expect(fault?.hint == hint) }
    }

    @Test(
        "Months and years exclude the other selections",
        arguments: [
            (PeriodSelection(date: "-1d", month: "2024-05"), "--date and --month"),
            (PeriodSelection(last: 3, year: "2024"), "--last and --year"),
            (
                PeriodSelection(from: "2024-05-01", to: "-1d", month: "2024-05"),
                "--from and --month"
            ),
        ])
    func contradictions(selection: PeriodSelection, options: String) {
        #expect(fault(selection)?.message == "\(options) cannot be used together")
    }

    @Test("A clock that was never set is named as the reason")
    func clock() {
        let fault = fault(PeriodSelection(month: "2024-05"), on: "1970-01-01")
        #expect(fault?.kind == .configuration)
    }

    @Test("The grouped periods of a range are those of the range, in order")
    func groups() throws {
        for chart in Chart.allCases {
            let all = try #require(
                try periods(PeriodSelection(from: "2023-11-20", to: "2024-02-10"), of: chart))
            let months = Array(all.groups(by: .month))
            #expect(months.flatMap(Array.init) == Array(all) && months.count == 4)
            #expect(Array(all.groups(by: .year)).map(\.count).reduce(0, +) == all.count)
            #expect(Array(all.groups(by: .year)).count == 2)
            #expect(Array(all.groups(by: .day)).count == all.count)
        }
    }
}
