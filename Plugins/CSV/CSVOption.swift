internal import BoxOffice

/// The options of ``CSV``.
enum CSVOption {
    /// Whom the defaults suit.
    enum Profile: String, CaseIterable {
        case machine, excel
    }

    /// What ends a line.
    enum Newline: String, CaseIterable {
        case lf, crlf
    }

    /// Which cells are quoted.
    enum Quote: String, CaseIterable {
        case minimal, all
    }

    static let profile = TypedOption.choice(
        "profile", of: Profile.self, default: .machine,
        help: "excel moves the defaults to bom=true, newline=crlf, Korean headers and "
            + "rank_marker, and puts a ' before texts that are formulas")
    static let delimiter = TypedOption.text(
        "delimiter", default: ",", help: "what separates the cells: one ASCII character, or tab")
    static let newline = TypedOption.choice(
        "newline", of: Newline.self, default: .lf, help: "what ends a line")
    static let bom = TypedOption.boolean(
        "bom", default: false, help: "whether the document begins with a byte order mark")
    static let quote = TypedOption.choice(
        "quote", of: Quote.self, default: .minimal,
        help: "which cells are quoted: those that need it, or all")
    static let null = TypedOption.text(
        "null", default: "", help: "what stands in a cell whose value is missing")
    static let listSeparator = TypedOption.text(
        "list-separator", default: "|", help: "what separates the items of a list")
    static let thousands = TypedOption.text(
        "thousands", default: "",
        help: "what separates groups of three digits in counts and amounts of won")

    /// All of them, in the order of the help texts.
    static var declarations: [PluginOption] {
        [
            profile.declaration, delimiter.declaration, newline.declaration, bom.declaration,
            quote.declaration, null.declaration, listSeparator.declaration, thousands.declaration,
        ]
    }

    /// Whether the document is for people who open it with Excel.
    static func isForExcel(_ options: PluginOptions) -> Bool { options[profile] == .excel }

    /// The bytes that end a line.
    static func lineEnd(_ options: PluginOptions) -> String {
        switch options[newline, default: isForExcel(options) ? .crlf : .lf] {
        case .lf: "\n"
        case .crlf: "\r\n"
        }
    }
}
