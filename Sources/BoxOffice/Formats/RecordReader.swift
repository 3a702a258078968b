/// What reads back the documents of an exporter, record by record, so that they can be brought up to
/// date.
///
/// It need not understand what others write in the same format: what the exporter would not have
/// written is no record.
public protocol RecordReader: Sendable {
    /// Whether the record goes on behind `line`, which ends with a line end.
    ///
    /// - Parameters:
    ///   - line: a line of the document.
    ///   - isOpen: what this said of the line before, if that is of the same record.
    func goesOn(behind line: Span<UInt8>, isOpen: Bool) -> Bool

    /// The cells of a record, in their order.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where the bytes are no record.
    func cells(of record: Span<UInt8>) throws(Fault) -> [RecordCell]
}

/// One cell of a record that was read back.
public struct RecordCell: Hashable, Sendable {
    /// The name of the cell's column, where records tell; nil where a header does.
    public let name: String?
    /// What the cell says; nil where it says that there is nothing.
    public let text: String?

    /// Makes a cell.
    public init(name: String? = nil, text: String?) {
        self.name = name
        self.text = text
    }
}
