import BoxOffice
import Engine
import Testing

@testable import Tables

/// Tables as people have them: other words in headers, other forms of cells, lines before a header.
@Suite struct PeopleTablesTests {
    private static let preamble = """
        ■ 일별 박스오피스,,,
        - 조회일: 2021-04-02,,,
        - 출처: 영화진흥위원회 통합전산망 (http://www.kobis.or.kr),,,
        ▶ 검색조건 [ 조회기간: 2021-03-10~2021-03-10   영화구분: 전체   국적: 전체   지역: 전체 ],,,

        """
    private static let head = "순위,영화명,매출액,관객수,대표국적\n"

    /// Returns the fault of a file.
    private func fault(_ text: String, _ options: [String] = []) -> String {
        do throws(Fault) {
            _ = try WrittenTable.open(text, options)
            return "none"
        } catch {
            return error.message
        }
    }

    /// Files with one row, as different programs write it.
    private static let same = [
        "날짜,순위,영화명,관객수\n2024-05-03,1,가,1234\n",
        "targetDt,rank,movieNm,audiCnt\n20240503,1,가,\"1,234\"\n",
        "target_dt\trank\tmovie_nm\taudi_cnt\n2024.5.3\t1.0\t가\t1234.0\n",
        "날 짜,순위 ,\"영화\n명\",관객수(명)\n2024년 5월 3일(금),1,\u{A0}가\u{3000},1234\n",
        "출처: 누군가\n\n날짜;순위;영화명;관객수\n;;;(명)\n2024-05-03 00:00:00;1;가;1,234\n",
        "날짜|순위|영화명|관객\n||| 수\n2024/05/03|1|가|1234\n",
        "period,rank,title,audience_count\n2024-05-03,1,가,1.234E3\n",
        "[{\"날짜\":\"2024-05-03\",\"순위\":1,\n\"영화명\":\"가\",\"관객수\":1234},\n]",
        "{\"boxOfficeResult\":{\"boxofficeType\":\"일별 박스오피스\",\"showRange\":\"20240503~20240503\","
            + "\"dailyBoxOfficeList\":[{\"rnum\":\"1\",\"rank\":\"1\",\"movieNm\":\"가\",\"audiCnt\":\"1234\"}]}}",
    ]

    @Test("A row is the same in the words and forms of different programs", arguments: same)
    func forms(_ text: String) throws {
        let table = try #require(try WrittenTable.open(text).first)
        #expect(try table.values(of: "date") == ["\"2024-05-03\""])
        #expect(try table.values(of: "rank") == ["1"])
        #expect(try table.values(of: "title") == ["\"가\""])
        #expect(try table.values(of: "audience_count") == ["1234"])
    }

    @Test("UTF-16 and, with Korean headers, CP949 are read")
    func encodings() throws {
        let text = "날짜,순위,영화명\n2024-05-03,1,가\n"
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        // 날짜,순위,영화명 and 가 in CP949.
        let korean: [UInt8] =
            [0xB3, 0xAF, 0xC2, 0xA5, 0x2C, 0xBC, 0xF8, 0xC0, 0xA7, 0x2C, 0xBF, 0xB5, 0xC8, 0xAD]
            + [0xB8, 0xED, 0x0A] + Array("2024-05-03,1,".utf8) + [0xB0, 0xA1, 0x0A]
        for bytes in [wide, korean] {
            let table = try #require(try WrittenTable.open([bytes]).first)
            #expect(try table.values(of: "title") == ["\"가\""])
        }
    }

    @Test("The Open API's 0 for the change of a new film's rank is none, and lists are at commas")
    func words() throws {
        let text = "targetDt,rank,rankInten,rankOldAndNew,movieNm\n20240503,1,0,NEW,가\n"
        let table = try #require(try WrittenTable.open(text).first)
        #expect(try table.values(of: "rank_change") == ["null"])
        #expect(try table.values(of: "is_new") == ["true"])
        let site = "순위,영화명,대표국적,국적,관객수증감(전일대비)\n1,가,미국,\"미국,영국\",7\n"
        let films = try #require(try WrittenTable.open(site, ["date=2024-05-03"]).first)
        #expect(films.manifest.name == "kobis-site")
        #expect(try films.values(of: "film_nation") == ["\"foreign\""])
        #expect(try films.values(of: "nations") == ["[\"미국\",\"영국\"]"])
        #expect(try films.values(of: "audience_change") == ["null"])
        #expect(try films.values(of: "currency") == ["\"KRW\""])
    }

