import BoxOffice
import BoxOfficeConformance
import Engine
import KOBIS
import SlowLane
import Testing

@testable import Tables

/// The reading of tables in files, and the files that are refused.
@Suite struct TableReadingTests {
    private static let head = "date,rank,title\n"
    private static let row = "2024-05-03,1,가\n"

    /// Broken files: the text, the options, and the message.
    private static let broken: [(text: String, options: [String], message: String)] = [
        ("", [], "'1.csv' is empty"),
        ("\n \n", [], "'1.csv' is empty"),
        (
            String(repeating: "\0", count: 1000), [],
            "'1.csv', line 1: it has a NUL byte, so it is not a text"
        ),
        ("\u{FEFF}", [], "'1.csv' is empty"),
        (head, [], "'1.csv' has no rows"),
        ("date,rank\n2024-05-03,1\n", [], "'1.csv' has no column 'title'"),
        ("date,title\n2024-05-03,가\n", [], "'1.csv' has no column 'rank'"),
        ("rank,title,from\n1,가,2024-05-03\n", [], "'1.csv' has no column 'date'"),
        ("이름,값\n가,1\n", [], "'1.csv' has no column 'rank'"),
        ("{\"a\":1}\n", [], "'1.csv' has no column 'rank'"),
        (
            "날짜,순위,영화명,순위권\n2024-05-03,1,가,true\n", [],
            "'1.csv' has the runs of films and not charts"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":\"가\",\"on_chart\":true}\n", [],
            "'1.csv' has the runs of films and not charts"
        ),
        (head + "2024-05-03,1\n", [], "'1.csv', line 2: the row has 2 cells, and the first line 3"),
        (
            head + row + "2024-05-03,2,나,\n", [],
            "'1.csv', line 3: the row has 4 cells, and the first line 3"
        ),
        (
            head + "2024-05-03,1,\"가\n" + row, [],
            "'1.csv', line 2: a quote that is opened here is never closed"
        ),
        (
            "date,rank,\"title\n" + row, [],
            "'1.csv', line 1: a quote that is opened here is never closed"
        ),
        (
            head + "2024-05-03,1,가\"나\"\n", [],
            "'1.csv', line 2: cell 3 has a quote inside: quotes are around a whole cell, and two in it stand for one"
        ),
        (
            head + "2024-05-03,1,\"가\"나\n", [],
            "'1.csv', line 2: after the quotes of cell 3 comes neither a delimiter nor the end of the line"
        ),
        (
            head + "2024-05-03,1,가\0\n", [],
            "'1.csv', line 2: it has a NUL byte, so it is not a text"
        ),
        (
            head + "2024-05-03,일,가\n", [],
            "'1.csv', line 2: '일' in the column rank is not a whole number"
        ),
        (
            head + "2024-05-03,1.5,가\n", [],
            "'1.csv', line 2: '1.5' in the column rank is not a whole number"
        ),
        (
            head + "2024-02-30,1,가\n", [],
            "'1.csv', line 2: '2024-02-30' in the column date is not a day such as 2022-06-01"
        ),
        (head + ",1,가\n", [], "'1.csv', line 2: the row has no date, and not both from and to"),
        (
            "from,to,rank,title\n2024-05-03,,1,가\n", [],
            "'1.csv', line 2: the row has no date, and not both from and to"
        ),
        (
            "from,to,date,rank,title\n2024-05-03,2024-05-05,2024-05-04,1,가\n", [],
            "'1.csv', line 2: '2024-05-04' in the column date does not fit the row's period, 2024-05-03 ~ 2024-05-05"
        ),
        (
            "date,chart,rank,title\n2024-05-03,weekend,1,가\n", [],
            "'1.csv', line 2: 'weekend' in the column chart does not fit the row's period, 2024-05-03"
        ),
        (
            "date,year_week,rank,title\n2024-05-03,202417,1,가\n", [],
            "'1.csv', line 2: '202417' in the column year_week does not fit the row's period, 2024-05-03"
        ),
        (
            "date,rank,title,순위\n2024-05-03,1,가,1\n", [],
            "'1.csv', line 1: the column 'rank' is there twice"
        ),
        ("date,rank,title,,\n2024-05-03,1,가,x,\n", [], "'1.csv', line 2: column 4 has no name"),
        (
            "date,rank,title,is_new\n2024-05-03,1,가,yes\n", [],
            "'1.csv', line 2: 'yes' in the column is_new is not true or false"
        ),
        (
            "date,rank,title,sales_share\n2024-05-03,1,가,1.25\n", [],
            "'1.csv', line 2: '1.25' in the column sales_share is not a number with one decimal at most"
        ),
        (
            "date,rank,title,audience_count\n2024-05-03,1,가,\"12,34\"\n", ["thousands=,"],
            "'1.csv', line 2: '12,34' in the column audience_count is not a whole number"
        ),
        (
            "date,rank,title,nation\n2024-05-03,1,가,french\n", [],
            "'1.csv', line 2: 'french' in the column nation is not what this column takes"
        ),
        (
            "date,rank,title,currency\n2024-05-03,1,가,WON\n", [],
            "'1.csv', line 2: 'WON' in the column currency is not what this column takes"
        ),
        (
            "date,rank,title,sales_amount,currency\n2024-05-03,1,가,1.5,KRW\n", [],
            "'1.csv', line 2: '1.5' has more decimals than KRW has"
        ),
        (
            "date,rank,title,sales_amount\n2024-05-03,1,가,1.505\n", ["currency=USD"],
            "'1.csv', line 2: '1.505' has more decimals than USD has"
        ),
        (
            "date,rank,title,currency\n2024-05-03,1,가,KRW\n2024-05-04,1,가,USD\n", [],
            "'1.csv', line 3: the rows of 'file' say USD here, and KRW in '1.csv', line 2"
        ),
        (
            "date,rank,title,fetched_at\n2024-05-03,1,가,today\n", [],
            "'1.csv', line 2: 'today' in the column fetched_at is not what this column takes"
        ),
        (
            "date,rank,title,movie_code\n2024-05-03,1,가,7\n2024-05-03,2,가,7\n", [],
            "'1.csv', line 3: the film '가' is there twice in the chart of 2024-05-03"
        ),
        (
            head + row + "2024-05-03,2,나\n" + row, [],
            "'1.csv', line 4: the film '가' is there twice in the chart of 2024-05-03"
        ),
        (
            head + row + "2024-05-04,1,가\n" + row, [],
            "'1.csv', line 4: the film '가' is there twice in the chart of 2024-05-03"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":\"가\"}\n{\"date\":\n", [],
            "'1.csv', line 2: this is not one JSON object with each field once"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":\"x\",\"title\":\"가\"}\n", [],
            "'1.csv', line 1: 'x' in the column rank is not a whole number"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":\"가\",\"순위\":1}\n", [],
            "'1.csv', line 1: the column 'rank' is there twice"
        ),
    ]

