internal import BoxOffice

/// The rules of a style sheet that follow from the columns of a table.
struct ColumnStyle {
    private let columns: [Column]
    private let headers: [String]

    /// Describes the table of that layout.
    init(_ layout: Layout) {
        columns = layout.columns
        headers = layout.columns.map { $0.readableHeader(layout.header) }
    }

    /// Whether the table may be wider than any page, so that it needs a scroll bar of its own.
    var scrolls: Bool { width > Self.widestPage }

    /// The width below which the table becomes a list, in rem.
    private var width: Int {
        columns.indices.reduce(4) { $0 + max(Self.width(of: columns[$1]), widthOfHeader(at: $1)) }
    }

    /// The least width of a header with its margins, in rem: that of its longest part.
    private func widthOfHeader(at index: Int) -> Int {
        let parts = headers[index].split { $0 == "_" || $0 == " " }
        // Hangul is as wide as the letters are high; bold Latin letters are a little over half of it.
        let tenths = parts.map { 5 * DisplayWidth()(String($0)) + $0.utf8.count { $0 < 0x80 } }
        return ((tenths.max() ?? 0) + 9) / 10 + 2
    }

    /// The rules.
    var rules: String {
        var rules = ""
        let right = selectors { $0.isRightAligned }
        if !right.isEmpty {
            rules += "\(right){text-align:right;white-space:nowrap;"
            rules += "font-variant-numeric:tabular-nums}\n"
        }
        let dates = selectors { $0.kind == .date || $0.kind == .marker }
        if !dates.isEmpty { rules += "\(dates){white-space:nowrap}\n" }
        // Without a least width, a long word of another column would break these letter by letter.
        for (index, column) in columns.enumerated()
        where [.text, .list, .boolean].contains(column.kind) {
            let width = Self.width(of: column)
            rules += "tr>:nth-child(\(index + 1)){min-width:\(width)em}\n"
        }
        return rules + listRules
    }

    /// Where the page or the paper is narrow, a row is a paragraph: its figures stand side by side, each with its
    /// header, and headers are hidden from the eye alone.
    private var listRules: String {
        var rules =
            "@media \(width > Self.widestPaper ? "print," : "")screen and "
            + "(max-width:\(min(width, Self.widestPage))rem){\n"
            + Self.rulesOfLists
        // What stands before the title is its rank, which needs no header.
        let headline = columns.firstIndex { $0.name == "title" }
        for (index, column) in columns.enumerated() {
            let cell = "tr>:nth-child(\(index + 1))"
            switch column.name {
            case "rank" where index < (headline ?? 1):
                rules += "\(cell){font-weight:700;min-width:1.5em;text-align:right}\n"
            case "rank_marker" where index < (headline ?? 1): rules += "\(cell){min-width:2.5em}\n"
            case "poster_url":
                rules += "tr{position:relative;padding-left:4rem;min-height:5.6rem}\n"
                rules += "\(cell){position:absolute;left:0;top:.5em;max-width:3.4rem}\n"
            case "title": break
            default:
                guard !headers[index].isEmpty else { continue }
                let header = HTMLText.quotingForStyle(headers[index])
                rules += "\(cell)::before{content:\"\(header) \"}\n"
            }
        }
        return rules + "}\n"
    }

    private func selectors(_ isIncluded: (Column) -> Bool) -> String {
        columns.indices.filter { isIncluded(columns[$0]) }
            .map { "tr>:nth-child(\($0 + 1))" }.joined(separator: ",")
    }

    /// The least width of a column with its margins, in rem.
    private static func width(of column: Column) -> Int {
        switch column.kind {
        case .text: column.name.hasPrefix("title") ? 8 : column.name.hasSuffix("code") ? 7 : 5
        case .list: 6
        case .won: 8
        case .integer: column.name == "rank" ? 3 : 5
        case .date: 6
        case .marker, .boolean, .percent, .fraction, .decimal, .year: 4
        }
    }

    /// The page's width of text, in rem.
    static let widestPage = 72
    /// How wide a table may be that is printed as one, in rem: A4 upright with small letters.
    private static let widestPaper = 66

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
