/// What an exporter writes: the columns, the headers, the options and the medium.
public struct Layout: Hashable, Sendable {
    /// The language of the headers.
    public enum Header: String, Hashable, Sendable, CaseIterable {
        /// Column names in English.
        case en
        /// Headers in Korean.
        case ko
        /// No headers.
        case none
    }

    /// Where the document is shown.
    public enum Medium: Hashable, Sendable {
        /// In a file, or read by another program: no byte may control a terminal.
        case file
        /// On a terminal, or as if on one because the user asked for it; with or without ANSI
        /// colours.
        case terminal(colours: Bool)
    }

    /// The columns, in the order they are written; at least one.
    public let columns: [Column]
    /// Columns that are not written, but whose values follow those of the written columns in every
    /// row.
    public let unwritten: [Column]
    /// The language of the headers, or nil to let the format choose.
    public let header: Header?
    /// Where the document is shown.
    public let medium: Medium
    /// The exporter's options.
    public let options: PluginOptions
    /// What the document is about.
    public let document: DocumentDescription

    /// Makes a layout.
    public init(
        columns: [Column], unwritten: [Column] = [], header: Header? = nil, medium: Medium = .file,
        options: PluginOptions, document: DocumentDescription = DocumentDescription(dataset: "rows")
    ) {
        self.document = document
        self.columns = columns
        self.unwritten = unwritten
        self.header = header
        self.medium = medium
        self.options = options
    }

    /// The index of the column `name` in every row, written or not; nil if there is no such column.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
            ?? unwritten.firstIndex { $0.name == name }.map { columns.count + $0 }
    }
}
