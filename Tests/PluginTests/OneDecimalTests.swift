import BoxOffice
import CSV
import JSONLines
import Markdown
import Testing

/// Numbers with one decimal that are not percentages, in every format.
@Suite struct OneDecimalTests {
    private let columns = [
        Column("title", "영화명", .text), Column("average", "회당관객수", .decimal),
    ]
    private let rows: [[Value]] = [
        [.text("a"), .decimal(Decimal(12_345_678, places: 1))],
        [.text("b"), .decimal(Decimal(-4, places: 1))], [.text("c"), .missing],
    ]

    private func document(
        by format: any Format, _ options: [String] = []
    ) throws -> String {
        let bytes = try render(
            rows, under: columns, by: format, options: options, header: .some(.en))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("CSV and JSON have the number as it is, Markdown aligns it right")
    func written() throws {
        #expect(try document(by: CSV()) == "title,average\na,1234567.8\nb,-0.4\nc,\n")
        #expect(
            try document(by: CSV(), ["delimiter=."])
                == "title.average\na.\"1234567.8\"\nb.\"-0.4\"\nc.\n")
        #expect(
            try document(by: JSONLines()) == """
                {"title":"a","average":1234567.8}
                {"title":"b","average":-0.4}
                {"title":"c","average":null}

                """)
        let table = try document(by: Markdown())
        #expect(
            table == """
                | title |   average |
                | ----- | --------: |
                | a     | 1234567.8 |
                | b     |      -0.4 |
                | c     |           |

                """)
    }

    @Test("Readers do not see it as a percentage")
    func readable() {
        #expect(Value.decimal(Decimal(53, places: 1)).readable(as: .decimal) == "5.3")
    }
}
