import BoxOffice
import CSV
import Foundation
import Loopback
import SlowLane
import Testing

@Suite struct CSVTests {
    private let text = Column("title", "영화명", .text)
    private let count = Column("count", "관객수", .integer)

    private func line(
        _ row: [Value], under columns: [Column]? = nil, options: [String] = []
    ) throws -> String {
        try render(
            [row], under: columns ?? Array(repeating: text, count: row.count), by: CSV(),
            options: options, header: Layout.Header.none
        ).text
    }

    @Test(
        "A cell is quoted only if a reader would misread it otherwise",
        arguments: [
            ("a", "a"), ("a b", "a b"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a", "\" a\""),
            ("a ", "\"a \""), ("\ta", "\"\ta\""), (" ", "\" \""), ("a|b", "a|b"), ("a;b", "a;b"),
            ("기생충", "기생충"), ("a\u{A0}b", "a\u{A0}b"), ("=1+1", "=1+1"), ("'a", "'a"),
            ("\u{FEFF}a", "\"\u{FEFF}a\""),
        ])
    func quoting(text: String, cell: String) throws {
        #expect(try line([.text(text), .integer(1)]) == "\(cell),1\n")
    }

    @Test(
        "Texts of every length are whole, and quoted if any character inside requires it",
        arguments: [",", "\"", "\n", "\r", ";", "|", "\0", "\u{8C}", "가"] as [Unicode.Scalar],
        [",", ";", "|"])
    func everyLength(scalar: Unicode.Scalar, delimiter: String) throws {
        let options = ["delimiter=\(delimiter)"]
        for length in Array(1...24) + [63, 64, 65] {
            for index in 0...length {
                // Neighbouring characters differ, so that a misplaced one shows.
                var scalars = (0..<length).map { Unicode.Scalar(0x41 + UInt8($0 % 26)) }
                scalars.insert(scalar, at: index)
                let text = String(String.UnicodeScalarView(scalars))
                let isQuoted = (delimiter + "\"\n\r").unicodeScalars.contains(scalar)
                let cell =
                    isQuoted
                    ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
                let written = try line([.text(text), .integer(1)], options: options)
                if written != "\(cell)\(delimiter)1\n" { Issue.record("\(text): \(written)") }
            }
        }
    }

    @Test("Values are written as the contract says")
    func values() throws {
        let row: [Value] = [
            .missing, .integer(-5), .decimal(Decimal(1000, places: 1)), .boolean(false),
            .date(Day(daysSince1970: 19_148)), .list(["a", "b,c"]), .list([]),
        ]
        #expect(try line(row) == ",-5,100.0,false,2022-06-05,\"a|b,c\",\n")
    }

