import SlowLane
import Testing

@testable import Wire

/// JSON that the quick reader reads, and the same JSON as simdjson reads it.
///
/// The quick reader reads at most 256 KiB, so a document with as many spaces behind it is read by
/// simdjson.
@Suite struct QuickJSONTests {
    @Test(
        "Both readers read JSON the same",
        arguments: [
            "{}", " { } ", "\n{\"a\" : \"b\" ,\t\"c\":\r\n[ ] , \"d\":[{ },[ [\"\"] ],null]}\n",
            #"{"film":{"name":"기생충","cast":[{"who":"송강호"},{}],"minutes":131,"is":true}}"#,
            #"{"a":"\"\\\/\b\f\n\r\t","\"\\\/\b\f\n\r\t":"a\tb\\","\\":"\"","":"\\\\\\\\"}"#,
            #"{"\uAe30\uC0dd\uCDA9":"\u0000\u0041\u007f\u0080\u07FF\u0800\uD7ff\uE000\uffFF"}"#,
            #"{"a":"\ud83d\ude00 \uD800\udc00 \uDBFF\uDFFF","b":"x\u0022y"}"#,
            #"{"a":[0,-0,10,-1.5,0.0,1e5,1E+5,2e-7,123456789012345678901234567890]}"#,
            #"{"a":[true,false,null,"true"],"a":1,"b":true}"#, "{\"a\":\"\u{7F}\u{80}\u{2028}😀\"}",
            #"{"a":"1234567\"90123456\\8901234567890","b":"1234567","c":"12345678","d":"123456789"}"#,
            "\u{FEFF}{\"a\":1}",
        ])
    func same(text: String) throws {
        let (one, other) = readings(of: Array(text.utf8))
        #expect(try one.get() == other.get())
    }

    @Test(
        "JSON that is wrong is refused by both readers",
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
        let (one, other) = readings(of: Array(text.utf8))
        #expect(throws: Malformed.self) { try one.get() }
        #expect(throws: Malformed.self) { try other.get() }
    }

    @Test("Bytes that are not UTF-8 are refused", arguments: notUTF8)
    func badBytes(bad: [UInt8]) {
        for (start, end) in [("{\"a\":\"", "\"}"), ("{\"", "\":1}"), ("{\"a\":1}", "")] {
            #expect(throws: Malformed.self) {
                try Tree(.json, Array(start.utf8) + bad + Array(end.utf8))
            }
        }
    }

    @Test("A surrogate alone is read as simdjson reads it")
    func surrogates() {
        let alone = [
            #"\ud83d"#, #"\ude00"#, #"\ud83d\u0041"#, #"\ud83d\ud83d"#, #"\ud83dx\ude00"#,
            #"\ud83d\udbff"#, #"\ud83d\ue000"#, #"\ud83d\n"#,
        ]
        for text in alone {
            let (one, other) = readings(of: Array("{\"a\":\"\(text)\"}".utf8))
            #expect((try? one.get()) == (try? other.get()))
        }
    }

    @Test("Depth has the same limit in both readers")
    func depth() throws {
        // An escape that is decoded before the depth is noticed must be there again for simdjson.
        let deep = {
            String(repeating: #"{"\"":["#, count: $0) + String(repeating: "]}", count: $0)
        }
        let (one, other) = readings(of: Array(deep(16).utf8))
        #expect(try one.get() == other.get())
        let (refused, alsoRefused) = readings(of: Array(deep(17).utf8))
        #expect(throws: Malformed("the JSON is nested too deep")) { try refused.get() }
        #expect(throws: Malformed("the JSON is nested too deep")) { try alsoRefused.get() }
    }

    @Test("A text of any length ends where it ends, in every place of a word")
    func everyLength() throws {
        for length in 0..<40 {
            let text = String(repeating: "x", count: length)
            for sign in ["\\\"", "\\\\", "\\u00e9", "가", "\\n"] {
                let json = #"{"\#(text)":"\#(text)\#(sign)\#(text)","z":["\#(text)\#(sign)"]}"#
                let (one, other) = readings(of: Array(json.utf8))
                #expect(try one.get() == other.get())
            }
            let broken = Array("{\"a\":\"\(text)\u{1}\"}".utf8)
            #expect(throws: Malformed.self) { try Tree(.json, broken) }
        }
    }

    @Test("JSON with a few bytes changed is read the same or refused by both readers")
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
        for _ in 0..<SlowLane.cases(3_000, quick: 500) {
            let bytes = documents.next()
            let (one, other) = readings(of: bytes)
            #expect((try? one.get()) == (try? other.get()), "\(bytes)")
        }
    }

    private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 256 * 1024)

    /// The nodes of the document, and of the document with many spaces behind it.
    private func readings(of document: [UInt8]) -> (Reading, Reading) {
        (reading(of: document, as: .json), reading(of: document + Self.spaces, as: .json))
    }
}
