/// How the line of a film looks: a colour, and without colours the shape of its marks and its dashes.
struct LineStyle: Hashable {
    /// The shapes of marks.
    enum Shape: Int, CaseIterable {
        case circle, square, diamond, triangle, invertedTriangle
    }

    /// The index of the colour in a ``Palette``, 0…9.
    let colour: Int

    /// No two of the ten styles have the same shape and the same dashes.
    var shape: Shape { Shape(rawValue: colour % Shape.allCases.count) ?? .circle }
    /// Whether the line has dashes.
    var isDashed: Bool { colour % 2 == 1 }

    /// How many films have a style of their own.
    static let count = 10

    /// The class in the style sheet.
    static func name(of style: LineStyle?) -> String {
        guard let style else { return "s o" }
        return "s s\(style.colour)\(style.isDashed ? " d" : "")"
    }
}

/// Ten colours for lines, and the colours of the rest of a drawing.
///
/// The ten were searched for. Two of them are at least 0.1 apart in OKLab for people without red or
/// without green cones (Machado 2009), and 0.16 for others. Each has a contrast of at least 3 to the
/// paper. They are in an order in which neighbours differ most.
struct Palette {
    /// The colours of the films, as `#rrggbb`.
    let films: [String]
    /// The background.
    let paper: String
    /// Texts.
    let ink: String
    /// Texts that matter less: the axes, and films without a colour.
    let quietInk: String
    /// The lines of films without a colour.
    let otherLine: String
    /// The lines behind those of the films.
    let grid: String

    /// On light paper, and in print.
    static let light = Palette(
        films: [
            "#227755", "#6633ff", "#771100", "#3399ee", "#0000cc", "#cc2200", "#660088", "#bb8800",
            "#004444", "#9955aa",
        ], paper: "#ffffff", ink: "#1a1a1a", quietInk: "#595959", otherLine: "#8c8c8c",
        grid: "#e2e2e2")

    /// On a dark screen.
    static let dark = Palette(
        films: [
            "#ff55cc", "#22ffaa", "#aa4422", "#00aaff", "#ffcc00", "#9944aa", "#889911", "#aaddff",
            "#0055ff", "#dd9988",
        ], paper: "#0d1117", ink: "#ececec", quietInk: "#b4b4b4", otherLine: "#808080",
        grid: "#33363d")
}

/// The style sheet of the plots.
enum PlotStyle {
    /// The rules, with the colours for light and dark screens; what is printed is light.
    static let rules = """
        figure.chart { \(variables(.light)) margin: 1.5rem 0; break-inside: avoid; }
        @media screen and (prefers-color-scheme: dark) {
        figure.chart { \(variables(.dark)) }
        }
        .chart figcaption { font-weight: 600; margin-bottom: .5rem; }
        .chart svg { display: block; width: 100%; min-width: 40rem; max-width: 60rem;
          font: inherit; }
        .chart text { fill: var(--chart-ink); font-size: 13px; }
        .chart .o.f, .chart .t { fill: var(--chart-quiet); }
        .chart .i { font-size: 12px; }
        .chart .k { stroke: var(--chart-paper); stroke-width: 4px; stroke-linejoin: round; }
        .chart .t { font-size: 11px; }
        .chart .n { font-weight: 700; }
        .chart .b { unicode-bidi: isolate; }
        .chart path { fill: none; }
        .chart .g { stroke: var(--chart-grid); }
        .chart .z, .chart .h { stroke: var(--chart-other); }
        .chart .h { stroke-width: .7; }
        .chart .r { stroke: var(--chart-quiet); stroke-width: 1.5; }
        .chart .s path { stroke: var(--chart-line); stroke-width: 2.4; stroke-linejoin: round; }
        .chart .s .m { fill: var(--chart-line); stroke: none; }
        .chart .s .r { stroke-width: 1.8; }
        .chart .d .p { stroke-dasharray: 7 3; }
        .chart .s .l { stroke-width: .9; stroke-dasharray: 1.5 2.5; }
        .chart .s.o { --chart-line: var(--chart-other); }
        .chart .s.o .p, .chart .s.o .r { stroke-width: 1.1; }
        .chart .s:hover .p { stroke-width: 4.5; }
        \(films)
        @media print { .chart svg { min-width: 0; } }
        """

    private static func variables(_ palette: Palette) -> String {
        let films = palette.films.enumerated().map { "--chart-\($0): \($1);" }
        return
            (films + [
                "--chart-paper: \(palette.paper);", "--chart-ink: \(palette.ink);",
                "--chart-quiet: \(palette.quietInk);", "--chart-other: \(palette.otherLine);",
                "--chart-grid: \(palette.grid);",
            ]).joined(separator: " ")
    }

    private static var films: String {
        (0..<LineStyle.count).map { ".chart .s\($0) { --chart-line: var(--chart-\($0)); }" }
            .joined(separator: "\n")
    }
}
