import BoxOffice
import CSV
import HTML
import JSONLines
import Markdown
import SVG
import Testing
import Text
import XLSX

/// A narrator of films that entered the chart.
private struct Entries: RowNarrator {
    var count = 0
    mutating func add(_ value: (String) -> Value) { count += value("entered").integer ?? 0 }
    var paragraphs: [[Sentence]] { [[Sentence("\(count) films entered.")]] }
}

/// Documents of rows that no format knows: films that entered the chart, by week.
@Suite struct FaceTests {
    private static let dataset = Dataset(
        name: "entries",
        columns: [
            Column("week", "주", .date), Column("entered", "진입", .integer),
            Column("films", "영화", .list),
        ], key: ["week"])

    private static let weeks = (0..<4).map { Day(daysSince1970: 19_723 + 7 * $0) }

    /// The lines of the plot, in which weeks are positions.
    private static var plot: PlottedRows {
        var plot = PlottedRows(
            [.init("entered", named: "films")], of: dataset.columns[1], in: ["entered"],
            by: "week", title: "films that entered")
        (plot.days, plot.unit) = (weeks, .week)
        return plot
    }

    private func write(_ face: Face, as format: any Format, _ columns: [String]? = nil) throws
        -> String
    {
        let options = try PluginOptions(for: format.manifest)
        let usual = UsualColumns(face.usualColumns, face)
        let names = columns ?? format.defaultColumns(of: usual, options)
        let others = format.unwrittenColumns(of: usual, options).filter { !names.contains($0) }
        func named(_ names: [String]) -> [Column] {
            names.compactMap { name in face.dataset.columns.first { $0.name == name } }
        }
        var document = DocumentDescription(dataset: face.dataset.name, sources: ["test"])
        document.face = face
        let layout = Layout(
            columns: named(names), unwritten: named(others), header: .en, options: options,
            document: document)
        try format.check(layout)
        let rows = zip(Self.weeks, [3, 0, 2, 12]).map { week, count in
            let values: [String: Value] = [
                "week": .date(week), "entered": .integer(count), "films": .list(["a", "b"]),
            ]
            return (layout.columns + layout.unwritten).map { values[$0.name] ?? .missing }
        }
        return try format.written(layout, rows).bytes.text
    }

    @Test(
        "A face of nothing but a dataset is enough for every format, and a picture has nothing to show"
    )
    func bare() throws {
        let face = Face(Self.dataset, usualColumns: Self.dataset.columns.map(\.name))
        #expect(try write(face, as: CSV()).hasPrefix("week,entered,films\n2024-01-01,3,"))
        #expect(try write(face, as: JSONLines()).contains("\"entered\":12"))
        #expect(
            try write(face, as: Markdown(), ["week", "entered"]).hasPrefix(
                "| week       | entered |\n| ---------- | ------: |\n| 2024-01-01 |       3 |\n"))
        let page = try write(face, as: HTML())
        #expect(page.contains("<title>entries</title>") && !page.contains("<figure"))
        #expect(try !write(face, as: XLSX()).isEmpty)
        let fault = #expect(throws: Fault.self) { try write(face, as: SVG()) }
        #expect(fault?.code == "nothing-to-plot")
        let speechless = #expect(throws: Fault.self) { try write(face, as: Text()) }
        #expect(speechless?.code == "no-sentences")
    }

    @Test("What the face says is in documents: days, facts, notes, words, columns and the plot")
    func full() throws {
        let (first, last) = (Self.weeks[0], Self.weeks[3].advanced(by: 6))
        var face = Face(
            Self.dataset, usualColumns: ["week", "entered", "films"],
            readableColumns: ["week", "films"], title: "films that entered, by week")
        face.days = Periods(
            from: Period(of: .daily, containing: first), to: Period(of: .daily, containing: last))
        face.facts = [Face.Fact("unit", "by week")]
        face.notes = [SourceNote("one"), SourceNote("two", on: "films"), SourceNote("three")]
        face.words = ["films": [.list(["a", "b"]): "both"]]
        face.plot = Self.plot
        face.sentences = RowSentences(of: ["entered"]) { _ in Entries() }
        #expect(try write(face, as: Text(), ["week"]) == "17 films entered.\n")
        #expect(
            try write(face, as: Markdown()).hasPrefix(
                """
                ## films that entered, by week

                note: one

                note: two

                | week       | films |
                | ---------- | ----- |
                | 2024-01-01 | both  |

                """))
        let page = try write(face, as: HTML())
        for part in [
            "<title>films that entered, by week</title>", "<dt>unit</dt>\n<dd>by week</dd>",
            "<dd>three</dd>", "<figcaption>films that entered</figcaption>", "<td>both</td>",
        ] { #expect(page.contains(part), "\(part)") }
        let picture = try write(face, as: SVG(), ["films"])
        #expect(picture.contains(">01-08<") && picture.contains(">10<"))
        #expect(try !write(face, as: XLSX()).isEmpty)
    }
}
