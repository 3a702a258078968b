internal import BoxOffice
internal import CWorkbook

/// How a cell looks.
enum CellStyle: Hashable {
    /// The name of a column.
    case header
    /// A text, whatever it looks like.
    case text
    /// A longer text, on several lines if it must.
    case paragraph
    /// A whole number, whose digits are grouped or not.
    case integer(isGrouped: Bool)
    /// A whole number in a column of texts.
    case count
    /// A percentage with one decimal.
    case percent
    /// A number with two decimals.
    case fraction
    /// A number with one decimal.
    case decimal
    /// True or false.
    case boolean
    /// A day.
    case date
    /// A rank-change marker, with its colour if it has one.
    case marker(MarkerColour?)
    /// A text that leads to a web page.
    case link
    /// What stands before a text of the last sheet.
    case label

    /// Lends the style to `body` as C has it.
    func withCStyle<Result>(_ body: (UnsafePointer<bo_style>) -> Result) -> Result {
        var style = unsafe bo_style(
            number_format: nil, colour: -1, alignment: bo_align_usual, is_bold: false,
            is_underlined: false, is_wrapped: false, is_heading: false)
        switch self {
        case .header:
            unsafe style.alignment = bo_align_centre
            unsafe style.is_bold = true
            unsafe style.is_heading = true
        case .label: unsafe style.is_bold = true
        case .paragraph: unsafe style.is_wrapped = true
        case .count: unsafe style.alignment = bo_align_left
        case .boolean: unsafe style.alignment = bo_align_centre
        case .marker(let colour):
            unsafe style.alignment = bo_align_centre
            if let colour { unsafe style.colour = colour.rgb }
        case .link:
            unsafe style.alignment = bo_align_within
            unsafe style.colour = 0x0563C1
            unsafe style.is_underlined = true
        case .date: unsafe style.alignment = bo_align_centre
        case .text, .integer, .percent, .fraction, .decimal: break
        }
        guard let format = numberFormat else { return unsafe body(&style) }
        return unsafe format.withCString { format in
            unsafe style.number_format = format
            return unsafe body(&style)
        }
    }

    /// The format of numbers; nil for the usual one.
    private var numberFormat: String? {
        switch self {
        case .text, .marker, .link: "@"
        case .count: "#,##0"
        case .integer(let isGrouped): isGrouped ? "#,##0" : "0"
        case .percent: "0.0%"
        case .fraction: "0.00"
        case .decimal: "#,##0.0"
        case .date: "yyyy-mm-dd"
        // LibreOffice shows true and false as 1 and 0 without a format of their own.
        case .boolean: "\"TRUE\";\"TRUE\";\"FALSE\""
        case .header, .paragraph, .label: nil
        }
    }
}

extension MarkerColour {
    /// The colour as red, green and blue.
    fileprivate var rgb: Int32 { self == .red ? 0xC00000 : 0x0050C8 }
}

/// A style as the library holds it, valid as long as its workbook.
@safe struct CellFormat {
    let handle: OpaquePointer
}
