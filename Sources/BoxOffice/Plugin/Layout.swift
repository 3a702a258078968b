/// What an exporter is to write: which columns, under which headers, with which options.
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

    /// The columns, in the order they are written; at least one.
    public let columns: [Column]
    /// The language of the headers, or nil for the format's own choice.
    public let header: Header?
    /// The exporter's options.
    public let options: PluginOptions

    /// Makes a layout.
    public init(columns: [Column], header: Header? = nil, options: PluginOptions) {
        self.columns = columns
        self.header = header
        self.options = options
    }
}
