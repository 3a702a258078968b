internal import BoxOffice

/// How the line of a film looks: a colour, and without colours the shape of its marks and its dashes.
struct LineStyle: Hashable {
    /// The number of the colour in a palette, 0…9.
    let colour: Int

    /// Whether the line has dashes; no two of the ten styles have the same shape and the same dashes.
    var isDashed: Bool { colour % 2 == 1 }

    /// The shape of a mark: its corners around the middle, times the size beside a circle; nil for a
    /// circle.
    var shape: (size: Double, corners: [(x: Double, y: Double)])? {
        switch colour % 5 {
        case 1: (0.9, [(-1, -1), (1, -1), (1, 1), (-1, 1)])  // A square.
        case 2: (1.25, [(0, -1), (1, 0), (0, 1), (-1, 0)])  // A diamond.
        case 3: (1.15, [(0, -1), (1, 0.8), (-1, 0.8)])  // A triangle.
        case 4: (1.15, [(0, 1), (1, -0.8), (-1, -0.8)])  // A triangle on its tip.
        default: nil
        }
    }

    /// How many films have a style of their own.
    static let count = 10
}

/// The colours of a drawing, as they are written: those of light or dark paper, or the names that a
/// page's style sheet gives a colour.
package struct Palette: Hashable, Sendable {
    /// The colours of the ten films with a style of their own.
    let films: [String]
    /// The background.
    package let paper: String
    /// Texts, and those that matter less: the axes, and films without a style.
    package let ink, quiet: String
    /// The lines of films without a style.
    let other: String
    /// The lines behind all.
    let grid: String

    /// The colours on white paper: each text and line but the grid has a contrast of at least 4.5 to it.
    package static let light = Palette(
        films: FilmColours.light.map(FilmColours.code), paper: "#ffffff", ink: "#1a1a1a",
        quiet: "#595959", other: "#757575", grid: "#e2e2e2")

    /// The same on a dark screen.
    package static let dark = Palette(
        films: FilmColours.dark.map(FilmColours.code), paper: "#0d1117", ink: "#ececec",
        quiet: "#b4b4b4", other: "#808080", grid: "#33363d")

    /// The names of the colours in a style sheet with the ``declarations`` of another palette.
    package static let named = Palette(
        films: light.films.indices.map { "var(--chart-\($0))" }, paper: "var(--chart-paper)",
        ink: "var(--chart-ink)", quiet: "var(--chart-quiet)", other: "var(--chart-other)",
        grid: "var(--chart-grid)")

    /// The declarations of a style sheet that give the ``named`` colours those of this palette.
    package var declarations: String {
        let names = films.indices.map { "\($0)" } + ["paper", "ink", "quiet", "other", "grid"]
        return zip(names, films + [paper, ink, quiet, other, grid])
            .map { "--chart-\($0): \($1);" }.joined(separator: " ")
    }

    /// The colour of a line with that style.
    func line(_ style: LineStyle?) -> String {
        guard let style, films.indices.contains(style.colour) else { return other }
        return films[style.colour]
    }
}
