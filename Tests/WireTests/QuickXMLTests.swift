import BoxOffice
import SlowLane
import Testing

@testable import Wire

/// The same XML as read by the quick reader and by libxml2.
///
/// The quick reader does not support comments, so a document with a comment after its end is read by
/// libxml2.
@Suite struct QuickXMLTests {
    @Test(
        "Both readers read XML the same",
        arguments: [
            "<film/>", "<film></film>", "<film> </film>", "<film>기생충</film>", "\n <film/> \n\t",
            "<film>\n\t<name> 기생충\t</name>\n <cast> <who/><who></who> </cast></film>",
            "<film>&lt;b&gt; &amp;amp; &quot;&apos;</film>", "<film>&lt;</film>",
            "<film><name>a&amp;b</name><name>&gt;&gt;</name></film>", "<film>a]] > ]</film>",
            "<film>>=/'\"!?--</film>", "<a_b.c-1><A9>x</A9></a_b.c-1>", "<xml/>", "<xmlns/>",
            "<film>\u{7F}\u{85}\u{A0}\u{2028}\u{FFFD}\u{FF01}\u{1F600}</film>",
            "<film>text<name/></film>", "<film><name/>text</film>", "<film><name/>&amp;</film>",
            "<film>a\r\nb\rc</film>", "<k:film xmlns:k='u' a='&lt;'><k:name/></k:film>",
            "<_film/>", "<영화>기생충</영화>", "<film >a</film >", "<film />",
            "<film><!-- a -->b<![CDATA[c]]>&#51060;<?d e?></film>",
        ])
    func same(text: String) throws {
        let heads = [
            "", #"<?xml version="1.0" encoding="UTF-8"?>"#, "<?xml version='1.0'?>",
            #"<?xml version="1.0" encoding="utf-8" standalone="yes"?>"#,
        ]
        for head in heads {
            let (one, other) = readings(of: Array((head + text).utf8))
            #expect(try one.get() == other.get())
        }
    }

    @Test(
        "XML that is not well-formed is refused with the words of libxml2",
        arguments: [
            ("<film>]]></film>", "line 1, column 7: this is not valid XML"),
            ("<film>\u{1F}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\u{FFFE}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\u{FFFF}</film>", "line 1, column 7: a character that XML does not allow"),
            ("<film>\n</flim>", "line 2, column 8: an end tag does not match its start tag"),
            ("<film><a></film></a>", "line 1, column 17: an end tag does not match its start tag"),
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

    @Test("Depth and names have the same limits in both readers")
    func limits() throws {
        let deep = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
        let (one, other) = readings(of: Array(deep(32).utf8))
        #expect(try one.get() == other.get())
        #expect(throws: Malformed("the XML is nested too deep")) {
            try Tree(.xml, Array(deep(33).utf8))
        }
        for count in [1_000, 6_000, 8_000, 20_000] {
            let names = (0..<count).map { "<n\($0)/>" }.joined()
            let (one, other) = readings(of: Array("<film>\(names)</film>".utf8))
            #expect(one == other)
        }
        for length in [10, 20_000, 40_000, 41_000, 60_000] {
            let name = String(repeating: "a", count: length)
            let (one, other) = readings(of: Array("<\(name)></\(name)>".utf8))
            #expect(one == other)
        }
    }

    @Test("XML with a few bytes changed is read the same or refused by both readers")
    func changed() {
        var documents = ChangedDocuments(
            of: "<a> <b>가 &amp; x</b>\n<a>]]</a><b/><c_1><a>1</a></c_1></a>",
            pieces: [
                "&amp;", "&lt;", "&", "&#65;", "]]>", "]", "\r", "\n", " ", "\u{FFFE}", "\u{1}",
                "<", "</", ">", "/>", "<a>", "</a>", "<a/>", " a=''", "<!-- c -->",
                "<![CDATA[x]]>", "<?p?>", ":", "-", "x", "가",
            ],
            bytes: 1...255)
        for _ in 0..<SlowLane.cases(20_000, quick: 3_000) {
            let bytes = documents.next()
            let (one, other) = readings(of: bytes)
            #expect((try? one.get()) == (try? other.get()), "\(bytes)")
        }
    }

    /// Returns the nodes of the document, and of the document with a comment after its end.
    private func readings(of document: [UInt8]) -> (Reading, Reading) {
        let withComment = document + Array("<!---->".utf8)
        return (reading(of: document, as: .xml), reading(of: withComment, as: .xml))
    }
}
