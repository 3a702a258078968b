import BoxOffice
import Engine
import Testing

/// The dates as people type them, read by ``PeriodSelection``.
@Suite struct TypedDateTests {
    private static let holdings = Holdings(
        of: "the service", from: Day(daysSince1970: 12_367), to: nil, charts: Chart.allCases)

    private func periods(
        _ selection: PeriodSelection, of chart: Chart = .daily
    ) throws(Fault) -> [String] {
        let today = Day(daysSince1970: 19_151)  // 2022-06-08
        return try selection.periods(of: chart, today: today, holdings: Self.holdings)?
            .map(\.description) ?? []
    }

    @Test(
        "A day may be written in any form whose year comes first",
        arguments: [
            "2022-06-01", "2022-6-1", "20220601", "2022.6.1", "2022.06.01", "2022.6.1.",
            "2022. 6. 1.", "2022. 6. 1", "2022/06/01", "2022/6/1", "2022년 6월 1일", "2022년6월1일",
            "2022년 06월 01일", " 2022-06-01 ", "-7d",
            // As macOS passes Hangul, decomposed.
            "2022\u{1102}\u{1167}\u{11AB} 6\u{110B}\u{116F}\u{11AF} 1\u{110B}\u{1175}\u{11AF}",
        ])
    func forms(text: String) throws {
        #expect(try periods(PeriodSelection(date: text)) == ["2022-06-01"])
        let range = PeriodSelection(from: text, to: text)
        #expect(try periods(range) == ["2022-06-01"])
        #expect(try periods(PeriodSelection(date: text), of: .weekend) == ["2022-06-03~2022-06-05"])
    }

    @Test(
        "Forms with two meanings, and days that do not exist, are refused with the valid forms",
        arguments: [
            "06/01/2022", "01.06.2022", "22-06-01", "220601", "22.6.1", "2022-06/01", "2022.6/1",
            "2022-0601", "2022 6 1", "2022-6-1.", "2022년 6월 1", "2022-02-29", "2022.13.1",
            "2022-6-31", "2022-06-01T00:00", "２０２２-06-01", "2022-06-01-", "2022-006-01", "+-3d",
            "-+3d", "-d", "2022--06-01", "", "2022.6.1..", "6월 1일", "+99999999999999999999d",
        ])
    func refused(text: String) throws {
        let fault = #expect(throws: Fault.self) {
            try periods(PeriodSelection(from: text, to: "-1d"))
        }
        #expect(fault?.code == "not-a-date" && fault?.kind == .usage)
        let lastDays = ["2022-02-29": "28", "2022-6-31": "30"]
        let hint =
            lastDays[text].map { "the last day of that month is \($0)" }
            ?? "2022.6.1, 2022/6/1, 2022년 6월 1일; or yesterday"
        #expect(fault?.hint?.contains(hint) == true)
    }

    @Test("A range in place of a day, and months at the ends of a range, are recognized")
    func ranges() throws {
        let range = #expect(throws: Fault.self) {
            try periods(PeriodSelection(date: "2022.5.1~2022.5.3"))
        }
        #expect(range?.hint == "use --from 2022-05-01 --to 2022-05-03")
        let months = #expect(throws: Fault.self) {
            try periods(PeriodSelection(from: "2022-01", to: "2022-03"))
        }
        #expect(months?.hint == "use --month 2022-01..2022-03")
        #expect(try periods(PeriodSelection(date: "그제")) == ["2022-06-06"])
    }

    @Test("Dates from files and services are read strictly")
    func strict() {
        for text in ["2022-6-1", "2022.6.1", "2022/06/01", "2022년 6월 1일", " 2022-06-01"] {
            #expect(Day(text) == nil)
        }
    }

    @Test("Yesterday has a Korean name, and today and tomorrow are refused with the reason")
    func words() throws {
        for word in ["어제", "yesterday", "Yesterday", "\u{110B}\u{1165}\u{110C}\u{1166}"] {
            #expect(try periods(PeriodSelection(date: word)) == ["2022-06-07"])
            let week = try periods(PeriodSelection(date: word), of: .weekly)
            #expect(week == ["2022-05-30~2022-06-05"])
        }
        for (word, reason) in [
            ("오늘", "2022-06-08 is today, which is not over yet"),
            ("today", "2022-06-08 is today, which is not over yet"),
            ("내일", "2022-06-09 has not come yet"), ("tomorrow", "2022-06-09 has not come yet"),
        ] {
            let fault = #expect(throws: Fault.self) { try periods(PeriodSelection(date: word)) }
            #expect(fault?.message.hasPrefix(reason) == true)
        }
        let week = #expect(throws: Fault.self) {
            try periods(PeriodSelection(date: "오늘"), of: .weekly)
        }
        #expect(week?.message.contains("is still running") == true)
    }

    @Test("The end of a range may count from its beginning")
    func counted() throws {
        let days = try periods(PeriodSelection(from: "2022. 5. 1.", to: "+29d"))
        #expect(days.count == 30 && days.last == "2022-05-30")
        #expect(try periods(PeriodSelection(from: "-3d", to: "+0d")) == ["2022-06-05"])
        let weeks = try periods(PeriodSelection(from: "2022-W20", to: "+7d"), of: .weekly)
        #expect(weeks == ["2022-05-16~2022-05-22", "2022-05-23~2022-05-29"])
        let fault = #expect(throws: Fault.self) {
            try periods(PeriodSelection(from: "-3d", to: "+3d"))
        }
        #expect(fault?.message.hasPrefix("2022-06-08 is today") == true)
        for selection in [PeriodSelection(date: "+3d"), PeriodSelection(from: "+3d", to: "-1d")] {
            let fault = #expect(throws: Fault.self) { try periods(selection) }
            #expect(fault?.code == "counts-from-nothing")
        }
    }

    @Test(
        "A month, year or week in place of a day is recognized",
        arguments: [
            ("2022-05", "use --month 2022-05"), ("2022년 5월", "use --month 2022-05"),
            ("202205", "use --month 2022-05"), ("2022", "use --year 2022"),
            ("2022-W22", "use --from 2022-05-30 --to 2022-06-05, or the weekly chart"),
        ])
    func otherUnits(text: String, hint: String) {
        let fault = #expect(throws: Fault.self) { try periods(PeriodSelection(date: text)) }
        #expect(fault?.message == "'\(text)' is not a date")
        #expect(fault?.hint == hint)
    }
}