    @Test(
        "Amounts have all their decimals, whole won none, and are read back as they were written",
        arguments: [
            ([], "", "139565890466,-12345.50,-0.05,0.001\n"),
            (["thousands=,"], ",", "\"139,565,890,466\",\"-12,345.50\",-0.05,0.001\n"),
            (["thousands= "], " ", "139 565 890 466,-12 345.50,-0.05,0.001\n"),
            (["quote=all"], "", "\"139565890466\",\"-12345.50\",\"-0.05\",\"0.001\"\n"),
            (["delimiter=."], "", "\"139565890466\".\"-12345.50\".\"-0.05\".\"0.001\"\n"),
            (["null=-0.05"], "", "139565890466,-12345.50,\"-0.05\",0.001\n"),
        ])
    func amounts(options: [String], separator: String, line: String) throws {
        let amounts = try [(139_565_890_466, "KRW"), (-1_234_550, "USD"), (-5, "USD"), (1, "KWD")]
            .map { Decimal($0, in: try #require(Currency($1))) }
        let columns = amounts.map { _ in Column("sales_amount", "매출액", .amount) }
        let written = try self.line(amounts.map(Value.decimal), under: columns, options: options)
        #expect(written == line)
        let options = try PluginOptions(options, for: CSV().manifest)
        let reader = try #require(try CSV().reader(options))
        let texts = try reader.cells(of: Array(written.utf8).span).map(\.text)
        #expect(texts == amounts.map { $0.text(grouping: separator) })
    }

    @Test("A point does not group the digits of amounts that have decimals")
    func pointTwice() throws {
        let sales = Column("sales_amount", "매출액", .amount)
        var document = DocumentDescription(dataset: "chart")
        func check(_ columns: [Column]) throws {
            let options = try PluginOptions(["thousands=."], for: CSV().manifest)
            try CSV().check(Layout(columns: columns, options: options, document: document))
        }
        try check([sales])
        document.figures = [
            FigureSource("a", territory: Territory(currency: try #require(Currency("USD"))))
        ]
        try check([count])
        let fault = #expect(throws: Fault.self) { try check([count, sales]) }
        #expect(fault?.kind == .usage && fault?.code == "thousands-point")
    }

    @Test(
        "A row with a single empty cell is not an empty line",
        arguments: [Value.missing, .text(""), .list([])])
    func single(value: Value) throws {
        #expect(try line([value]) == "\"\"\n")
    }

    @Test(
        "The header is English, Korean or absent",
        arguments: [
            (nil, "title,count\n"), (Layout.Header.en, "title,count\n"), (.ko, "영화명,관객수\n"),
            (Layout.Header.none, ""),
        ] as [(Layout.Header?, String)])
    func headers(header: Layout.Header?, expected: String) throws {
        #expect(try render([], under: [text, count], by: CSV(), header: header).text == expected)
    }

    @Test(
        "An option changes only what its help says",
        arguments: [
            ([], "a,\"b,c\",,x|y\n"), (["delimiter=;"], "a;b,c;;x|y\n"),
            (["delimiter=tab"], "a\tb,c\t\tx|y\n"), (["newline=crlf"], "a,\"b,c\",,x|y\r\n"),
            (["quote=all"], "\"a\",\"b,c\",\"\",\"x|y\"\n"), (["null=NA"], "a,\"b,c\",NA,x|y\n"),
            (["null=a"], "\"a\",\"b,c\",a,x|y\n"), (["list-separator=,"], "a,\"b,c\",,\"x,y\"\n"),
        ])
    func options(options: [String], expected: String) throws {
        let row: [Value] = [.text("a"), .text("b,c"), .missing, .list(["x", "y"])]
        #expect(try line(row, options: options) == expected)
    }

    @Test("A number that looks like the text for a missing value is quoted")
    func nullLikeNumbers() throws {
        let row: [Value] = [.integer(0), .missing, .boolean(true), .decimal(Decimal(0, places: 1))]
        #expect(try line(row, options: ["null=0"]) == "\"0\",0,true,0.0\n")
        #expect(
            try line(row, options: ["null=0", "quote=all"])
                == "\"0\",0,\"true\",\"0.0\"\n")
        #expect(try line(row, options: ["null=true"]) == "0,true,\"true\",0.0\n")
    }

    @Test("Numbers that contain the delimiter are quoted")
    func awkwardDelimiter() throws {
        #expect(
            try line([.integer(-5), .integer(7)], options: ["delimiter=-"]) == "\"-5\"-\"7\"\n")
    }

    @Test(
        "A delimiter that cannot separate cells is refused",
        arguments: ["", "\"", "\n", "\r", "ab", "가", "\0", "\u{7F}"])
    func delimiters(text: String) {
        let fault = #expect(throws: Fault.self) {
            try line([.missing], options: ["delimiter=\(text)"])
        }
        #expect(fault?.kind == .usage)
    }

    @Test(
        "Python reads back what was written, to the character",
        .enabled(if: IndependentReader.python.isThere, "this needs python3"))
    func python() async throws {
        let texts =
            ExporterContractTests.awkward.filter { !$0.contains("\0") }
            + hostileTexts(10_000, of: hostileToCSV)
        let rows = texts.map { [Value.text($0), .integer(1), .text(String($0.reversed()))] }
        for options in [[], ["quote=all"], ["newline=crlf"], ["delimiter=;"], ["delimiter=tab"]] {
            let columns = [text, count, text]
            let csv = try render(
                rows, under: columns, by: CSV(), options: options, header: Layout.Header.none)
            let expected = texts.map { [$0, "1", String($0.reversed())] }
            let delimiter =
                options.first?.hasPrefix("delimiter=;") == true
                ? ";"
                : options.first == "delimiter=tab" ? "\t" : ","
            let cells = try await IndependentReader.csvCells(of: csv, delimiter: delimiter)
            #expect(cells == expected)
        }
    }

    // MARK: - Excel

    @Test("The Excel profile has a BOM, CRLF, Korean headers and the marker; the default has none")
    func profiles() throws {
        let columns = [text, Column("rank_marker", "변동", .marker), count]
        let row: [Value] = [.text("기생충"), .text("▲3"), .integer(1234)]
        func document(_ options: [String]) throws -> String {
            try render([row], under: columns, by: CSV(), options: options).text
        }
        #expect(
            try document(["profile=excel"]) == "\u{FEFF}영화명,변동,관객수\r\n기생충,▲3,1234\r\n")
        #expect(try document([]) == "title,rank_marker,count\n기생충,▲3,1234\n")
        #expect(
            try document(["profile=excel", "bom=false", "newline=lf"])
                == "영화명,변동,관객수\n기생충,▲3,1234\n")
        #expect(try document(["bom=true"]).unicodeScalars.first == "\u{FEFF}")
        let excel = try PluginOptions(["profile=excel"], for: CSV().manifest)
        let machine = try PluginOptions(for: CSV().manifest)
        let names = ["rank", "rank_change", "is_new"]
        let usual = UsualColumns(names)
        #expect(
            CSV().defaultColumns(of: usual, excel)
                == ["rank", "rank_change", "rank_marker", "is_new"])
        #expect(CSV().defaultColumns(of: usual, machine) == names)
        #expect(CSV().defaultColumns(of: UsualColumns(["title"]), excel) == ["title"])
    }

    @Test(
        "Only texts that a spreadsheet would run get a sign before them")
    func formulas() throws {
        let columns = [text, Column("rank_marker", "변동", .marker), count]
        func cells(_ text: String, _ options: [String]) throws -> String {
            try line([.text(text), .text("-"), .integer(-5)], under: columns, options: options)
        }
        let excel = ["profile=excel", "bom=false", "newline=lf"]
        for sign in ["=", "+", "-", "@", "\0", "＝", "＋", "－", "＠"] {
            #expect(try cells("\(sign)1", excel) == "'\(sign)1,-,-5\n")
            #expect(try cells("\(sign)1", []) == "\(sign)1,-,-5\n")
            #expect(try cells("1\(sign)1", excel) == "1\(sign)1,-,-5\n")
            // Otherwise a reader would take this `'` for the guard.
            #expect(try cells("'\(sign)1", excel) == "''\(sign)1,-,-5\n")
            #expect(try cells("''\(sign)1", excel) == "'''\(sign)1,-,-5\n")
        }
        #expect(try cells("'1", excel) == "'1,-,-5\n")
        #expect(try cells("\t=1", excel) == "'\t=1,-,-5\n")
        #expect(try cells("\r=1", excel) == "\"'\r=1\",-,-5\n")
        let list = [Column("l", "ㅣ", .list)]
        #expect(try line([.list(["=1", "b"])], under: list, options: excel) == "'=1|b\n")
    }

    @Test("Digits come in groups of three, except in years")
    func thousands() throws {
        let columns = [
            count, Column("w", "원", .amount), Column("production_year", "년", .year), count,
        ]
        let row: [Value] = [.integer(1234), .integer(-139_565_890_466), .integer(2019), .missing]
        func document(_ options: [String]) throws -> String {
            try line(row, under: columns, options: options)
        }
        #expect(
            try document(["thousands=,"]) == "\"1,234\",\"-139,565,890,466\",2019,\n")
        #expect(
            try document(["thousands=,", "delimiter=;"]) == "1,234;-139,565,890,466;2019;\n")
        #expect(try document(["thousands= "]) == "1 234,-139 565 890 466,2019,\n")
        for sign in ["0", "-", "\n", "ab", "\"", "\"\u{301}", "가"] {
            #expect(throws: Fault.self) { try document(["thousands=\(sign)"]) }
        }
        // The longest numbers, in quotes, with separators of many bytes: the buffer has room for them.
        for sign in ["\u{1F9D1}\u{200D}\u{1F680}", "·", "'"] {
            let row: [Value] = [
                .integer(.min), .integer(.max), .integer(.min), .decimal(Decimal(.min, places: 1)),
            ]
            let text = try line(
                row, under: [count, count, count, Column("p", "퍼", .percent)],
                options: ["thousands=\(sign)", "quote=all"])
            let grouped = Int.min.grouped(by: sign)
            #expect(text.hasPrefix("\"\(grouped)\",\"\(Int.max.grouped(by: sign))\""))
            #expect(text.hasSuffix("\"-922337203685477580.8\"\n"))
        }
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-999, "-999")] {
            #expect(number.grouped(by: ",") == text)
        }
    }

    @Test(
        "A spreadsheet opens the file for Excel, runs none of its texts and shows the same cells",
        .slow,
        .enabled(if: IndependentReader.libreOffice.isThere, "this needs soffice"))
    func spreadsheet() async throws {
        let texts = hostileTexts(10_000, of: hostileToCSV + ["@", "+", "-", "＝", "'"])
        let columns = [
            text, Column("rank_marker", "변동", .marker), count,
            Column("share", "점유율", .percent), Column("date", "날짜", .date),
        ]
        let rows = texts.enumerated().map { place, text in
            [
                Value.text(text), .text(place % 2 == 0 ? "▼2" : "신작"), .integer(place - 5000),
                .decimal(Decimal(place, places: 1)), .date(Day(daysSince1970: 12_000 + place)),
            ]
        }
        let csv = try render(rows, under: columns, by: CSV(), options: ["profile=excel"])
        let table = try await IndependentReader.spreadsheetCells(of: csv)
        try #require(table.count == rows.count + 1)
        #expect(table[0].map(\.text) == columns.map(\.koreanHeader))
        for (place, row) in table.dropFirst().enumerated() {
            let text = texts[place]
            // A ' before such a sign is guarded, too, so that a reader can take one off.
            let first = text.unicodeScalars.first { $0 != "'" }
            let isRun = "=+-@\t\r＝".unicodeScalars.contains { $0 == first }
            let lines = asLibreOfficeHasIt(text)
            #expect(row[0].text == (isRun ? "'" : "") + lines, "\(text.debugDescription)")
            #expect(row.allSatisfy { $0.formula == nil })
            #expect(row[1].text == (place % 2 == 0 ? "▼2" : "신작"))
            #expect(row[2].value == "\(place - 5000)")
            #expect(row[3].value.flatMap(Double.init) == Double(place) / 10)
            #expect(row[4].value == "\(Day(daysSince1970: 12_000 + place))")
        }
    }

    /// Returns `text` with one kind of line end instead of CR, LF or both, and without tabs if it has
    /// several lines: LibreOffice keeps no more in a cell.
    private func asLibreOfficeHasIt(_ text: String) -> String {
        var lines = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\r" || scalar == "\n" else {
                lines.unicodeScalars.append(scalar)
                continue
            }
            if let next = rest.first, next != scalar, next == "\r" || next == "\n" {
                rest.removeFirst()
            }
            lines += "\n"
        }
        return lines.contains("\n") ? lines.replacing("\t", with: "") : lines
    }
}

/// The characters that have a meaning to readers of CSV.
let hostileToCSV = [
    ",", "\"", "\r", "\n", "\t", " ", "|", ";", "'", "가", "a", "\u{A0}", "=", "\\",
]
