import BoxOffice
import KOBIS
import Loopback
import Sample
import Testing

/// The daily chart, read from JSON and from XML.
@Suite struct KOBISChartTests {
    private let edition = ChartEdition(
        Period(of: .daily, containing: Day(daysSince1970: 19_148)))  // 2022-06-05

    @Test("A director whose name is not a text is refused, one without a name is left out")
    func namesOfDirectors() throws {
        func page(_ director: String) throws -> Page {
            let film = #"{"movieCd":"1","movieNm":"x","directors":[\#(director)]}"#
            let json = #"{"movieListResult":{"totCnt":1,"movieList":[\#(film)]}}"#
            return try KOBIS(.json).read(json, to: .movies(title: "x"))
        }
        #expect(try page(#"{"peopleNm":" "}"#).values(of: ["directors"]) == [[.list([])]])
        #expect(throws: Fault.self) { _ = try page(#"{"peopleNm":{"a":1}}"#) }
        #expect(throws: Fault.self) { _ = try page(#"{"peopleNm":["a"]}"#) }
    }

    /// Reads `answer`, written in `encoding`, and returns the values of `columns`.
    private func read(
        _ answer: Node, as encoding: KOBIS.Encoding, columns: [String] = []
    ) throws -> [[Value]] {
        try read(encoding == .json ? answer.json : answer.xml, as: encoding, columns: columns)
    }

    private func read(
        _ body: String, as encoding: KOBIS.Encoding, columns: [String] = []
    ) throws -> [[Value]] {
        try page(body, as: encoding).values(of: columns)
    }