    /// Files that are refused, and the message.
    private static let refused: [(text: String, message: String)] = [
        ("날짜,순위,영화명,매출액(천원)\n", "'1.csv', line 1: its figures are in units of '천원'"),
        ("(단위: 백만원)\n날짜,순위,영화명\n", "'1.csv', line 1: its figures are in units of '백만원'"),
        (
            "날짜,순위,영화명,관객수\n2024-05-03,0,가,1\n",
            "'1.csv', line 2: '0' is no rank: ranks begin with 1"
        ),
        ("날짜,순위,영화명\n2024-05-03,1,\n", "'1.csv', line 2: the row is a film without a title"),
        (
            "날짜,순위,영화명\n2024년 5월 3일(토),1,가\n",
            "'1.csv', line 2: '2024년 5월 3일(토)' in the column date is not a day such as 2022-06-01"
        ),
        (
            "날짜,순위,영화명,관객수\n2024-05-03,1,가,3\n,합계,,4\n",
            "'1.csv', line 3: the sum in the column audience_count is 4, and that of the rows 3"
        ),
        (
            "날짜,순위,영화명,관객수\n2024-05-03,1,가,3\n,합계,,3\n2024-05-03,2,나,1\n",
            "'1.csv', line 4: a row comes after the sum of its table"
        ),
        ("■ 역대 박스오피스\n", "'1.csv', line 1: '■ 역대 박스오피스' is no table of charts"),
        (
            preamble + "● 2021년 03월 10일(목),,,\n" + head,
            "'1.csv', line 5: '● 2021년 03월 10일(목)' names no period of its table"
        ),
        (
            preamble.replacing("지역: 전체", with: "배급사: 가나다") + head,
            "'1.csv', line 4: the table has only the films of 배급사 '가나다', for which there is no column"
        ),
        (
            preamble.replacing("지역: 전체", with: "좌석: 전체") + head,
            "'1.csv', line 4: the condition '좌석: 전체' is not understood"
        ),
        (
            preamble.replacing("2021-03-10~", with: "2021-03-09~") + head
                + "1,가,100,10,한국\n",
            "'1.csv', line 5: the tables are of 2021-03-09 ~ 2021-03-10, and no heading says which part of it this one is"
        ),
        (
            preamble + head + "1,가,100,10,한국\n1,나,50,9,한국\n합계,,150,19,\n",
            "'1.csv', line 6: by its admissions '나' has the rank 2, and not the one that is written"
        ),
        (
            "{\"faultInfo\":{\"message\":\"유효하지않은 키값입니다.\",\"errorCode\":\"320010\"}}",
            "'1.csv', line 1: it is a refusal of the Open API and no chart: '유효하지않은 키값입니다.'"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":true}",
            "'1.csv', line 1: 'true' in the column title is not what this column takes"
        ),
        (
            "{\"date\":\"2024-05-03\",\"rank\":1,\"title\":7}",
            "'1.csv', line 1: '7' in the column title is not what this column takes"
        ),
        ("%PDF-1.4", "'1.csv' is a PDF, which cannot be read"),
    ]

    @Test("What is not understood is refused with its place", arguments: refused)
    func refusals(_ file: (text: String, message: String)) {
        #expect(fault(file.text) == file.message)
    }

