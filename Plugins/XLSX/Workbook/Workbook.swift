internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// A workbook that libxlsxwriter writes: rows go to temporary files, and everything to one file at
/// the end.
///
/// A workbook that is dropped before it is closed leaves no files.
@safe struct Workbook: ~Copyable {
    /// Freed once: by the library when the workbook is closed, otherwise in `deinit`.
    private(set) var handle: OpaquePointer?
    private let output: TemporaryFile
    /// The styles of cells, in the order of ``CellStyle``; they belong to the library.
    private let formats: [OpaquePointer]
    /// The header of every printed page.
    private let pageHeader: String

    /// True if its temporary files have no names, and no error about them is missed; it has
    /// temporary files from the first sheet on that is not small.
    var hasOwnTemporaryFiles: Bool { unsafe bo_workbook_has_our_files(handle) }

    /// Begins a workbook.
    ///
    /// - Parameters:
    ///   - title: the title among its properties.
    ///   - subject: what it covers.
    ///   - comments: the origin of its figures; printed pages have the title and this on top.
    /// - Throws: a ``Fault`` of kind `cannotCreate` if no temporary file can be created.
    static func begin(
        title: String, subject: String, comments: String
    ) throws(Fault) -> Workbook {
        let output = try TemporaryFile()
        let handle = unsafe bo_workbook_open(
            output.descriptor, TemporaryFile.folder, CellText.beginning(of: title),
            CellText.beginning(of: subject), CellText.beginning(of: comments))
        guard let handle = unsafe handle else { throw .workbook(bo_workbook_out_of_resources) }
        let formats = unsafe CellStyle.allCases.compactMap { unsafe $0.format(in: handle) }
        func onPage(_ text: String) -> String {
            CellText.beginning(of: String(text.prefix(100)).replacing("&", with: "&&"))
        }
        let workbook = unsafe Workbook(
            handle: handle, output: output, formats: formats,
            pageHeader: "&L\(onPage(title))&R\(onPage(comments))")
        guard unsafe formats.count == CellStyle.allCases.count else {
            throw .workbook(bo_workbook_out_of_resources)
        }
        return workbook
    }

    deinit {
        if let handle = unsafe handle { unsafe bo_workbook_drop(handle) }
    }

    /// Adds a sheet called `name`, which must be valid for a sheet.
    ///
    /// The rows of a small sheet are held in memory, so that lines drawn from them also store their
    /// values.
    mutating func addSheet(_ name: String, isSmall: Bool = false) throws(Fault) -> Sheet {
        guard let sheet = unsafe bo_workbook_sheet(handle, name, isSmall) else {
            let state = unsafe bo_workbook_state(handle)
            throw .workbook(state == bo_workbook_ok ? bo_workbook_out_of_resources : state)
        }
        unsafe bo_sheet_set_pages(sheet, pageHeader)
        return unsafe Sheet(handle: sheet, formats: formats, name: name)
    }

    /// Writes the workbook, and passes its bytes to `body` in blocks.
    mutating func close(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        guard let book = unsafe handle else { return }
        unsafe handle = nil
        try unsafe bo_workbook_close(book).check()
        try output.forEachBlock(body)
    }
}

/// A sheet of a workbook that is being written, valid as long as the workbook.
///
/// Its rows are written in their order, from the top.
@safe struct Sheet {
    let handle: OpaquePointer
    fileprivate let formats: [OpaquePointer]
    let name: String

    /// Writes a number.
    func write(_ number: Double, at row: Int, _ column: Int, _ style: CellStyle) throws(Fault) {
        try unsafe bo_sheet_number(handle, UInt32(row), UInt16(column), number, format(style))
            .check()
    }

    /// Writes a text, which must be in the form that a cell can hold.
    func write(_ text: String, at row: Int, _ column: Int, _ style: CellStyle) throws(Fault) {
        try unsafe bo_sheet_text(handle, UInt32(row), UInt16(column), text, format(style)).check()
    }

    /// Writes true or false.
    func write(_ value: Bool, at row: Int, _ column: Int, _ style: CellStyle) throws(Fault) {
        try unsafe bo_sheet_boolean(handle, UInt32(row), UInt16(column), value, format(style))
            .check()
    }

    /// Writes an address as a link to itself; false if the library cannot make it a link.
    func writeLink(to address: String, at row: Int, _ column: Int, _ style: CellStyle) -> Bool {
        unsafe bo_sheet_link(
            handle, UInt32(row), UInt16(column), address, address, format(style)) == bo_workbook_ok
    }

    /// Puts a picture, scaled to its size times `scale`, over a cell; false if the library cannot.
    func put(
        _ picture: Picture, at row: Int, _ column: Int, scale: Double, description: String,
        address: String
    ) -> Bool {
        unsafe bo_sheet_picture(
            handle, UInt32(row), UInt16(column), picture.bytes, picture.bytes.count, description,
            address, Double(picture.width) * scale, Double(picture.height) * scale)
            == bo_workbook_ok
    }

