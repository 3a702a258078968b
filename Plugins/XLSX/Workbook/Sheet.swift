internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// A sheet of a workbook that is being written, valid as long as the workbook.
///
/// Its rows are written in their order, from the top.
@safe struct Sheet {
    private let handle: OpaquePointer
    /// The name.
    let name: String

    init(handle: OpaquePointer, name: String) {
        unsafe self.handle = handle
        self.name = name
    }

    /// How many bytes the rows take so far.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if they could not be written.
    var size: Int {
        get throws(Fault) {
            let bytes = unsafe bo_sheet_bytes(handle)
            guard bytes >= 0 else { throw .workbook(.notWritten(errno)) }
            return Int(bytes)
        }
    }
}

extension Sheet {
    /// Writes a number.
    func write(_ number: Double, at row: Int, _ column: Int, _ format: CellFormat) throws(Fault) {
        try check(
            unsafe bo_sheet_number(
                handle, UInt32(row), UInt16(column), number, format.handle))
    }

    /// Writes a text, which must be fit for a cell.
    func write(_ text: String, at row: Int, _ column: Int, _ format: CellFormat) throws(Fault) {
        try check(
            unsafe text.withCString {
                unsafe bo_sheet_text(handle, UInt32(row), UInt16(column), $0, format.handle)
            })
    }

    /// Writes true or false.
    func write(_ value: Bool, at row: Int, _ column: Int, _ format: CellFormat) throws(Fault) {
        try check(
            unsafe bo_sheet_boolean(
                handle, UInt32(row), UInt16(column), value, format.handle))
    }

    /// Writes an address that leads where it says; false if the library cannot make it a link.
    func writeLink(to address: String, at row: Int, _ column: Int, _ format: CellFormat) -> Bool {
        let status = unsafe address.withCString {
            unsafe bo_sheet_link(handle, UInt32(row), UInt16(column), $0, $0, format.handle)
        }
        return status == bo_workbook_ok
    }

    /// Puts a picture over a cell, in `width` times `height` pixels; false if the library cannot.
    func put(
        _ picture: Picture, at row: Int, _ column: Int, width: Double, height: Double,
        description: String, address: String
    ) -> Bool {
        let hasAddress = !address.isEmpty
        let status = unsafe picture.bytes.withUnsafeBufferPointer { bytes in
            unsafe description.withCString { description in
                unsafe address.withCString { address in
                    var picture = unsafe bo_picture(
                        bytes: bytes.baseAddress, size: bytes.count, description: description,
                        address: hasAddress ? address : nil, width: width,
                        height: height)
                    return unsafe bo_sheet_picture(
                        handle, UInt32(row), UInt16(column), &picture)
                }
            }
        }
        return status == bo_workbook_ok
    }

    private func check(_ status: bo_workbook_status) throws(Fault) {
        guard status != bo_workbook_ok else { return }
        throw .workbook(WorkbookTrouble(status))
    }
}

extension Sheet {
    /// Sets the width of a column in characters.
    func setWidth(of column: Int, _ width: Int) {
        unsafe bo_sheet_set_width(handle, UInt16(column), Double(width))
    }

    /// Gives the first row a height of its own, in points, before anything is written to it.
    ///
    /// The library forgets the heights of rows that are written already.
    func setHeaderHeight(_ height: Double) { unsafe bo_sheet_set_header_height(handle, height) }

    /// Sets the height of all rows but the first, in points.
    func setRowHeight(_ height: Double) { unsafe bo_sheet_set_row_height(handle, height) }

    /// Keeps the first row in view, and lets readers filter by it.
    func setHeader(lastRow: Int, lastColumn: Int) {
        unsafe bo_sheet_freeze_header(handle)
        unsafe bo_sheet_set_filter(handle, UInt32(lastRow), UInt16(lastColumn))
    }

    /// Prints the sheet across, with all its columns on the width of a page.
    func setWidePages() { unsafe bo_sheet_set_pages(handle, 0) }

    /// Prints the sheet across on one page.
    func setOnePage() { unsafe bo_sheet_set_pages(handle, 1) }

    /// Does not mark texts of digits in `columns` as mistakes, down to `lastRow`.
    func allowDigits(in columns: [Int], lastRow: Int) {
        guard !columns.isEmpty else { return }
        let ranges = columns.map { column in
            let letters = Self.letters(of: column)
            return "\(letters)1:\(letters)\(lastRow + 1)"
        }
        unsafe ranges.joined(separator: " ").withCString {
            unsafe bo_sheet_allow_digits(handle, $0)
        }
    }

    /// The letters of a column: `A` for 0, `AA` for 26.
    private static func letters(of column: Int) -> String {
        var letters = ""
        var rest = column + 1
        while rest > 0 {
            let letter = UInt8(ascii: "A") + UInt8((rest - 1) % 26)
            letters = String(UnicodeScalar(letter)) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }

    /// Shows `chart` at the top of the sheet.
    func show(_ chart: LineChart, scale: (x: Double, y: Double)) throws(Fault) {
        try check(unsafe bo_sheet_chart(handle, 0, 0, chart.handle, scale.x, scale.y))
    }
}

/// A chart of lines, valid as long as its workbook.
@safe struct LineChart {
    let handle: OpaquePointer

    /// Adds the line of the values in `row` of `sheet`, behind its name; the labels are in the row
    /// `header`.
    func addLine(
        in sheet: Sheet, header: Int, row: Int, lastColumn: Int
    ) throws(Fault) {
        let status = unsafe sheet.name.withCString {
            unsafe bo_chart_add(handle, $0, UInt32(header), UInt32(row), UInt16(lastColumn))
        }
        guard status == bo_workbook_ok else { throw .workbook(WorkbookTrouble(status)) }
    }
}
