internal import BoxOffice

/// The options of ``HTML``.
enum HTMLOption {
    /// The layouts of a page.
    enum Arrangement: String, CaseIterable {
        case table, cards, mail
    }

    static let layout = TypedOption.choice(
        "layout", of: Arrangement.self, default: .table,
        help: "a page with tables, a page with a card for each film, or a mail: tables and inline "
            + "styles only")
    static let chart = TypedOption.choice(
        "chart", of: Plot.Choice.self, default: .auto,
        help:
            "auto draws the ranks over up to 62 periods, the runs of up to 30 films, or the market; a mail "
            + "has no chart")
    static let title = TypedOption.text(
        "title", default: "",
        help: "the heading of the page; if empty, it says what the figures are")
    static let posters = TypedOption.choice(
        "posters", of: Picture.Choice.self, default: .embed,
        help: "pictures in the page, links to them, or none; a mail has links or none")

    /// All options, in the order of the help texts.
    static var declarations: [PluginOption] {
        [layout.declaration, chart.declaration, title.declaration, posters.declaration]
    }

    /// Returns how posters are shown with these options; a mail has links, because mail programs do
    /// not show pictures that are embedded in its page.
    static func shownPosters(_ options: PluginOptions) -> Picture.Choice {
        options[layout] == .mail && options[posters] == .embed ? .link : options[posters]
    }
}
