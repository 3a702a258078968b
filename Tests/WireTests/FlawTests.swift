import BoxOffice
import Testing
import Wire

/// The messages about broken documents: what is wrong, and where.
@Suite struct FlawTests {
    @Test(
        "A message about broken JSON says what is wrong and where",
        arguments: [
            ("{\"a\":NaN}", "line 1, column 6: a value is expected"),
            (
                "{\"a\":1,\r\n \"b\":1,\n\"한\": -Infinity}",
                "line 3, column 6: a value is expected"
            ),
            ("{\"a\":None}", "line 1, column 6: a value is expected"),
            ("{\"a\":secret-key}", "line 1, column 6: a value is expected"),
            ("{\"a\":}", "line 1, column 6: a value is expected"),
            ("{\"a\":01}", "line 1, column 6: a value is expected"),
            ("{\"a\":1.}", "line 1, column 6: a value is expected"),
            ("{\"a\":tru}", "line 1, column 6: a value is expected"),
            ("{\"a\":[1 2]}", "line 1, column 9: a comma or the end of the list is expected"),
            ("{\"a\":1 \"b\":2}", "line 1, column 8: a comma or the end of the object is expected"),
            ("{\"a\" 1}", "line 1, column 6: a colon is expected"),
            ("{a:1}", "line 1, column 2: the name of a field is expected, in double quotes"),
            ("{\"a\":1,}", "line 1, column 8: the name of a field is expected, in double quotes"),
            ("{\"a\":[1,]}", "line 1, column 9: a value is expected"),
            ("{\"a\":\"\\q\"}", "line 1, column 7: this escape is not valid"),
            ("{\"a\":\"\\u12\"}", "line 1, column 7: this escape is not valid"),
            ("{\"a\":\"\\ud800\"}", "line 1, column 7: this escape is not valid"),
            ("{\"a\":\"x\ty\"}", "line 1, column 8: a control character must be escaped"),
            ("{\"a\":\"x", "line 1, column 8: it ends too early"),
            ("{\"a\":[", "line 1, column 7: it ends too early"),
            ("", "line 1, column 1: it ends too early"),
            ("\u{FEFF}{\"a\":NaN}", "line 1, column 6: a value is expected"),
            ("{\"a\":\"x\\", "line 1, column 9: it ends too early"),
            ("\"한\n", "line 1, column 3: a control character must be escaped"),
            ("\"한", "line 1, column 3: it ends too early"),
            ("]", "line 1, column 1: a value is expected"),
            ("1 x", "line 1, column 3: something follows its end"),
            ("[1]]", "line 1, column 4: something follows its end"),
            ("{\"a\":[1]}\n}", "line 2, column 1: something follows its end"),
            ("[[1]", "line 1, column 5: it ends too early"),
            ("{\"a\":1\"b\":2}", "line 1, column 7: a comma or the end of the object is expected"),
            ("{\"a\":[true/]}", "line 1, column 11: a comma or the end of the list is expected"),
            ("{\"a\":-Infinityx}", "line 1, column 6: a value is expected"),
        ])
    func json(text: String, flaw: String) {
        #expect(reason(.json, Array(text.utf8)) == "the JSON is broken at \(flaw)")
    }

    @Test(
        "The first of several flaws in JSON is named",
        arguments: [
            ("{\"a\":NaN,\"b\":\"x\ty\"}", "line 1, column 6: a value is expected"),
            ("{\"a\":NaN,\"b\":\"x", "line 1, column 6: a value is expected"),
            ("{\"a\":NaN", "line 1, column 6: a value is expected"),
            ("[NaN] x", "line 1, column 2: a value is expected"),
            ("{\"a\":\"x\ty", "line 1, column 8: a control character must be escaped"),
            ("{\"a\":\"\\\t\"}", "line 1, column 7: this escape is not valid"),
            ("{\"a\":\"\\u12\n\"}", "line 1, column 7: this escape is not valid"),
            ("{\"a\":\"\\ud83d", "line 1, column 7: this escape is not valid"),
            ("{\"a\\q\" 1}", "line 1, column 4: this escape is not valid"),
            ("{\"a\\\"\" 1}", "line 1, column 8: a colon is expected"),
            ("{\"a\" 1, \"b\\q\"}", "line 1, column 6: a colon is expected"),
            (
                "{\\\"a\":\"x\"}",
                "line 1, column 2: the name of a field is expected, in double quotes"
            ),
        ])
    func firstOfSeveral(text: String, flaw: String) {
        #expect(reason(.json, Array(text.utf8)) == "the JSON is broken at \(flaw)")
    }

