import BoxOffice
import Testing
import Wire

/// The messages about broken documents: what is wrong, and where.
@Suite struct FlawTests {
    @Test(
        "A message about broken JSON says where",
        arguments: [
            ("{\"a\":NaN}", 1, 6), ("{\"a\":1,\r\n \"b\":1,\n\"한\": -Infinity}", 3, 6),
            ("{\"a\":secret-key}", 1, 6), ("{\"a\":}", 1, 6), ("{\"a\":01}", 1, 6),
            ("{\"a\":tru}", 1, 6), ("{\"a\":[1 2]}", 1, 9), ("{\"a\":1 \"b\":2}", 1, 8),
            ("{\"a\" 1}", 1, 6), ("{a:1}", 1, 2), ("{\"a\":1,}", 1, 8), ("{\"a\":[1,]}", 1, 9),
            ("{\"a\":[true/]}", 1, 7), ("{\"a\" 1, \"b\\q\"}", 1, 6), ("]", 1, 1),
            ("<html>", 1, 1), ("\u{FEFF}{\"a\":NaN}", 1, 6),
            // The place of a text is its end, and of what is not closed that of the document.
            ("{\"a\":\"\\q\"}", 1, 10), ("{\"a\":\"\\ud800\"}", 1, 14), ("{\"a\":\"x", 1, 8),
            ("{\"a\":[", 1, 7), ("", 1, 1), ("\"한", 1, 3), ("{\"a\":1\n]", 2, 2),
        ])
    func json(text: String, line: Int, column: Int) {
        #expect(
            reason(.json, Array(text.utf8))
                == "the JSON is broken at line \(line), column \(column)")
    }

    @Test(
        "A message about other JSON says what is wrong",
        arguments: [
            ("{\"a\":\"x\ty\"}", "the JSON is broken: a control character must be escaped"),
            ("{\"a\":[1]}\n}", "something follows the end of the JSON"),
            ("[NaN] x", "the JSON has something other than an object"),
        ])
    func otherJSON(text: String, message: String) {
        #expect(reason(.json, Array(text.utf8)) == message)
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
            #expect(reason.hasPrefix("the \(form) is broken"))
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
