public import BoxOffice

/// Messages of the Singer specification, for programs that load databases: they describe the
/// columns, then come the rows, and in between how far they went.
///
/// A chart is the stream `charts`, whatever its source, kind and region, and a row of it says which
/// edition it belongs to. A target that knows keys therefore has each row once, however often it
/// comes; a film that a correction removed comes once more, with `is_removed`. A STATE message
/// follows the last edition of each period, as long as the figures are final and none is missing,
/// and is the last message; a run that gets this state goes on after it. Rows of a market are like
/// editions of a chart: where a running week or month has another last day than in the run before, its
/// earlier rows are removed. Other datasets come whole each time, and have no state.
///
/// Amounts are whole numbers of the smallest unit of their currency, which records say unless all are in
/// won. As numbers with decimals they would not fit the columns of targets that have loaded won: some
/// round the cents away without a word, others put the column aside and fail in the next run.
///
/// - Source: the Singer specification,
///   https://github.com/singer-io/getting-started/blob/master/docs/SPEC.md.
public struct Singer: ChoosesColumns, ChecksLayouts, Resumable {
    /// The name `singer`; the format has no options.
    public let manifest = Manifest(
        name: "singer", summary: "Singer messages, for loaders of databases", korean: Self.korean)

    /// Text, a line for each message.
    public let traits = FormatTraits(
        mediaType: "application/jsonl", fileEndings: ["singer"], tellsCurrency: true)

    /// Makes the format.
    public init() {}

    /// The parts of the key.
    public func unwrittenColumns(_ options: PluginOptions) -> [String] {
        Relation.keyColumns
    }

    /// Refuses a column of the name that says whether a row is there.
    public func check(_ layout: Layout) throws(Fault) {
        let name = SingerDocument.isRemoved.name
        guard !layout.columns.contains(where: { $0.name == name }) else {
            throw .columnIsTaken(name)
        }
        if let source = Relation.sourceWithoutKey(layout) { throw .noKey(of: source) }
    }

    /// Reads the state of an earlier run.
    package func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks {
        try Bookmarks(reading: state)
    }

    /// Whether a line of a log is a state, or a message with one.
    package func isState(_ line: ArraySlice<UInt8>) -> Bool { Bookmarks.isState(line) }

    /// Prepares the messages for the rows of that layout.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        SingerDocument(layout)
    }
}

/// Messages that are being written.
private final class SingerDocument: WithholdingDocument {
    /// The column that says whether a row of an earlier run is no longer there.
    static let isRemoved = Column("is_removed", "삭제됨", .boolean)

    private let relation: Relation
    /// Whether states are written: not if the rows of a chart go into several documents, because
    /// none knows what the others lack.
    private let hasStates: Bool
    /// What stands before the object of a record.
    private let opening: String
    private let object: JSONRowWriter
    private var progress: StreamProgress
    private var edition: ChartEdition?
    /// The bytes of the last STATE, and of the records after it; nil before the first.
    private var bytesOfState: Int?
    private var bytesOfRecords = 0
    /// The index in a row of the film's code, or in a market the nation, if rows of an edition differ by
    /// it.
    private let film: Int?
    /// The indices in a row of a market of its days.
    private let from, to: Int?
    /// How many values a row has.
    private let width: Int
    /// The films of the edition so far, in their order.
    private var films: [String] = []
    /// The records of the edition so far: only its end shows whether they replace fuller ones.
    private var records = ByteBuffer()
    /// The values of the last record of the edition; none before its first.
    private var cells: [Value] = []

    init(_ layout: Layout) {
        let isMarket = layout.document.market != nil
        let hasEditions = layout.document.periods != nil || isMarket
        relation = Relation(layout)
        hasStates = hasEditions && !layout.document.isPart
        film = hasEditions ? layout.index(of: isMarket ? "nation" : "movie_code") : nil
        (from, to) = isMarket ? (layout.index(of: "from"), layout.index(of: "to")) : (nil, nil)
        width = layout.columns.count + layout.unwritten.count
        opening = #"{"type":"RECORD","stream":\#(relation.name.inJSON),"record":"#
        object = JSONRowWriter(relation.columns.map(\.column) + [Self.isRemoved])
        progress = StreamProgress(of: layout.document)
    }