    @Test(
        "A message about bytes that are not UTF-8 says which byte",
        arguments: [
            [0xB1, 0xE2], [0xFF], [0xC0, 0x80], [0xE3, 0x81], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func utf8(bad: [UInt8]) {
        let json = Array("{\"한\":1,\"film\":\"".utf8) + bad + Array("\"}".utf8)
        #expect(reason(.json, json) == "the JSON is broken at byte 18: this is not UTF-8")
    }

    @Test(
        "A message about broken XML says what is wrong and where",
        arguments: [
            (
                "<film>\n<name></flim></film>",
                "line 2, column 14: an end tag does not match its start tag"
            ),
            ("<film>\n<name>", "line 2, column 7: it ends too early"),
            ("<film a=1/>", "line 1, column 9: the value of an attribute is expected, in quotes"),
            ("<film>\u{1}</film>", "line 1, column 7: a character that XML does not allow"),
        ])
    func xml(text: String, flaw: String) {
        #expect(reason(.xml, Array(text.utf8)) == "the XML is broken at \(flaw)")
    }

    @Test("A message about XML with bytes that its encoding does not have says so")
    func xmlBytes() {
        let head = Array("<?xml version=\"1.0\" encoding=\"EUC-KR\"?>\n<film>".utf8)
        let reason = reason(.xml, head + [0xFF, 0xFF] + Array("</film>".utf8))
        #expect(reason?.hasPrefix("the XML is broken at line 2, column ") == true)
        #expect(reason?.hasSuffix(": bytes that its encoding does not have") == true)
    }

    @Test(
        "A message about broken YAML says what is wrong and where",
        arguments: [
            ("a: 1\nb: c: d", "line 2, column 5: mapping values are not allowed in this context"),
            ("a: \"\\q\"", "line 1, column 5: found unknown escape character"),
            ("{[a]: b}", "line 1, column 2: the name of a field must be a text"),
        ])
    func yaml(text: String, flaw: String) {
        #expect(reason(.yaml, Array(text.utf8)) == "the YAML is broken at \(flaw)")
    }

    @Test("A message about YAML that is not UTF-8 says which byte")
    func yamlBytes() {
        #expect(
            reason(.yaml, Array("a: ".utf8) + [0xFF])
                == "the YAML is broken at byte 4: invalid leading UTF-8 octet")
    }

    @Test("A message is one short line and quotes nothing from the document")
    func quotesNothing() {
        let secret = String(repeating: "CANARY\u{7}5f1c", count: 50)
        for (form, text) in [
            (Tree.Form.json, "{\"\(secret)\":\(secret)}"), (.json, "{\"a\":\"\(secret)\"}"),
            (.json, secret), (.xml, "<film><\(secret)></film>"), (.xml, "<film>\(secret)</film>"),
            (.xml, "<film><CANARY5f1c></CANARY></film>"), (.yaml, "\(secret): ["),
            (.yaml, "CANARY5f1c: [}"),
        ] {
            let reason = reason(form, Array(text.utf8)) ?? ""
            #expect(reason.hasPrefix("the \(form) is broken at "))
            #expect(!reason.contains("CANARY") && reason.utf8.count < 120)
            #expect(reason.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        }
    }

    private func reason(_ form: Tree.Form, _ bytes: [UInt8]) -> String? {
        do throws(Malformed) {
            _ = try Tree(form, bytes)
            return nil
        } catch {
            return "\(error.reason)"
        }
    }
}
