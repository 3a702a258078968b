import BoxOffice
import Foundation
import Singer
import Testing

@Suite struct SingerTests {
    private let columns = [
        Column("rank", "순위", .integer), Column("title", "영화명", .text),
        Column("sales_share", "매출액점유율", .percent), Column("is_new", "신규진입", .boolean),
        Column("open_date", "개봉일", .date), Column("genres", "장르", .list),
    ]
    private let code = Column("movie_code", "영화코드", .text)
    private let row: [Value] = [
        .integer(1), .text("가 \"b\""), .percent(Percent(tenths: 831)), .boolean(false), .missing,
        .list(["액션", "x|y"]), .text("20204548"),
    ]

    private func day(_ number: Int) -> Period {
        Period(of: .daily, containing: Day(daysSince1970: 19_100 + number))
    }

    /// Messages for days, each with its region and whether it is final.
    private func messages(
        of editions: [(number: Int, region: String?, isFinal: Bool)], regions: [String] = [],
        behind bookmarks: Bookmarks? = nil, from first: Int = 1, rowsOfEach: Int = 1
    ) throws -> [[String: Any]] {
        var document = DocumentDescription(dataset: "chart")
        document.periods = Periods(from: day(first), to: day(9))
        let known = try regions.flatMap { try Region.list(named: $0) }
        document.regions = known
        document.bookmarks = bookmarks
        var exporter = try Singer(
            Layout(
                columns: columns, unwritten: [code],
                options: try PluginOptions([], for: Singer.manifest),
                document: document))
        var buffer = ByteBuffer()
        try exporter.begin(into: &buffer)
        for (number, region, isFinal) in editions {
            let filter = ChartFilter(region: known.first { $0.name == region })
            let edition = ChartEdition(day(number), filter: filter)
            try exporter.begin(edition, into: &buffer)
            for _ in 0..<rowsOfEach { try exporter.write(row.span, into: &buffer) }
            try exporter.end(edition, EditionState(isFinal: isFinal), into: &buffer)
        }
        try exporter.finish(DocumentEnding(), into: &buffer)
        let bytes = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    /// The values of the bookmarks of each STATE message.
    private func states(_ messages: [[String: Any]]) throws -> [[String]] {
        try messages.filter { $0["type"] as? String == "STATE" }.map { message in
            let data = try JSONSerialization.data(withJSONObject: message)
            let text = String(decoding: data, as: UTF8.self)
            let bookmarks = try #require(try Singer.bookmarks(in: Array(text.utf8)))
            return bookmarks.series.map { "\($0.region) \(bookmarks[$0]?.to.description ?? "")" }
        }
    }

    @Test("Keys come first and are never null; every column has its type")
    func schema() throws {
        let all = try messages(of: [(1, nil, true)])
        let schema = try #require(all.first)
        #expect(schema["type"] as? String == "SCHEMA" && schema["stream"] as? String == "charts")
        #expect(
            schema["key_properties"] as? [String]
                == ["source", "chart", "from", "region", "nation", "kind", "movie_code"])
        let properties = try #require(
            (schema["schema"] as? [String: Any])?["properties"] as? [String: [String: Any]])
        #expect(properties["movie_code"]?["type"] as? String == "string")
        #expect(properties["title"]?["type"] as? [String] == ["null", "string"])
        #expect(properties["rank"]?["type"] as? [String] == ["null", "integer"])
        #expect(properties["sales_share"]?["type"] as? [String] == ["null", "number"])
        #expect(properties["is_new"]?["type"] as? [String] == ["null", "boolean"])
        #expect(properties["open_date"]?["format"] as? String == "date")
        #expect(properties["genres"]?["type"] as? [String] == ["null", "array"])
        let record = try #require(all[1]["record"] as? [String: Any])
        #expect(Set(record.keys) == Set(properties.keys))
        #expect(record["region"] as? String == "all" && record["kind"] as? String == "all")
        #expect(record["title"] as? String == "가 \"b\"" && record["open_date"] is NSNull)
        #expect(record["from"] as? String == "\(day(1).from)")
    }

    @Test("A state follows each final period, and none passes what is missing or not final")
    func bookmarks() throws {
        let day = { (number: Int) in "all \(self.day(number).to)" }
        let whole = try messages(of: [(1, nil, true), (2, nil, true)])
        #expect(try states(whole) == [[day(1)], [day(2)]])
        #expect(whole.last?["type"] as? String == "STATE")
        let missing = try messages(of: [(1, nil, true), (3, nil, true), (4, nil, true)])
        #expect(try states(missing) == [[day(1)]])
        let young = try messages(of: [(1, nil, true), (2, nil, false), (3, nil, true)])
        #expect(try states(young) == [[day(1)]])
        #expect(young.filter { $0["type"] as? String == "RECORD" }.count == 3)
        // Where nothing is final, the state is the one that there was.
        #expect(try states(messages(of: [(1, nil, false)])) == [[]])
    }

    @Test("Each region has its bookmark, and rows behind it are not written again")
    func regions() throws {
        var known = Bookmarks()
        known[.init(.daily, region: "서울시")] = day(2)
        let all = try messages(
            of: [
                (1, "서울시", true), (1, "부산시", true), (2, "서울시", true), (2, "부산시", true),
                (3, "서울시", true), (3, "부산시", true),
            ], regions: ["서울", "부산"], behind: known)
        let rows = all.compactMap { ($0["record"] as? [String: Any])?["region"] as? String }
        #expect(rows == ["부산시", "부산시", "서울시", "부산시"])
        #expect(
            try states(all) == [
                ["부산시 \(day(1).to)", "서울시 \(day(2).to)"],
                ["부산시 \(day(2).to)", "서울시 \(day(2).to)"],
                ["부산시 \(day(3).to)", "서울시 \(day(3).to)"],
            ])
    }

    @Test("Whatever a target keeps of states is read, and the last line counts")
    func stateFiles() throws {
        let partition = { (day: String) in
            """
            {"context":{"chart":"weekend","region":"서울시","nation":"all","kind":"art"},\
            "replication_key":"to","replication_key_value":"\(day)"}
            """
        }
        let state = { "{\"bookmarks\":{\"charts\":{\"partitions\":[\(partition($0))]}}}" }
        let message = { "{\"type\":\"STATE\",\"value\":\(state($0))}" }
        let readable = state("2022-06-05").replacing("{", with: "{\n  ")
        for text in [
            state("2022-06-05"), message("2022-06-05"), readable, state("2022-06-05") + "\r\n \n",
            "\(state("2022-05-29"))\n\(message("2022-06-05"))\n",
            "{}\n\(state("2022-06-05"))", "not a state\n\(state("2022-06-05"))\n",
        ] {
            let bookmarks = try #require(try Singer.bookmarks(in: Array(text.utf8)), "\(text)")
            let series = Bookmarks.Series(.weekend, region: "서울시", kind: "art")
            #expect(bookmarks[series]?.to.description == "2022-06-05", "\(text)")
            #expect(bookmarks.series == [series])
        }
        for text in ["", "\n \n", "{}", "{\"bookmarks\":{}}", "{\"bookmarks\":{\"charts\":{}}}"] {
            #expect(try Singer.bookmarks(in: Array(text.utf8))?.series == [], "\(text)")
        }
    }

    @Test(
        "What is no state of charts is refused",
        arguments: [
            "x", "[]", "1", "{\"type\":\"RECORD\"}", "{\"type\":\"STATE\"}", "{\"x\":1}",
            "{\"bookmarks\":1}", "{\"bookmarks\":{\"users\":{}}}",
            "{\"bookmarks\":{\"charts\":{\"to\":\"2022-06-05\"}}}",
            "{\"bookmarks\":{\"charts\":{\"partitions\":[{}]}}}", "{}\n{\"bookmarks\":", "\u{0}",
        ])
    func otherStates(text: String) {
        #expect(throws: Fault.self) { try Singer.bookmarks(in: Array(text.utf8)) }
    }

    @Test("A film that is twice in a chart is refused: a target would keep one of the two")
    func filmTwice() {
        #expect(throws: Fault.self) {
            try messages(of: [(1, nil, true)], rowsOfEach: 2)
        }
    }

    @Test(
        "A bookmark is of a period of its chart",
        arguments: [
            ("daily", "2022-06-31"), ("daily", "2022-06-01T00:00:00Z"), ("weekly", "2022-06-04"),
            ("weekend", ""),
            ("monthly", "2022-06-05"),
        ])
    func wrongBookmark(chart: String, day: String) {
        let text = """
            {"bookmarks":{"charts":{"partitions":[{"context":{"chart":"\(chart)","region":"all",\
            "nation":"all","kind":"all"},"replication_key":"to","replication_key_value":"\(day)"}]}}}
            """
        #expect(throws: Fault.self) { try Singer.bookmarks(in: Array(text.utf8)) }
    }
}
