internal import BoxOffice
internal import Wire

/// A cell of a table, before its column gives it a meaning.
enum GridCell: Hashable, Sendable {
    /// Nothing: an empty cell of a workbook, `null`.
    case missing
    /// A text: a cell of a delimited text or a page, a string of JSON or a workbook.
    case text(String, isQuoted: Bool)
    /// A number, as JSON or the workbook has it.
    case number(String)
    /// A number that a workbook shows as a percentage: 0.291 for 29.1 %.
    case percent(String)
    /// A day: a number that a workbook shows as one.
    case day(Day)
    case boolean(Bool)
    /// A list of JSON.
    case list([String])
    /// An error value of a workbook, such as `#N/A`, with the formula that has it as its result; empty
    /// if there is none.
    case error(String, formula: String)
    /// A cell of a page with elements that the council's tables do not have, as its bytes stand in the
    /// file: `<HADES>`.
    case markup(String)
}

/// A row of cells of a page or a workbook.
struct GridRow: Sendable {
    /// The cells from the first column on.
    var cells: [GridCell]
    /// The place in messages: file and line, or file, sheet and row.
    var place: Message
    /// True if the text is outside of any table, such as the heading above one.
    var isLoose = false
}

extension GridCell {
    /// True if nothing but white space is in the cell.
    var isBlank: Bool {
        switch self {
        case .missing: true
        case .text(let text, _): text.utf8.isEmpty || text.trimmingBlanks.isEmpty
        default: false
        }
    }

    /// The text of a header; of a percentage the number that is stored.
    var written: String {
        switch self {
        case .percent(let digits): digits
        case .list: ""
        default: shown.trimmingBlanks
        }
    }

    /// The cell as a spreadsheet shows it.
    var shown: String {
        switch self {
        case .missing: ""
        case .text(let text, _), .number(let text), .error(let text, _), .markup(let text): text
        case .percent(let digits):
            digits.asNumber.map { number in
                let percent = (number * 10_000).rounded() / 100
                return (Int(exactly: percent).map { "\($0)" } ?? "\(percent)") + "%"
            } ?? digits
        case .day(let day): "\(day)"
        case .boolean(let boolean): "\(boolean)"
        case .list: "[…]"
        }
    }

    /// Returns what the user should know about a title that stands in the cell as something else; nil
    /// if it is a text or a whole number.
    func remark(asTitleIn file: Message) -> Fault? {
        switch self {
        case .day(let day): .titleIsDay(day, file)
        case .markup(let source): .titleHasMarks(source, file)
        case .error(_, let formula): .titleHasMarks("=\(formula)", file)
        case .number(let digits) where Int(digits) != nil: nil
        case .boolean, .number, .percent: .titleHasMarks(shown, file)
        case .missing, .text, .list: nil
        }
    }
}

extension GridRow {
    /// The maximum number of cells in a row.
    static let maxCells = 1000
    /// The maximum size of a row in bytes.
    static let maxBytes = 1 << 20
}

extension Fault {
    static let manyCells = Fault(
        .malformed, "row-many-cells", "the row has more than \(GridRow.maxCells) cells")
    static let longRow = Fault(
        .malformed, "row-too-long", "the row is longer than a megabyte")

    fileprivate static func titleIsDay(_ day: Day, _ file: Message) -> Fault {
        Fault(
            .malformed, "table-title-day",
            "\(file): a title is stored as the day \(day), which a spreadsheet made of it")
    }

    fileprivate static func titleHasMarks(_ title: String, _ file: Message) -> Fault {
        Fault(
            .malformed, "table-title-marks",
            "\(file): the title '\(title.excerpt)' is taken as it stands there")
    }
}
