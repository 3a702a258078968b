package import BoxOffice
internal import Markdown
internal import Synchronization
package import Wire

/// A question of an assistant while it is answered: its limits, and what is collected for it.
package final class Inquiry: Sendable {
    /// What the run told, in the order in which it came.
    private struct Told {
        var document: Collected?
        var notes: [String] = []
        var warnings: [JSONValue] = []
        var report: JSONValue?
        var progress = 0
    }

    /// The rows that are wanted, by their index.
    let window: Range<Int>
    /// True if the answer is in Korean.
    let isKorean: Bool
    /// Called with the number of finished requests and of all.
    private let onProgress: @Sendable (Int, Int) -> Void
    private let told = Mutex(Told())

    /// Makes a question for the rows of `window`.
    init(
        _ window: Range<Int>, isKorean: Bool,
        onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) {
        (self.window, self.isKorean, self.onProgress) = (window, isKorean, onProgress)
    }

    /// The format that the rows are written in: one that collects them.
    package var format: any Format { AnswerFormat(inquiry: self) }

    /// Takes the number of finished requests of all.
    package func progress(_ done: Int, of all: Int) {
        let isMore = told.withLock { told in
            guard done > told.progress else { return false }
            told.progress = done
            return true
        }
        if isMore { onProgress(done, max(done, all)) }
    }

    /// Takes a message of the run that is not a warning.
    package func note(_ text: String) { told.withLock { $0.notes.append(text) } }

    /// Takes a warning of the run.
    package func warn(_ code: String, _ text: String) {
        let warning = JSONValue(sorting: ["code": .text(code), "message": .text(text)])
        told.withLock { $0.warnings.append(warning) }
    }

    /// Takes the report of the run.
    package func take(report: JSONValue) { told.withLock { $0.report = report } }

    /// Takes the rows; those of a later attempt stand in for earlier ones.
    fileprivate func take(_ document: Collected) { told.withLock { $0.document = document } }

    /// What was collected.
    var collected: Collected { told.withLock { $0.document } ?? Collected() }
    /// The messages that are not warnings.
    var notes: [String] { told.withLock { $0.notes } }
    /// The report of the run; nil if it did not begin.
    var report: JSONValue? { told.withLock { $0.report } }

    /// The warnings: those of the report, and others that were told.
    var warnings: [JSONValue] {
        let (told, report) = told.withLock { ($0.warnings, $0.report) }
        let reported = report?["warnings"]?.items ?? []
        let codes = Set((reported + (report?["missing"]?.items ?? [])).compactMap { $0["code"] })
        return reported + told.filter { $0["code"].map { !codes.contains($0) } ?? true }
    }
}

/// The rows of an answer, and what a document says about them.
struct Collected: Sendable {
    /// The rows of the window as JSON objects, separated by commas.
    var rows = ""
    /// The same rows as a Markdown table.
    var table = ""
    /// The number of rows of the window, and of all, as far as the source says.
    var (count, total) = (0, 0)
    /// The columns of the rows.
    var columns: [JSON] = []
    /// The notes on the figures.
    var notes: [String] = []
    /// The names of the sources, and the credit line.
    var (source, credit) = ("", "")
    /// The days that the rows are about, if they have any.
    var days: (from: Day, to: Day)?
    /// What the rows were narrowed to.
    var filters: [(String, JSON?)] = []
}

/// The format that collects rows for an ``Inquiry`` and appends no bytes.
private struct AnswerFormat: Format {
    let inquiry: Inquiry
    let manifest = Manifest(name: "answer", summary: "an answer to an assistant")
    let traits = FormatTraits(mediaType: "application/json", fileEndings: [])

    /// Returns the usual columns and whether the figures are final.
    func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        usual.names + (usual.names.contains("is_final") ? [] : ["is_final"])
    }

    func document(_ layout: Layout) throws(Fault) -> any Document {
        try AnswerDocument(layout, for: inquiry)
    }
}

