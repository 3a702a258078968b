import BoxOffice
import CSV
import Foundation
import Testing

@Suite struct CSVTests {
    private let text = Column("title", "영화명", .text)
    private let count = Column("count", "관객수", .integer)

    private func line(_ row: [Value], options: [String] = []) throws -> String {
        let columns = Array(repeating: text, count: row.count)
        let bytes = try render(
            [row], under: columns, by: CSV.self, options: options, header: Layout.Header.none)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "A cell is quoted where a reader would take it for something else, and only there",
        arguments: [
            ("a", "a"), ("a b", "a b"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a", "\" a\""),
            ("a ", "\"a \""), ("\ta", "\"\ta\""), (" ", "\" \""), ("a|b", "a|b"), ("a;b", "a;b"),
            ("기생충", "기생충"), ("a\u{A0}b", "a\u{A0}b"), ("=1+1", "=1+1"), ("'a", "'a"),
        ])
    func quoting(text: String, cell: String) throws {
        #expect(try line([.text(text), .integer(1)]) == "\(cell),1\n")
    }

    @Test("Values are written as the contract says")
    func values() throws {
        let row: [Value] = [
            .missing, .integer(-5), .percent(Percent(tenths: 1000)), .boolean(false),
            .date(Day(daysSince1970: 19_148)), .list(["a", "b,c"]), .list([]),
        ]
        #expect(try line(row) == ",-5,100.0,false,2022-06-05,\"a|b,c\",\n")
    }

    @Test(
        "A line of one empty cell is no empty line",
        arguments: [Value.missing, .text(""), .list([])])
    func single(value: Value) throws {
        #expect(try line([value]) == "\"\"\n")
    }

    @Test(
        "The header is English, Korean or not there",
        arguments: [
            (nil, "title,count\n"), (Layout.Header.en, "title,count\n"), (.ko, "영화명,관객수\n"),
            (Layout.Header.none, ""),
        ] as [(Layout.Header?, String)])
    func headers(header: Layout.Header?, expected: String) throws {
        let bytes = try render([], under: [text, count], by: CSV.self, header: header)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "Options change what they say, and nothing else",
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

    @Test("A number that looks like what stands for a missing value is told from it")
    func nullLikeNumbers() throws {
        let row: [Value] = [.integer(0), .missing, .boolean(true), .percent(Percent(tenths: 0))]
        #expect(try line(row, options: ["null=0"]) == "\"0\",0,true,0.0\n")
        #expect(try line(row, options: ["null=true"]) == "0,true,\"true\",0.0\n")
    }

    @Test("A delimiter inside numbers has them quoted")
    func awkwardDelimiter() throws {
        #expect(
            try line([.integer(-5), .integer(7)], options: ["delimiter=-"]) == "\"-5\"-\"7\"\n")
    }

    @Test(
        "What cannot separate cells is refused",
        arguments: ["", "\"", "\n", "\r", "ab", "가", "\0", "\u{7F}"])
    func delimiters(text: String) {
        let fault = #expect(throws: Fault.self) {
            try line([.missing], options: ["delimiter=\(text)"])
        }
        #expect(fault?.kind == .usage)
    }

    @Test("Python reads back what was written, to the character", .enabled(if: Python.isThere))
    func python() throws {
        let texts = ExporterContractTests.awkward.filter { !$0.contains("\0") } + hostileTexts
        let rows = texts.map { [Value.text($0), .integer(1), .text(String($0.reversed()))] }
        for options in [[], ["quote=all"], ["newline=crlf"], ["delimiter=;"], ["delimiter=tab"]] {
            let columns = [text, count, text]
            let csv = try render(
                rows, under: columns, by: CSV.self, options: options, header: Layout.Header.none)
            let expected = texts.map { [$0, "1", String($0.reversed())] }
            let delimiter =
                options.first?.hasPrefix("delimiter=;") == true
                ? ";"
                : options.first == "delimiter=tab" ? "\t" : ","
            #expect(try Python.cells(of: csv, delimiter: delimiter) == expected)
        }
    }

    /// Two thousand texts of signs that mean something to readers of CSV.
    private var hostileTexts: [String] {
        let signs = [
            ",", "\"", "\r", "\n", "\t", " ", "|", ";", "'", "가", "a", "\u{A0}", "=", "\\",
        ]
        var state: UInt64 = 2022
        func pick(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<2000).map { _ in
            (0..<pick(12)).map { _ in signs[pick(signs.count)] }.joined()
        }
    }
}

/// Python's csv module, an independent reader.
enum Python {
    static let isThere = (try? run(["python3", "-c", ""], input: [])) != nil

    static func cells(of csv: [UInt8], delimiter: String) throws -> [[String]] {
        let program = """
            import csv, io, json, sys
            csv.field_size_limit(10**9)
            text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
            json.dump(list(csv.reader(text, delimiter=sys.argv[1], strict=True)), sys.stdout)
            """
        let json = try run(["python3", "-c", program, delimiter], input: csv)
        return try JSONDecoder().decode([[String]].self, from: json)
    }

    private static func run(_ arguments: [String], input: [UInt8]) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return data
    }
}
