/// The style sheet of the charts.
enum ChartStyle {
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

    private static func variables(_ palette: ChartPalette) -> String {
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
