internal import BoxOffice
internal import SVG

/// The rules of a page's style sheet that are the same in every page.
enum PageStyle {
    static let rules = """
        :root{color-scheme:light dark;--text:#1f2328;--faint:#57606a;--line:#d0d7de;--ground:#fff;\
        --stripe:#f6f8fa;--rise:\(MarkerColour.red.code);--fall:\(MarkerColour.blue.code);\
        --link:#0b57d0;--alarm:#9a3412}
        @media screen and (prefers-color-scheme:dark){:root{--text:#e6edf3;--faint:#9da7b3;\
        --line:#3d444d;--ground:#0d1117;--stripe:#161b22;--rise:#ff8a80;--fall:#90caf9;--link:#8ab4f8;--alarm:#ffa657}}
        *{box-sizing:border-box}
        body{margin:0;padding:1.5rem 1rem;background:var(--ground);color:var(--text);\
        font:1rem/1.5 system-ui,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans \
        CJK KR",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
        main,footer{max-width:\(ColumnStyle.widestPage)rem;margin:0 auto}
        main{display:flex;flex-direction:column}
        main>*{min-width:0}
        header{order:-3}
        .lacks{order:-2;border-left:4px solid var(--alarm);padding:.2rem 1rem;margin:0 0 1rem}
        .chart{order:-1}
        h1{font-size:1.6rem;line-height:1.3;margin:0}
        h2{font-size:1.15rem;margin:2rem 0 .5rem;break-after:avoid}
        header p{margin:.3rem 0 1rem;color:var(--faint)}
        a{color:var(--link)}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;min-width:100%}
        th,td{padding:.35em .7em;border-bottom:1px solid var(--line);text-align:left;\
        vertical-align:middle}
        thead tr>:nth-child(n){color:var(--faint);font-weight:600;white-space:normal;\
        overflow-wrap:normal;vertical-align:bottom}
        tbody th{font-weight:600}
        tbody tr:nth-child(even){background:var(--stripe)}
        .rise{color:var(--rise)}
        .fall{color:var(--fall)}
        .poster{display:block;width:3.2rem;height:4.5rem}
        .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,45%),1fr));\
        gap:1.5rem 1rem;list-style:none;margin:0;padding:0}
        .cards li{break-inside:avoid}
        .picture a{display:flex;align-items:center;justify-content:center;aspect-ratio:5/7;\
        background:var(--stripe)}
        .picture:empty{aspect-ratio:5/7;background:var(--stripe)}
        .cards .poster{width:100%;height:100%}
        .name{margin:.4rem 0 .2rem}
        .name strong{font-size:1.25em}
        dl{margin:0}
        .cards dl div,.figures{display:flex;flex-wrap:wrap;column-gap:.5em;font-size:.875em}
        dt{color:var(--faint)}
        .figures{margin:0;justify-content:flex-end}
        dd{margin:0;font-variant-numeric:tabular-nums}
        .cards dd{margin-left:auto}
        footer{margin-top:2.5rem;padding-top:.8rem;border-top:1px solid var(--line);font-size:.875rem}
        footer dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
        footer dt{grid-column:1}
        footer dd{grid-column:2}
        tr{break-inside:avoid}
        .day{white-space:nowrap}
        @media screen and (max-width:40rem){h1{font-size:1.3rem}}
        @media print{:root{--text:#000;--faint:#444}section{break-inside:avoid}body{padding:0;font-size:8.5pt}h1{font-size:14pt}h2{font-size:11pt}\
        footer{font-size:8pt}.scroll{overflow:visible}th,td{padding:.25em .4em}\
        .poster{width:2.4rem;height:3.4rem}a{color:inherit;text-decoration:none}\
        .cards{grid-template-columns:repeat(5,1fr)}.cards .poster{width:100%;height:100%}}

        """

    /// The rules of the figures, with the colours for light and dark screens; printing uses the light ones.
    static let figures = """
        .chart{\(Palette.light.declarations) margin:.5rem 0 1.5rem;break-inside:avoid}
        @media screen and (prefers-color-scheme:dark){.chart{\(Palette.dark.declarations)}}
        .chart figcaption{font-weight:600;margin-bottom:.5rem}
        .chart svg{display:block;width:100%;max-width:60rem;font:inherit}
        .chart .narrow{display:none;max-width:30rem}
        .chart g:hover{stroke-width:4.5}
        @media screen and (max-width:40rem){.chart .wide{display:none}.chart .narrow{display:block}}

        """
}

/// The rules of a style sheet that follow from the columns of a table.
struct ColumnStyle {
    /// The columns with their headers and the selectors of their cells.
    private let cells: [(column: Column, header: String, selector: String)]
    /// The columns of titles that are not called so.
    private let titles: Set<String>

    /// Describes the table of that layout.
    init(_ layout: Layout) {
        titles = layout.document.face?.titleColumns ?? []
        cells = layout.columns.enumerated().map { index, column in
            (column, layout.readableHeader(of: column), "tr>:nth-child(\(index + 1))")
        }
    }

    /// True if the table may be wider than any page, so that it needs its own scroll bar.
    var scrolls: Bool { width > Self.widestPage || denseWidth > Self.narrowestTable }

    /// The width that it needs with narrow margins and small letters, in rem.
    private var denseWidth: Int { (7 * (width - 4) - 5 * cells.count) / 8 + 2 }

    /// The width that the table needs, in rem.
    private var width: Int {
        cells.reduce(4) { $0 + max(leastWidth(of: $1.column), Self.width(ofHeader: $1.header)) }
    }

    /// Returns the least width of a column with margins, in rem.
    private func leastWidth(of column: Column) -> Int {
        titles.contains(column.name) ? Column.widthOfTitles : column.leastWidth
    }

