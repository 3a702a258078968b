import BoxOffice
import SlowLane
import Testing
import Wire

/// The trees of both forms, checked with the same documents and the same reader.
@Suite struct TreeTests {
    @Test("Both forms read the same, in whatever order fields come")
    func readsBoth() throws {
        let json = """
            {"film":{"other":{"deep":[1,{"x":null}]},"name":" 기생충\\t","cast":[{"who":"송강호"},\
            {"who":"이선균"}],"minutes":131}}
            """
        let xml = """
            <?xml version="1.0" encoding="utf-8" standalone="yes"?><film><minutes>131</minutes>\
            <other><deep><a>1</a><a><x/></a></deep></other><cast><actor><who>송강호</who></actor>\
            <actor><who>이선균</who></actor></cast><name> 기생충\t</name></film>
            """
        let expected = Film(name: "기생충", minutes: "131", cast: ["송강호", "이선균"])
        #expect(try film(inJSON: json) == expected)
        #expect(try film(inXML: xml) == expected)
    }

    @Test("Absent, null, empty and blank are nothing, and empty lists are empty")
    func nothing() throws {
        for json in [
            #"{"film":{}}"#, #"{"film":null}"#, #"{"film":{"name":null,"cast":null}}"#,
            #"{"film":{"name":"","minutes":" \t　","cast":[]}}"#,
        ] {
            #expect(try film(inJSON: json) == Film())
        }
        for xml in [
            "<film/>", "<film></film>", "<film><name/><cast/></film>",
            "<film>\n  <name> &#160;</name>\n  <cast>\n  </cast>\n</film>",
        ] {
            #expect(try film(inXML: xml) == Film())
        }
    }

    @Test(
        "References, CDATA, comments, instructions, prefixes and attributes of XML are read")
    func xmlAsXMLSays() throws {
        let film = try film(
            inXML: """
                <?xml version='1.0'?><!-- a --><?b c?><k:film xmlns:k="urn:k" id="1"><!-- d -->
                <k:name a="x">&#51060;<![CDATA[<b> & ]]>&lt;i&gt;<!-- e -->끝<?f?></k:name></k:film>\n
                """)
        #expect(film.name == "이<b> & <i>끝")
    }

    @Test("A comment of any length before the root does no harm")
    func comments() throws {
        let comment = "<!-- " + String(repeating: "> ", count: 20_000) + "-->"
        #expect(try film(inXML: comment + "<film><name>a</name></film>").name == "a")
    }

