import BoxOffice
import BoxOfficeConformance
import SlowLane
import Testing

@testable import Tables

/// The reading of tables in files: what a recorded text cannot show.
@Suite struct TableReadingTests {
    @Test(
        "A file with the runs of films is refused",
        arguments: [
            "날짜,순위,영화명,순위권\n2024-05-03,1,가,true\n",
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":\"가\",\"on_chart\":true}\n",
        ])
    func runs(_ text: String) {
        let fault = #expect(throws: Fault.self) { try WrittenTable.open(text) }
        #expect(fault?.kind == .usage)
        #expect(fault?.message == "'1.csv' has the runs of films and not charts")
    }

    @Test("Two downloads of a table differ in films and figures, and not in layout or order")
    func downloads() throws {
        func remarks(_ tables: [(asked: String, rows: String)]) throws(Fault) -> [String]? {
            let files = tables.map { asked, rows in
                """
                ■ 일별 박스오피스
                - 조회일: \(asked)
                ▶ 검색조건 [ 조회기간: 2021-03-10~2021-03-10 ]
                순위,영화명,매출액,관객수\(rows)

                """
            }
            return try WrittenTable.open(files: files.map { Array($0.utf8) }).first?
                .remarks.map(\.message)
        }
        let table = ("2021-04-01", "\n1,가,90,9\n1,나,90,9\n합계,,180,18")
        let rows = ",누적관객수,배급사\n1,나,90,9,99,a\n1,가,90,9,99,b\n합계,,180,18,,"
        #expect(try remarks([table, (table.0, rows)]) == [])
        let other = rows.replacing("18,,", with: "17,,").replacing("1,가,90,9", with: "2,가,90,8")
        #expect(throws: Fault.self) { try remarks([table, (table.0, other)]) }
        for (rows, films) in [
            (rows, "0 films differ"),
            ("\n1,다,99,10\n2,가,90,9\n2,나,90,9\n합계,,279,28", "1 film differs"),
        ] {
            #expect(
                try remarks([("2021-04-02", rows), table]) == [
                    "two tables of 2021-03-10: that of 2021-04-02 holds, and \(films)"
                ])
        }
    }

    @Test(
        "A title says no units and no sum, and only a fraction follows groups of digits",
        arguments: [
            ("Million Dollar Community", "5", true), ("Total", "", true), ("가", "1,234.0", true),
            ("가", "12,345,", false), ("가", "1,234,.0", false), ("가", "1,234.0,0", false),
        ])
    func cells(title: String, count: String, isRead: Bool) {
        let text = "date,rank,title,audience_count\n2022-06-01,,\(title),\"\(count)\"\n"
        let titles = try? WrittenTable.open(text).first?.values(of: "title")
        #expect(titles == (isRead ? ["\"\(title)\""] : nil))
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
            "date,rank,title\n2024-05-03,1,가\n2024-05-03,2,\"나, \"\"다\"\"\"\n2024-05-04,1,가\n",
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
                    for table in try WrittenTable.open(bytes) {
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