    private func page(_ body: String, as encoding: KOBIS.Encoding) throws -> Page {
        let (source, period) = (KOBIS(encoding), edition.period)
        var answer = Answer(body)
        answer.source = source.manifest.name
        let query = Query.chart(ChartQuery(periods: Periods(from: period, to: period)))
        let requests = source.requests(for: query)
        return try source.read(answer, to: #require(requests.first { _ in true }))
    }

    private func chart(_ rows: [Node], range: String = "20220605~20220605") -> Node {
        .object([
            (
                "boxOfficeResult",
                .object([
                    ("boxofficeType", .text("일별 박스오피스")), ("showRange", .text(range)),
                    ("dailyBoxOfficeList", .list(item: "dailyBoxOffice", rows)),
                ])
            )
        ])
    }

    /// Returns a row of the recorded week with some of its fields changed.
    private func row(_ changes: [String: Node] = [:], without: String? = nil) throws -> Node {
        let row = try #require(try ChartFixtures().rows(on: "20220605").first)
        return .object(
            ChartFixtures.fields.filter { $0 != without }.map { name in
                (name, changes[name] ?? row[name] ?? .null)
            })
    }

    @Test(
        "All 18 fields arrive under their columns, from JSON and from XML",
        arguments: KOBIS.Encoding.allCases)
    func allFields(encoding: KOBIS.Encoding) throws {
        let values: [String: Node] = [
            "rnum": .text("1"), "rank": .text("7"), "rankInten": .text("-3"),
            "rankOldAndNew": .text("OLD"), "movieCd": .text("2023C685"),
            "movieNm": .text("범죄도시 <2> & \"그\" #1 「」\u{A0}|끝\t "), "openDt": .text("2022-05-18"),
            "salesAmt": .text("5809904520"), "salesShare": .text("51.9"),
            "salesInten": .text("-876855010"), "salesChange": .text("4463526"),
            "salesAcc": .text("139565890466"), "audiCnt": .text("552233"),
            "audiInten": .text("+85301"), "audiChange": .text("-0.4"), "audiAcc": .text("8868469"),
            "scrnCnt": .text("1786"), "showCnt": .text("7898"),
        ]
        let rows = try read(
            chart([try row(values)]), as: encoding,
            columns: ChartEntry.defaultColumns(of: .daily, perRegion: false) + [
                "rank_marker", "source",
            ])
        let expected: [Value] = [
            .date(edition.period.from), .integer(7), .integer(-3), .boolean(false),
            .text("2023C685"), .text("범죄도시 <2> & \"그\" #1 「」\u{A0}|끝"),
            .date(try #require(Day("2022-05-18"))), .won(5_809_904_520),
            .decimal(Decimal(519, places: 1)), .won(-876_855_010),
            .decimal(Decimal(44_635_260, places: 1)), .won(139_565_890_466), .integer(552_233),
            .integer(85_301), .decimal(Decimal(-4, places: 1)), .integer(8_868_469), .integer(1786),
            .integer(7898), .text("▼3"), .text("kobis-\(encoding.rawValue)"),
        ]
        #expect(rows == [expected])
    }

    @Test(
        "Quirks of the register are understood",
        arguments: [
            // A new entry has no rank change, whatever the field contains.
            ("rank_change", new, .missing), ("is_new", new, .boolean(true)),
            ("rank_marker", new, .text("진입")),
            // White space at the ends is ignored.
            ("rank_change", ["rankOldAndNew": .text(" OLD\t")], .integer(0)),
            ("is_new", ["rankOldAndNew": .text("NEW ")], .boolean(true)),
            // Leading zeros, and the largest number of digits.
            ("sales_total", ["salesAcc": .text("000000000000000000012")], .won(12)),
            (
                "sales_total", ["salesAcc": .text("-922337203685477579")],
                .won(-922_337_203_685_477_579)
            ),
            (
                "sales_total", ["salesAcc": .text("999999999999999999")],
                .won(999_999_999_999_999_999)
            ),
            ("sales_share", ["salesShare": .text("-922337203685477580.7")], .tenths(-.max)),
            (
                "sales_share", ["salesShare": .text("922337203685477580")],
                .tenths(9_223_372_036_854_775_800)
            ),
            // A film may count as old on its first day, with a big change, because it had previews.
            ("rank_change", ["rankInten": .text("92")], .integer(92)),
            // An unknown day is one space.
            ("open_date", ["openDt": .text(" ")], .missing),
            ("open_date", ["openDt": .text("20220518")], Value(Day("2022-05-18"))),
            // Daily answers drop a zero decimal, weekly ones keep it.
            ("sales_share", ["salesShare": .text("100")], .tenths(1000)),
            ("sales_share", ["salesShare": .text("100.0")], .tenths(1000)),
            ("audience_change_rate", ["audiChange": .text("-11")], .tenths(-110)),
            // Blank and null are missing, not 0; numbers may come as numbers.
            ("sales_amount", ["salesAmt": .text("")], .missing),
            ("sales_amount", ["salesAmt": .null], .missing),
            ("sales_amount", ["salesAmt": .number(12)], .won(12)),
            // Titles: only digits, a tab at the end, line ends inside.
            ("title", ["movieNm": .text("1987\t")], .text("1987")),
            ("title", ["movieNm": .text("\u{3000}a\r\nb")], .text("a\nb")),
        ] as [(String, [String: Node], Value)])
    func quirks(column: String, changes: [String: Node], value: Value) throws {
        for encoding in KOBIS.Encoding.allCases {
            let rows = try read(chart([try row(changes)]), as: encoding, columns: [column])
            #expect(rows.first?.first == value)
        }
    }

    private static let new: [String: Node] = [
        "rankOldAndNew": .text("NEW"), "rankInten": .text("0"),
    ]

    @Test("Line ends inside the texts of details are the same in both formats")
    func lineEnds() throws {
        let bodies = [
            #"{"movieInfoResult":{"movieInfo":{"movieCd":"1","actors":[{"cast":"가\r\n나"}]}}}"#,
            "<movieInfoResult><movieInfo><movieCd>1</movieCd><actors><actor><cast>가\r\n나</cast>"
                + "</actor></actors></movieInfo></movieInfoResult>",
        ]
        let pages = try zip(KOBIS.Encoding.allCases, bodies).map { encoding, body in
            try KOBIS(encoding).read(body, to: .movie(codes: ["1"]))
        }
        #expect(pages[0].count == 1 && pages[0].firstDifference(from: pages[1]) == nil)
    }

    @Test(
        "Ranks may be shared, and rows are in the order of their numbers",
        arguments: KOBIS.Encoding.allCases)
    func order(encoding: KOBIS.Encoding) throws {
        let rows = try [("2", "7", "B"), ("3", "9", "C"), ("1", "7", "A")].map {
            number, rank, code in
            try row(["rnum": .text(number), "rank": .text(rank), "movieCd": .text(code)])
        }
        let values = try read(chart(rows), as: encoding, columns: ["rank", "movie_code"])
        #expect(
            values == [
                [.integer(7), .text("A")], [.integer(7), .text("B")], [.integer(9), .text("C")],
            ])
    }

    @Test(
        "Rows that are missing inside a chart are reported by number",
        arguments: KOBIS.Encoding.allCases,
        [
            ("1 2 3", []), ("1 2 4 5 6 8", [3...3, 7...7]), ("4", [1...3]), ("3 1", [2...2]),
            ("0 1 2", []), ("1 999999999999999999", [2...999_999_999_999_999_998]),
            ("-999999999999999999 1 3", [2...2]), ("", []),
        ] as [(String, [ClosedRange<Int>])])
    func missing(encoding: KOBIS.Encoding, chart given: (String, [ClosedRange<Int>])) throws {
        let rows = try given.0.split(separator: " ").map { number in
            try row(["rnum": .text("\(number)"), "rank": .text("1"), "movieCd": .text("\(number)")])
        }
        let answer = chart(rows)
        let page = try page(encoding == .json ? answer.json : answer.xml, as: encoding)
        #expect(page.missingRows == given.1)
    }

    @Test("Control characters, which XML could not carry, are dropped from texts")
    func controlCharacters() throws {
        let answer = chart([try row(["movieNm": .text("\u{1B}[31m빨강\u{0}\u{7}\t끝\u{7F}")])])
        let rows = try read(answer, as: .json, columns: ["title"])
        #expect(rows == [[.text("[31m빨강\t끝")]])
    }

    @Test(
        "A control character in a code is refused and shown: without it, the code is another film's",
        arguments: ["2020\u{0}6061", "2020\u{1B}6061"])
    func controlsInCodes(code: String) throws {
        let answer = chart([try row(["movieCd": .text(code)])])
        let shown = code.contains("\u{0}") ? #"2020\u{0}6061"# : #"2020\u{1b}6061"#
        let fault = #expect(throws: Fault.self) {
            try read(answer, as: .json, columns: ["movie_code"])
        }
        #expect(fault?.kind == .malformed)
        #expect(fault?.message.hasSuffix("the field 'movieCd' is not a code: '\(shown)'") == true)
    }