    @Test("A declared encoding is decoded")
    func encodings() throws {
        let head = Array(#"<?xml version="1.0" encoding="EUC-KR"?><film><name>"#.utf8)
        let eucKR: [UInt8] = [0xB1, 0xE2, 0xBB, 0xFD, 0xC3, 0xE6]  // 기생충
        let film = try read(Tree(.xml, head + eucKR + Array("</name></film>".utf8)))
        #expect(film.name == "기생충")
    }

    @Test(
        "JSON other than expected is refused",
        arguments: [
            "", " ", "{", "{\"film\":", "{\"film\":{\"name\":\"a\"}", "{\"film\":{}} x",
            "{\"film\":{}}{}", "[1]", "1", "null", "\"a\"", "{\"film\":[]}",
            "{\"film\":{\"name\":{}}}", "{\"film\":{\"cast\":{}}}", "{\"film\":{\"cast\":\"a\"}}",
            "{\"film\":{\"name\":\"a\",\"name\":\"b\"}}", "{\"film\":{},\"film\":{}}",
            "{\"film\":{\"name\":\"\\ud800\"}}", "{\"film\":{\"name\":\"\\q\"}}",
            "{\"film\":{\"name\":\"a\nb\"}}", "{\"film\":{\"name\":tru}}", "{\"film\":{\"x\":01}}",
            "{\"film\":nul}", "{\"film\":nope}", "{\"film\":{\"name\":nulx}}", "{\"x\":nope}",
            "{\"film\":{\"cast\":nulx}}", "{\"film\":{\"cast\":[nil]}}", "{\"film\":{\"x\":[n]}}",
            "{\"film\":{\"x\":[1,]}}", "{\"film\":{\"x\":[1 2]}}", "{'film':{}}",
            "{\"film\":{\"x\":" + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}}",
            "{\"film\":{\"cast\":" + String(repeating: "[", count: 10_000)
                + String(repeating: "]", count: 10_000) + "}}",
            "{\"film\":{\"cast\":" + String(repeating: "[", count: 100_000),
        ])
    func brokenJSON(text: String) {
        #expect(throws: Malformed.self) { try film(inJSON: text) }
    }

    @Test("JSON is read and refused in the same way with and without a number in it")
    func numbersBesideIt() throws {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        let values = [
            "{}", "[]", "null", "true", "false", #""""#, #""a""#, #""\u0000\n\"\\\/\ud83d\ude00""#,
            #"{"a\u0062":["x",[null,{"":" "}]],"가":{"나":"다"}}"#, #"["\ud800"]"#, #"["\udc00"]"#,
            #"["\q"]"#, "[tru]", "[nul]", "[falsee]", #"{"a"}"#, #"{"a":}"#, "[,]", #"["a" "b"]"#,
            "[", "}", #"{"a":"b","a":"c"}"#, #""a\tb""#, #""\u12""#, "'a'", deep(30), deep(31),
            deep(32), deep(400),
            "[" + String(repeating: #""","#, count: SlowLane.cases(200_000, quick: 20_000))
                + "null]",
        ]
        func reading(_ json: String) -> Result<JSONValue, Malformed> {
            Result { () throws(Malformed) in try JSONValue(objectIn: Array(json.utf8)) }
        }
        for value in values {
            let without = reading("{\"value\":\(value)}")
            let with = reading("{\"value\":\(value),\"number\":1.50}")
            #expect(without.map { $0["value"] } == with.map { $0["value"] })
            #expect(reading("{\"value\":\(value)}") == without)
            if case .success(let with) = with { #expect(with["number"] == .number("1.50")) }
        }
    }

    @Test(
        "A number has at most 18 digits before its decimals, and only allowed decimals",
        arguments: [
            ("12", 0, Figure.number(12)), ("-12", 1, .number(-120)), ("+1.5", 1, .number(15)),
            ("0.05", 2, .number(5)), ("-0.5", 2, .number(-50)), ("1.5", 0, .other),
            ("1.55", 1, .other), ("1.", 1, .other), (".5", 1, .other), ("1.5.5", 3, .other),
            ("", 0, .other), ("-", 0, .other), ("1e3", 1, .other), ("1.x", 1, .other),
            ("999999999999999999", 0, .number(999_999_999_999_999_999)),
            ("0000999999999999999999", 0, .number(999_999_999_999_999_999)),
            ("00000000000000000000", 0, .number(0)), ("1000000000000000000", 0, .outOfRange),
            ("922337203685477580.7", 1, .number(.max)), ("922337203685477580.8", 1, .outOfRange),
            ("922337203685477581", 1, .outOfRange),
        ])
    func figures(text: String, decimals: Int, figure: Figure) {
        #expect(Figure(Array(text.utf8).span, decimals: decimals) == figure)
    }

    @Test(
        "A field that is not text, a duplicate field and a missing required field are refused",
        arguments: [
            ("{\"name\":{}}", "the JSON has something other than a text"),
            ("{\"name\":true}", "the JSON has something other than a text"),
            ("{\"name\":\"a\",\"x\":1,\"name\":\"b\"}", "the field 'name' is there twice"),
            ("{\"names\":\"a\"}", "the field 'name' is missing"),
            ("{}", "the field 'name' is missing"),
        ])
    func refusedFields(text: String, reason: String) throws {
        func fields() throws -> Fields {
            var fields = try Tree(.json, Array(text.utf8)).root.fields()
            fields.areRequired = true
            return fields
        }
        let fault = Malformed("\(reason)")
        #expect(throws: fault) { _ = try fields().text("name") }
        #expect(throws: fault) { _ = try fields().figure("name", decimals: 0) }
    }

    @Test(
        "A date is a day or, with 00 for what is unknown, none; anything else is refused",
        arguments: [
            ("20220601", "2022-06-01"), ("2022-06-01", "2022-06-01"), ("", nil), (" ", nil),
            ("20220600", nil), ("2022-06-00", nil), ("20220000", nil), ("20220015", nil),
            ("99999900", "not"), ("20221300", "not"), ("20220032", "not"), ("12ab34cd5600", "not"),
            ("2022--0600", "not"), ("2022060000", "not"), ("202206", "not"), ("20220229", "not"),
            ("２０２２０６００", "not"),
        ])
    func days(text: String, day: String?) throws {
        for tree in [
            try Tree(.json, Array("{\"day\":\"\(text)\"}".utf8)).root.fields(),
            try Tree(.xml, Array("<x><day>\(text)</day></x>".utf8)).root.fields()["x"]?.fields(),
        ] {
            let fields = try #require(tree)
            if day == "not" {
                #expect(throws: Malformed("the field 'day' is not a day: '\(text)'")) {
                    try fields.day("day")
                }
            } else {
                #expect(try fields.day("day")?.description == day)
            }
        }
    }

    @Test("White space of all kinds goes at the ends of texts, and stays within them")
    func whiteSpace() throws {
        let spaces: [Unicode.Scalar] = [
            " ", "\t", "\n", "\r", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}",
            "\u{200B}",
            "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}", "\u{81}",
            "\u{7F}",
        ]
        for space in spaces {
            for (text, trimmed) in [
                ("\(space)", nil), ("\(space)기생충\(space)", "기생충"), ("é\(space)", "é"),
                (" \(space)a\(space)b \(space) ", "a\(space)b"), ("😀\(space)", "😀"),
            ] as [(String, String?)] {
                let escaped = text.utf16.map {
                    "\\u" + String(UInt32($0) | 0x10000, radix: 16).suffix(4)
                }
                let json = "{\"name\":\"\(escaped.joined())\"}"
                let fields = try Tree(.json, Array(json.utf8)).root.fields()
                #expect(try fields.text("name") == trimmed, "\(space.value)")
            }
        }
        for text in ["기생충", "\u{200D}a\u{200D}", "á", "ㄱ", "가ㅏ", "「한」", "1–2", "…"] {
            let fields = try Tree(.json, Array("{\"name\":\"\(text)\"}".utf8)).root.fields()
            #expect(try fields.text("name") == text)
        }
    }

    @Test("A field that is not read may occur several times")
    func unknownTwins() throws {
        let json = #"{"new":1,"name":"a","new":{},"minutes":null,"new":2,"other":3}"#
        let fields = try Tree(.json, Array(json.utf8)).root.fields()
        #expect(try fields.text("name") == "a")
        #expect(try fields["minutes"]?.text() == nil)
        #expect(try fields.text("none") == nil)
        #expect(try fields.text("other") == "3")
        #expect(throws: Malformed("the field 'new' is there twice")) { _ = try fields.text("new") }
    }

    @Test(
        "A duplicate field is refused wherever its copies are, and whatever was read before",
        arguments: [
            #"{"c":"9","a":"1","b":"2","c":"3","d":"4"}"#,
            #"{"a":"1","c":"9","b":"2","c":"3","d":"4"}"#,
            #"{"a":"1","b":"2","c":"3","c":"9","d":"4"}"#,
            #"{"a":"1","b":"2","c":"3","d":"4","c":"9"}"#,
            #"{"c":["9"],"a":"1","b":"2","c":"3","d":"4"}"#,
        ])
    func twins(text: String) throws {
        let fields = try Tree(.json, Array(text.utf8)).root.fields()
        #expect(try fields.text("a") == "1")
        #expect(try fields.text("b") == "2")
        #expect(throws: Malformed("the field 'c' is there twice")) { _ = try fields.text("c") }
        #expect(try fields.text("d") == "4")
        #expect(throws: Malformed("the field 'c' is there twice")) { _ = try fields["c"] }
    }

    @Test("Fields of an object with very many of them are found in time", .timeLimit(.minutes(10)))
    func manyFields() throws {
        let count = SlowLane.cases(400_000, quick: 40_000)
        let names = (0..<count).map { "\"field\($0 + 1_000_000)x\":1" }.joined(separator: ",")
        let fields = try Tree(.json, Array("{\(names),\"a\":2,\"a\":3}".utf8)).root.fields()
        #expect(try fields.integer("field\(count + 999_999)x") == 1)
        #expect(throws: Malformed("the field 'a' is there twice")) { _ = try fields.text("a") }
    }

    @Test(
        "XML other than expected is refused",
        arguments: [
            "", " ", "<film>", "<film></flim>", "<film/><film/>", "<film/>x",
            "<film><name>a</film>",
            "<film>text</film>", "<film><name><b/></name></film>", "<film><cast>a</cast></film>",
            "<film><name>a</name><name>b</name></film>", "<film><name>&nbsp;</name></film>",
            "<film><name>\u{1}</name></film>", "<film a=1/>",
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><film/>",
            "<?xml version=\"1.0\" encoding=\"no-such\"?><film/>",
            "<?xml version=\"1.0\" encoding=\"utf-7\"?><film/>",
            "<?xml version=\"1.0\" encoding=\"IBM037\"?><film/>",
            "<!DOCTYPE film><film/>",
            "<!DOCTYPE film [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><film><name>&e;</name></film>",
            "<film>" + String(repeating: "<x>", count: 10_000)
                + String(repeating: "</x>", count: 10_000) + "</film>",
            """
            <!DOCTYPE film [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">\
            <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;">\
            <!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;">]>\
            <film><name>&h;</name></film>
            """,
        ])
    func brokenXML(text: String) {
        #expect(throws: Malformed.self) { try film(inXML: text) }
    }

    @Test("A tag with a hundred thousand attributes is refused before libxml2 spends time on it")
    func attributes() {
        let attributes = (0..<100_000).map { "a\($0)=\"x\"" }.joined(separator: " ")
        let overlong = Malformed("the XML has a tag longer than any tag of an answer")
        for text in [
            "<film \(attributes)/>", "<film z=\">\" \(attributes)/>",
            "<!-- \" --><film \(attributes)/>",
            "<film><![CDATA[ ' ]]><name \(attributes)/></film>",
        ] {
            #expect(throws: overlong) { try film(inXML: text) }
        }
    }

    @Test("Documents of all forms, read one after the other, do not affect each other")
    func reuse() throws {
        for _ in 0..<3 {
            #expect(
                try film(inXML: "<film><name>a</name><cast><b><who>c</who></b></cast></film>").cast
                    == ["c"])
            #expect(throws: Malformed.self) { try film(inXML: "<!DOCTYPE film><film/>") }
            #expect(throws: Malformed.self) { try film(inXML: "<film><name>half") }
            #expect(try film(inJSON: #"{"film":{"name":"b"}}"#) == Film(name: "b"))
            #expect(throws: Malformed.self) { try film(inJSON: #"{"film":{"name":"#) }
            #expect(
                try read(Tree(.yaml, Array("film: {name: c, cast: [{who: d}]}".utf8))).cast == ["d"]
            )
        }
    }

    @Test(
        "YAML is read the same as JSON",
        arguments: [
            ("", "{}"), ("# nothing\n", "{}"), ("---\n# nothing\n", "{}"), ("~", "{}"),
            ("{}", "{}"), ("a: b", #"{"a":"b"}"#),
            ("a: '3'\nb: 3", #"{"a":"3","b":3}"#), ("a: -1.5", #"{"a":-1.5}"#),
            ("a: 1e3", #"{"a":"1e3"}"#), ("a: yes\nb: False", #"{"a":true,"b":false}"#),
            ("a:", #"{"a":null}"#), ("a: [x, 표]\n", #"{"a":["x","표"]}"#),
            ("a:\n  b: c\nd: e\n", #"{"a":{"b":"c"},"d":"e"}"#),
            ("a: |\n  x\n  y\n", #"{"a":"x\ny\n"}"#),
        ])
    func yaml(yaml: String, json: String) throws {
        #expect(
            try JSONValue(objectIn: Array(yaml.utf8), .yaml)
                == JSONValue(objectIn: Array(json.utf8)))
    }

    @Test(
        "YAML without valid settings is refused",
        arguments: [
            "a", "- a", "a: [", "a: b: c", "a: 1\na: 2", "a: &x 1\nb: *x", "a: !!binary x",
            "{[a]: b}",
            "{{a: b}: c}", "a: 1\n---\nb: 2", "\u{1}", "a: \"\\q\"", "\t- a",
            String(repeating: "[", count: 10_000), "a: " + String(repeating: "[", count: 10_000),
            String(repeating: "{a: ", count: 10_000),
        ])
    func brokenYAML(text: String) {
        #expect(throws: Malformed.self) { try JSONValue(objectIn: Array(text.utf8), .yaml) }
    }

    @Test("Every prefix of a good answer is refused: no cut-off answer passes")
    func prefixes() throws {
        let json = Array(#"{"film":{"name":"기생충","cast":[{"who":"송강호"}],"minutes":131}}"#.utf8)
        for length in 0..<json.count {
            #expect(throws: Malformed.self) { try read(Tree(.json, Array(json[..<length]))) }
        }
        let xml = Array("<film><name>기생충</name><cast><a><who>송강호</who></a></cast></film>".utf8)
        for length in 0..<xml.count {
            #expect(throws: Malformed.self) { try read(Tree(.xml, Array(xml[..<length]))) }
        }
    }

    private func film(inJSON text: String) throws -> Film {
        try read(Tree(.json, Array(text.utf8)))
    }

    private func film(inXML text: String) throws -> Film {
        try read(Tree(.xml, Array(text.utf8)))
    }
}

private struct Film: Equatable {
    var name: String?
    var minutes: String?
    var cast: [String] = []
}

private func read(_ tree: Tree) throws(Malformed) -> Film {
    var film = Film()
    guard let fields = try tree.root.fields()["film"]?.fields() else { return film }
    film.cast = try fields.items("cast") { actor throws(Malformed) in
        try actor.text("who") ?? ""
    }
    film.name = try fields.text("name")
    film.minutes = try fields.text("minutes")
    return film
}
