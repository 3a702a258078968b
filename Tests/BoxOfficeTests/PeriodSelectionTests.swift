import BoxOffice
import Engine
import Testing

/// The calendar rules, as of chosen moments.
@Suite struct PeriodSelectionTests {
    private static let first = "2003-11-11"

    private func periods(
        _ selection: PeriodSelection, of chart: Chart = .daily, at moment: String
    ) throws -> Periods {
        try #require(try some(selection, of: chart, at: moment))
    }

    private func some(
        _ selection: PeriodSelection, of chart: Chart = .daily, at moment: String
    ) throws -> Periods? {
        let today = try #require(Instant(moment)).dayInSeoul
        let holdings = Holdings(
            of: "the service", from: try #require(Day(Self.first)), to: nil, charts: Chart.allCases)
        return try selection.periods(of: chart, today: today, holdings: holdings)
    }

    private func fault(
        _ selection: PeriodSelection, of chart: Chart = .daily,
        at moment: String = "2022-06-08T12:00:00+09:00"
    ) throws -> Fault? {
        #expect(throws: Fault.self) { try some(selection, of: chart, at: moment) }
    }

    @Test(
        "Yesterday is Seoul's yesterday, to the second",
        arguments: [
            ("2022-06-05T23:59:59+09:00", "2022-06-04"),
            ("2022-06-06T00:00:00+09:00", "2022-06-05"),
            ("2024-03-01T00:00:00+09:00", "2024-02-29"),
            ("2023-01-01T08:59:59+09:00", "2022-12-31"),
        ])
    func yesterday(moment: String, expected: String) throws {
        for selection in [
            PeriodSelection(), PeriodSelection(date: "yesterday"), PeriodSelection(date: "-1d"),
            PeriodSelection(last: 1),
        ] {
            let periods = try periods(selection, at: moment)
            #expect(periods.map(\.description) == [expected])
        }
    }

    @Test("A range is inclusive, and runs to yesterday if it has no end")
    func ranges() throws {
        let moment = "2022-06-06T00:30:00+09:00"
        let week = try periods(PeriodSelection(from: "2022-05-30", to: "20220605"), at: moment)
        #expect(week.map(\.description).first == "2022-05-30")
        #expect(week.count == 7 && Array(week).count == 7)
        let open = try periods(PeriodSelection(from: "-3d"), at: moment)
        #expect(open.map(\.description) == ["2022-06-03", "2022-06-04", "2022-06-05"])
        let last = try periods(PeriodSelection(last: 2), at: moment)
        #expect(last.map(\.description) == ["2022-06-04", "2022-06-05"])
    }

    @Test("Twenty years cost nothing until they are iterated")
    func isLazy() throws {
        let all = try periods(PeriodSelection(from: Self.first), at: "2026-11-20T12:00:00+09:00")
        #expect(all.count == 8410)
        var iterator = all.makeIterator()
        #expect(iterator.next()?.description == Self.first)
    }

    @Test(
        "The newest week is the last that is over",
        arguments: [
            (Chart.weekly, "2022-06-05T23:59:59+09:00", "2022-05-23~2022-05-29"),
            (.weekly, "2022-06-06T00:00:00+09:00", "2022-05-30~2022-06-05"),
            (.weekend, "2022-06-05T12:00:00+09:00", "2022-05-27~2022-05-29"),
            (.weekend, "2022-06-07T12:00:00+09:00", "2022-06-03~2022-06-05"),
            (.weekdays, "2022-06-03T00:00:00+09:00", "2022-05-30~2022-06-02"),
            (.weekdays, "2022-06-02T23:00:00+09:00", "2022-05-23~2022-05-26"),
        ])
    func newestWeek(chart: Chart, moment: String, expected: String) throws {
        for selection in [PeriodSelection(), PeriodSelection(date: "yesterday")] {
            #expect(try periods(selection, of: chart, at: moment).map(\.description) == [expected])
        }
    }

    @Test("A week is named by any of its days or by its number")
    func weeksByDay() throws {
        for name in ["2022-W22", "2022-05-30", "20220605", "2022-06-02"] {
            let week = try periods(
                PeriodSelection(date: name), of: .weekly, at: "2022-06-08T12:00:00+09:00")
            #expect(week.map(\.description) == ["2022-05-30~2022-06-05"])
        }
    }

    @Test(
        "A period that is not over, not begun or not held is refused, and the message says why",
        arguments: [
            (PeriodSelection(date: "2022-06-08"), "2022-06-08 is today, which is not over yet"),
            (PeriodSelection(date: "-0d"), "2022-06-08 is today, which is not over yet"),
            (PeriodSelection(date: "2022-06-09"), "2022-06-09 has not come yet"),
            (PeriodSelection(date: "2003-11-10"), "there is no chart of 2003-11-10"),
            (PeriodSelection(from: "1999-01-01"), "there is no chart of 1999-01-01"),
            (PeriodSelection(from: "2022-06-01", to: "2022-06-08"), "2022-06-08 is today"),
            (PeriodSelection(last: 9000), "there is no chart of"),
        ])
    func refuses(selection: PeriodSelection, beginning: String) throws {
        let fault = try #require(try fault(selection))
        #expect(fault.kind == .usage)
        #expect(fault.message.hasPrefix(beginning))
    }

    @Test(
        "Options that contradict each other, or are none, are refused",
        arguments: [
            (PeriodSelection(to: "-1d", month: "2024-05"), "--to needs --from"),
            (PeriodSelection(last: .min), "--last takes a number from 1 up, not \(Int.min)"),
            (PeriodSelection(date: "soon"), "'soon' is not a date"),
            (PeriodSelection(date: "--3d"), "'--3d' is not a date"),
            (
                PeriodSelection(date: "-99999999999999999999d"),
                "'-99999999999999999999d' is not a date"
            ),
        ])
    func contradictions(selection: PeriodSelection, message: String) throws {
        #expect(try fault(selection)?.message == message)
    }

    @Test(
        "A clock that was never set is named as the reason, whatever the selection",
        arguments: [
            PeriodSelection(), PeriodSelection(date: "2022-06-01"), PeriodSelection(last: 3),
            PeriodSelection(from: "2022-06-01"), PeriodSelection(from: "-3d"),
            PeriodSelection(from: "2022-06-01", to: "2022-06-02"),
        ], ["1970-01-01T09:00:00+09:00", "2003-11-11T12:00:00+09:00"])
    func clock(selection: PeriodSelection, moment: String) throws {
        let fault = try #require(try fault(selection, at: moment))
        #expect(fault.kind == .configuration)
        let day = moment.prefix(10)
        #expect(fault.message.contains("the clock of this machine says \(day)"))
        #expect(fault.hint == "set the clock")
    }

    @Test(
        "A range without an end that has begun today has nothing yet",
        arguments: [
            (Chart.daily, "2027-01-01", "2027-01-01"), (.daily, "-0d", "2027-01-01"),
            (.weekly, "2026-12-28", "2026-12-28"), (.weekly, "2026-W53", "2027-01-03"),
            (.weekly, "2027-01-01", "2027-01-01"), (.weekend, "2026-12-28", "2026-12-29"),
            (.weekend, "2027-01-01", "2027-01-03"), (.weekdays, "2026-12-28", "2026-12-31"),
        ])
    func begun(chart: Chart, from: String, today: String) throws {
        let moment = "\(today)T00:00:00+09:00"
        #expect(try some(PeriodSelection(from: from), of: chart, at: moment) == nil)
        // A range with such an end asks for a period that is not over.
        for selection in [
            PeriodSelection(from: from, to: from), PeriodSelection(date: from),
        ] {
            #expect(try fault(selection, of: chart, at: moment)?.kind == .usage)
        }
    }

    @Test(
        "A range that begins after today is refused",
        arguments: [
            (Chart.daily, "2027-01-02"), (.weekly, "2027-01-02"), (.weekly, "2027-W01"),
            (.weekend, "2027-01-02"),
        ])
    func notBegun(chart: Chart, from: String) throws {
        let fault = try fault(
            PeriodSelection(from: from), of: chart, at: "2027-01-01T23:59:59+09:00")
        #expect(fault?.kind == .usage)
    }
}
