@testable import BoxOffice
import Engine
import Testing

/// The sentences about rows that are made from charts, and their parts.
@Suite struct SentencesTests {
    private static let korean = Catalogue.koreanLibrary

    private static func day(_ text: String) -> Day { Day(text) ?? Day(daysSince1970: 0) }

    @Test(
        "Figures are exact, by 만 and 억 in Korean and by thousands in English",
        arguments: [
            (0, "0명", "0 admissions"), (1, "1명", "1 admission"),
            (4567, "4567명", "4,567 admissions"),
            (10_000, "1만명", "10,000 admissions"), (1_234_567, "123만 4567명", "1,234,567 admissions"),
            (100_000_001, "1억 1명", "100,000,001 admissions"),
            (-12_345, "-1만 2345명", "-12,345 admissions"),
            (Int.max, "922경 3372조 368억 5477만 5807명", "9,223,372,036,854,775,807 admissions"),
        ])
    func figures(count: Int, korean: String, english: String) {
        #expect(Message.admissions(count).text(in: Self.korean) == korean)
        #expect("\(Message.admissions(count))" == english)
    }

    @Test(
        "Bounds of amounts in won are rounded outwards, and exact amounts are not",
        arguments: [
            (
                183_112_345_678, 183_212_345_678, "1831억원 이상 1833억원 이하",
                "between 183.1 billion won and 183.3 billion won"
            ),
            (
                183_100_000_000, 183_200_000_000, "1831억원 이상 1832억원 이하",
                "between 183.1 billion won and 183.2 billion won"
            ),
            (1_814_012_345_678, nil, "1조 8140억원 이상", "at least 1,814.0 billion won"),
            (12_345, 12_345, "1만 2345원", "12,345 won"),
            (-1, 1, "-1억원 이상 1억원 이하", "between -0.1 billion won and 0.1 billion won"),
            (
                Int.min, Int.max, "-922경 3372조 369억원 이상 922경 3372조 369억원 이하",
                "between -9,223,372,036.9 billion won and 9,223,372,036.9 billion won"
            ),
        ] as [(Int, Int?, String, String)])
    func amounts(least: Int, most: Int?, korean: String, english: String) throws {
        let bounds = Bounds(atLeast: Int128(least), atMost: most.map { Int128($0) })
        let message = try #require(Message.amount(bounds, in: .won))
        #expect(message.text(in: Self.korean) == korean)
        #expect("\(message)" == english)
    }

    @Test("A name is cut so that a sentence has at most 150 characters")
    func length() {
        let long = Sentence { .quoting(String(repeating: "긴", count: 200), upTo: $0) }
        #expect(long.text(in: .english) == "‘\(String(repeating: "긴", count: 59))…’")
        let two = Sentence { length in
            let title = Message.quoting("가나다라마바사아자차카타파하가나다라마바사아자차카타", upTo: length)
            return "\(String(repeating: "x", count: 130))\(title)"
        }
        #expect(two.text(in: .english).hasSuffix("x‘가나다라마바사아자차카타파하가…’"))
    }

    /// Returns the sentences that `face` has for rows with these values, by paragraphs.
    private func text(
        _ face: Face, _ rows: [[String: Value]], films: Int = 3, in catalogue: Catalogue = korean
    ) throws -> [String] {
        var narrator = try #require(face.sentences).narrator(films)
        for row in rows { narrator.add { row[$0] ?? .missing } }
        return narrator.paragraphs.map {
            $0.map { $0.text(in: catalogue) }.joined(separator: " ")
        }
    }

    private func market(nations: [ChartFilter.Nation] = [], compares: Bool = false) -> MarketQuery {
        MarketQuery(
            days: Periods(
                from: Period(of: .daily, containing: Self.day("2024-05-30")),
                to: Period(of: .daily, containing: Self.day("2024-06-02"))),
            nations: nations, comparesYears: compares, firstDay: Self.day("2003-11-11"))
    }

    private func row(
        _ from: String, _ to: String, _ least: Int?, _ most: Int?, nation: String = "all",
        isConsistent: Bool? = true
    ) -> [String: Value] {
        func amount(_ units: Int?) -> Value { Value(units.map { Decimal($0, places: 0) }) }
        return [
            "from": .date(Self.day(from)), "to": .date(Self.day(to)), "nation": .text(nation),
            "sales_at_least": amount(least), "sales_at_most": amount(most),
            "is_consistent": isConsistent.map(Value.boolean) ?? .missing,
        ]
    }

    private static let origin = " 하한과 상한은 박스오피스의 매출액과 반올림된 점유율에서 나온 것이다."

