internal import BoxOffice

/// The look of a film's line: a colour and, for prints without colour, the shape of its marks and its
/// dashes.
struct LineStyle: Hashable {
    /// The number of the colour in a palette, 0…9.
    let colour: Int

    /// True if the line is dashed; no two of the ten styles have both the same shape and the same
    /// dashes.
    var isDashed: Bool { colour % 2 == 1 }

    /// The shape of a mark: its size relative to a circle, and its corners around the centre; nil for a
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

    /// The number of films with a style of their own.
    static let count = 10
}

/// The colours of a drawing as written in attributes: those of light or dark paper, or the variables of
/// a page's style sheet.
package struct Palette: Hashable, Sendable {
    /// The colours of the ten films with a style of their own.
    let films: [String]
    /// The background.
    package let paper: String
    /// The colours of texts and of less important texts: the axes, and films without a style.
    package let ink, quiet: String
    /// The lines of films without a style.
    let other: String
    /// The grid lines in the background.
    let grid: String

    /// The colours on white paper; all but the grid have a contrast of at least 4.5 to it.
    package static let light = Palette(
        films: FilmColours.light.map(FilmColours.code), paper: "#ffffff", ink: "#1a1a1a",
        quiet: "#595959", other: "#757575", grid: "#e2e2e2")

    /// The colours on a dark screen, with the same contrasts.
    package static let dark = Palette(
        films: FilmColours.dark.map(FilmColours.code), paper: "#0d1117", ink: "#ececec",
        quiet: "#b4b4b4", other: "#808080", grid: "#33363d")

    /// The variables of a style sheet that holds the ``declarations`` of another palette.
    package static let named = Palette(
        films: light.films.indices.map { "var(--chart-\($0))" }, paper: "var(--chart-paper)",
        ink: "var(--chart-ink)", quiet: "var(--chart-quiet)", other: "var(--chart-other)",
        grid: "var(--chart-grid)")

    /// The style sheet declarations that give the ``named`` colours the values of this palette.
    package var declarations: String {
        let names = films.indices.map { "\($0)" } + ["paper", "ink", "quiet", "other", "grid"]
        return zip(names, films + [paper, ink, quiet, other, grid])
            .map { "--chart-\($0): \($1);" }.joined(separator: " ")
    }

    /// Returns the colour of a line with that style.
    func line(_ style: LineStyle?) -> String {
        guard let style, films.indices.contains(style.colour) else { return other }
        return films[style.colour]
    }
}
