import BoxOffice
import Foundation
import Testing

@Suite struct DayTests {
    @Test("Days count as the Gregorian calendar does, from 1900 to 2200")
    func countsAsTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for number in stride(from: -25_000, through: 84_000, by: 13) {
            let day = Day(daysSince1970: number)
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect([day.year, day.month, day.dayOfMonth] == [parts.year, parts.month, parts.day])
            #expect(day.weekday % 7 + 1 == parts.weekday)
            #expect(day.daysSince1970 == number)
        }
    }

    @Test(
        "Only days that exist, written one of two ways, are days",
        arguments: [
            ("2022-06-01", "2022-06-01"), ("20220601", "2022-06-01"), ("2024-02-29", "2024-02-29"),
            ("2000-02-29", "2000-02-29"), ("2023-02-29", nil), ("1900-02-29", nil),
            ("2022-13-01", nil), ("2022-00-10", nil), ("2022-06-31", nil), ("2022-6-1", nil),
            ("2022/06/01", nil), ("20220601 ", nil), ("+2220601", nil), ("２０２２０６０１", nil),
            ("", nil), ("2022-0601", nil),
        ] as [(String, String?)])
    func reads(text: String, expected: String?) {
        #expect(Day(text)?.description == expected)
    }

    @Test("Arithmetic holds at the ends of the calendar instead of trapping")
    func holdsAtTheEnds() throws {
        let day = try #require(Day(year: 2022, month: 6, day: 1))
        #expect(day.advanced(by: .max).description == "9999-12-31")
        #expect(day.advanced(by: .min).description == "0000-01-01")
        #expect(day.advanced(by: -1).description == "2022-05-31")
    }

    @Test("Midnight is Seoul's, at 15:00 UTC")
    func midnightIsInSeoul() throws {
        let midnight = 1_654_441_200  // 2022-06-06T00:00:00+09:00
        let before = Instant(secondsSince1970: midnight - 1)
        let after = Instant(secondsSince1970: midnight)
        #expect(before.dayInSeoul.description == "2022-06-05")
        #expect(after.dayInSeoul.description == "2022-06-06")
        #expect(before.description == "2022-06-05T23:59:59+09:00")
        #expect(Instant("2022-06-06T00:00:00+09:00") == after)
        for text in [
            "2022-06-06T00:00:00Z", "2022-06-06T24:00:00+09:00", "2022-06-06T00:00:00+08:00",
            "2022-06-06T00:00:00-09:00", "2022-06-06T00:00:00+09:30", "2022-06-06T00:00:00+09.00",
            "2022-06-06T00:00:00 09:00", "2022-06-06T00:00:00+9:000",
        ] {
            #expect(Instant(text) == nil, "\(text)")
        }
    }
}

@Suite struct InstantTests {
    @Test("A moment beyond the calendar is the nearest one in it", arguments: [Int.min, Int.max])
    func farAway(seconds: Int) {
        let moment = Instant(secondsSince1970: seconds)
        let territory = Territory(currency: .none)
        #expect(moment.dayInSeoul == Day(daysSince1970: seconds < 0 ? -719_528 : 2_932_896))
        #expect(territory.today(at: moment) == moment.dayInSeoul)
        #expect("\(moment)".count == 25)
    }
}

@Suite struct WeekTests {
    @Test("Weeks are numbered as ISO 8601 numbers them, over 120 years")
    func numbersAsISO8601() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for number in stride(from: -3_000, through: 40_000, by: 1) {
            let week = Week(containing: Day(daysSince1970: number))
            let parts = calendar.dateComponents(
                [.yearForWeekOfYear, .weekOfYear],
                from: Date(timeIntervalSince1970: Double(number) * 86_400))
            guard week.year == parts.yearForWeekOfYear, week.number == parts.weekOfYear else {
                Issue.record("\(Day(daysSince1970: number)) is in \(week)")
                return
            }
        }
    }

    @Test(
        "Weeks read and write as KOBIS and ISO 8601 do",
        arguments: [
            ("2020-W01", "2019-12-30", "202001"), ("2019-W27", "2019-07-01", "201927"),
            ("2011-W52", "2011-12-26", "201152"), ("2020-W53", "2020-12-28", "202053"),
            ("2022-w22", "2022-05-30", "202222"),
        ])
    func reads(text: String, monday: String, compact: String) throws {
        let week = try #require(Week(text))
        #expect(week.monday.description == monday)
        #expect(week.compact == compact)
        #expect(week.description == text.uppercased())
    }

    @Test(
        "A week that the year does not have is refused",
        arguments: ["2021-W53", "2021-W00", "2021W01"])
    func refuses(text: String) {
        #expect(Week(text) == nil)
    }
}
