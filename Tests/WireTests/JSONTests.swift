import BoxOffice
import SlowLane
import Testing

@testable import Wire

/// The reading of JSON with simdjson: values, refusals, and unusual sizes and counts.
@Suite struct JSONTests {
    @Test(
        "White space changes nothing, and a byte order mark does not either",
        arguments: [
            (" { } ", "{}"), ("\u{FEFF}{\"a\":1}", #"{"a":1}"#),
            (
                "\n{\"a\" : \"b\" ,\t\"c\":\r\n[ ] , \"d\":[{ },[ [\"\"] ],null]}\n",
                #"{"a":"b","c":[],"d":[{},[[""]],null]}"#
            ),
            (
                #"{ "a": [ true , false, null ,"true"], "a" :1,"b": true , "a":-1.5 }"#,
                #"{"a":[true,false,null,"true"],"a":1,"b":true,"a":-1.5}"#
            ),
        ])
    func whiteSpace(text: String, plain: String) throws {
        let expected = try reading(of: Array(plain.utf8), as: .json).get()
        #expect(try reading(of: Array(text.utf8), as: .json).get() == expected)
    }

    @Test("Values and the escapes in texts are read correctly")
    func values() throws {
        let numbers = ["0", "-0", "10", "-1.5", "0.0", "1e5", "1E+5", "2e-7"]
        for (text, value) in [
            (#""기생충""#, .text("기생충")), (#""""#, .text("")), ("true", .boolean(true)),
            (
                #"{"name":"기생충","cast":[{"who":"송강호"},{}],"is":false}"#,
                .object([
                    .init(name: "name", value: .text("기생충")),
                    .init(
                        name: "cast",
                        value: .list([
                            .object([.init(name: "who", value: .text("송강호"))]), .object([]),
                        ])),
                    .init(name: "is", value: .boolean(false)),
                ])
            ),
            ("[\(numbers.joined(separator: ","))]", .list(numbers.map { .number($0) })),
            (#""\"\\\/\b\f\n\r\t""#, .text("\"\\/\u{8}\u{C}\n\r\t")),
            (
                #"{"\"\\\/\b\f\n\r\t":"\\\\\\\\"}"#,
                .object([
                    .init(name: "\"\\/\u{8}\u{C}\n\r\t", value: .text(#"\\\\"#))
                ])
            ),
            (#""\uAe30\uC0dd\uCDA9""#, .text("기생충")),
            (
                #""\u0000\u0041\u007f\u0080\u07FF\u0800\uD7ff\uE000\uffFF""#,
                .text("\u{0}A\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}")
            ),
            (#""\ud83d\ude00 \uD800\udc00 \uDBFF\uDFFF""#, .text("😀 \u{10000} \u{10FFFF}")),
            ("\"\u{7F}\u{80}\u{2028}😀\"", .text("\u{7F}\u{80}\u{2028}😀")),
        ] as [(String, JSONValue)] {
            #expect(try JSONValue(objectIn: Array("{\"x\":\(text)}".utf8))["x"] == value)
        }
    }

    @Test(
        "Invalid JSON is refused",
        arguments: [
            "", " ", "{", "}", "[]", "\"a\"", "1", "null", "{a:1}", "{'a':1}", "{\"a\"}",
            "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":[1,]}",
            "{\"a\":[,1]}", "{\"a\":[1 2]}", "{\"a\":[1}", "{\"a\":[1}]", "{\"a\":{]}",
            "{\"a\":1}}",
            "{\"a\":1}{}", "{\"a\":1}x", "{\"a\":tru}", "{\"a\":truex}", "{\"a\":True}",
            "{\"a\":nul", "{\"a\":01}", "{\"a\":+1}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":1e}",
            "{\"a\":-}", "{\"a\":1.5.5}", "{\"a\":0x1}", "{\"a\":NaN}", "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\\U0041\"}", "{\"a\":\"\\\"}",
            "{\"a\":\"\\\u{0}\"}", "{\"a\":\"\\ud83d\\u12\"}", "{\"a\":\"\n\"}",
            "{\"a\":\"\u{1F}\"}", "{\"a\":\"\u{0}\"}", "{\"a\":\"b}", "{\"a:1}", "{\"a\":1,\"b",
            "{\"a\":\"1234567\n\"}", "{\"a\":\"12345678\u{1}\"}", "{\"a\u{0}\":1}",
            "{\"a\":1}\u{0}",
            "{\u{0}}", "{/* a */}", "{\"a\":1;}", "{\u{A0}}",
        ])
    func refused(text: String) {
        #expect(throws: Malformed.self) { try Tree(.json, Array(text.utf8)) }
    }

    @Test("Bytes that are not UTF-8 are refused", arguments: notUTF8 + [[0xB1, 0xE2]])
    func badBytes(bad: [UInt8]) {
        for (start, end) in [
            ("{\"a\":\"", "\"}"), ("{\"", "\":1}"), ("{\"a\":1}", ""),
            ("{\"한\":1,\"film\":\"", "\"}"),
        ] {
            let place = "byte \(start.utf8.count + 1): this is not UTF-8"
            #expect(throws: Malformed("the JSON is broken at \(place)")) {
                try Tree(.json, Array(start.utf8) + bad + Array(end.utf8))
            }
        }
    }

    @Test(
        "A lone surrogate is refused",
        arguments: [
            #"\ud83d"#, #"\ude00"#, #"\ud83d\u0041"#, #"\ud83d\ud83d"#, #"\ud83dx\ude00"#,
            #"\ud83d\udbff"#, #"\ud83d\ue000"#, #"\ud83d\n"#,
        ])
    func surrogates(alone: String) {
        #expect(throws: Malformed.self) { try Tree(.json, Array("{\"a\":\"\(alone)\"}".utf8)) }
    }

    @Test("Objects and lists nest 32 deep and no deeper")
    func depth() throws {
        let deep = {
            String(repeating: #"{"\"":["#, count: $0) + String(repeating: "]}", count: $0)
        }
        #expect(try reading(of: Array(deep(16).utf8), as: .json).get().count == 32)
        #expect(throws: Malformed("the JSON is nested too deep")) {
            try Tree(.json, Array(deep(17).utf8))
        }
    }

    @Test("A text of any length ends where it should, at every place in a word")
    func everyLength() throws {
        for length in 0..<40 {
            let text = String(repeating: "x", count: length)
            for (sign, meaning) in [
                ("\\\"", "\""), ("\\\\", "\\"), ("\\u00e9", "é"), ("가", "가"), ("\\n", "\n"),
            ] {
                let json = #"{"\#(text)":"\#(text)\#(sign)\#(text)","z":["\#(text)\#(sign)"]}"#
                let value = try JSONValue(objectIn: Array(json.utf8))
                #expect(value[text] == .text(text + meaning + text))
                #expect(value["z"] == .list([.text(text + meaning)]))
            }
            let broken = Array("{\"a\":\"\(text)\u{1}\"}".utf8)
            #expect(throws: Malformed.self) { try Tree(.json, broken) }
        }
    }

    @Test("If a few bytes of JSON change, it is read as before or refused, at a place within it")
    func changed() {
        var documents = ChangedDocuments(
            of:
                #"{"a":"가 \" x","b":[{"c":"1","d":-1.5e3},{"c":"\u0041\\"}], "e":null,"f":{},"g":true}"#,
            pieces: [
                "\"", "\\", "\\\"", "\\u0041", "\\ud83d\\ude00", "\\u", "\\n", "{", "}", "[", "]",
                ":", ",", " ", "\n", "\u{0}", "\u{1}", "null", "true", "false", "1", "-", "0",
                ".", "1.5", "e5", "{}", "[]", "\"a\":1,", "가", "/",
            ],
            bytes: 0...255)
        for _ in 0..<SlowLane.cases(20_000, quick: 3_000) {
            let bytes = documents.next()
            switch reading(of: bytes, as: .json) {
            case .success(let nodes):
                let spaced = reading(of: bytes + Array(" \r\n\t".utf8), as: .json)
                #expect((try? spaced.get()) == nodes, "\(bytes)")
            case .failure(let flaw):
                guard let match = "\(flaw.reason)".wholeMatch(of: #/.* at line (\d+), .* (\d+)/#),
                    let line = Int(match.1), let column = Int(match.2)
                else { continue }
                let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                #expect(lines.indices.contains(line - 1), "\(bytes): \(flaw.reason)")
                #expect(lines.dropFirst(line - 1).first.map { column <= $0.count + 1 } == true)
            }
        }
    }

    @Test(
        "A number that is not used may be of any size",
        arguments: [
            "18446744073709551616", "-99999999999999999999", "1e400", "-1E+400", "0.1e-999999",
            "123456789012345678901234567890.5", "1" + String(repeating: "0", count: 5000),
        ])
    func numbers(number: String) throws {
        let tree = try Tree(
            .json, Array(#"{"other":\#(number),"list":[\#(number) ],"name":"a"}"#.utf8))
        #expect(try tree.root.fields().text("name") == "a")
        let value = try JSONValue(objectIn: Array(#"{"x":\#(number),"y":[\#(number)]}"#.utf8))
        #expect(value["x"] == .number(number) && value["y"] == .list([.number(number)]))
    }

    @Test(
        "A text that JSON does not accept as a number is refused, whatever its size",
        arguments: [
            "01", "+1", "1.", ".5", "1e", "1e+", "-", "--1", "1.5.5", "0x10", "1_000", "NaN", "1a",
            "-Infinity", "00", "-01", "1e5.5", "99999999999999999999x", "1 2", "1\u{1}", "1\0",
            "1\u{1F} ", "99999999999999999999\u{B}",
        ])
    func noNumbers(text: String) {
        for json in [#"{"x":\#(text)}"#, #"{"x":[\#(text)]}"#, #"{"x":[1,\#(text),2]}"#] {
            #expect(throws: Malformed.self) { try JSONValue(objectIn: Array(json.utf8)) }
        }
    }

    @Test("A message about a duplicate field quotes only the beginning of its name")
    func longName() {
        let name = "a\\u0007" + String(repeating: "b", count: 100_000)
        let reason = #"the field 'a\u{7}"# + String(repeating: "b", count: 38) + "…' is there twice"
        #expect(throws: Malformed(Message(sentence: reason))) {
            try JSONValue(objectIn: Array("{\"\(name)\":1,\"\(name)\":2}".utf8))
        }
    }

    @Test("An object has at most 4096 fields, and no duplicates")
    func members() throws {
        let object = { (count: Int) in
            "{" + (0..<count).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
        }
        let value = try JSONValue(objectIn: Array(object(4096).utf8))
        #expect(value["f4095"] == .number("4095"))
        let many = SlowLane.cases(80_000, quick: 8_000)
        for text in [object(many), #"{"row":\#(object(many))}"#] {
            #expect(throws: Malformed("an object has \(many) fields; the limit is 4096")) {
                try JSONValue(objectIn: Array(text.utf8))
            }
        }
        for count in [2, 40, 4000] {
            let twice = object(count).dropLast() + ",\"f1\":null}"
            #expect(throws: Malformed("the field 'f1' is there twice")) {
                try JSONValue(objectIn: Array(twice.utf8))
            }
        }
    }
}
