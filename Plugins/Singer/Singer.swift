public import BoxOffice

/// The Singer format, for programs that load databases: messages with a description of the columns,
/// the rows, and states in between that tell how far they go.
///
/// Charts are the stream `charts`, whatever their source, kind and region, and each row has the key
/// of its edition. So a target that uses keys has each row once, however often it is sent; a film
/// that a correction removed is sent once more, with `is_removed`. Final editions are sent again
/// only if they were corrected, or with `--refresh`. A STATE message follows the last
/// edition of each period as long as the figures are final and none is missing, and is the last
/// message; a run that gets this state continues after it. Other datasets are sent whole each time,
/// and have no state.
///
/// Amounts are whole numbers of the smallest unit of their currency, which records name unless all
/// are in won. Numbers with decimals would not fit the columns of targets that have loaded won:
/// some silently round the cents, others set the column aside and fail in the next run.
///
/// - Source: the Singer specification,
///   https://github.com/singer-io/getting-started/blob/master/docs/SPEC.md.
public struct Singer: Resumable {
    /// The name `singer`; the format has no options.
    public let manifest = Manifest(
        name: "singer", summary: "Singer messages, for loaders of databases", korean: Self.korean)

    /// Text, a line for each message.
    public let traits = FormatTraits(
        mediaType: "application/jsonl", fileEndings: ["singer"], tellsCurrency: true)

    /// Creates the format.
    public init() {}

    /// Returns the columns of the key, and the one that says whether the figures are final.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        usual.forKeys + [Column.isFinal.name]
    }

    /// Refuses a column named like the one that marks removed rows, and charts without film codes.
    public func check(_ layout: Layout) throws(Fault) {
        let name = SingerDocument.isRemoved.name
        guard !layout.columns.contains(where: { $0.name == name }) else {
            throw .columnIsTaken(name)
        }
        try Relation.checkCodes(layout)
    }

    /// Reads the state of an earlier run.
    package func bookmarks(in state: [UInt8]) throws(Fault) -> Bookmarks {
        try Bookmarks(reading: state)
    }

    /// Returns true if a line of a log is a state, or a message with one.
    package func isState(_ line: ArraySlice<UInt8>) -> Bool { Bookmarks.isState(line) }

    /// Prepares the messages for rows of that layout.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        SingerDocument(layout)
    }
}

/// A document of messages that is being written.
private final class SingerDocument: Document {
    /// The column that marks a row of an earlier run as removed.
    static let isRemoved = Column("is_removed", "삭제됨", .boolean)

    private let relation: Relation
    /// The columns after those of the relation.
    private let own: [Column]
    /// True if states are written: not if the rows of a chart go into several documents, because
    /// none knows what the others lack.
    private let hasStates: Bool
    /// The text before the object of a record.
    private let opening: String
    private let object: JSONRowWriter
    private var progress: StreamProgress
    private var edition: ChartEdition?
    /// The number of bytes of the last STATE, nil before the first, and of the records after it.
    private var bytesOfState: Int?
    private var bytesOfRecords = 0
    /// The index in a row of the film's code, if that identifies rows within an edition.
    private let film: Int?
    /// The index in a row of whether the figures are final; nil without that column.
    private let isFinal: Int?
    /// True if that column is not among those of the relation.
    private let addsIsFinal: Bool
    /// The number of values in a row.
    private let width: Int
    /// The indices in a row of the figures that are written.
    private let figureIndices: [Int]
    /// The films of the edition so far, in their order, and the number of figures that each has.
    private var sent = Bookmarks.Sent([], figures: [:])
    /// The records of the edition so far, held back because only its end shows whether they replace
    /// fuller ones.
    private var records = ByteBuffer()
    /// The values of the last record of the edition; empty before its first.
    private var cells: [Value] = []

