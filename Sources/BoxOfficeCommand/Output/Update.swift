internal import BoxOffice
internal import Storage

/// What `--update` does to a document that is there: what it has is found out, and what is missing
/// is asked for.
struct Update: ~Copyable {
    /// The document that is there.
    let file: ExistingFile
    /// What it has.
    let document: ExistingDocument
    /// The bytes that it begins with.
    let header: Int

    /// Reads the document at `path`; nil where there is none.
    ///
    /// - Parameters:
    ///   - plan: what is asked for.
    ///   - chosen: the columns the user chose, or nil.
    /// - Throws: a ``Fault`` of kind `malformed` where the document is not one that this command
    ///   would have written.
    init?<Format: Exporter & ~Copyable>(
        at path: String, for plan: Plan, as format: Format.Type, _ options: PluginOptions,
        chosen: [String]?, header language: Layout.Header?
    ) throws(Fault) {
        guard case .chart(let query) = plan.query else { throw .chartsOnly }
        guard let reader = try format.reader(options) else {
            throw .cannotUpdate(format.manifest.name)
        }
        guard let file = try ExistingFile(at: path) else { return nil }
        var document: ExistingDocument?
        var header = 0
        try file.forEachRecord(goesOn: { reader.goesOn(behind: $0, isOpen: $1) }) {
            range, record throws(Fault) in
            guard document == nil else {
                try document?.add(try reader.cells(of: record), at: range)
                return
            }
            let columns = try Beginning(of: record, reader: reader, plan: plan, language)
            if let chosen, chosen != columns.names { throw .otherColumns }
            document = try ExistingDocument(of: query, columns: columns.names)
            header = try columns.length(in: record, of: plan, as: format, options)
            guard header < record.count else { return }
            try document?.add(
                try reader.cells(of: record.extracting(header...)), at: header..<range.upperBound)
        }
        guard let document else { return nil }
        self.file = file
        self.document = document
        self.header = header
    }

    /// `plan` in the document's columns, and without what the document has.
    ///
    /// - Parameter skipsRewritten: whether what is only written anew from the archive is left out,
    ///   too.
    borrowing func remaining(
        of plan: Plan, _ kept: KeptAnswers, skipsRewritten: Bool = false
    ) throws(Fault) -> Plan {
        let settlement = Settlement(
            of: document, now: CurrentProcess.now(), top: plan.top, writtenAt: file.writtenAt,
            policy: plan.source.policy
        ) { kept.answer(of: $0, from: plan.source) }
        var skipped = settlement.settled
        // Two sources that are compared are both asked.
        if skipsRewritten || plan.peer != nil { skipped.formUnion(settlement.rewritten) }
        let unwritten = plan.unwritten.map { plan.dataset.columns[$0].name }
        return try plan.choosing(document.columns, unwritten: unwritten).skipping(skipped)
    }

    /// Begins the document that takes the place of the one at `path`.
    consuming func begin(at path: String) throws(Fault) -> UpdatedFile {
        let parts = document.segments
        let header = header
        return try UpdatedFile(at: path, from: file, header: header, parts: parts)
    }
}

/// The columns of a document, as its first record tells them.
private struct Beginning {
    let names: [String]
    /// The language of the header, or nil where the first record is a row.
    private let language: Layout.Header?
    /// The headers as they are in the document, which may be those of an earlier version.
    private let headers: [String]

    init(
        of record: Span<UInt8>, reader: any RecordReader, plan: Plan,
        _ language: Layout.Header?
    ) throws(Fault) {
        let cells = try reader.cells(of: record)
        if cells.contains(where: { $0.name != nil }) {
            names = cells.map { $0.name ?? "" }
            self.language = nil
            headers = []
        } else if language == Layout.Header.none {
            names = plan.columns
            self.language = nil
            headers = []
        } else {
            let texts = cells.map { ($0.text ?? "").trimmingPrefix { $0 == "\u{FEFF}" } }
            let columns = plan.dataset.columns
            let isKorean = columns.contains { $0.hasKoreanHeader(texts.first ?? "") }
            self.language = isKorean ? .ko : .en
            var names: [String] = []
            for text in texts {
                let column = columns.first {
                    isKorean ? $0.hasKoreanHeader(text) : $0.name == text
                }
                guard let column else { throw .unknownColumn(String(text)) }
                names.append(column.name)
            }
            self.names = names
            headers = isKorean ? texts.map(String.init) : []
        }
    }

    /// How many bytes of `record` the exporter wrote before the first row: all where it is a header,
    /// those of a byte order mark, or none.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where they are not what it would have written.
    func length<Format: Exporter & ~Copyable>(
        in record: Span<UInt8>, of plan: Plan, as format: Format.Type, _ options: PluginOptions
    ) throws(Fault) -> Int {
        let layout: Layout
        do throws(Fault) {
            layout = try plan.choosing(names).layout(
                header: language ?? Layout.Header.none, medium: .file, options: options,
                headers: headers)
        } catch {
            throw Fault(.malformed, "file-columns", "\(error.wording)")
        }
        var exporter = try format.init(layout)
        var buffer = ByteBuffer()
        try exporter.begin(into: &buffer)
        let isThere = buffer.withBytes { expected in
            expected.count <= record.count && (language == nil || expected.count == record.count)
                && expected.indices.allSatisfy { expected[$0] == record[$0] }
        }
        guard isThere else { throw .otherOptions }
        return buffer.count
    }
}

extension Fault {
    static func cannotUpdate(_ format: String) -> Fault {
        Fault(
            .usage, "cannot-update", "--update goes with --format csv or jsonl, not with \(format)")
    }

    fileprivate static let chartsOnly = Fault(
        .usage, "charts-only", "--update goes with charts alone")

    fileprivate static func unknownColumn(_ name: String) -> Fault {
        Fault(
            .malformed, "unknown-column", "the header names a column that there is not: '\(name)'")
    }

    fileprivate static let otherColumns = Fault(
        .malformed, "other-columns", "the file has other columns than those of --columns")

    fileprivate static let otherOptions = Fault(
        .malformed, "other-options", "the header was written with other options",
        hint: "give the options the file was written with, such as --profile or -O")
}
