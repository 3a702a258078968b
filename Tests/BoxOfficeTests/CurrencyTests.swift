import BoxOffice
import Testing

@Suite struct CurrencyTests {
    @Test(
        "Currencies have the decimal places of ISO 4217",
        arguments: [
            ("KRW", 0), ("JPY", 0), ("VND", 0), ("USD", 2), ("EUR", 2), ("CNY", 2), ("ZWG", 2),
            ("AED", 2), ("COU", 2), ("GHS", 2), ("PAB", 2), ("KWD", 3), ("TND", 3), ("CLF", 4),
            ("UYW", 4),
        ])
    func places(code: String, places: Int) throws {
        let currency = try #require(Currency(code))
        #expect(currency.places == places && currency.code == code)
        #expect((currency == .won) == (code == "KRW"))
    }

    @Test(
        "A code that is not a currency is refused",
        arguments: ["", "usd", "US", "USDX", "XYZ", "U D", "D A", "EUR ", "ＵＳＤ"])
    func otherCurrencies(code: String) { #expect(Currency(code) == nil) }

    @Test("A country is two capital letters")
    func countries() {
        #expect(Country("KR")?.code == "KR")
        for code in ["", "K", "KOR", "kr", "K1", "한국"] { #expect(Country(code) == nil) }
    }

    @Test(
        "The end of a day is a time counted from 00:00 UTC of that day",
        arguments: [
            ("15:00", 900), ("34:00", 2040), ("10:00", 600), ("48:00", 2880), ("09:59", nil),
            ("48:01", nil), ("15:60", nil), ("15.00", nil), ("5:00", nil), ("015:00", nil),
            ("15:0", nil), ("", nil), ("15:000", nil), ("+5:00", nil), ("２:00", nil),
        ] as [(String, Int?)])
    func dayEnds(text: String, minutes: Int?) {
        #expect(Territory.dayEnds(text) == minutes)
        if let minutes { #expect(Territory(dayEnds: minutes).endOfDay == text) }
    }

    @Test(
        "Until 19:00 in Seoul the day before is not over yet in America",
        arguments: [
            // The time in Seoul on 2022-06-02, and the day that is not over yet in Korea and in
            // America.
            ("00:30", "2022-06-02", "2022-06-01"), ("12:00", "2022-06-02", "2022-06-01"),
            ("18:59", "2022-06-02", "2022-06-01"), ("19:00", "2022-06-02", "2022-06-02"),
            ("23:30", "2022-06-02", "2022-06-02"),
        ])
    func today(time: String, korea: String, america: String) throws {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        let midnight = Instant(startOf: try #require(Day("2022-06-02")))
        let moment = Instant(
            secondsSince1970: midnight.secondsSince1970 + parts[0] * 3600 + parts[1] * 60)
        #expect(Territory.korea.today(at: moment).description == korea)
        #expect(Territory(dayEnds: 34 * 60).today(at: moment).description == america)
    }

    @Test("A day is over at the moment at which the next one begins", arguments: [600, 900, 2040])
    func end(dayEnds: Int) {
        let territory = Territory(dayEnds: dayEnds)
        for number in [-1, 0, 19_144] {
            let day = Day(daysSince1970: number)
            let end = number * 86_400 + dayEnds * 60
            #expect(territory.today(at: Instant(secondsSince1970: end)) == day.advanced(by: 1))
            #expect(territory.today(at: Instant(secondsSince1970: end - 1)) == day)
        }
    }
}
