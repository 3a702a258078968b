package import BoxOffice

/// The inputs that plugins are tried with.
package enum Samples {
    /// Texts that formats and programs stumble over: empty and long ones, quotes and delimiters, line
    /// ends, markup, control characters, emoji.
    static let awkwardTexts = [
        "", " ", "a", " a ", "a,b", "a\"b", "\"", "\"\"", "a|b\\|c", "a\nb", "a\rb", "a\r\nb",
        "\ta", "a\u{A0}", "\u{3000}", "기생충", "1~2부", "#1", "!?", "=1+1", "@x", "-1", "+1",
        "a&b=c", "<b>&amp;", "</table>", "「」", "\u{FEFF}x", "\u{2028}", "👩‍👩‍👧", "e\u{301}", "\0",
        "\u{1B}[31m", "\u{9B}31m", "a\u{85}b", "\u{7F}", "'", "\\", "\\n", "]]>", "--", "{{x}}",
        "{\"end\":{}}", String(repeating: "긴", count: 1_000),
    ]

    // MARK: - Rows

    /// A column of each kind.
    package static let columns = [
        Column("title", "영화명", .text), Column("mark", "변동", .marker),
        Column("count", "관객수", .integer), Column("sales", "매출액", .amount),
        Column("share", "점유율", .percent), Column("year", "연도", .year),
        Column("is_new", "신규진입", .boolean), Column("date", "날짜", .date),
        Column("sure", "확신", .fraction), Column("genres", "장르", .list),
        Column("per_show", "회당관객수", .decimal), Column("part", "국적점유율", .share),
        Column("multiple", "배수", .ratio),
    ]

    /// A row with a text that is longer than a pipe's buffer.
    static let long = row(title: String(repeating: "긴", count: 30_000), count: 1, genres: [])

    /// A row in which every value is missing.
    static let missing = [Value](repeating: .missing, count: columns.count)

    /// Returns a row for each awkward text, with the largest or smallest count, one with a count of
    /// 0, and one without values.
    static func awkward(in currency: Currency) -> [[Value]] {
        awkwardTexts.map { text in
            let count = text.isEmpty ? Int.max : .min
            return row(title: text, count: count, genres: [text, "b"], in: currency)
        } + [row(title: "a", count: 0, genres: [], in: currency), missing]
    }

    /// Returns rows whose texts need no escaping in any format.
    package static func plain(_ count: Int, in currency: Currency = .won) -> [[Value]] {
        // A fixed seed, so that the rows are always the same, and hardly compressible.
        var state: UInt64 = 17
        return (0..<count).map { _ in
            var title = ""
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                title += String(state, radix: 36)
            }
            return row(
                title: title, count: Int(truncatingIfNeeded: state >> 33), genres: ["drama"],
                in: currency)
        }
    }

    private static func row(
        title: String, count: Int, genres: [String], in currency: Currency = .won
    ) -> [Value] {
        [
            .text(title), .text("▲3"), .integer(count), .decimal(Decimal(count, in: currency)),
            .decimal(Decimal(-4, places: 1)), .integer(2022), .boolean(true),
            .date(Day(daysSince1970: 19_148)), .decimal(Decimal(87, places: 2)), .list(genres),
            .decimal(Decimal(-4, places: 1)), .decimal(Decimal(6537, places: 2)),
            .decimal(Decimal(100_305, places: 2)),
        ]
    }

    // MARK: - Documents

    /// The editions that documents are about.
    static let editions = [19_148, 19_149].map { day in
        ChartEdition(Period(of: .daily, containing: Day(daysSince1970: day)))
    }

    /// The description of a document: the chart of two days, as of a fixed time.
    package static let chart: DocumentDescription = {
        var document = DocumentDescription(dataset: "chart", sources: ["check"])
        document.periods = editions.first.map {
            Periods(from: $0.period, to: $0.period.advanced(by: 1))
        }
        document.begun = Instant(secondsSince1970: 1_654_500_000)
        return document
    }()

    /// Currencies with 2 and 3 decimals.
    static let currencies = ["USD", "KWD"].compactMap(Currency.init)

    /// A document that joins the charts of two sources, whose amounts are in won and in dollars.
    static let joined: DocumentDescription = {
        let american = Territory(
            country: Country("US"), currency: currencies.first ?? .won, dayEnds: 34 * 60,
            language: "en")
        var document = chart
        document.figures = [
            FigureSource("check-kr", territory: .korea),
            FigureSource("check-us", territory: american),
        ]
        document.sources = document.figures.map(\.name)
        document.key = ChartEntry.table.dataset.key
        return document
    }()

    /// The editions of both sources; the second day of the first source has no rows.
    static let joinedEditions = editions.enumerated().flatMap { day, edition in
        joined.figures.enumerated().map { number, source in
            let edition = ChartEdition(edition.period, source: source.name)
            let ranks = day == 1 && number == 0 ? [] : [1, 2]
            let entries = ranks.map { rank in
                var entry = ChartEntry(
                    edition: edition, source: source.name,
                    fetchedAt: Instant(secondsSince1970: 1_654_500_000), rank: rank,
                    rankChange: .new, movieCode: "A\(rank)", title: "film \(rank)",
                    in: source.territory)
                entry.salesAmount = 1_234_567 / rank
                entry.salesTotal = 12_345_678 / rank
                entry.audienceCount = 1000 / rank
                return entry
            }
            return (edition: edition, entries: entries)
        }
    }

    /// The end of a document that lacks something.
    static let ending = DocumentEnding(missing: [
        Fault(.notFound, "check-missing", "2022-06-02: not found")
    ])

    /// A picture of 2 × 3 pixels of each kind.
    static let pictures = [
        """
        ffd8ffe000104a46494600010100000100010000ffdb0043001b12141714111b1716171e\
        1c1b2028422b28252528513a3d3042605565645f555d5b6a7899816a7190735b5d85b586\
        909ea3abadab6780bcc9baa6c799a8aba4ffc0000b080003000201011100ffc400140001\
        00000000000000000000000000000004ffc4001410010000000000000000000000000000\
        0000ffda0008010100003f0023ffd9
        """,
        """
        89504e470d0a1a0a0000000d49484452000000020000000308000000009c81815d000000\
        114944415478da638c62606260606260000002f40060e60da11b0000000049454e44ae42\
        6082
        """,
        "524946461c000000574542505650384c0f0000002f018000000710d58afe0722a2ff0100",
        """
        474946383761020003008100005a5a5a0000000000000000002c00000000020003000008\
        060001081c1810003b
        """,
    ].compactMap { digits in
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
        return try? Picture(checking: bytes)
    }

    // MARK: - Questions

    /// A film that is well known.
    package static let known = Film(
        code: "20192193", title: "기생충", year: 2019, genres: ["드라마"])

    /// A film that does not exist.
    static let unknown = Film(code: "00000000", title: "there is no such film")

    /// Films with awkward titles.
    static let awkwardFilms = awkwardTexts.map {
        Film(code: "00000001", title: $0, genres: [$0])
    }

    // MARK: - Answers

    /// Bodies that are not an answer of any service, each with a name.
    static let garbage: [(name: String, bytes: [UInt8])] =
        [
            ("null", "null"), ("an empty object", "{}"), ("an empty list", "[]"), ("a number", "0"),
            ("an object of other fields", #"{"unknown":{"field":[1,2,3]}}"#),
            ("an HTML page", "<!DOCTYPE html><html><body>maintenance</body></html>"),
            ("an XML element", "<unknown/>"), ("a sentence", "the service is down"),
            ("10,000 open lists", String(repeating: "[", count: 10_000)),
            ("10,000 open objects", String(repeating: #"{"a":"#, count: 10_000)),
            ("10,000 open elements", String(repeating: "<a>", count: 10_000)),
        ].map { ($0, Array($1.utf8)) } + [
            ("bytes that are not UTF-8", [0xC3, 0x28, 0xFF, 0xFE, 0x80]),
            ("zero bytes", Array(repeating: 0, count: 64)),
        ]

    /// Returns the first quarter, half and three quarters of a body, which are not answers either.
    static func parts(of body: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        (body.isEmpty ? [] : [1, 2, 3]).map { quarters in
            ("\(quarters) quarters of the answer", Array(body.prefix(body.count * quarters / 4)))
        }
    }

    /// Returns an answer with that body.
    package static func answer(_ body: [UInt8], status: Int = 200) -> Answer {
        var answer = Answer(status: status, body: body, fetchedAt: Instant(secondsSince1970: 0))
        answer.timeLimit = .seconds(5)
        return answer
    }

    /// Bodies that a service may send if it has no rows: a page without rows is right, too.
    static let emptyBodies: [[UInt8]] = [[], Array(" \n".utf8)]
}

extension PluginOption {
    /// The values to try: both ends of a range, every choice, and for a text another one, an empty
    /// one, and an odd one with quotes, control characters and emoji.
    var trials: [String] {
        let values: [String] =
            switch kind {
            case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)", defaultValue]
            case .boolean, .choice: choices ?? []
            case .text:
                [
                    defaultValue, "another text", "",
                    "\"\\'<&> =,;|%$(x)`\t\n\u{1B}[31m가👩‍👩‍👧",
                ]
            }
        return values.eachOnce
    }
}