    @Test(
        "An empty list and a missing list are both a chart without rows",
        arguments: KOBIS.Encoding.allCases)
    func empty(encoding: KOBIS.Encoding) throws {
        #expect(try read(chart([]), as: encoding).isEmpty)
        let bare = Node.object([
            ("boxOfficeResult", .object([("showRange", .text("20220605~20220605"))]))
        ])
        #expect(try read(bare, as: encoding).isEmpty)
    }

    @Test(
        "Another value in the place of the list is not mistaken for an empty chart",
        arguments: KOBIS.Encoding.allCases,
        ["dailyBoxNfficeList", "faultInfo", "DailyBoxOfficeList"])
    func listUnderAnotherName(encoding: KOBIS.Encoding, name: String) throws {
        let answer = Node.object([
            (
                "boxOfficeResult",
                .object([
                    ("showRange", .text("20220605~20220605")),
                    (name, .object([("rank", .text("1"))])),
                ])
            )
        ])
        let fault = #expect(throws: Fault.self) { try read(answer, as: encoding) }
        #expect(fault?.kind == .malformed && fault?.message.contains("'\(name)'") == true)
    }

    @Test(
        "An invalid field is named, with its row and its value",
        arguments: [
            ("salesAmt", "12,000", "row 1: the field 'salesAmt' is not a whole number: '12,000'"),
            ("salesAmt", "1.5", "row 1: the field 'salesAmt' is not a whole number: '1.5'"),
            (
                "salesAmt", "99999999999999999999",
                "row 1: the field 'salesAmt' is a number out of range: '99999999999999999999'"
            ),
            ("audiCnt", "-", "row 1: the field 'audiCnt' is not a whole number: '-'"),
            ("audiCnt", "1e3", "row 1: the field 'audiCnt' is not a whole number: '1e3'"),
            (
                "salesShare", "1.23",
                "row 1: the field 'salesShare' is not a percentage with one decimal: '1.23'"
            ),
            (
                "salesShare", "922337203685477580.8",
                "row 1: the field 'salesShare' is a number out of range: "
                    + "'922337203685477580.8'"
            ),
            (
                "salesShare", "922337203685477581",
                "row 1: the field 'salesShare' is a number out of range: "
                    + "'922337203685477581'"
            ),
            (
                "salesShare", "NaN",
                "row 1: the field 'salesShare' is not a percentage with one decimal: 'NaN'"
            ),
            ("openDt", "2022-02-30", "row 1: the field 'openDt' is not a day: '2022-02-30'"),
            ("rankOldAndNew", "new", "row 1: 'rankOldAndNew' is neither OLD nor NEW: 'new'"),
            ("rank", "", "row 1: the field 'rank' is blank"),
            ("movieCd", " ", "row 1: the field 'movieCd' is blank"),
        ])
    func badFields(field: String, value: String, message: String) throws {
        for encoding in KOBIS.Encoding.allCases {
            let answer = chart([try row([field: .text(value)])])
            let fault = #expect(throws: Fault.self) { try read(answer, as: encoding) }
            #expect(fault?.kind == .malformed && fault?.message == message)
        }
    }

