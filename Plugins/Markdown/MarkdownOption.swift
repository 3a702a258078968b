internal import BoxOffice

/// The options of ``Markdown``.
enum MarkdownOption {
    /// How the films of a chart are laid out.
    enum Arrangement: String, CaseIterable {
        case table, grid
    }

    /// How wide characters of ambiguous width are.
    enum AmbiguousWidth: String, CaseIterable {
        case narrow = "1"
        case wide = "2"

        /// The columns that such a character takes.
        var columns: Int { self == .narrow ? 1 : 2 }
    }

    static let marker = TypedOption.choice(
        "marker", of: MarkerChoice.self, default: .auto,
        help: "how rank changes are coloured: auto is ansi on a terminal and span, which "
            + "is HTML, elsewhere; GitHub shows math and emoji; ansi needs a terminal or "
            + "--color always, else it is plain")
    static let layout = TypedOption.choice(
        "layout", of: Arrangement.self, default: .table,
        help: "a row for each film, or cards with posters")
    static let cards = TypedOption.integer(
        "cards", in: 1...20, default: 5, help: "how many cards stand in a row")
    static let titleLink = TypedOption.boolean(
        "title-link", default: false, help: "whether titles lead to the film's page at KOBIS")
    static let pad = TypedOption.boolean(
        "pad", default: true, help: "whether cells are padded to the width of their column")
    static let ambiguousWidth = TypedOption.choice(
        "ambiguous-width", of: AmbiguousWidth.self, default: .narrow,
        help: "how wide characters such as ▲ and ○ are where it is looked at")

    /// All of them, in the order of the help texts.
    static var declarations: [PluginOption] {
        [
            marker.declaration, layout.declaration, cards.declaration, titleLink.declaration,
            pad.declaration, ambiguousWidth.declaration,
        ]
    }
}
