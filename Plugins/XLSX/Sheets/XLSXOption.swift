internal import BoxOffice

/// The options of ``XLSX``.
enum XLSXOption {
    /// The ways to divide rows into sheets.
    enum Sheets: String, CaseIterable {
        case one, period
    }

    static let sheets = TypedOption.choice(
        "sheets", of: Sheets.self, default: .one,
        help: "one sheet for all rows, or one for each period (at most 200)")
    static let chart = TypedOption.choice(
        "chart", of: Plot.Choice.self, default: .auto,
        help:
            "auto draws the ranks over the periods, or the runs of films: up to 62 periods, and of more than 30 films the best placed"
    )
    static let posters = TypedOption.choice(
        "posters", of: Picture.Choice.self, default: .embed,
        help: "pictures in the cells, links to them, or none")

    /// All options, in the order of the help texts.
    static var declarations: [PluginOption] {
        [sheets.declaration, chart.declaration, posters.declaration]
    }
}