    @Test("Only an answer without anything but white space is called empty")
    func emptyAnswers() throws {
        for encoding in KOBIS.Encoding.allCases {
            let other = "the answer is not \(encoding == .json ? "JSON" : "XML")"
            for (body, reason) in [
                ("", "the answer is empty"), ("\u{FEFF} \r\n\t", "the answer is empty"),
                (String(repeating: " ", count: 2000), "the answer is empty"),
                (String(repeating: "\0", count: 1000), other),
                (String(repeating: "\0", count: 2000), other),
                ("\u{1}", other),
            ] {
                let fault = #expect(throws: Fault.self) { try read(body, as: encoding) }
                #expect(fault?.message == reason)
            }
        }
    }

    @Test("A missing field is a fault, not an empty cell", arguments: ChartFixtures.fields)
    func missingField(field: String) throws {
        for encoding in KOBIS.Encoding.allCases {
            let answer = chart([try row(without: field)])
            let fault = #expect(throws: Fault.self) { try read(answer, as: encoding) }
            #expect(fault?.kind == .malformed)
            #expect(fault?.message.contains("'\(field)'") == true)
        }
    }

    @Test(
        "A chart of other days, or with a row or film twice, is refused",
        arguments: KOBIS.Encoding.allCases)
    func wrongCharts(encoding: KOBIS.Encoding) throws {
        let good = try row()
        for answer in [
            chart([good], range: "20220604~20220604"), chart([good], range: ""),
            chart([good, try row(["movieCd": .text("B")])]),
            chart([good, try row(["rnum": .text("2")])]), chart([], range: "19990101~19990101"),
            chart([good]).replacingList(with: "weeklyBoxOfficeList"),
            .object([("boxOfficeResult", .null)]),
            chart([
                try row(["rank": .text("2")]),
                try row(["rnum": .text("2"), "movieCd": .text("B")]),
            ]),
            chart([try row(["rank": .text("0")])]), chart([try row(["audiCnt": .text("-5")])]),
        ] {
            let fault = #expect(throws: Fault.self) { try read(answer, as: encoding) }
            #expect(fault?.kind == .malformed)
        }
    }

    @Test(
        "A duplicate film is found anywhere in a chart of any length",
        arguments: [2, 20, 64, 65])
    func filmTwice(length: Int) throws {
        func rows(_ codes: [Int]) throws -> [Node] {
            try codes.enumerated().map { index, code in
                let number = Node.text("\(index + 1)")
                return try row(["rnum": number, "rank": number, "movieCd": .text("\(code)")])
            }
        }
        let codes = (1...length).map { $0 * 7919 % 10_007 }
        #expect(try read(chart(rows(codes)), as: .json).count == length)
        for index in 1..<length {
            var codes = codes
            codes[index] = codes[index / 2]
            let answer = chart(try rows(codes))
            let fault = #expect(throws: Fault.self) { try read(answer, as: .json) }
            #expect(fault?.message == "a film is on the chart twice")
        }
    }

    @Test(
        "Codes that are the same text in different bytes belong to one film",
        arguments: [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("가", "\u{1100}\u{1161}")])
    func filmTwiceInOtherBytes(code: String, other: String) throws {
        let rows = try [code, "20124079", other].enumerated().map { index, code in
            let number = Node.text("\(index + 1)")
            return try row(["rnum": number, "rank": number, "movieCd": .text(code)])
        }
        let fault = #expect(throws: Fault.self) { try read(chart(rows), as: .json) }
        #expect(fault?.message == "a film is on the chart twice")
    }

