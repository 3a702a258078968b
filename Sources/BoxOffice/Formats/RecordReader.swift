/// Reads an exporter's own documents record by record, so that they can be brought up to date.
///
/// It need not read the format in general: a record that the exporter would not have written is
/// refused.
public protocol RecordReader: Sendable {
    /// Whether the record continues after `line`, which includes its line end.
    ///
    /// - Parameters:
    ///   - line: a line of the document.
    ///   - isOpen: what this said of the line before, if that is of the same record.
    func goesOn(behind line: Span<UInt8>, isOpen: Bool) -> Bool

    /// The cells of a record, in their order.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the bytes are not a record.
    func cells(of record: Span<UInt8>) throws(Fault) -> [RecordCell]
}

/// One cell of a record that was read from a document.
public struct RecordCell: Hashable, Sendable {
    /// The name of the cell's column, if records contain names; nil if a header does.
    public let name: String?
    /// The text of the cell, or nil if the value is missing.
    public let text: String?

    /// Makes a cell.
    public init(name: String? = nil, text: String?) {
        self.name = name
        self.text = text
    }
}