    /// Describes the columns.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        output.append(relation.message + "\n")
    }

    /// Notes which edition the next rows belong to.
    func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        if self.edition == nil { progress.begin() }
        progress.begin(edition)
        self.edition = edition
        cells.removeAll(keepingCapacity: true)
        films.removeAll(keepingCapacity: true)
        records.removeAll()
    }

    /// Writes one row, unless the reader has the figures of its edition; those of an edition wait for
    /// its end.
    func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        guard let edition else { return try write(row, isRemoved: false, &cells, into: &output) }
        if progress.isKnown(edition) { return }
        if let film, row.indices.contains(film), case .text(let code) = row[film] {
            guard !films.contains(code) else {
                throw .filmTwice(code, in: progress.document.name(of: edition))
            }
            films.append(code)
        }
        try write(row, isRemoved: false, &cells, into: &records)
    }

    /// Writes the record of a row behind another of its edition, whose values are in `cells`.
    private func write(
        _ row: Span<Value>, isRemoved: Bool, _ cells: inout [Value], into output: inout ByteBuffer
    ) throws(Fault) {
        try relation.fill(&cells, from: row, in: edition)
        if cells.count == relation.columns.count { cells.append(.boolean(isRemoved)) }
        output.append(opening)
        object.write(cells.span, into: &output)
        output.append("}\n")
    }

    /// Writes the rows and the films that are no longer among them, unless the reader has fuller
    /// ones, and says how far the rows went, if that is further than before.
    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        if let removed = progress.end(edition, films, state) {
            let start = output.count
            records.withBytes { output.append($0) }
            for (code, days) in removed {
                var row = Array(repeating: Value.missing, count: width)
                let key = [
                    (film, Value.text(code)), (from, .date(days.lowerBound)),
                    (to, .date(days.upperBound)),
                ]
                for (index, value) in key { if let index { row[index] = value } }
                var cells: [Value] = []
                try write(row.span, isRemoved: true, &cells, into: &output)
            }
            bytesOfRecords += max(1, output.count - start)
        }
        // One that is as long as years of a missing period make it does not come after each.
        if hasStates, progress.hasMoved, progress.isLast(edition),
            bytesOfRecords >= (bytesOfState ?? 0) / 16
        {
            writeState(into: &output)
        }
    }

    private func writeState(into output: inout ByteBuffer) {
        let start = output.count
        output.append(progress.bookmarks.message + "\n")
        progress.hasMoved = false
        bytesOfState = output.count - start
        bytesOfRecords = 0
    }

    /// Says how far the reader of a chart is, if that was not the last message.
    ///
    /// Remarks are which editions the reader has more of, and which were compared with nothing.
    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        if hasStates, bytesOfState == nil || bytesOfRecords > 0 || progress.hasMoved {
            writeState(into: &output)
        }
        return progress.remarks
    }

    var rowsWithheld: Int { progress.rowsWithheld }
}

extension Relation {
    /// The SCHEMA message: a JSON schema of the rows, and their key.
    fileprivate var message: String {
        let properties = columns.map { "\($0.column.name.inJSON):\($0.schema)" }
        let own = #"\#(SingerDocument.isRemoved.name.inJSON):{"type":"boolean"}"#
        let object = (properties + [own]).joined(separator: ",")
        let schema = #"{"type":"object","additionalProperties":false,"properties":{\#(object)}}"#
        let key = Value.list(key.map { columns[$0].column.name }).json
        let bookmarks =
            Bookmarks.streams.contains(name)
            ? #","bookmark_properties":["\#(Bookmarks.replicationKey)"]"# : ""
        return #"{"type":"SCHEMA","stream":\#(name.inJSON),"schema":\#(schema),"#
            + #""key_properties":\#(key)\#(bookmarks)}"#
    }
}

extension Relation.Attribute {
    /// The schema of the column's values.
    fileprivate var schema: String {
        let (type, others) =
            switch column.kind {
            case .text, .marker: ("string", "")
            case .date: ("string", #","format":"date""#)
            // Without bounds some loaders take too narrow a type for sums of won, others one for
            // numbers of any length.
            case .integer, .amount, .year:
                ("integer", #","minimum":\#(Int64.min),"maximum":\#(Int64.max)"#)
            case .percent, .share, .ratio, .fraction, .decimal: ("number", "")
            case .boolean: ("boolean", "")
            case .list: ("array", #","items":{"type":"string"}"#)
            }
        let types = isKey ? type.inJSON : Value.list(["null", type]).json
        return #"{"type":\#(types)\#(others)}"#
    }
}

extension Fault {
    fileprivate static func noKey(of source: String) -> Fault {
        Fault(
            .usage, "no-key-of-source",
            "the records of charts are told apart by the codes of films, and those of \(source) have no movie_code",
            hint: "leave \(source) out, or ask it alone")
    }

    fileprivate static func columnIsTaken(_ name: String) -> Fault {
        Fault(
            .usage, "column-is-taken",
            "Singer messages have a column '\(name)' of their own, so the rows cannot have one")
    }

    fileprivate static func filmTwice(_ code: String, in edition: String) -> Fault {
        Fault(
            .malformed, "message-twice", "the film \(code) is twice in the chart of \(edition)")
    }
}