    @Test(
        "Shares are fractions or percentages by their sums, and a file that mixes them is refused")
    func shares() throws {
        func site(_ shares: [String]) -> String {
            let rows = shares.enumerated().map { "2024-05-0\($0 + 1),1,가,\($1),한국\n" }
            return "날짜,순위,영화명,매출액점유율,대표국적\n" + rows.joined()
        }
        for (shares, values) in [
            (["0.291", "0.29100000000000004"], ["29.1", "29.1"]),
            (["29.1", "3.0"], ["29.1", "3.0"]),
            (["29.1%", "0.5%"], ["29.1", "0.5"]), (["1", "0.02"], ["100.0", "2.0"]),
        ] {
            let table = try #require(try WrittenTable.open(site(shares)).first)
            #expect(try table.values(of: "sales_share") == values, "\(shares)")
        }
        #expect(
            fault(site(["0.291", "29.1"])).contains("the shares of some periods are fractions"))
        #expect(fault(site(["0.2915"])).contains("'0.2915' in the column sales_share"))
    }

    @Test("Which tables of the council have all films, and why others may lack some")
    func whole() throws {
        let rows = "1,가,100,10,한국\n2,나,50,9,미국\n"
        let sum = "합계,,150,19,\n"
        func lack(_ text: String) throws -> String? {
            let table = try #require(try WrittenTable.open(text).first?.periodTables.first)
            #expect(table.films.map(\.audience) == [10, 9])
            #expect(table.films.map(\.nation) == [.korean, .foreign])
            return table.lacks?.description
        }
        let all = Self.preamble + Self.head + rows
        #expect(try lack(all + sum) == nil)
        #expect(try lack(all) == "it has no sum (합계)")
        #expect(
            try lack(all.replacing("조회일: 2021-04-02", with: "조회일: 2021-03-10") + sum)
                == "it was downloaded on 2021-03-10, before its period was over")
        #expect(
            try lack(all.replacing("지역: 전체", with: "지역: 서울시") + sum)
                == "it is of one region, or narrowed twice")
        #expect(
            try lack(all.replacing("박스오피스", with: "박스오피스 (공식통계 기준)") + sum)
                == "tables by '공식통계 기준' do not have all films")
        let korean = all.replacing("국적: 전체", with: "국적: 한국") + sum
        let table = try #require(try WrittenTable.open(korean).first)
        #expect(
            table.periodTables.map(\.filter.nation) == [.korean]
                && table.periodTables[0].lacks == nil)
        #expect(try table.values(of: "nation") == ["\"korean\"", "\"korean\""])
    }

    @Test("What one table says of itself does not hold for the next, whatever is between them")
    func joined() throws {
        func file(_ day: Int, _ nation: String) -> String {
            Self.preamble.replacing("03-10", with: "03-\(day)")
                .replacing("국적: 전체", with: "국적: \(nation)") + Self.head
                + "1,가,90,9,한국\n합계,,90,9,\n"
        }
        for second in [
            "\u{FEFF}" + file(11, "전체"),
            // Its first line is gone, so nothing says what kind of table it is.
            String(file(11, "전체").drop { $0 != "\n" }.dropFirst()),
        ] {
            let all = (try? WrittenTable.open(file(10, "한국") + second))?.first?.periodTables ?? []
            #expect(all.isEmpty || all.map(\.filter.nation) == [.korean, nil])
        }
        #expect(try WrittenTable.open(file(10, "한국") + "\u{FEFF}" + file(11, "전체")).count == 1)
    }

    @Test("A week of the Open API is a week, whatever day it was asked for by")
    func weeks() throws {
        let head = "targetDt,rank,movieNm,yearWeekTime"
        let week = "\(head),showRange\n20220601,1,가,202222,20220530~20220605\n"
        #expect(try WrittenTable.open(week).first?.rows == [.weekly: 1])
        #expect(fault("\(head)\n20220601,1,가,202222\n").contains("the row has no date"))
        let other = "targetDt,rank,movieNm,showRange\n20220601,1,가,20220602~20220602\n"
        #expect(fault(other).contains("'2022-06-01' in the column date does not fit"))
        let dated = Self.preamble + "순위,영화명,날짜\n1,가,2021-03-11\n"
        #expect(fault(dated).contains("'2021-03-11' in the column date does not fit"))
    }

    @Test("Shares keep their unit, and one that nothing tells is refused")
    func units() throws {
        func shares(_ written: [String], sum: Bool = true, from rank: Int = 1) -> String {
            let sales = [900, 100, 0]
            let rows = zip(written, sales).enumerated().map { index, row in
                "\(rank + index),가\(index),\(row.1),\(9 - index),\(row.0),한국\n"
            }.joined()
            let total =
                sum
                ? "합계,,\(sales.prefix(written.count).reduce(0, +)),\(written.count == 3 ? 24 : 17),,\n"
                : ""
            let text = Self.preamble + "순위,영화명,매출액,관객수,매출액점유율,대표국적\n" + rows + total
            let values = try? WrittenTable.open(text).first?.values(of: "sales_share")
            return values?.joined(separator: " ") ?? fault(text)
        }
        #expect(shares(["90.0%", "10.0%", "0"]) == "90.0 10.0 0.0")
        #expect(shares(["0.9", "0.1", "0"]) == "90.0 10.0 0.0")
        #expect(shares(["90.0%", "10"]).contains("the shares of some periods are fractions"))
        #expect(shares(["0.9", "10.0%"]).contains("the shares of some periods are fractions"))
        #expect(shares(["0.4", "0.2"], sum: false, from: 8).contains("nothing says whether"))
        #expect(shares(["0.4", "0.2"], sum: false) == "40.0 20.0")
    }

    @Test(
        "A unit that is a multiple is refused wherever it stands",
        arguments: [
            "\"(단위: 명, 천원)\"", "단위: 백만원, 천명", "단위 천원", "※ 단위: 천원", "(단위: 억원/만명)", "(천원)",
            "(Unit: thousand won)", "비고,단위: 천원",
        ])
    func scales(_ line: String) {
        let table = Self.head + "1,가,90,9,한국\n합계,,90,9,\n"
        #expect(fault(Self.preamble + line + "\n" + table).contains("its figures are in units of"))
        #expect(fault(Self.preamble + table + line + "\n").contains("its figures are in units of"))
        let second = Self.preamble + Self.head + ",,억원,천명,\n1,가,90,9,한국\n"
        #expect(fault(second).contains("its figures are in units of"))
    }

    @Test("Figures that a spreadsheet shortened, and sums by other names, are no figures and films")
    func shortened() throws {
        let head = "날짜,순위,영화명,관객수,누적매출액\n2022-06-05,1,가,5,"
        #expect(fault(head + "1.39566E+11\n").contains("'1.39566E+11' in the column sales_total"))
        #expect(
            try WrittenTable.open(head + "1.39565890466E+11\n").first?.values(of: "sales_total")
                == ["139565890466"])
        for word in ["총합계", "Total", "소계", "합 계"] {
            let text = "날짜,순위,영화명,관객수\n2022-06-01,1,가,100\n2022-06-01,,\(word),100\n"
            #expect(try WrittenTable.open(text).first?.rows == [.daily: 1])
            #expect(fault(text.replacing("\(word),100", with: "\(word),99")).contains("99"))
        }
        let film = "날짜,순위,영화명,관객수\n2022-06-01,1,계,\n2022-06-01,2,가,\n"
        #expect(try WrittenTable.open(film).first?.rows == [.daily: 2])
        let bare = Self.preamble + Self.head + "1,가,90,9,한국\n합계,,,,\n"
        let table = try #require(try WrittenTable.open(bare).first?.periodTables.first)
        #expect(table.lacks?.description == "it has no sum (합계)")
    }

    @Test("What programs make of codes, days, numbers of rows and the first line")
    func frames() throws {
        let frame = ",targetDt,rank,movieCd,movieNm\n0,20220605,1,20204548.0,가\n"
        #expect(try WrittenTable.open(frame).first?.values(of: "movie_code") == ["\"20204548\""])
        let number = "[{\"targetDt\":20220605,\"rank\":1,\"movieNm\":\"가\"}]"
        #expect(try WrittenTable.open(number).first?.values(of: "date") == ["\"2022-06-05\""])
        let site =
            "[{\"날짜\":\"2022-06-05\",\"순위\":1,\"영화명\":\"가\",\"대표국적\":\"미국\",\"국적\":\"미국,영국\"}]"
        #expect(try WrittenTable.open(site).first?.values(of: "nations") == ["[\"미국\",\"영국\"]"])
        for line in ["[표 1] 일별", "<표 1> 일별"] {
            let text = "\(line)\n날짜,순위,영화명\n2022-06-05,1,가\n"
            #expect(try WrittenTable.open(text).first?.rows == [.daily: 1])
        }
        #expect(fault("날짜,순위,영화명\n2022-06-05,1,Err:509\n").contains("'Err:509'"))
    }

    @Test("Of two downloads the later holds; the same download with other rows is refused")
    func downloads() throws {
        func file(_ day: String, _ count: Int) -> [UInt8] {
            let rows = "1,가,100,\(count),한국\n합계,,100,\(count),\n"
            let text = Self.preamble.replacing("2021-04-02", with: day) + Self.head + rows
            return Array(text.utf8)
        }
        let later = file("2021-05-02", 11)
        for files in [[file("2021-04-02", 10), later], [later, file("2021-04-02", 10)]] {
            let table = try #require(try WrittenTable.open(files).first)
            #expect(try table.values(of: "audience_count") == ["11"])
            #expect(table.remarks.contains { $0.code == "table-later-holds" })
        }
        #expect(throws: Never.self) { try WrittenTable.open([later, later]) }
        #expect(throws: Fault.self) { try WrittenTable.open([later, file("2021-05-02", 12)]) }
    }
}
