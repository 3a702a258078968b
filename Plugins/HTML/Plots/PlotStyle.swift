/// How the line of a film looks: a colour, and without colours the shape of its marks and its dashes.
struct LineStyle: Hashable {
    /// The number of the colour in the style sheet, 0…9.
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

    /// The class in the style sheet.
    static func name(of style: LineStyle?) -> String {
        guard let style else { return "s o" }
        return "s s\(style.colour)\(style.isDashed ? " d" : "")"
    }
}

/// The style sheet of the plots.
enum PlotStyle {
    /// The rules, with the colours for light and dark screens; what is printed is light.
    static let rules = """
        figure.chart { \(light) margin: 1.5rem 0; break-inside: avoid; }
        @media screen and (prefers-color-scheme: dark) {
        figure.chart { \(dark) }
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

    /// The rule for the bands of a market: one that is thinner than a pixel is seen by its edge.
    static let bands =
        ".chart .s .a { fill: var(--chart-line); fill-opacity: .3; stroke-width: 1.2; }\n"

    /// Ten colours for the lines of films, the background, texts, texts that matter less (the axes, and
    /// films without a colour), the lines of films without a colour, and the lines behind all.
    ///
    /// The ten were searched for. Two of them are at least 0.1 apart in OKLab for people without red or
    /// without green cones (Machado 2009), and 0.16 for others. Each has a contrast of at least 3 to the
    /// paper. They are in an order in which neighbours differ most.
    private static let light = """
        --chart-0: #227755; --chart-1: #6633ff; --chart-2: #771100; --chart-3: #3399ee; \
        --chart-4: #0000cc; --chart-5: #cc2200; --chart-6: #660088; --chart-7: #bb8800; \
        --chart-8: #004444; --chart-9: #9955aa; --chart-paper: #ffffff; --chart-ink: #1a1a1a; \
        --chart-quiet: #595959; --chart-other: #8c8c8c; --chart-grid: #e2e2e2;
        """

    /// The same on a dark screen.
    private static let dark = """
        --chart-0: #ff55cc; --chart-1: #22ffaa; --chart-2: #aa4422; --chart-3: #00aaff; \
        --chart-4: #ffcc00; --chart-5: #9944aa; --chart-6: #889911; --chart-7: #aaddff; \
        --chart-8: #0055ff; --chart-9: #dd9988; --chart-paper: #0d1117; --chart-ink: #ececec; \
        --chart-quiet: #b4b4b4; --chart-other: #808080; --chart-grid: #33363d;
        """

    private static var films: String {
        (0..<LineStyle.count).map { ".chart .s\($0) { --chart-line: var(--chart-\($0)); }" }
            .joined(separator: "\n")
    }
}
