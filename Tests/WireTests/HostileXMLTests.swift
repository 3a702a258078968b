import BoxOffice
import Testing
import Wire

/// The XML documents that were made to cost time, or to hide something from readers.
@Suite struct HostileXMLTests {
    @Test(
        "XML with more different names than any answer is refused",
        arguments: [
            ("<film>", "<e#/>", "</film>"), ("<film>", "<e a#=\"\"/>", "</film>"),
            ("", "<?t#?>", "<film/>"), ("<film>", "<?t#?>", "</film>"),
        ])
    func names(start: String, piece: String, end: String) {
        let pieces = (0..<40_000).map { number in
            piece.split(separator: "#").joined(separator: "\(number)")
        }
        let text = start + pieces.joined() + end
        #expect(throws: Malformed("the XML has more different names than any answer")) {
            try read(text)
        }
    }

    @Test("XML with more names than any answer is refused, even if they are the same")
    func occurrences() {
        for piece in ["<e/>", "<e a=\"\"/>", "<?t?>"] {
            let text = "<film>" + String(repeating: piece, count: 260_000) + "</film>"
            #expect(throws: Malformed("the XML has more in it than any answer")) { try read(text) }
        }
        let spaces = (0..<300).map { "<e xmlns:n\($0)=\"u\"/>" }.joined()
        #expect(throws: Malformed("the XML has more in it than any answer")) {
            try read("<film>" + spaces + "</film>")
        }
    }

    @Test("XML longer than any answer is refused, and a long one is read")
    func size() throws {
        let text = { "<film>" + String(repeating: "a", count: $0) + "</film>" }
        #expect(try read(text((8 << 20) - 13)) == (8 << 20) - 13)
        #expect(throws: Malformed("the XML is longer than any answer: 8388609 bytes")) {
            try read(text((8 << 20) - 12))
        }
    }

    @Test("Names of many documents one after the other do not add up")
    func manyDocuments() throws {
        for document in 0..<40 {
            let names = (0..<500).map { "<e\(document)x\($0)/>" }.joined()
            #expect(throws: Never.self) { try Tree(.xml, Array("<film>\(names)</film>".utf8)) }
        }
    }

    @Test(
        "No comment, however it begins, hides a tag that is too long",
        arguments: [
            "<!--><![CDATA[-->", "<!---><![CDATA[-->", "<!--><?-->",
        ])
    func comments(start: String) {
        let attributes = (0..<2000).map { "a\($0)=\"\"" }.joined(separator: " ")
        let text = "<film>\(start)<name \(attributes)/></film>"
        #expect(throws: Malformed("the XML has a tag longer than any tag of an answer")) {
            try read(text)
        }
    }

    @Test("EBCDIC, UTF-16 and UTF-32 are refused, in which the key would not be found")
    func encodings() {
        // <?xml version="1.0"?><film a1="" a2=""/>
        let cp037: [UInt8] = [
            0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0xA5, 0x85, 0x99, 0xA2, 0x89, 0x96, 0x95, 0x7E,
            0x7F,
            0xF1, 0x4B, 0xF0, 0x7F, 0x6F, 0x6E, 0x4C, 0x86, 0x89, 0x93, 0x94, 0x40, 0x81, 0xF1,
            0x7E,
            0x7F, 0x7F, 0x61, 0x6E,
        ]
        let wide = "<film/>".utf8.flatMap { [0, 0, 0, $0] as [UInt8] }
        let utf16 = "<film>abc</film>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let swapped: [UInt8] = [0] + utf16.dropLast()
        let marked: [[UInt8]] = [
            [0xFF, 0xFE] + utf16, [0xFE, 0xFF] + swapped, [0, 0, 0xFE, 0xFF] + wide,
        ]
        for bytes in [cp037, cp037 + [0], wide, utf16, swapped] + marked {
            #expect(throws: Malformed("the XML is in an encoding that no answer has")) {
                try Tree(.xml, bytes)
            }
        }
    }

    @Test("Content after a NUL is not ignored")
    func nul() {
        for (text, place) in [
            ("<film>abc</film>\0", 17), ("<film>abc</film>\0<evil/>", 17),
            ("<film>\0abc</film>", 7),
            ("\n\0<film/>", 2),
        ] {
            #expect(throws: Malformed("the XML is broken at byte \(place): a NUL")) {
                try read(text)
            }
        }
    }

    @Test("Reading ends when its time is up, even in the middle of a document")
    func overdue() throws {
        let xml = Array(("<film>" + String(repeating: "<e/>", count: 2000) + "</film>").utf8)
        let json = Array("{\"film\":[{}]}".utf8)
        for (form, bytes) in [(Tree.Form.xml, xml), (.xml, xml.dropLast()), (.json, json)] {
            #expect(throws: Malformed.overdue) { try Tree(form, Array(bytes), within: .zero) }
        }
        for limit in [Duration.seconds(3600), .seconds(Int64.max)] {
            #expect(throws: Never.self) { try Tree(.xml, xml, within: limit) }
            #expect(throws: Never.self) { try Tree(.json, json, within: limit) }
        }
    }

    @Test(
        "Bytes that the encoding does not have are refused, wherever they stand",
        arguments: [
            ("<film>", "</film>"), ("<film/>", ""), ("<film/><!--", "-->"),
            ("<film><!--", "--></film>"),
        ])
    func badBytes(before: String, after: String) {
        let head = #"<?xml version="1.0" encoding="EUC-KR"?>"#
        for bad: [UInt8] in [[0xFF, 0x20], [0xB1, 0x20], [0xB1, 0xE2, 0xFF, 0x20]] {
            let bytes = Array((head + before).utf8) + bad + Array(after.utf8)
            #expect(throws: Malformed.self) { try Tree(.xml, bytes) }
        }
    }

    /// Returns the length of the text in the document's root.
    private func read(_ text: String) throws -> Int {
        let tree = try Tree(.xml, Array(text.utf8))
        return try tree.root.fields().text("film")?.utf8.count ?? 0
    }
}