    private func format(_ style: CellStyle) -> OpaquePointer { unsafe formats[style.rawValue] }

    /// Sets the width of a column in characters.
    func setWidth(of column: Int, _ width: Int) {
        unsafe bo_sheet_set_width(handle, UInt16(column), Double(width))
    }

    /// Sets the height of a row in points; the next row must not have been begun.
    func setHeight(of row: Int, _ height: Double) {
        unsafe bo_sheet_set_height(handle, UInt32(row), height)
    }

    /// Sets the height in points of all rows without their own height.
    func setRowHeight(_ height: Double) { unsafe bo_sheet_set_row_height(handle, height) }

    /// Gives empty cells of a table borders like those of the others.
    func setBorders(rows: ClosedRange<Int>, lastColumn: Int) {
        unsafe bo_sheet_set_borders(handle, bo_cells(rows, 0...lastColumn), format(.empty))
    }

    /// Keeps the first row in view and on every page, and adds filters to it.
    func setHeader(lastRow: Int, lastColumn: Int) {
        unsafe bo_sheet_freeze_header(handle)
        unsafe bo_sheet_set_filter(handle, UInt32(lastRow), UInt16(lastColumn))
        repeatRow(0)
    }

    /// Repeats a row at the top of every later page.
    func repeatRow(_ row: Int) { unsafe bo_sheet_repeat(handle, UInt32(row)) }

    /// Prints only the cells above and to the left of a cell, including that cell.
    func setPrintArea(lastRow: Int, lastColumn: Int) {
        unsafe bo_sheet_set_print_area(handle, UInt32(lastRow), UInt16(lastColumn))
    }

    /// Stops spreadsheets from marking texts of digits in `columns` as mistakes, down to `lastRow`.
    func allowDigits(in columns: [Int], lastRow: Int) {
        guard !columns.isEmpty else { return }
        let ranges = columns.map { column in
            let letters = Self.letters(of: column)
            return "\(letters)1:\(letters)\(lastRow + 1)"
        }
        unsafe bo_sheet_allow_digits(handle, ranges.joined(separator: " "))
    }

    /// Returns the letters of a column: `A` for 0, `AA` for 26.
    private static func letters(of column: Int) -> String {
        let last = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(column % 26)))
        return column < 26 ? last : letters(of: column / 26 - 1) + last
    }
}

extension bo_cells {
    /// The cells that are in those rows and columns.
    init(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>) {
        self.init(
            first_row: UInt32(rows.lowerBound), first_column: UInt16(columns.lowerBound),
            last_row: UInt32(rows.upperBound), last_column: UInt16(columns.upperBound))
    }
}

extension bo_workbook_status {
    /// Throws the fault for the outcome of a call, right after it, unless it is a success.
    func check() throws(Fault) {
        guard self == bo_workbook_ok else { throw .workbook(self) }
    }
}

extension Fault {
    /// Returns the fault for a workbook that cannot be written, right after the call.
    ///
    /// - Parameter status: the outcome of the call, other than success.
    static func workbook(_ status: bo_workbook_status) -> Fault {
        let error = errno  // 0 if it is unknown.
        let folder = TemporaryFile.folder
        let reason = Message(sentence: unsafe String(cString: strerror(error)))
        return switch status {
        case bo_workbook_out_of_resources:
            Fault(
                .outOfResources, "workbook-resources",
                "the system lacks the memory or the descriptors that a workbook needs",
                hint: "each sheet takes a descriptor: 'ulimit -n' says how many there are")
        case bo_workbook_no_file:
            Fault(
                .cannotCreate, "no-temporary-file",
                "cannot create a temporary file in '\(folder)': \(reason)",
                hint: "set TMPDIR to another folder")
        case bo_workbook_not_read:
            Fault(
                .cannotWrite, "workbook-not-read",
                "a temporary file of the workbook in '\(folder)' cannot be read: \(reason)"
            )
        case bo_workbook_not_written where ![0, ENOSPC, EDQUOT].contains(error):
            Fault(
                .cannotWrite, "workbook-not-written",
                "a temporary file of the workbook in '\(folder)' cannot be written: \(reason)"
            )
        case bo_workbook_not_written:
            Fault(
                .cannotWrite, "workbook-room",
                "there is no room for the temporary files of a workbook in '\(folder)'",
                hint: "set TMPDIR to another folder")
        case bo_workbook_too_large:
            Fault(.cannotWrite, "workbook-size", "that is more than a workbook can hold")
        default: Fault(.bug, "workbook-refused", "libxlsxwriter refused a cell")
        }
    }
}
