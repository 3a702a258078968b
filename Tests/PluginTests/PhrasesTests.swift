import BoxOffice
import Testing

@testable import BoxOfficeCommand

/// The command lines for words that people type.
@Suite struct PhrasesTests {
    @Test(
        "A month, a quarter and a week that are running go up to yesterday",
        arguments: [
            ("2022-06-08", "분기", "--month 2022-04..2022-06"),
            ("2022-05-01", "quarterly", "--month 2022-04"),
            ("2022-11-28", "이번 분기", "--month 2022-10..2022-11"),
            ("2022-04-01", "quarter", "--month 2022-01..2022-03"),
            ("2022-06-08", "이번 주", "--from 2022-06-06 --to 2022-06-07"),
            ("2022-06-06", "this-week", "--from 2022-05-30 --to 2022-06-05"),
            ("2022-06-08", "지난달", "--month 2022-05"),
            ("2022-01-31", "last month", "--month 2021-12"),
            ("2022-07-01", "월간", "--month 2022-06"), ("2022-01-01", "yearly", "--year 2021"),
            ("2022-01-01", "작년", "--year 2021"),
        ])
    func line(today: String, word: String, line: String) throws {
        let today = try #require(Day(today))
        #expect(Phrases.line(for: word, today: today)?.joined(separator: " ") == line)
    }

    @Test(
        "A number with its unit is a number, and weeks are told apart",
        arguments: [
            ("7일", "7", false), ("30 days", "30", false), ("4주", "4", true), ("2w", "2", true),
            ("7", nil, false), ("7x", nil, false), ("일", nil, false), ("7일 전", nil, false),
        ] as [(String, String?, Bool)])
    func count(value: String, count: String?, isOfWeeks: Bool) {
        let found = Phrases.count(in: value)
        #expect(found?.count == count && found?.isOfWeeks ?? false == isOfWeeks)
    }
}
