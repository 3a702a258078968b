internal import BoxOffice
internal import CWorkbook

/// How a cell looks.
enum CellStyle: Int, CaseIterable {
    /// The name of a column.
    case header
    /// A text, whatever it looks like.
    case text
    /// A longer text, on several lines if it must.
    case paragraph
    /// The same as a text whatever it looks like.
    case longText
    /// A text that is too long for its row, of which the beginning is seen.
    case overlongText
    /// A cell without a content.
    case empty
    /// A remark between the tables of a sheet.
    case note
    /// What stands before a text of the last sheet.
    case label
    /// A whole number, whose digits are grouped.
    case number
    /// A whole number, whose digits are not grouped.
    case year
    /// A whole number in a column of texts.
    case count
    /// A percentage with one decimal.
    case percent
    /// A percentage with two decimals.
    case share
    /// A number with two decimals.
    case fraction
    /// A number with one decimal.
    case decimal
    /// An amount with so many decimal places; that with two also stands for ratios.
    case amountOfTwo, amountOfThree, amountOfFour
    /// True or false.
    case boolean
    /// A day.
    case date
    /// A rank-change marker, without a colour or in one.
    case marker, redMarker, blueMarker
    /// A text that leads to a web page.
    case link

    /// The look of a number in a column of that kind.
    init(of number: Value, in kind: Column.Kind) {
        let places = if case .amount(let amount) = number { amount.places } else { 0 }
        self =
            switch kind {
            case .amount where places == 1: .decimal
            case .amount where places == 2: .amountOfTwo
            case .amount where places == 3: .amountOfThree
            case .amount where places > 3: .amountOfFour
            case .percent: .percent
            case .share: .share
            case .ratio: .amountOfTwo
            case .fraction: .fraction
            case .decimal: .decimal
            case .year: .year
            default: .number
            }
    }

    /// The look of `text` in a column of that kind: a marker has a colour.
    init(of text: String, in kind: Column.Kind) {
        let isMarker = kind == .marker && RankChange.isMarker(text)
        self =
            switch isMarker ? MarkerColour(of: text) : nil {
            case _ where !isMarker: .text
            case .red: .redMarker
            case .blue: .blueMarker
            case nil: .marker
            }
    }

    /// The format of such cells in `workbook`; nil if there is no memory.
    func format(in workbook: OpaquePointer) -> OpaquePointer? {
        let (numbers, alignment, colour) = look
        let style = bo_style(
            colour: colour, alignment: alignment, is_bold: self == .header || self == .label,
            is_underlined: self == .link,
            is_wrapped: [.header, .paragraph, .label, .longText, .overlongText].contains(self),
            is_on_top: self == .overlongText,
            is_heading: self == .header, has_border: self != .note)
        return unsafe bo_workbook_format(workbook, numbers, style)
    }

    /// The format of numbers in such cells; nil for the usual one.
    var numberFormat: String? { look.numbers }

    /// The format of numbers, nil for the usual one; where it stands in its cell; the colour as red,
    /// green and blue, negative for the usual one.
    private var look: (numbers: String?, alignment: bo_alignment, colour: Int32) {
        switch self {
        case .header: (nil, bo_align_centre, -1)
        case .paragraph, .label: (nil, bo_align_indented, -1)
        case .note, .empty: (nil, bo_align_usual, -1)
        case .text, .longText, .overlongText: ("@", bo_align_indented, -1)
        case .number: ("#,##0", bo_align_usual, -1)
        case .year: ("0", bo_align_usual, -1)
        case .count: ("#,##0", bo_align_indented, -1)
        case .percent: ("0.0%", bo_align_usual, -1)
        case .share: ("0.00%", bo_align_usual, -1)
        case .fraction: ("0.00", bo_align_usual, -1)
        case .decimal: ("#,##0.0", bo_align_usual, -1)
        case .amountOfTwo: ("#,##0.00", bo_align_usual, -1)
        case .amountOfThree: ("#,##0.000", bo_align_usual, -1)
        case .amountOfFour: ("#,##0.0000", bo_align_usual, -1)
        // LibreOffice shows true and false as 1 and 0 without a format of their own.
        case .boolean: ("\"TRUE\";\"TRUE\";\"FALSE\"", bo_align_centre, -1)
        case .date: ("yyyy-mm-dd", bo_align_centre, -1)
        case .marker: ("@", bo_align_centre, -1)
        case .redMarker: ("@", bo_align_centre, 0xC00000)
        case .blueMarker: ("@", bo_align_centre, 0x0050C8)
        case .link: ("@", bo_align_within, 0x0563C1)
        }
    }
}