/// A document that keeps the rows that are wanted, and counts the others.
private final class AnswerDocument: Document {
    private let inquiry: Inquiry
    private let layout: Layout
    private let object: JSONRowWriter
    private var markdown: any Document
    private var facts: DocumentFacts
    private var rows = ByteBuffer()
    private var table = ByteBuffer()
    private var all = 0
    /// The edition that was begun and has no row in the window yet.
    private var begun: ChartEdition?
    /// True if the table has the heading of the edition.
    private var isInTable = false

    init(_ layout: Layout, for inquiry: Inquiry) throws(Fault) {
        self.inquiry = inquiry
        var layout = layout
        layout.header = inquiry.isKorean ? .ko : .en
        self.layout = layout
        object = JSONRowWriter(layout.columns)
        facts = DocumentFacts(layout)
        let format = Markdown()
        let options = try PluginOptions(["marker=plain", "pad=false"], for: format.manifest)
        markdown = try format.document(layout.with(options))
    }

    func begin(into output: inout ByteBuffer) throws(Fault) {
        try markdown.begin(into: &table)
    }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        facts.begin(edition)
        (begun, isInTable) = (edition, false)
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        facts.addRow()
        all += 1
        guard inquiry.window.contains(all - 1) else { return }
        if let edition = begun.take() {
            try markdown.begin(edition, into: &table)
            isInTable = true
        }
        if rows.count > 0 { rows.append(",") }
        object.write(row, into: &rows)
        try markdown.write(row, into: &table)
    }

    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        if isInTable { try markdown.end(edition, state, into: &table) }
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        let remarks = try markdown.finish(ending, into: &table)
        let document = layout.document
        var found = Collected()
        (found.rows, found.table) = (rows.text, table.text)
        found.count = inquiry.window.clamped(to: 0..<all).count
        found.total = max(all, ending.total ?? 0)
        found.columns = layout.columns.map { $0.described(in: document) }
        found.notes = facts.notes(ending, remarks).map(\.text)
        found.source = document.figures.map(\.name).joined(separator: ",")
        found.credit = document.creditLine
        found.days = document.allPeriods.map { ($0.first.from, $0.last.to) }
        found.filters = document.narrowing
        inquiry.take(found)
        return []
    }
}

extension Layout {
    /// Returns the layout for a format with these `options`.
    fileprivate func with(_ options: PluginOptions) -> Layout {
        var layout = Layout(
            columns: columns, unwritten: unwritten, header: header, options: options,
            document: document)
        layout.korean = korean
        return layout
    }
}

extension Column {
    /// Returns the name, the Korean header, the type and the unit of the values.
    fileprivate func described(in document: DocumentDescription) -> JSON {
        let currencies = document.currencies
        let amount = currencies.count == 1 ? currencies.first : nil
        let unit: String? =
            switch kind {
            case .amount: amount.map { $0 == .won ? "won" : $0.code }
            case .percent, .share: "percent"
            case .integer where name.hasPrefix("audience"): "admissions"
            case .integer where name.hasPrefix("screen"): "screens"
            case .integer where name.hasPrefix("show"): "showings"
            case .integer where name.hasSuffix("minutes"): "minutes"
            default: nil
            }
        return JSON(
            described.map { ($0.name, JSON(text: $0.value.json)) } + [
                ("unit", unit.map { JSON($0) })
            ])
    }
}

extension DocumentDescription {
    /// What the rows were narrowed to: regions, nation, kind, and the terms of a search.
    fileprivate var narrowing: [(String, JSON?)] {
        [
            ("region", regions.isEmpty ? nil : JSON(regions.map { JSON($0.name) })),
            ("nation", nation.map { JSON($0.rawValue) }), ("kind", kind.map { JSON($0.rawValue) }),
            ("deep", isDeep ? JSON(true) : nil),
        ] + terms.map { ($0.name, JSON($0.value)) }
    }
}

extension JSONValue {
    /// The items of a list; empty if it is none.
    var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
}
