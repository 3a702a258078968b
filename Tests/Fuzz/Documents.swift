import BoxOffice
import CSV
import Engine
import JSONLines
import Markdown

/// A page's rows, written in every format and read back.
enum Table {
    /// Returns the rows as JSON Lines; traps if the output cannot be read back unchanged.
    static func written(_ page: Page) -> String {
        let columns = page.dataset.columns
        let rows = (try? page.rows(Array(columns.indices))) ?? []
        let lines = document(of: rows, columns, JSONLines())
        promise(records(in: lines, JSONLines()) == rows.count, "every row is a line of JSON")
        for profile in ["machine", "excel"] {
            let csv = document(of: rows, columns, CSV(), ["profile=\(profile)"])
            promise(
                records(in: csv, CSV(), ["profile=\(profile)"]) == rows.count + 1,
                "every row is a record of CSV")
        }
        let table = document(of: rows, columns, Markdown(), ["marker=plain"])
        promise(!table.utf8.contains(0x1B), "no escape character goes into a file")
        return lines
    }

    private static func document(
        of rows: [[Value]], _ columns: [Column], _ format: any Format, _ options: [String] = []
    ) -> String {
        var output = ByteBuffer()
        let outcome = reading { () throws(Fault) in
            let options = try PluginOptions(options, for: format.manifest)
            var document = try format.document(Layout(columns: columns, options: options))
            try document.begin(into: &output)
            for row in rows { try document.write(row.span, into: &output) }
            _ = try document.finish(DocumentEnding(), into: &output)
        }
        if case .failure(let fault) = outcome { promise(false, "rows are written: \(fault)") }
        return output.text
    }

    /// Returns the number of records in a document.
    private static func records(
        in document: String, _ format: any Format, _ options: [String] = []
    ) -> Int {
        var count = 0
        let outcome = reading { () throws(Fault) in
            let options = try PluginOptions(options, for: format.manifest)
            guard let reader = try format.reader(options) else { return }
            var record: [UInt8] = []
            var isOpen = false
            var start = 0
            for byte in document.utf8 {
                record.append(byte)
                guard byte == UInt8(ascii: "\n") else { continue }
                isOpen = reader.goesOn(after: record.span.extracting(start...), isOpen: isOpen)
                start = record.count
                guard !isOpen else { continue }
                _ = try reader.cells(of: record.span)
                count += 1
                record.removeAll()
                start = 0
            }
            promise(record.isEmpty, "a document ends with a line end")
        }
        if case .failure(let fault) = outcome { promise(false, "rows are read back: \(fault)") }
        return count
    }
}

/// The documents that `--update` reads back.
enum WrittenDocuments {
    /// Reads an input as a document of every format, with every set of options, and reads the result
    /// again.
    static func read(_ bytes: [UInt8]) {
        for options in [[], ["profile=excel"], ["delimiter=tab", "null=-"]] {
            check(bytes, CSV(), options)
        }
        check(bytes, JSONLines(), [])
    }

    private static func check(
        _ bytes: [UInt8], _ format: any Format, _ given: [String]
    ) {
        _ = reading { () throws(Fault) in
            let options = try PluginOptions(given, for: format.manifest)
            guard let reader = try format.reader(options) else { return }
            let document = ExistingDocument.Reading()
            var start = 0
            var lineStart = 0
            var isOpen = false
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                let line = bytes.span.extracting(lineStart...index)
                isOpen = reader.goesOn(after: line, isOpen: isOpen)
                lineStart = index + 1
                guard !isOpen else { continue }
                let cells = try reader.cells(of: bytes.span.extracting(start...index))
                promise(!cells.isEmpty, "a record has cells")
                try document.add(cells, at: start..<index + 1)
                start = index + 1
            }
            document.settle()
        }
    }
}

extension ExistingDocument {
    /// A document being read back: its first record has the columns.
    final class Reading {
        private var document: ExistingDocument?

        func add(_ cells: [(name: String?, text: String?)], at range: Range<Int>) throws(Fault) {
            if document != nil {
                try document?.add(cells, at: range)
                return
            }
            guard let day = Day("2022-06-05") else { return }
            let chart = Chart.allCases[range.upperBound % Chart.allCases.count]
            let period = Period(of: chart, containing: day)
            let regions = range.upperBound % 3 == 0 ? Region.all.prefix(2) : []
            let query = ChartQuery(
                periods: Periods(from: period, to: period), regions: Array(regions))
            let names = cells.map { $0.name ?? $0.text ?? "" }
            document = try ExistingDocument(of: query, columns: names)
            if cells.allSatisfy({ $0.name != nil }) { try document?.add(cells, at: range) }
        }

        func settle() {
            let now = Instant(secondsSince1970: 1_654_646_400)
            guard let document else { return }
            let finalRecords = FinalRecords(
                of: document, now: now, writtenAt: now, policy: ChartPolicy()
            ) { _ in nil }
            for part in document.parts {
                promise(part.rows > 0 && !part.bytes.isEmpty, "a period has records")
                _ = finalRecords.isSettled(part.about)
            }
            promise(
                document.order(with: []) == document.parts.map(\.about),
                "the parts of a document are in order")
        }
    }
}
