internal import BoxOffice
internal import CWorkbook
internal import Glibc

/// A workbook that libxlsxwriter writes: rows go to temporary files, and everything to one file at
/// the end.
///
/// A workbook that is dropped before it is closed leaves nothing.
@safe struct Workbook: ~Copyable {
    /// Freed once: by the library when the workbook is closed, otherwise in `deinit`.
    private var handle: OpaquePointer?
    private let output: TemporaryFile
    private var styles: [CellStyle: CellFormat] = [:]

    /// Whether the library is there.
    static var isPossible: Bool { bo_workbook_has_library() }

    /// What is wrong with libxlsxwriter, as the loader of libraries says it; nil if it is not installed.
    static var trouble: String? {
        let trouble = unsafe String(cString: bo_workbook_trouble())  // It stays where it is.
        let isMissing = trouble.hasPrefix("libxlsxwriter.so.") && trouble.contains(": cannot open")
        return isMissing || trouble.isEmpty ? nil : trouble
    }

    /// Whether its temporary files have no names, and no error about them is overlooked.
    static var hasOwnTemporaryFiles: Bool { bo_workbook_has_our_files() }

    /// Begins a workbook.
    ///
    /// - Parameters:
    ///   - title: the title among its properties.
    ///   - subject: what it covers.
    ///   - comments: where its figures are from.
    /// - Throws: a ``Fault`` of kind `cannotCreate` if there is no temporary folder.
    static func begin(
        title: String, subject: String, comments: String
    ) throws(Fault) -> Workbook {
        let output = try TemporaryFile.make()
        // The library cuts longer ones itself, and not between characters.
        let texts = [title, subject, comments].map { CellText($0.prefix(200)).text }
        let handle = unsafe texts[0].withCString { title in
            unsafe texts[1].withCString { subject in
                unsafe texts[2].withCString { comments in
                    unsafe TemporaryFile.folder.withCString { folder in
                        var properties = unsafe bo_workbook_properties(
                            title: title, subject: subject, comments: comments)
                        return unsafe bo_workbook_open(output.descriptor, folder, &properties)
                    }
                }
            }
        }
        guard let handle = unsafe handle else { throw .workbook(.outOfResources) }
        return unsafe Workbook(handle: handle, output: output)
    }

    private init(handle: OpaquePointer, output: consuming TemporaryFile) {
        unsafe self.handle = handle
        self.output = output
    }

    deinit {
        if let handle = unsafe handle { unsafe bo_workbook_drop(handle) }
    }

    /// Adds a sheet called `name`, which must be fit for it.
    ///
    /// The rows of a small sheet are held in memory, so that charts of them hold their values, too.
    mutating func addSheet(_ name: String, isSmall: Bool = false) throws(Fault) -> Sheet {
        let sheet = unsafe name.withCString { unsafe bo_workbook_sheet(handle, $0, isSmall) }
        guard let sheet = unsafe sheet else {
            let state = unsafe bo_workbook_state(handle)
            throw .workbook(state == bo_workbook_ok ? .outOfResources : WorkbookTrouble(state))
        }
        return unsafe Sheet(handle: sheet, name: name)
    }

    /// The format of cells that look like `style`.
    mutating func format(_ style: CellStyle) throws(Fault) -> CellFormat {
        if let format = styles[style] { return format }
        guard let made = unsafe style.withCStyle({ unsafe bo_workbook_format(handle, $0) }) else {
            throw .workbook(.outOfResources)
        }
        let format = unsafe CellFormat(handle: made)
        styles[style] = format
        return format
    }

    /// Adds a chart of lines, which a sheet then shows.
    ///
    /// - Parameters:
    ///   - title: the text above it.
    ///   - values: the title of the axis.
    ///   - ranks: the last rank, if the values are ranks, of which the first is on top.
    mutating func addLineChart(
        title: String, values: String, ranks: Int?
    ) throws(Fault) -> LineChart {
        let texts = [title, values].map { CellText($0.prefix(200)).text }
        let chart = unsafe texts[0].withCString { title in
            unsafe texts[1].withCString { values in
                var style = unsafe bo_chart_style(
                    title: title, value_title: values, is_reversed: ranks != nil,
                    lowest: 1, highest: Double(ranks ?? 0))
                return unsafe bo_workbook_chart(handle, &style)
            }
        }
        guard let chart = unsafe chart else { throw .workbook(.outOfResources) }
        return unsafe LineChart(handle: chart)
    }

    /// Writes the workbook, and passes its bytes to `body` in blocks.
    ///
    /// - Parameters:
    ///   - sheets: all sheets of the workbook, in their order.
    ///   - body: takes a block.
    mutating func close(
        _ sheets: [Sheet], _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        guard let book = unsafe handle else { return }
        var sizes: [Int] = []
        for sheet in sheets { sizes.append(try sheet.size) }
        unsafe handle = nil
        let status = unsafe bo_workbook_close(book)
        guard status == bo_workbook_ok else {
            throw .workbook(WorkbookTrouble(status))
        }
        guard let parts = try ZipDirectory(of: output), parts.areWhole(sheets: sizes) else {
            throw .workbook(.notWritten(0))
        }
        try output.forEachBlock(body)
    }
}
