package import BoxOffice
internal import Markdown
internal import Synchronization
package import Wire

/// A question of an assistant while it is answered: its limits, and what is collected for it.
package final class Inquiry: Sendable {
    /// What the run told, in the order in which it came.
    struct Told {
        /// The rows and what is said about them.
        var document: Collected?
        /// The messages that are not warnings.
        var notes: [String] = []
        /// The warnings, each with its code.
        var warnings: [JSONValue] = []
        /// The report of the run.
        var report: JSONValue?
        /// The number of requests that were finished.
        var progress = 0
    }

    /// The rows that are wanted, by their index.
    package let window: Range<Int>
    /// Called with the number of finished requests and of all.
    private let onProgress: @Sendable (Int, Int) -> Void
    private let all = Mutex(Told())

    /// Makes a question for the rows of `window`.
    package init(
        _ window: Range<Int>, onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) {
        (self.window, self.onProgress) = (window, onProgress)
    }

    /// What was told so far.
    var told: Told { all.withLock { $0 } }

    /// The format that the rows are written in: one that collects them.
    package var format: any Format { AnswerFormat(inquiry: self) }

    /// Takes the number of finished requests of all.
    package func progress(_ done: Int, of count: Int) {
        let isMore = all.withLock { told in
            defer { told.progress = max(done, told.progress) }
            return done > told.progress
        }
        if isMore { onProgress(done, max(done, count)) }
    }

    /// Takes a message of the run that is not a warning.
    package func note(_ text: String) { all.withLock { $0.notes.append(text) } }

    /// Takes a warning of the run.
    package func warn(_ code: String, _ text: String) {
        let warning = JSONValue(sorting: ["code": .text(code), "message": .text(text)])
        all.withLock { $0.warnings.append(warning) }
    }

    /// Takes the report of the run.
    package func take(report: JSONValue) { all.withLock { $0.report = report } }

    /// Takes the rows; those of a later attempt stand in for earlier ones.
    fileprivate func take(_ document: Collected) { all.withLock { $0.document = document } }
}

/// The rows of an answer, and what a document says about them.
struct Collected: Sendable {
    /// The rows of the window as JSON objects, separated by commas.
    let rows: String
    /// The same rows as a Markdown table.
    let table: String
    /// The number of rows, of the window and of all.
    let (count, total): (Int, Int)
    /// The columns of the rows.
    let columns: [JSON]
    /// The notes on the figures.
    let notes: [String]
    /// What the rows are.
    let document: DocumentDescription
}

/// The format that collects rows for an ``Inquiry`` and appends no bytes.
private struct AnswerFormat: Format {
    let inquiry: Inquiry
    let manifest = Manifest(name: "answer", summary: "an answer to an assistant")
    let traits = FormatTraits(mediaType: "application/json", fileEndings: [], isProse: true)

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

    init(_ layout: Layout, for inquiry: Inquiry) throws(Fault) {
        self.inquiry = inquiry
        var layout = layout
        self.layout = layout
        object = JSONRowWriter(layout.columns)
        facts = DocumentFacts(layout)
        layout.options = layout.options.setting("marker", to: "plain").setting("pad", to: "false")
        markdown = try Markdown().document(layout)
    }

    func begin(into output: inout ByteBuffer) throws(Fault) {
        try markdown.begin(into: &table)
    }

    func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        facts.begin(edition)
        begun = edition
    }

    func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        facts.addRow()
        all += 1
        guard inquiry.window.contains(all - 1) else { return }
        if let edition = begun.take() { try markdown.begin(edition, into: &table) }
        if rows.count > 0 { rows.append(",") }
        object.write(row, into: &rows)
        try markdown.write(row, into: &table)
    }

    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        if begun == nil { try markdown.end(edition, state, into: &table) }
    }

    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        let remarks = try markdown.finish(ending, into: &table)
        inquiry.take(
            Collected(
                rows: rows.text, table: table.text,
                count: inquiry.window.clamped(to: 0..<all).count,
                // A search is read as far as the window goes.
                total: all < inquiry.window.upperBound ? all : max(all, ending.total ?? 0),
                columns: layout.columns.map { $0.described(in: layout.document) },
                notes: facts.notes(ending, remarks).map(\.text), document: layout.document))
        return []
    }
}

extension Column {
    /// Returns the name, the Korean header, the type and the unit of the values.
    fileprivate func described(in document: DocumentDescription) -> JSON {
        let currency = document.currencies.count == 1 ? document.currencies.first : nil
        let words = name.split(separator: "_").map { String($0) }
        let counted = ["audience": "admissions", "screen": "screens", "show": "showings"]
        // A column of a plugin may count anything.
        let isOurs = ["count", "change", "total", "at"].contains(words.dropFirst().first)
        let unit: String? =
            switch kind {
            case .amount: currency == .won ? "won" : currency?.knownCode
            case .percent, .share: "percent"
            case .integer where isOurs: words.first.flatMap { counted[$0] }
            // The sums of a run.
            case .integer where words.count > 1 && words[0] == "first": "admissions"
            default: nil
            }
        let fields = described.map { ($0.name, JSON(text: $0.value.json) as JSON?) }
        return JSON(fields + [("unit", unit.map { JSON($0) })])
    }
}