    @Test("A market is the sum of its rows, and not known if one of its days is not")
    func sums() throws {
        let face = market().face
        let three = [
            row("2024-05-30", "2024-05-30", 10_050_000_000, 10_150_000_000),
            row("2024-05-31", "2024-05-31", 10_050_000_000, 10_150_000_000),
            row("2024-06-01", "2024-06-02", 100_000_000, 100_000_000),
        ]
        let start = "2024년 5월 30일~6월 2일 전체 매출액은"
        #expect(try text(face, three) == ["\(start) 202억원 이상 204억원 이하이다.\(Self.origin)"])
        let unknown = "\(start) 알 수 없다."
        #expect(try text(face, Array(three.dropLast())) == [unknown])
        #expect(try text(face, Array(three.dropFirst())) == [unknown])
        #expect(try text(face, [three[0], three[2]]) == [unknown])
        #expect(
            try text(face, three.dropLast() + [row("2024-06-01", "2024-06-02", nil, nil)])
                == [unknown])
        // A table of a day that a longer one before it has counts once.
        let twice = [row("2024-05-30", "2024-06-02", 7, 7), row("2024-06-01", "2024-06-01", 7, 7)]
        #expect(try text(face, twice).first?.hasPrefix("\(start) 7원이다.") == true)
    }

    @Test("Shares follow from the sums, unless the charts of a day contradict each other")
    func shares() throws {
        let face = market(nations: [.korean]).face
        func rows(_ isConsistent: Bool?) -> [[String: Value]] {
            ["2024-05-30", "2024-06-01"].flatMap { from in
                let to = "\(Self.day(from).advanced(by: 1))"
                return [
                    row(from, to, 400_000_000, 500_000_000, isConsistent: isConsistent),
                    row(from, to, 100_000_000, 150_000_000, nation: "korean"),
                ]
            }
        }
        #expect(
            try text(face, rows(true)) == [
                "2024년 5월 30일~6월 2일 전체 매출액은 8억원 이상 10억원 이하이다. 점유율은 한국영화 20.00% 이상 37.50% 이하이다.\(Self.origin)"
            ])
        #expect(
            try text(face, rows(true), in: .english) == [
                "Total sales of 2024-05-30 to 2024-06-02 were between 0.8 billion won and 1.0 billion won. The shares were: Korean films between 20.00% and 37.50%. Both bounds follow from the sales and the rounded shares on the charts."
            ])
        #expect(try text(face, rows(false)).first?.contains(" 점유율은 알 수 없다. ") == true)
    }

    @Test("The change from a year before is said of a single row, and refused of several")
    func changes() throws {
        #expect(market(compares: true).face.sentences?.refusal?.code == "changes-of-several-rows")
        var single = row("2024-05-30", "2024-06-02", 1, 1)
        single["sales_change_rate_at_least"] = .decimal(Decimal(-34, places: 1))
        single["sales_change_rate_at_most"] = .decimal(Decimal(12, places: 1))
        #expect(
            try text(market().face, [single]).first?
                .contains(" 전년 대비 증감률은 -3.4% 이상 1.2% 이하이다. ") == true)
    }

    @Test("A ranking names its first films and the ranks that are not sure")
    func ranking() throws {
        let days = market().days
        let face = RankingQuery(
            days: days, nation: .foreign, held: days.first.from...days.last.to
        ).face
        func row(_ rank: Int, isSure: Bool, _ least: Int?, _ most: Int?) -> [String: Value] {
            [
                "rank": .integer(rank), "title": .text("영화 \(rank)편"),
                "is_rank_sure": .boolean(isSure),
                "audience_at_least": Value(least), "audience_at_most": Value(most),
            ]
        }
        let rows = (1...20).map { rank in
            row(rank, isSure: rank < 3 || rank % 2 == 0, 100 - rank, rank == 2 ? nil : 100 - rank)
        }
        let start = "2024년 5월 30일~6월 2일 관객수 순위(외국영화)"
        #expect(
            try text(face, rows) == [
                "\(start) 1위는 ‘영화 1편’으로, 관객수는 99명이다. 다음은 2위 ‘영화 2편’(98명 이상), 3위 ‘영화 3편’(97명) 순이다. 순위가 확실하지 않은 것은 3위, 5위, 7위, 9위, 11위 외 4편이다. 하한과 상한은 박스오피스의 수치에서 나온 것이며, 박스오피스에 오르지 않은 영화는 순위에 없다."
            ])
        #expect(
            try text(face, [row(1, isSure: true, nil, nil)]) == [
                "\(start) 1위는 ‘영화 1편’으로, 관객수는 알 수 없다. 순위는 모두 확실하다."
            ])
        #expect(
            try text(face, [row(1, isSure: false, 1, 2), row(2, isSure: false, 1, 1)], films: 1)
                == [
                    "\(start) 1위는 ‘영화 1편’으로, 관객수는 1명 이상 2명 이하이다. 순위가 확실하지 않은 것은 1~2위이다. 하한과 상한은 박스오피스의 수치에서 나온 것이며, 박스오피스에 오르지 않은 영화는 순위에 없다."
                ])
        #expect(try text(face, []) == ["\(start)에는 영화가 없다."])
    }

    @Test("A run says the first week only if all of its seven days have a figure")
    func runs() throws {
        let face = try TrendQuery(films: [], chart: .daily).face
        func row(_ day: Int, _ count: Int?) -> [String: Value] {
            let date = Value.date(Self.day("2024-05-29").advanced(by: day))
            return [
                "movie_code": .text("1"), "title": .text("F1"), "release_day": .integer(day),
                "from": date, "to": date, "audience_count": Value(count),
                "audience_total": Value(count.map { _ in day }),
            ]
        }
        let start = "‘F1’, 개봉일(2024년 5월 30일) 관객수가 5명,"
        #expect(
            try text(face, (1...8).map { row($0, $0 == 8 ? nil : 5) }) == [
                "\(start) 개봉 후 7일간 관객수가 35명, 2024년 6월 5일까지 누적 관객수가 7명이다."
            ])
        #expect(
            try text(face, (1...8).map { row($0, $0 == 4 ? nil : 5) }) == [
                "\(start) 2024년 6월 6일까지 누적 관객수가 8명이다."
            ])
        var week = row(4, 5)
        week["to"] = .date(Self.day("2024-06-08"))
        #expect(
            try text(try TrendQuery(films: [], chart: .weekly).face, [week]) == [
                "‘F1’, 개봉 주(2024년 6월 2일~8일) 관객수가 5명, 2024년 6월 8일까지 누적 관객수가 4명이다."
            ])
        #expect(try text(face, [row(1, nil)]) == ["‘F1’, 관객수를 알 수 없다."])
        #expect(
            try text(face, [row(1, nil)], in: .english) == ["The admissions of ‘F1’ are not known."]
        )
        #expect(
            try TrendQuery(films: [], chart: .daily, pivot: "rank").face.sentences == nil)
    }
}
