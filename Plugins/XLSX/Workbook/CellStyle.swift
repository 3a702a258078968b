internal import BoxOffice
internal import CWorkbook

/// The style of a cell.
enum CellStyle: Int, CaseIterable {
    /// The name of a column.
    case header
    /// A text, even if it looks like a number or a formula.
    case text
    /// A longer text, wrapped if necessary.
    case paragraph
    /// A longer text, even if it looks like a number or a formula.
    case longText
    /// A text that is too long for its row, so that only its beginning is visible.
    case overlongText
    /// A cell without content.
    case empty
    /// A remark between the tables of a sheet.
    case note
    /// The label before a text on the last sheet.
    case label
    /// A whole number with grouped digits.
    case number
    /// A whole number without grouped digits.
    case year
    /// A whole number in a column of texts.
    case count
    /// A percentage with one decimal.
    case percent
    /// A percentage with two decimals.
    case share
    /// A number with two decimals whose digits are not grouped.
    case fraction
    /// A number with that many decimals and grouped digits.
    case oneDecimal, twoDecimals, threeDecimals, fourDecimals
    /// True or false.
    case boolean
    /// A day.
    case date
    /// A rank-change marker, without a colour or in one.
    case marker, redMarker, blueMarker
    /// A text that links to a web page.
    case link

    /// Creates the style of a number in a column of that kind.
    init(of number: Value, in kind: Column.Kind) {
        let places = number.decimal?.places ?? 0
        self =
            switch kind {
            case .percent: .percent
            case .share: .share
            case .fraction: .fraction
            case .year: .year
            default: Self.byPlaces[min(places, 4)]
            }
    }

    private static let byPlaces: [CellStyle] = [
        .number, .oneDecimal, .twoDecimals, .threeDecimals, .fourDecimals,
    ]

    /// Creates the style of `text` in a column of that kind: a marker has a colour.
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

    /// Returns the format of such cells in `workbook`; nil if memory is exhausted.
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

    /// The number format of such cells; nil for the default.
    var numberFormat: String? { look.numbers }

    /// The number format, nil for the default; the alignment in the cell; and the colour as red,
    /// green and blue, negative for the default.
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
        case .oneDecimal: ("#,##0.0", bo_align_usual, -1)
        case .twoDecimals: ("#,##0.00", bo_align_usual, -1)
        case .threeDecimals: ("#,##0.000", bo_align_usual, -1)
        case .fourDecimals: ("#,##0.0000", bo_align_usual, -1)
        // LibreOffice shows true and false as 1 and 0 unless they have their own format.
        case .boolean: ("\"TRUE\";\"TRUE\";\"FALSE\"", bo_align_centre, -1)
        case .date: ("yyyy-mm-dd", bo_align_centre, -1)
        case .marker: ("@", bo_align_centre, -1)
        case .redMarker: ("@", bo_align_centre, 0xC00000)
        case .blueMarker: ("@", bo_align_centre, 0x0050C8)
        case .link: ("@", bo_align_within, 0x0563C1)
        }
    }
}

extension Value {
    /// Returns the number for a cell in a column of that kind: 0.123 for 12.3 %; nil if it is not a
    /// number.
    func cellFigure(in kind: Column.Kind) -> Double? {
        guard kind.isPercentage, let percent = decimal else { return figure }
        return Decimal(percent.units, places: percent.places + 2).approximation
    }
}