    init(_ layout: Layout) {
        let hasEditions = layout.document.periods != nil
        relation = Relation(layout)
        hasStates = hasEditions && !layout.document.isPart
        film = hasEditions ? layout.index(of: "movie_code") : nil
        isFinal = hasEditions ? layout.index(of: Column.isFinal.name) : nil
        figureIndices = (ChartEntry.figures + DerivedColumn.figures).compactMap { name in
            layout.columns.firstIndex { $0.name == name }
        }
        addsIsFinal =
            isFinal != nil && !relation.columns.contains { $0.column.name == Column.isFinal.name }
        width = layout.columns.count + layout.unwritten.count
        opening = #"{"type":"RECORD","stream":\#(relation.name.inJSON),"record":"#
        own = (addsIsFinal ? [Column.isFinal] : []) + [Self.isRemoved]
        object = JSONRowWriter(relation.columns.map(\.column) + own)
        progress = StreamProgress(of: layout.document, figuresOfRow: figureIndices.count)
    }

    /// Describes the columns.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        output.append(relation.message(with: own) + "\n")
    }

    /// Notes the edition that the next rows belong to.
    func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        if self.edition == nil { progress.begin() }
        progress.begin(edition)
        self.edition = edition
        cells.removeAll(keepingCapacity: true)
        sent = Bookmarks.Sent([], figures: [:])
        records.removeAll()
    }

    /// Returns how many figures a row has.
    private func figureCount(of row: Span<Value>) -> Int {
        var count = 0
        for index in figureIndices where index < row.count {
            if case .missing = row[index] { continue }
            count += 1
        }
        return count
    }

    /// Writes one row, unless the reader has the figures of its edition; rows of an edition are
    /// held back until its end.
    func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        guard let edition else { return try write(row, isRemoved: false, &cells, into: &output) }
        if progress.isKnown(edition) { return }
        if let film, row.indices.contains(film), case .text(let code) = row[film] {
            guard sent.figures?.updateValue(figureCount(of: row), forKey: code) == nil else {
                throw .filmTwice(code, in: progress.document.name(of: edition))
            }
            sent.films.append(code)
        }
        try write(row, isRemoved: false, &cells, into: &records)
    }

    /// Writes the record of a row; `cells` has the values of the edition's previous record.
    private func write(
        _ row: Span<Value>, isRemoved: Bool, _ cells: inout [Value], into output: inout ByteBuffer
    ) throws(Fault) {
        try relation.fill(&cells, from: row, in: edition)
        if cells.count == relation.columns.count {
            if addsIsFinal, let isFinal {
                cells.append(row.indices.contains(isFinal) ? row[isFinal] : .missing)
            }
            cells.append(.boolean(isRemoved))
        }
        output.append(opening)
        object.write(cells.span, into: &output)
        output.append("}\n")
    }

    /// Writes the rows and the films that are no longer among them, unless the reader has fuller
    /// rows, and a state if the rows went further than before.
    func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        if let removed = progress.end(edition, sent, state) {
            let start = output.count
            records.withBytes { output.append($0) }
            for code in removed {
                var row = Array(repeating: Value.missing, count: width)
                if let film { row[film] = .text(code) }
                if let isFinal { row[isFinal] = .boolean(state.isFinal) }
                var cells: [Value] = []
                try write(row.span, isRemoved: true, &cells, into: &output)
            }
            bytesOfRecords += max(1, output.count - start)
        }
        // A missing period makes states grow over years, so a long one is not written after each
        // edition.
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

    /// Writes the state of the reader of a chart, if that was not the last message.
    ///
    /// Returns remarks on the editions of which the reader has more rows, and on those that were
    /// compared with nothing.
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
    fileprivate func message(with own: [Column]) -> String {
        let properties = columns.map { "\($0.column.name.inJSON):\($0.schema)" }
        let others = own.map { #"\#($0.name.inJSON):{"type":"boolean"}"# }
        let object = (properties + others).joined(separator: ",")
        let schema = #"{"type":"object","additionalProperties":false,"properties":{\#(object)}}"#
        let key = Value.list(key.map { columns[$0].column.name }).json
        let bookmarks =
            name == Bookmarks.stream
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
            // Without bounds some loaders choose too narrow a type for sums of won, others one for
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
    fileprivate static func columnIsTaken(_ name: String) -> Fault {
        Fault(
            .usage, "column-is-taken",
            "Singer messages have a column '\(name)' of their own, so the rows cannot have one")
    }

    fileprivate static func filmTwice(_ code: String, in edition: String) -> Fault {
        Fault(
            .malformed, "message-twice", "the film \(code) appears twice in the chart of \(edition)"
        )
    }
}
