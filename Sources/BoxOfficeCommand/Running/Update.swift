internal import Archive
internal import BoxOffice

/// What `--update` does to a document that is there: what it has is found out, and what is missing
/// is asked for.
struct Update: ~Copyable {
    /// The document that is there.
    let file: ExistingFile
    /// What it has.
    let standing: Standing
    /// The bytes that it begins with.
    let header: Int

    /// Reads the document at `path`; nil where there is none.
    ///
    /// - Parameters:
    ///   - export: what is asked for; its columns are those the user chose.
    ///   - chosen: the columns the user chose, or nil.
    /// - Throws: a ``Fault`` of kind `malformed` where the document is not one that this command
    ///   would have written.
    init?<Format: Exporter & ~Copyable>(
        at path: String, for export: Export, as format: Format.Type, _ options: PluginOptions,
        chosen: [String]?, header language: Layout.Header?
    ) throws(Fault) {
        guard case .chart(let query) = export.query,
            let reader = try format.reader(options)
        else { throw .cannotUpdate(format.manifest.name) }
        guard let file = try ExistingFile(at: path) else { return nil }
        var standing: Standing?
        var header = 0
        try file.forEachRecord(isWhole: { reader.isWhole($0) }) { range, record throws(Fault) in
            if standing == nil {
                let columns = try Beginning(of: record, reader: reader, export: export, language)
                if let chosen, chosen != columns.names { throw .otherColumns }
                standing = try Standing(of: query, columns: columns.names)
                let isHeader = try columns.isHeader(record, of: export, as: format, options)
                header = isHeader ? range.upperBound : 0
                if isHeader { return }
            }
            try standing?.add(try reader.cells(of: record), at: range)
        }
        guard let standing else { return nil }
        self.file = file
        self.standing = standing
        self.header = header
    }

    /// Begins the document that takes the place of the one at `path`.
    consuming func begin(at path: String) throws(Fault) -> UpdatedFile {
        let parts = standing.segments
        let header = header
        return try UpdatedFile(at: path, from: file, header: header, parts: parts)
    }
}

/// The columns of a document, as its first record tells them.
private struct Beginning {
    let names: [String]
    /// The language of the header, or nil where the first record is a row.
    private let language: Layout.Header?

    init(
        of record: Span<UInt8>, reader: any RecordReader, export: Export,
        _ language: Layout.Header?
    ) throws(Fault) {
        let cells = try reader.cells(of: record)
        if cells.contains(where: { $0.name != nil }) {
            names = cells.map { $0.name ?? "" }
            self.language = nil
        } else if language == Layout.Header.none {
            names = export.columns ?? export.usualColumns
            self.language = nil
        } else {
            let texts = cells.map { ($0.text ?? "").trimmingPrefix { $0 == "\u{FEFF}" } }
            let columns =
                export.source.dataset(for: export.query).columns
                + (export.enrichment?.columns ?? [])
            let isKorean = columns.contains { $0.koreanHeader == texts.first ?? "" }
            self.language = isKorean ? .ko : .en
            var names: [String] = []
            for text in texts {
                let column = columns.first { (isKorean ? $0.koreanHeader : $0.name) == text }
                guard let column else { throw .unknownColumn(String(text)) }
                names.append(column.name)
            }
            self.names = names
        }
    }

    /// Whether `record` is the header that such a document has; false where it is a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where it is a header, but not to the byte.
    func isHeader<Format: Exporter & ~Copyable>(
        _ record: Span<UInt8>, of export: Export, as format: Format.Type, _ options: PluginOptions
    ) throws(Fault) -> Bool {
        guard let language else { return false }
        var export = export
        export.columns = names
        let layout: Layout
        do throws(Fault) {
            layout = try export.layout(header: language, medium: .file, options: options)
        } catch {
            throw Fault(.malformed, error.message)
        }
        var exporter = try format.init(layout)
        var buffer = ByteBuffer()
        exporter.begin(into: &buffer)
        let isSame = buffer.withBytes { expected in
            expected.count == record.count
                && expected.indices.allSatisfy { expected[$0] == record[$0] }
        }
        guard isSame else { throw .otherOptions }
        return true
    }
}

extension Fault {
    static func cannotUpdate(_ format: String) -> Fault {
        Fault(.usage, "--update goes with charts in a format that can be read back, not \(format)")
    }

    fileprivate static func unknownColumn(_ name: String) -> Fault {
        Fault(.malformed, "the header names a column that there is not: '\(name)'")
    }

    fileprivate static let otherColumns = Fault(
        .malformed, "the file has other columns than those of --columns")

    fileprivate static let otherOptions = Fault(
        .malformed, "the header was written with other options",
        hint: "give the options the file was written with, such as --profile or -O")
}
