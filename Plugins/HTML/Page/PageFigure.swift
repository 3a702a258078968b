internal import BoxOffice
internal import SVG

extension Plot {
    /// Writes the figure of a page; nothing if there is nothing to draw.
    ///
    /// It is drawn twice, for a page or paper and for a phone, and the style sheet shows the one
    /// that fits: shrinking one drawing would make its letters unreadable.
    func write(into output: inout ByteBuffer) {
        let drawings = [("wide", Drawing.width), ("narrow", Drawing.narrowWidth)]
            .compactMap { name, width in drawing(width: width).map { (name, $0) } }
        guard !drawings.isEmpty else { return }
        output.append(
            "<figure class=\"chart\"><figcaption>\(Markup.escaping(title))</figcaption>\n")
        for (name, drawing) in drawings {
            output.append(
                """
                <svg class="\(name)" viewBox="0 0 \(drawing.size)" fill="none" role="img" \
                aria-label="\(Markup.escaping(description))">
                \(drawing.elements(in: .named))</svg>

                """)
        }
        output.append("</figure>\n")
    }
}

/// The style sheet of the figures of a page.
enum FigureStyle {
    /// The rules, with the colours for light and dark screens; printing uses the light ones.
    static let rules = """
        .chart{\(Palette.light.declarations) margin:.5rem 0 1.5rem;break-inside:avoid}
        @media screen and (prefers-color-scheme:dark){.chart{\(Palette.dark.declarations)}}
        .chart figcaption{font-weight:600;margin-bottom:.5rem}
        .chart svg{display:block;width:100%;max-width:60rem;font:inherit}
        .chart .narrow{display:none;max-width:30rem}
        .chart g:hover{stroke-width:4.5}
        @media screen and (max-width:40rem){.chart .wide{display:none}.chart .narrow{display:block}}

        """
}
