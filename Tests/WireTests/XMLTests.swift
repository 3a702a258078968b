import BoxOffice
import Testing

@testable import Wire

/// The reading of XML with libxml2: trees, refusals, and limits.
@Suite struct XMLTests {
    @Test(
        "Elements with elements, with texts and with both are told apart, however they are written",
        arguments: [
            ("<a/>", ["''"]), ("<a> </a>", ["' '"]), ("<a>x\r\ny\rz</a>", ["'x\ny\nz'"]),
            ("<a>&lt;&amp;amp;&#51060;&quot;&apos;&gt;</a>", ["'<&amp;이\"'>'"]),
            ("<a>b<!-- c -->d<![CDATA[<e>]]><?f g?>h</a>", ["'bd<e>h'"]),
            ("<a>\n <b/>\n\t<c> 1 </c>\n</a>", ["elements", "''", "' 1 '"]),
            ("<a>b<c/></a>", ["mixed", "''"]), ("<a><c/>b</a>", ["mixed", "''"]),
            ("<a><c/>&amp;<d/></a>", ["mixed", "''", "''"]),
            ("<a><b>1<c>2</c>3</b><d>4</d></a>", ["elements", "mixed", "'2'", "'4'"]),
            ("<k:a xmlns:k='u' b='&lt;'><k:c/></k:a>", ["elements", "''"]),
            ("<영화>기생충</영화>", ["'기생충'"]), ("<xml >a]] > ]</xml >", ["'a]] > ]'"]),
        ])
    func trees(text: String, nodes: [String]) throws {
        for head in ["", "\u{FEFF}", "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n"] {
            let tree = try Tree(.xml, Array((head + text + "\n<!-- end -->").utf8))
            let read = (1..<tree.end(of: 0)).map { index in
                let node = Node(tree: tree, index: index)
                if tree.end(of: index) == index + 1 { return "'\(node.wholeText)'" }
                return (try? node.list()) == nil ? "mixed" : "elements"
            }
            #expect(read == nodes)
        }
    }

    @Test(
        "XML that is not well-formed is refused with the words of libxml2",
        arguments: [
            ("<film>]]></film>", "line 1, column 7: this is not valid XML"),
            ("<film a=1/>", "line 1, column 9: the value of an attribute is expected, in quotes"),
            ("<film>\u{1}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\u{1F}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\u{FFFE}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\u{FFFF}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\n</flim>", "line 2, column 8: an end tag does not match its start tag"),
            ("<film><a></film></a>", "line 1, column 17: an end tag does not match its start tag"),
            (
                "<film>\n<name></flim></film>",
                "line 2, column 14: an end tag does not match its start tag"
            ),
            ("<film>a</>", "line 1, column 11: an end tag does not match its start tag"),
            ("<film></film></film>", "line 1, column 14: something follows its end"),
            ("<film/><film/>", "line 1, column 8: something follows its end"),
            ("<film/>x", "line 1, column 8: something follows its end"),
            ("<film>a</film>&amp;", "line 1, column 15: something follows its end"),
            ("x<film/>", "line 1, column 1: it ends too early"),
            ("<film>&nbsp;</film>", "line 1, column 13: an entity that is not known"),
            ("<film>&amp</film>", "line 1, column 11: this is not valid XML"),
            ("<film>&#1;</film>", "line 1, column 11: a character that XML does not allow"),
            ("<film/ >", "line 1, column 6: a name is expected"),
            ("< film/>", "line 1, column 2: a name is expected"),
            ("<1/>", "line 1, column 2: a name is expected"),
            ("<film =''/>", "line 1, column 7: a name is expected"),
            ("</film>", "line 1, column 2: a name is expected"),
            ("<film><></film>", "line 1, column 8: a name is expected"),
            ("<film>", "line 1, column 7: it ends too early"),
            ("<film>\n<name>", "line 2, column 7: it ends too early"),
            ("<film", "line 1, column 6: the end of a tag is expected"),
            ("<film></film", "line 1, column 13: the end of a tag is expected"),
        ])
    func refused(text: String, flaw: String) {
        #expect(throws: Malformed("the XML is broken at \(flaw)")) {
            try Tree(.xml, Array(text.utf8))
        }
    }

    @Test("Bytes that are not UTF-8 are refused", arguments: notUTF8)
    func badBytes(bad: [UInt8]) {
        let reason = "the XML is broken at line 1, column 7: a character that XML does not allow"
        #expect(throws: Malformed(Message(sentence: reason))) {
            try Tree(.xml, Array("<film>".utf8) + bad + Array("</film>".utf8))
        }
    }

    @Test("Elements nest 32 deep and no deeper")
    func depth() throws {
        let deep = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
        #expect(try reading(of: Array(deep(32).utf8), as: .xml).get().count == 33)
        #expect(throws: Malformed("the XML is nested too deep")) {
            try Tree(.xml, Array(deep(33).utf8))
        }
    }
}
