public import BoxOffice

/// Messages of the Singer specification, for programs that load databases: they describe the
/// columns, then come the rows, and in between how far they went.
///
/// A chart is the stream `charts`, whatever its kind and region, and a row of it says which edition
/// it belongs to. A target that knows keys therefore has each row once, however often it comes. A
/// STATE message follows the last region of each period, as long as the figures are final and none
/// is missing; a run that gets this state goes on behind it. Other datasets come whole each time,
/// and have no state.
///
/// - Source: the Singer specification,
///   https://github.com/singer-io/getting-started/blob/master/docs/SPEC.md.
public struct Singer: Exporter, ~Copyable {
    /// The name `singer`; the format has no options.
    public static let manifest = Manifest(
        name: "singer", summary: "Singer messages, for loaders of databases")

    /// Text, a line for each message.
    public static let traits = FormatTraits(mediaType: "application/jsonl", fileEndings: ["singer"])

    private let relation: Relation
    /// Whether states are written: not if the rows of a chart go into several documents, because
    /// none knows what the others lack.
    private let hasStates: Bool
    private let schema: SchemaMessage
    private let record: RecordMessage
    private var progress: StreamProgress
    private var edition: ChartEdition?
    private var isStateWritten = false
    /// The index of the film's code, if rows of an edition differ by it.
    private let film: Int?
    /// The films of the edition so far.
    private var films: Set<String> = []
    /// The values of the last row of the edition; none before its first.
    private var cells: [Value] = []

    /// Prepares the messages for the rows of that layout.
    public init(_ layout: Layout) throws(Fault) {
        relation = Relation(layout)
        let hasEditions = layout.document.periods != nil
        hasStates = hasEditions && !layout.document.isPart
        film =
            hasEditions
            ? relation.columns.firstIndex { $0.isKey && $0.column.name == "movie_code" } : nil
        schema = SchemaMessage(relation)
        record = RecordMessage(relation)
        progress = StreamProgress(of: layout.document)
    }

    /// The parts of the key.
    public static func unwrittenColumns(_ options: PluginOptions) -> [String] {
        Relation.keyColumns
    }

    /// Reads the state of an earlier run.
    public static func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks? {
        try StateFile(reading: state).bookmarks
    }

    /// Describes the columns.
    public mutating func begin(into output: inout ByteBuffer) throws(Fault) {
        schema.write(into: &output)
    }

    /// Notes which edition the next rows belong to.
    public mutating func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        self.edition = edition
        cells.removeAll(keepingCapacity: true)
        films.removeAll(keepingCapacity: true)
        progress.begin(edition)
    }

    /// Writes one row, unless the reader has the figures of its edition.
    public mutating func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        guard !progress.isBehind else { return }
        if cells.isEmpty {
            try relation.fill(&cells, from: row, in: edition)
        } else {
            try relation.refill(&cells, from: row)
        }
        if let film, case .text(let code) = cells[film], !films.insert(code).inserted {
            throw .filmTwice(code, in: edition)
        }
        record.write(cells.span, into: &output)
    }

    /// Says how far the rows went, if that is further than before.
    public mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        guard hasStates, progress.end(edition, isFinal: state.isFinal) else { return }
        StateMessage(progress.bookmarks).write(into: &output)
        isStateWritten = true
    }

    /// Says how far the reader of a chart is, if no period changed that: it keeps its state then.
    public consuming func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) {
        if hasStates, !isStateWritten { StateMessage(progress.bookmarks).write(into: &output) }
    }
}

extension Fault {
    fileprivate static func filmTwice(_ code: String, in edition: ChartEdition?) -> Fault {
        Fault(
            .malformed, "message-twice",
            "the film \(code) is twice in the chart of \(edition.map { "\($0)" } ?? "")")
    }
}
