public import BoxOffice
internal import CWorkbook

/// The workbook format (Office Open XML), for people who use spreadsheets: dates, numbers and
/// percentages keep their types, texts stay texts, and markers have their colours.
///
/// The first sheet, or the sheet of each period and source, begins with its header. Several periods
/// of a chart get a sheet with a plot of their ranks, one per source. The last sheet explains the
/// figures.
///
/// libxlsxwriter writes the format. It is loaded when a workbook is begun, and keeps rows in
/// temporary files, so a long workbook takes no more memory than a short one.
public struct XLSX: Format {
    /// The ways to divide rows into sheets.
    enum Sheets: String, CaseIterable {
        case one, period
    }

    static let sheets = TypedOption.choice(
        "sheets", of: Sheets.self, default: .one,
        help: "one sheet for all rows, or one for each period (at most 200)")
    static let chart = TypedOption.choice(
        "chart", of: Plot.Choice.self, default: .auto,
        help:
            "auto draws the ranks over the periods, or the runs of films: up to 62 periods, and of more than 30 films the best placed"
    )
    static let posters = TypedOption.choice(
        "posters", of: Picture.Choice.self, default: .embed,
        help: "pictures in the cells, links to them, or none")

    /// The name `xlsx` and the options of the format.
    public let manifest = Manifest(
        name: "xlsx", summary: "workbooks for Excel and other spreadsheets",
        options: [
            sheets.declaration, chart.declaration, posters.declaration,
            PlottedRows.value.declaration,
        ], korean: Self.korean)

    /// Bytes that come at the end.
    public let traits = FormatTraits(
        mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        fileEndings: ["xlsx"], isBinary: true, isStreaming: false, tellsCurrency: true)

    /// Creates the format.
    public init() {}

    /// Returns the usual columns and the rank marker, of charts the most readable ones first; of a
    /// poster, only the picture.
    public func defaultColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        var hidden = Set(Poster.table.dataset.columns.map(\.name))
        if options[XLSX.posters] != .none { hidden.remove("poster_url") }
        return usual.forSheets.filter { !hidden.contains($0) }
    }

    /// Returns the columns for the plot of ranks and the choice of its films, and the title, which
    /// describes a poster.
    public func unwrittenColumns(of usual: UsualColumns, _ options: PluginOptions) -> [String] {
        ["movie_code", "rank", "audience_count", options[PlottedRows.value].name]
            + Plot.columnsOfFilms
    }

    /// Returns true if posters are embedded.
    public func showsPictures(_ options: PluginOptions) -> Bool {
        options[XLSX.posters] == .embed
    }

    /// Refuses more periods than sheets are allowed, more columns than a sheet can have, and any
    /// workbook if libxlsxwriter is missing.
    public func check(_ layout: Layout) throws(Fault) {
        let most = Self.maxSheets / max(layout.document.figures.count, 1)
        if layout.options[XLSX.sheets] == .period,
            let count = layout.document.periodCount, count > most
        {
            throw .tooManySheets(count, most)
        }
        guard layout.columns.count <= Self.maxColumns else {
            throw .tooManyColumns(layout.columns.count)
        }
        if let trouble = unsafe bo_workbook_trouble() {
            throw .library(unsafe String(cString: trouble))  // It stays where it is.
        }
    }

    /// Prepares a workbook; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try WorkbookDocument(layout)
    }

    /// The maximum number of columns of a sheet.
    private static let maxColumns = 16_384
    /// The maximum number of sheets for the periods of a workbook's sources.
    ///
    /// Each takes a descriptor while it is written, and a reader would be lost among more.
    private static let maxSheets = 200
}

extension Fault {
    fileprivate static func tooManyColumns(_ count: Int) -> Fault {
        Fault(.usage, "too-many-columns", "a sheet has at most 16384 columns, not \(count)")
    }

    fileprivate static func tooManySheets(_ count: Int, _ most: Int) -> Fault {
        Fault(
            .usage, "too-many-sheets",
            "a workbook has a sheet for each of at most \(most) periods, not \(count)",
            hint:
                "-O sheets=one puts all periods on one sheet; -o '{year}-{month}.xlsx' makes a file a month"
        )
    }

    /// - Parameter trouble: the error of the dynamic loader.
    fileprivate static func library(_ trouble: String) -> Fault {
        if trouble.hasPrefix("libxlsxwriter.so."), trouble.contains(": cannot open") {
            return Fault(
                .configuration, "no-workbook-library",
                "libxlsxwriter, which writes workbooks, is not there",
                hint:
                    "on Debian and Ubuntu: apt-get install libxlsxwriter4; without it, --profile excel makes a CSV file for Excel"
            )
        }
        return Fault(
            .configuration, "broken-workbook-library",
            "libxlsxwriter, which writes workbooks, cannot be used: \(trouble)")
    }
}