    @Test(
        "A fault in a file is reported with its line, before any of its rows is written",
        arguments: broken)
    func refused(_ file: (text: String, options: [String], message: String)) {
        let fault = #expect(throws: Fault.self) {
            try WrittenTable.open(file.text, file.options)
        }
        #expect(fault?.message == file.message)
        let isUsage =
            file.message.contains("has no column") || file.message.contains("has the runs")
        #expect(fault?.kind == (isUsage ? .usage : .malformed))
    }

    @Test("Invalid UTF-8 and a row of more than a megabyte are refused with their line")
    func bytes() {
        let head = Array(Self.head.utf8)
        let files: [([UInt8], String)] = [
            (
                head + Array("2024-05-03,1,".utf8) + [0xB0, 0xA1, 0x0A],
                "'1.csv' is neither UTF-8 nor CP949"
            ),
            (
                head + Array("2024-05-03,1,".utf8) + [UInt8](repeating: 0x61, count: 1 << 20),
                "'1.csv', line 2: the row is longer than a megabyte"
            ),
        ]
        for (bytes, message) in files {
            let fault = #expect(throws: Fault.self) { try WrittenTable.open([bytes]) }
            #expect(fault?.message == message)
        }
    }

    @Test("A chart that is in two files is refused, also under the names of two readings of it")
    func twice() throws {
        let one = Array("date,rank,title,source\n2024-05-03,1,가,kobis-json\n".utf8)
        let other = Array("date,rank,title,source\n2024-05-03,1,가,kobis-xml\n".utf8)
        let sources: [any Source] = [KOBIS(.json), KOBIS(.xml)]
        let known: (String) -> (any Source)? = { name in
            sources.first { $0.manifest.name == name }
        }
        for files in [[one, one], [one, other]] {
            let fault = #expect(throws: Fault.self) {
                try WrittenTable.open(files, sources: known)
            }
            #expect(
                fault?.message
                    == "'2.csv', line 2: the chart of 2024-05-03 is there twice: first in '1.csv', line 2"
            )
        }
        #expect(
            try WrittenTable.open([one, other]).map(\.manifest.name) == ["kobis-json", "kobis-xml"])
    }

    @Test(
        "Columns are found by either name, in any order, and unknown ones stay as text",
        arguments: [
            "date,rank,title,memo\n2024-05-03,1,가,007\n",
            "memo;영화명;순위;날짜\r\n007;가;1;20240503\r\n",
            "\u{FEFF}date\trank\t\"영화\"\tmemo\n2024-05-03 \t 1\t가\t\"007\"\n\n",
            "{\"memo\":\"007\",\"title\":\"가\",\"rank\":1,\"date\":\"2024-05-03\"}\n",
            "date^rank^title^memo\n2024-05-03^1^가^007",
        ])
    func forms(_ text: String) throws {
        let table = try #require(try WrittenTable.open(text).first)
        let expected = [
            ("date", "\"2024-05-03\""), ("rank", "1"), ("title", "\"가\""), ("memo", "\"007\""),
            ("source", "\"file\""), ("currency", "null"), ("sales_amount", "null"),
            ("chart", "\"daily\""),
        ]
        for (column, value) in expected {
            #expect(try table.values(of: column) == [value], "\(column)")
        }
    }

    @Test(
        "Options of csv decide how cells are read: missing values, digit groups, lists, the guard's mark"
    )
    func cells() throws {
        let head = "date,rank,title,movie_code,sales_amount,genres,rank_marker\n"
        let row = "2024-05-03,1,\"NA\",NA,\"1.234\",a;b,NEW\n"
        let options = ["null=NA", "thousands=.", "list=;"]
        let table = try #require(try WrittenTable.open(head + row, options).first)
        #expect(try table.values(of: "title") == ["\"NA\""])
        #expect(try table.values(of: "movie_code") == ["null"])
        #expect(try table.values(of: "sales_amount") == ["1234"])
        #expect(try table.values(of: "genres") == ["[\"a\",\"b\"]"])
        #expect(try table.values(of: "rank_marker") == ["\"신작\""])
        let guarded = "date,rank,title\n2024-05-03,1,'=1\n2024-05-03,2,'가\n2024-05-03,3,''=1\n"
        let marked = try #require(try WrittenTable.open("\u{FEFF}" + guarded).first)
        #expect(try marked.values(of: "title") == ["\"=1\"", "\"'가\"", "\"'=1\""])
        let plain = try #require(try WrittenTable.open(guarded).first)
        #expect(try plain.values(of: "title") == ["\"'=1\"", "\"'가\"", "\"''=1\""])
    }

    @Test("A chart's filter is read in every Korean word that the options accept")
    func filtered() throws {
        let head = "날짜,순위,영화명,국적구분,영화구분\n"
        for (word, nation) in ChartFilter.Nation.koreanNames {
            let table = try #require(
                try WrittenTable.open(head + "2024-05-03,1,가,\(word),\n").first)
            #expect(try table.values(of: "nation") == ["\"\(nation.rawValue)\""], "\(word)")
        }
        for (word, kind) in ChartFilter.Kind.koreanNames {
            let table = try #require(
                try WrittenTable.open(head + "2024-05-03,1,가,,\(word)\n").first)
            #expect(try table.values(of: "kind") == ["\"\(kind.rawValue)\""], "\(word)")
        }
    }

    @Test("Adjacent films with the same rank and title stay separate")
    func ties() throws {
        let rows = "2024-05-03,1,가\n2024-05-03,1,가\n2024-05-03,3,나\n"
        let table = try #require(try WrittenTable.open(Self.head + rows).first)
        #expect(try table.values(of: "rank") == ["1", "1", "3"])
    }

    @Test("Amounts keep the decimals they are written with, and the currency is that of the rows")
    func amounts() throws {
        let table = try #require(
            try WrittenTable.open("date,rank,title,매출액\n2024-05-03,1,가,12.50\n2024-05-03,2,나,7\n")
                .first)
        #expect(try table.values(of: "sales_amount") == ["12.50", "7"])
        #expect(table.policy.territory.currency.knownCode == nil)
        #expect(table.policy.territory.currency.places == 2)
        let dollars = try #require(
            try WrittenTable.open("date,rank,title\n2024-05-03,1,가\n", ["currency=USD"]).first)
        #expect(try dollars.values(of: "currency") == ["\"USD\""])
        #expect(dollars.policy.territory.currency.code == "USD")
    }

    @Test("Scattered rows of an edition are put together")
    func disorder() throws {
        let rows = "2024-05-04,1,가\n2024-05-03,1,가\n2024-05-04,2,나\n2024-05-03,2,나\n"
        let table = try #require(try WrittenTable.open(Self.head + rows).first)
        #expect(try table.values(of: "rank") == ["1", "2", "1", "2"])
    }

    @Test("Derived columns are computed again if all their inputs are there, else they stay")
    func derived() throws {
        let whole = "date,rank,title,rank_change,is_new,open_date,rank_marker\n"
        let table = try #require(
            try WrittenTable.open(whole + "2024-05-03,1,가,2,false,,▼9\n").first)
        #expect(try table.values(of: "rank_marker") == ["\"▲2\""])
        let part = "date,rank,title,rank_change,is_new,rank_marker\n"
        let other = try #require(try WrittenTable.open(part + "2024-05-03,1,가,,true,신작\n").first)
        #expect(try other.values(of: "rank_marker") == ["\"신작\""])
    }

    @Test("An opened table keeps the contract of sources")
    func contract() throws {
        let text = """
            from,to,rank,title,sales_amount,currency,country,source,movie_code
            2024-05-03,2024-05-05,1,"a, b",12.50,USD,US,here,1
            2024-05-10,2024-05-12,1,c,12.50,USD,US,here,2

            """
        let table = try #require(try WrittenTable.open(text).first)
        let first = Period(of: .weekend, containing: try #require(Day("2024-05-03")))
        var query = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 1)))
        query.source = "here"
        #expect(Conformance.violations(of: table, asking: [.chart(query)]) == [])
    }

    @Test("Any bytes are a table or a fault, and never a trap", arguments: 0..<8)
    func anyBytes(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let texts = [
            Self.head + Self.row + "2024-05-03,2,\"나, \"\"다\"\"\"\n2024-05-04,1,가\n",
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":\"가\",\"genres\":[\"a\",\"b\"],\"x\":1.50}\n",
        ]
        let signs = Array("\",;\t\r\n{}[]:0179-.aé가\0".utf8) + [0xFF, 0xEF, 0xBB, 0xBF]
        for text in texts {
            for _ in 0..<SlowLane.cases(300, quick: 60) {
                var bytes = Array(text.utf8)
                for _ in 0...random.next(below: 4) {
                    let place = random.next(below: bytes.count)
                    switch random.next(below: 3) {
                    case 0: bytes[place] = signs[random.next(below: signs.count)]
                    case 1: bytes.insert(signs[random.next(below: signs.count)], at: place)
                    default: bytes.remove(at: place)
                    }
                }
                do throws(Fault) {
                    for table in try WrittenTable.open([bytes]) {
                        #expect(throws: Never.self) { try table.values(of: "title") }
                    }
                } catch {
                    #expect([.malformed, .usage].contains(error.kind), "\(error)")
                }
            }
        }
    }
}

/// A random number generator that gives the same numbers in every run.
private struct SplitMix {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 1) % max(1, bound)
    }
}
