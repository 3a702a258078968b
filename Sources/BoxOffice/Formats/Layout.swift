/// What a document is written with: the columns, the headers, the options and the medium.
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

    /// Where the document is shown.
    public enum Medium: Hashable, Sendable {
        /// In a file, or read by another program: no byte may control a terminal.
        case file
        /// On a terminal, or as if on one because the user asked for it; with or without ANSI
        /// colours. `width` is how many columns it has, if that is known.
        case terminal(colours: Bool, width: Int? = nil)

        /// Whether ANSI colours may be written.
        public var hasColours: Bool {
            if case .terminal(colours: true, _) = self { true } else { false }
        }
    }

    /// The columns, in the order they are written; at least one.
    public package(set) var columns: [Column]
    /// Columns that are not written, but whose values follow those of the written columns in every
    /// row.
    public package(set) var unwritten: [Column]
    /// The language of the headers, or nil to let the format choose.
    public package(set) var header: Header?
    /// Where the document is shown.
    public let medium: Medium
    /// Whether a document that does not fit its medium may leave out columns, because the user
    /// chose none.
    public let mayLeaveOutColumns: Bool
    /// The format's options.
    public let options: PluginOptions
    /// What the document is about.
    public package(set) var document: DocumentDescription
    /// The wordings of Korean documents, with those of the sources; made when they are wanted.
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

    /// The layout of the document of `periods`, a part of those of the chart that were asked for.
    public func about(_ periods: Periods) -> Layout {
        var layout = self
        guard !document.sumsUp else { return layout }
        layout.document.isPart = layout.document.periods != periods
        layout.document.periods = periods
        return layout
    }

    /// The wordings in the language of the document: English if its headers are, else Korean, first
    /// those of its format.
    package var catalogue: Catalogue {
        guard header != .en else { return .english }
        return Catalogue([options.manifest.korean]).before(korean().parts)
    }

    /// `message` in the language of the document, whatever that of the user is.
    public func text(of message: Message) -> String { message.text(in: catalogue) }

    /// The header of `column` in the language of the document: its name if that is English.
    package func header(of column: Column) -> String {
        header == .en ? column.name : column.koreanHeader
    }

    /// The index of the column `name` in every row, written or not; nil if there is no such column.
    public func index(of name: String) -> Int? {
        columns.firstIndex { $0.name == name }
            ?? unwritten.firstIndex { $0.name == name }.map { columns.count + $0 }
    }

    /// The text in the column `name` of `row`, written or not; nil if there is none.
    package func text(of name: String, in row: Span<Value>) -> String? {
        guard let index = index(of: name), case .text(let text) = row[index] else { return nil }
        return text
    }
}
