internal import BoxOffice

/// Makes a table fit a terminal: texts are cut, and columns left out if the user chose none.
struct TerminalFit: Sendable {
    /// How many columns the terminal has.
    let width: Int
    /// Whether columns may be left out.
    let mayLeaveOut: Bool
    /// The indices of the table's columns, the most important first.
    private let byImportance: [Int]
    /// Whether the cells of a column may be cut: they are texts and not links.
    private let areCut: [Bool]

    /// Fits tables of `layout`; nil if the document is not for a terminal whose width is known.
    init?(_ layout: Layout, cutting: (Column) -> Bool) {
        guard case .terminal(_, let width?) = layout.medium else { return nil }
        self.width = width
        mayLeaveOut = layout.mayLeaveOutColumns
        let names = ReadableColumns.byImportance(layout.columns.map(\.name))
        byImportance = names.compactMap { name in
            layout.columns.firstIndex { $0.name == name }
        }
        areCut = layout.columns.map(cutting)
    }

    /// The widths of the columns, which would like to have `wanted`; nil for one that is left out.
    func widths(_ wanted: [Int]) -> [Int?] {
        var shown = byImportance
        func least(_ index: Int) -> Int {
            areCut[index] ? min(wanted[index], shortestText) : wanted[index]
        }
        func room() -> Int { width - 1 - shown.reduce(0) { $0 + least($1) + 3 } }
        while mayLeaveOut, shown.count > 1, room() < 0 { shown.removeLast() }
        var widths = [Int?](repeating: nil, count: wanted.count)
        var rest = room()
        for index in shown {
            let more = max(0, min(wanted[index] - least(index), rest))
            rest -= more
            widths[index] = least(index) + more
        }
        return widths
    }

    /// `cell` of the column at `index`, cut to `width` if it is too wide and may be cut.
    func cut(_ cell: Cell, at index: Int, to width: Int, by measure: DisplayWidth) -> Cell {
        areCut[index] && cell.width > width ? Self.cut(cell.text, to: width, by: measure) : cell
    }

    /// `text` cut to `width`, with `…` for what is left out.
    static func cut(_ text: String, to width: Int, by measure: DisplayWidth) -> Cell {
        let whole = measure(text)
        guard whole > width else { return Cell(text: text, width: whole) }
        let dots = "…"
        var start = ""
        var taken = measure(dots)
        for character in text {
            let next = measure("\(character)")
            guard taken + next <= width else { break }
            start.append(character)
            taken += next
        }
        // A backslash that escapes nothing would be seen.
        let backslashes = start.reversed().prefix { $0 == "\\" }.count
        if backslashes % 2 == 1 {
            start.removeLast()
            taken -= 1
        }
        return Cell(text: start + dots, width: taken)
    }
}

/// The width below which a text is not cut while there are columns to leave out.
private let shortestText = 16