    /// Returns the least width of a header with its margins, in rem: that of its longest part.
    private static func width(ofHeader header: String) -> Int {
        let parts = header.split { $0 == "_" || $0 == " " }
        // A Hangul syllable is 1 em wide; bold Latin letters are a little over half of that.
        let tenths = parts.map { 5 * DisplayWidth()(String($0)) + $0.utf8.count { $0 < 0x80 } }
        return ((tenths.max() ?? 0) + 9) / 10 + 2
    }

    var rules: String {
        // Without a least width, a long word in another column would break these letter by letter.
        let widths = cells.filter { !$0.column.hasBounds }
            .filter { [.text, .list, .boolean].contains($0.column.kind) }
            .map { "\($0.selector){min-width:\(leastWidth(of: $0.column))em}\n" }
        let figures = "text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"
        return rule(figures, for: \.isRightAligned)
            + rule("white-space:nowrap") {
                $0.kind == .date || $0.kind == .marker || $0.name == "source"
            }
            + widths.joined() + listRules
    }

    /// The rules for a narrow page or narrow paper: a row is a paragraph with its figures side by
    /// side, each with its header, and the table's headers are hidden visually only.
    private var listRules: String {
        // A rank before the title needs no header.
        let title = cells.firstIndex { $0.column.name == "title" }
        let headline = title ?? 1
        let rules = cells.enumerated().map { index, cell in
            switch cell.column.name {
            case "rank" where index < headline:
                "\(cell.selector){font-weight:700;min-width:1.5em;text-align:right}\n"
            case "rank_marker" where index < headline: "\(cell.selector){min-width:2.5em}\n"
            case "poster_url":
                "tr{position:relative;padding-left:4rem;min-height:5.6rem}\n"
                    + "\(cell.selector){position:absolute;left:0;top:.5em;max-width:3.4rem}\n"
            case _ where cell.header.isEmpty || cell.column.name == "title": ""
            default:
                "\(cell.selector)::before{content:\"\(Self.quoting(cell.header)) \"}\n"
                    // Columns before the title, which are the same in many rows, come after the
                    // others.
                    + (title.map { index < $0 } == true ? "\(cell.selector){order:1}\n" : "")
            }
        }
        let isWide = width > Self.widestPaper && width <= Self.widestLandscape
        let isDense = width > Self.narrowestTable
        let dense = "table{font-size:.875rem}th,td{padding:.35em}"
        return "@page{size:A4\(isWide ? " landscape" : "");margin:12mm}\n"
            + (isDense
                ? "@media screen and (max-width:\(min(width, Self.widestPage))rem){\(dense)}\n"
                : "")
            + "@media \(width > Self.widestLandscape ? "print," : "")screen and "
            + "(max-width:\(isDense ? "49.99" : "\(width)")rem){\n"
            + Self.rulesOfLists + rules.joined() + "}\n"
    }

    /// Returns `text` escaped for the inside of a quoted string in a style sheet.
    private static func quoting(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let properties = scalar.properties
            return scalar == " " || properties.isAlphabetic || properties.numericType != nil
                ? String(scalar)
                : scalar == "\0" ? "\u{FFFD}" : "\\\(String(scalar.value, radix: 16)) "
        }.joined()
    }

    /// Returns a rule for the cells of the columns for which `isIncluded` is true; empty if it is
    /// true for none.
    private func rule(_ body: String, for isIncluded: (Column) -> Bool) -> String {
        let selectors = cells.filter { isIncluded($0.column) }.map(\.selector)
        return selectors.isEmpty ? "" : "\(selectors.joined(separator: ",")){\(body)}\n"
    }

    /// The width of a page from which on every table stays one, in rem: 800 pixels.
    private static let narrowestTable = 50
    /// The maximum width of the page's text, in rem.
    static let widestPage = 72
    /// The maximum width of a table that is printed as a table, in rem: A4 portrait with small
    /// letters.
    private static let widestPaper = 66
    /// The same for A4 landscape.
    private static let widestLandscape = 96

    private static let rulesOfLists = """
        .wide{overflow-x:visible}
        thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        table,tbody{display:block}
        tr{display:flex;flex-wrap:wrap;gap:0 .8em;padding:.5em 0;border-bottom:1px solid var(--line)}
        tr>:nth-child(n){padding:0;border:0;text-align:left;min-width:0;white-space:normal}
        tr>th{flex:1 1 60%}
        tr>:empty{display:none}
        td::before{color:var(--faint);font-size:.85em}

        """
}

extension Column {
    /// The least width of titles with margins, in rem.
    fileprivate static let widthOfTitles = 8

    /// The least width with margins, in rem.
    fileprivate var leastWidth: Int {
        switch kind {
        case .text where isShortCode: 4
        case .text where hasBounds: kindOfBounds == .text ? 8 : 10
        case .text: name.hasPrefix("title") ? Self.widthOfTitles : name.hasSuffix("code") ? 7 : 5
        case .integer: name == "rank" ? 3 : 5
        case .amount: 8
        case .list, .date: 6
        case .marker, .boolean, .percent, .share, .ratio, .fraction, .decimal, .year: 4
        }
    }

    /// True if the values are codes of two or three letters, which never break.
    var isShortCode: Bool { ["country", "currency"].contains(name) }

    /// True if the values are aligned right, because their digits are compared.
    var isRightAligned: Bool {
        hasBounds || ![.text, .marker, .boolean, .date, .list].contains(kind)
    }
}

extension MarkerColour {
    /// The colour on white, dark enough to be read.
    var code: String { self == .red ? "#c62828" : "#1565c0" }
}
