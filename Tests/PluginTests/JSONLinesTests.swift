import BoxOffice
import Foundation
import JSONLines
import Loopback
import Testing

@Suite struct JSONLinesTests {
    @Test("Values are typed as the contract says, under English keys in column order")
    func values() throws {
        let columns = [
            Column("a", "가", .text), Column("b", "나", .integer), Column("c", "다", .percent),
            Column("d", "라", .boolean), Column("e", "마", .date), Column("f", "바", .list),
            Column("g", "사", .text), Column("h", "아", .fraction),
        ]
        let row: [Value] = [
            .text("2023C685"), .integer(139_565_890_466), .decimal(Decimal(1000, places: 1)),
            .boolean(true), .date(Day(daysSince1970: 19_148)), .list(["x", "y"]), .missing,
            .decimal(Decimal(87, places: 2)),
        ]
        let bytes = try render([row], under: columns, by: JSONLines(), header: .ko)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"a":"2023C685","b":139565890466,"c":100.0,"d":true,"e":"2022-06-05",\
                "f":["x","y"],"g":null,"h":0.87}\n
                """)
    }

    @Test("Amounts are exact numbers with all their decimals, and are read back as written")
    func amounts() throws {
        let amounts = try [(.max, "USD"), (-5, "USD"), (1_234_50, "USD"), (1, "KWD"), (-7, "KRW")]
            .map { Value.decimal(Decimal($0, in: try #require(Currency($1)))) }
        let columns = amounts.indices.map { Column("a\($0)", "가", .amount) }
        let bytes = try render([amounts], under: columns, by: JSONLines())
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"a0":92233720368547758.07,"a1":-0.05,"a2":1234.50,"a3":0.001,"a4":-7}\n
                """)
        let options = try PluginOptions([], for: JSONLines().manifest)
        let reader = try #require(try JSONLines().reader(options))
        #expect(
            try reader.cells(of: bytes.span).map(\.text)
                == ["92233720368547758.07", "-0.05", "1234.50", "0.001", "-7"])
    }

    @Test("With columns=true the first line has the columns, also of a document without rows")
    func columns() throws {
        let options = try PluginOptions(["columns=true"], for: JSONLines().manifest)
        var description = DocumentDescription(dataset: "rows")
        description.figures = ["KRW", "KWD"].map { code in
            FigureSource(code, territory: Territory(currency: Currency(code) ?? .won))
        }
        let layout = Layout(
            columns: [
                Column("date", "날짜", .date), Column("sales", "매출액", .amount),
                Column("범죄도시 \"2\"", "범죄도시 \"2\"", .integer),
            ], header: Layout.Header.none, options: options, document: description)
        var document = try JSONLines().document(layout)
        var output = ByteBuffer()
        try document.begin(into: &output)
        #expect(
            output.text == #"""
                {"columns":[{"name":"date","korean":"날짜","type":"date"},\#
                {"name":"sales","korean":"매출액","type":"amount","decimals":3},\#
                {"name":"범죄도시 \"2\"","korean":"범죄도시 \"2\"","type":"integer"}]}

                """#)
        #expect(try JSONLines().reader(options) == nil)
    }

    @Test("An empty document is empty")
    func empty() throws {
        #expect(try render([], under: [Column("a", "가", .text)], by: JSONLines()) == [])
    }

    @Test("An array has the same objects, an object a line", arguments: 0...3)
    func array(count: Int) throws {
        let columns = [Column("a", "가", .text), Column("b", "나", .amount)]
        let rows = (0..<count).map { [Value.text("x\n\"\($0)"), Value.integer($0)] }
        let bytes = try render(rows, under: columns, by: JSONArray())
        let lines = try render(rows, under: columns, by: JSONLines())
        let objects = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text == "[\n\(objects.joined(separator: ",\n"))\n]\n" || text == "[]\n" && count == 0)
        let read = try JSONSerialization.jsonObject(with: Data(bytes))
        #expect((read as? [Any])?.count == count)
    }

    @Test("A line is read back as the cells that other formats have")
    func readsBack() throws {
        let line = #"{"a":"\"\u2028가","b":-1.50,"c":true,"d":null,"e":["x","y"],"f":[]}"# + "\n"
        let options = try PluginOptions([], for: JSONLines().manifest)
        let reader = try #require(try JSONLines().reader(options))
        let cells = try reader.cells(of: Array(line.utf8).span)
        #expect(cells.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        #expect(cells.map(\.text) == ["\"\u{2028}가", "-1.50", "true", nil, "x|y", ""])
    }

    @Test(
        "An invalid line of JSON Lines is refused",
        arguments: [
            "", "\n", "{}\n", "{\"a\":1}", "{\"a\":1}\r\n", " {\"a\":1}\n", "{\"a\":1} \n",
            "[1]\n", "{\"a\":{}}\n", "{\"a\":[1]}\n", "{\"a\":nan}\n", "{\"a\":01}\n",
            "{\"a\":1}{\"a\":1}\n", "{\"a\":1,\"a\":1}\n", "{\"a\":\"\u{1}\"}\n",
        ])
    func refusesLines(line: String) throws {
        let options = try PluginOptions([], for: JSONLines().manifest)
        let reader = try #require(try JSONLines().reader(options))
        let fault = #expect(throws: Fault.self) { try reader.cells(of: Array(line.utf8).span) }
        #expect(fault?.code == "broken-json-line")
    }

    @Test("A character is escaped, or not, independently of its place and the length of the text")
    func everyLength() throws {
        let escapes: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\0": "\\u0000", "\u{1F}": "\\u001f",
            "\u{7F}": "\\u007f", "\u{85}": "\\u0085", "\u{2028}": "\\u2028", " ": " ", "!": "!",
            "\u{A0}": "\u{A0}", "\u{2030}": "\u{2030}", "가": "가",
        ]
        for (scalar, escaped) in escapes {
            for length in Array(1...24) + [63, 64, 65] {
                for index in 0...length {
                    // Neighbouring characters differ, so that a misplaced one shows.
                    let letters = (0..<length).map { String(Unicode.Scalar(0x41 + UInt8($0 % 26))) }
                    let (before, after) = (letters[..<index].joined(), letters[index...].joined())
                    let bytes = try render(
                        [[.text(before + String(scalar) + after)]],
                        under: [Column("a", "가", .text)], by: JSONLines())
                    let line = String(decoding: bytes, as: UTF8.self)
                    #expect(line == "{\"a\":\"" + before + escaped + after + "\"}\n")
                }
            }
        }
    }

    @Test("A JSON parser reads back every text, and every reader finds the same lines")
    func roundTrip() throws {
        let texts = ExporterContractTests.awkward
        let bytes = try render(
            texts.map { [.text($0)] }, under: [Column("a", "가", .text)], by: JSONLines())
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let back = try lines.map { line in
            try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["a"]
        }
        #expect(back == texts)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.unicodeScalars.contains("\u{2028}"))
        #expect(text.unicodeScalars.filter { $0 == "\n" }.count == texts.count)
    }

    @Test(
        "Python's parser reads back ten thousand rows, keys and figures as they were",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func python() async throws {
        let signs = [
            "\"", "\\", "/", "\u{8}", "\n", "\r", "\u{2028}", "\u{2029}", "\u{7F}", "가", "👩‍👩‍👧", "\0",
            "{", "a",
        ]
        let texts = ExporterContractTests.awkward + hostileTexts(10_000, of: signs)
        let columns = [Column("b", "나", .text), Column("a", "가", .amount)]
        let big = 9_007_199_254_740_993
        let rows = texts.enumerated().map { [Value.text($1), .integer(big - $0)] }
        let bytes = try render(rows, under: columns, by: JSONLines())
        let written = try await IndependentReader.jsonLines(of: bytes)
        let back = try JSONSerialization.jsonObject(with: written)
        let objects = try #require(back as? [[[Any]]])
        try #require(objects.count == rows.count)
        for (place, object) in objects.enumerated() {
            #expect(object.map { $0[0] as? String } == ["b", "a"])
            #expect(object[0][1] as? String == texts[place])
            #expect(object[1][1] as? Int == big - place)
        }
    }
}