    @Test(
        "Faults are recognised by their code, in either shape, whatever the HTTP status",
        arguments: [
            ("320010", Fault.Kind.keyRefused), ("320011", .notYet), ("320102", .malformed),
            ("320103", .malformed), ("320105", .malformed), ("320999", .unavailable),
            ("", .malformed),
        ])
    func faults(code: String, kind: Fault.Kind) throws {
        let json = #"{"faultInfo":{"message":"유효하지않은 키값입니다.","errorCode":"\#(code)"}}"#
        let xml = """
            <faultResult><faultInfo class="object"><errorCode type="string">\(code)</errorCode>\
            <message type="string">유효하지않은 키값입니다.</message></faultInfo></faultResult>
            """
        for encoding in KOBIS.Encoding.allCases {
            for body in [json, xml] {
                let fault = #expect(throws: Fault.self) { try read(body, as: encoding) }
                #expect(fault?.kind == kind)
                #expect(fault?.canHeal == (kind == .unavailable))
                for status in [403, 429, 500] where !code.isEmpty {
                    // Only a code that is not known leaves the decision to the status.
                    let isKnown = kind != .unavailable || status == 500
                    let wanted = isKnown ? kind : Fault.httpStatus(status).kind
                    let found = KOBIS(encoding).fault(in: Answer(body, status: status))
                    #expect(found?.kind == wanted && found?.message.contains(code) == true)
                }
            }
        }
    }

    @Test(
        "An invalid answer is refused",
        arguments: [
            "", "OK", "{}", "<a/>", "<!DOCTYPE html><html></html>", "<html><body>점검</body></html>",
            "\n\n<!-- x --><HTML>", #"{"boxOfficeResult":{}"#, #"{"boxOfficeResult":[]}"#,
            #"{"boxOfficeResult":{},"faultInfo":{"errorCode":"1"}}"#, "\u{0}\u{0}",
        ])
    func strangers(body: String) {
        for encoding in KOBIS.Encoding.allCases {
            let fault = #expect(throws: Fault.self) { try read(body, as: encoding) }
            #expect(fault?.kind == .malformed)
            #expect(KOBIS(encoding).fault(in: Answer(body, status: 500)) == nil)
        }
    }

    @Test("Data in another format than was asked for is refused")
    func wrongForm() throws {
        let answer = chart([try row()])
        #expect(throws: Fault.self) { try read(answer.xml, as: .json) }
        #expect(throws: Fault.self) { try read(answer.json, as: .xml) }
    }

    @Test("A root with a prefix that is an element of HTML makes no page")
    func prefix() throws {
        let answer = chart([try row()]).xml
            .replacing("<boxOfficeResult>", with: "<b:boxOfficeResult xmlns:b=\"u\">")
            .replacing("</boxOfficeResult>", with: "</b:boxOfficeResult>")
        #expect(try read(answer, as: .xml).count == 1)
    }

    @Test("Requests are made one at a time, by day and then by region, with every filter")
    func requests() throws {
        let first = Period(of: .daily, containing: try #require(Day("2003-11-11")))
        let query = ChartQuery(
            periods: Periods(from: first, to: first.advanced(by: 8409)),
            regions: [try Region(named: "서울"), try Region(named: "부산"), try Region(named: "서울시")],
            nation: .korean, kind: .art)
        let targets = KOBIS(.xml).requests(for: .chart(query)).prefix(3).map(\.target)
        let path = "boxoffice/searchDailyBoxOfficeList.xml?targetDt="
        let filters = "&itemPerPage=10&multiMovieYn=Y&repNationCd=K&wideAreaCd="
        #expect(
            targets == [
                "\(path)20031111\(filters)0105001", "\(path)20031111\(filters)0105011",
                "\(path)20031112\(filters)0105001",
            ])
        let films = KOBIS(.json).requests(for: .movie(codes: [" 20212866\r"])).map(\.target)
        #expect(films == ["movie/searchMovieInfo.json?movieCd=20212866"])
    }
}

extension Page {
    /// Returns the values in the columns called `names`, row by row.
    func values(of names: [String]) throws -> [[Value]] {
        try rows(dataset.indices(of: names.isEmpty ? [dataset.columns[0].name] : names))
    }
}

extension Node {
    /// Returns the chart with its list under another name.
    fileprivate func replacingList(with name: String) -> Node {
        guard case .object(let fields) = self["boxOfficeResult"] ?? .null else { return self }
        let renamed = fields.map { field in
            (name: field.name == "dailyBoxOfficeList" ? name : field.name, value: field.value)
        }
        return .object([("boxOfficeResult", .object(renamed))])
    }
}

extension Value {
    /// Returns an amount of won.
    fileprivate static func won(_ amount: Int) -> Value { .decimal(Decimal(amount, in: .won)) }

    fileprivate static func tenths(_ units: Int) -> Value { .decimal(Decimal(units, places: 1)) }
}
