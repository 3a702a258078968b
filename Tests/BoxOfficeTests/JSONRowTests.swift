import BoxOffice
import Testing

/// The writing of rows as JSON: the room reserved for a row must suffice for the longest.
@Suite struct JSONRowTests {
    @Test(
        "The longest values of every kind have room",
        arguments: [
            (Value.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
            (.decimal(Decimal(.min, places: 1)), "-922337203685477580.8"),
            (.decimal(Decimal(.min, places: 2)), "-92233720368547758.08"),
            (.decimal(Decimal(.min, places: 18)), "-9.223372036854775808"),
            (.decimal(Decimal(-1, places: 18)), "-0.000000000000000001"),
            (.decimal(Decimal(100, places: 2)), "1.00"), (.boolean(false), "false"),
            (.missing, "null"), (.date(Day(daysSince1970: 0)), #""1970-01-01""#),
            (.text(""), #""""#), (.list([]), "[]"), (.list(["", "", ""]), #"["","",""]"#),
            (.text("\u{1}\u{7F}\u{2028}\u{9F}"), #""\u0001\u007f\u2028\u009f""#),
            (.list(["\u{1F}", "\"", "\\"]), #"["\u001f","\"","\\"]"#),
            (.text("é’😀"), #""é’😀""#),
        ])
    func room(value: Value, json: String) {
        let columns = [Column("a", "가", .text), Column("b", "나", .text)]
        for before in [0, 1, 100] {
            var output = ByteBuffer()
            for _ in 0..<before { output.append(" ") }
            let row = [value, value]
            JSONRowWriter(columns).write(row.span, into: &output)
            let spaces = String(repeating: " ", count: before)
            #expect(output.text == #"\#(spaces){"a":\#(json),"b":\#(json)}"#)
        }
    }

    @Test("Texts that escaping makes six times as long have room, whatever their length")
    func longTexts() {
        for count in [1, 15, 16, 1000, 100_000] {
            var output = ByteBuffer()
            let row = [Value.text(String(repeating: "\u{1}", count: count))]
            JSONRowWriter([Column("a", "가", .text)]).write(row.span, into: &output)
            #expect(output.count == 6 * count + #"{"a":""}"#.utf8.count)
        }
    }

    @Test("A row with fewer values than columns ends after its last value")
    func shortRow() {
        var output = ByteBuffer()
        let row = [Value.integer(1)]
        let columns = [Column("a", "가", .text), Column("b", "나", .text)]
        JSONRowWriter(columns).write(row.span, into: &output)
        #expect(output.text == #"{"a":1}"#)
    }
}
