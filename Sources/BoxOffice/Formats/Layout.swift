/// What an exporter is to write: which columns, under which headers, with which options, for whom.
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

    /// Where the document is looked at.
    public enum Medium: Hashable, Sendable {
        /// In a file, or by another program: no byte may steer a terminal.
        case file
        /// On a terminal, or wherever the user wants it as on one; with ANSI colours or without.
        case terminal(colours: Bool)
    }

    /// The columns, in the order they are written; at least one.
    public let columns: [Column]
    /// Columns that are not written, but whose values follow in every row behind those that are.
    public let unwritten: [Column]
    /// The language of the headers, or nil for the format's own choice.
    public let header: Header?
    /// Where the document is looked at.
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

    /// The index in every row of the column called `name`, written or not; nil if it is in none.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
            ?? unwritten.firstIndex { $0.name == name }.map { columns.count + $0 }
    }
}
