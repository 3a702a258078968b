/// The layout of a document: the columns, the headers, the options and the medium.
public struct Layout: Sendable {
    /// The language of the headers.
    public enum Header: String, Hashable, Sendable, CaseIterable {
        /// Column names in English.
        case en
        /// Headers in Korean.
        case ko
        /// No headers.
        case none
    }

    /// The medium that the document is shown on.
    public enum Medium: Hashable, Sendable {
        /// In a file, or read by another program: no byte may control a terminal.
        case file
        /// On a terminal, or as if on one because the user asked for it; with or without ANSI
        /// colours. `width` is its number of columns, if that is known.
        case terminal(colours: Bool, width: Int? = nil)

        /// True if ANSI colours may be written.
        public var hasColours: Bool {
            if case .terminal(colours: true, _) = self { true } else { false }
        }
    }

    /// The columns, in the order in which they are written; at least one.
    public package(set) var columns: [Column]
    /// The columns that are not written, but whose values follow those of the written columns in
    /// every row.
    public package(set) var unwritten: [Column]
    /// The language of the headers, or nil to let the format choose.
    public package(set) var header: Header?
    /// The medium that the document is shown on.
    public let medium: Medium
    /// True if a document that does not fit its medium may leave out columns, because the user
    /// chose none.
    public let mayLeaveOutColumns: Bool
    /// The format's options.
    public package(set) var options: PluginOptions
    /// The description of the document.
    public package(set) var document: DocumentDescription
    /// The function that makes the wordings of Korean documents, including those of the sources.
    package var korean: @Sendable () -> Catalogue = { .koreanLibrary }

    /// Makes a layout.
    public init(
        columns: [Column], unwritten: [Column] = [], header: Header? = nil, medium: Medium = .file,
        mayLeaveOutColumns: Bool = false, options: PluginOptions,
        document: DocumentDescription = DocumentDescription(dataset: "rows")
    ) {
        self.document = document
        self.columns = columns
        self.unwritten = unwritten
        self.header = header
        self.medium = medium
        self.mayLeaveOutColumns = mayLeaveOutColumns
        self.options = options
    }

    /// Returns the layout of the document of `periods`, a part of the requested periods of the
    /// chart.
    public func about(_ periods: Periods) -> Layout {
        var layout = self
        guard document.face?.days == nil else { return layout }
        layout.document.isPart = layout.document.periods != periods
        layout.document.periods = periods
        return layout
    }

    /// The wordings in the language of the document: English if its headers are English, else
    /// Korean, where those of its format take precedence.
    package var catalogue: Catalogue {
        guard header != .en else { return .english }
        return Catalogue([options.manifest.korean]).before(korean().parts)
    }

    /// Returns `message` in the language of the document, which may differ from the user's.
    public func text(of message: Message) -> String { message.text(in: catalogue) }

    /// Returns the header of `column` in the language of the document: its name if that is English.
    package func header(of column: Column) -> String {
        header == .en ? column.name : column.koreanHeader
    }

    /// Returns the index of the column `name` in every row, written or not; nil if there is no such
    /// column.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
            ?? unwritten.firstIndex { $0.name == name }.map { columns.count + $0 }
    }

    /// Returns the text in the column `name` of `row`, written or not; nil if there is none.
    package func text(of name: String, in row: Span<Value>) -> String? {
        index(of: name).flatMap { row[$0].text }
    }
}
