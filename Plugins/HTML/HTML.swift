public import BoxOffice

/// Pages in HTML, for people who open a report: one file with tables or cards, posters and plots.
///
/// Nothing is loaded from anywhere and no script runs. A page is readable on a phone, in print, in
/// the dark and by a screen reader. With `layout=mail` it is what mail programs understand.
///
/// Rows are written as they come. What is kept of them are the figures that a plot is drawn of,
/// which are bounded (``Plot``), and the addresses of at most 1,000 posters.
public struct HTML: ChoosesColumns, ShowsPictures {
    /// The name `html` and the options of the format.
    public let manifest = Manifest(
        name: "html", summary: "a page with tables, posters and charts, or a mail",
        options: HTMLOption.declarations, korean: Self.korean)

    /// Text that is written with the rows.
    public let traits = FormatTraits(
        mediaType: "text/html", fileEndings: ["html"])

    /// Makes the format.
    public init() {}

    /// For charts, the most readable columns; of a poster, only the picture.
    public func defaultColumns(of usual: [String], _ options: PluginOptions) -> [String] {
        let columns =
            options[HTMLOption.layout] == .table
            ? ReadableColumns.ofTable(usual) : ReadableColumns.ofCards(usual)
        let others = columns.filter { $0 != "poster_url" }
        guard columns.contains("poster_url"), HTMLOption.shownPosters(options) != .none else {
            return others
        }
        // A poster stands before the title that it belongs to.
        let index = others.firstIndex(of: "title") ?? others.endIndex
        return others[..<index] + ["poster_url"] + others[index...]
    }

    /// What the plot of ranks is made of, and the title, which describes a poster.
    public func unwrittenColumns(_ options: PluginOptions) -> [String] {
        ["movie_code", "title", "rank"]
    }

    /// Whether posters are embedded.
    public func showsPictures(_ options: PluginOptions) -> Bool {
        HTMLOption.shownPosters(options) == .embed
    }

    /// Prepares a page; its headers are Korean if no language is chosen.
    public func document(_ layout: Layout) throws(Fault) -> any Document {
        try HTMLDocument(layout)
    }
}

/// A page that is being written.
private final class HTMLDocument: PictureDocument {
    private let page: PageFrame
    private let heading: Heading
    /// Whether the heading of the page is also that of its only edition.
    private let hasOneEdition: Bool
    private let writer: PageRows
    private var posters: PosterImages
    private var plot: Plot?
    private var sections = 0
    /// The id of the heading of the section that is open.
    private var section: String?
    private var sectionHasRows = false
    private var rows = 0
    /// How long a mail is so far, in bytes; nil if the page is none.
    private var lengthOfMail: Int?

    init(_ layout: Layout) throws(Fault) {
        let options = layout.options
        page = PageFrame(layout)
        heading = Heading(layout, escaping: HTMLText.escaping)
        hasOneEdition =
            layout.document.periods?.count == 1 && layout.document.regions.count < 2
            && options[HTMLOption.title].isEmpty
        let isMail = options[HTMLOption.layout] == .mail
        lengthOfMail = isMail ? 0 : nil
        writer = PageRows(layout)
        posters = PosterImages(layout)
        plot = options[HTMLOption.chart] == .auto && !isMail ? Plot(onPageOf: layout) : nil
    }

    /// Writes the head of the page.
    func begin(into output: inout ByteBuffer) throws(Fault) {
        page.begin(into: &output)
    }

    /// Writes the heading of `edition`.
    func begin(
        _ edition: ChartEdition, into output: inout ByteBuffer
    ) throws(Fault) {
        endSection(into: &output)
        posters.forgetPictures()
        plot?.begin(edition.period)
        beginSection(hasOneEdition ? nil : heading.text(of: edition), into: &output)
    }

    /// Keeps the picture for the row of its film.
    func take(_ picture: Picture, at address: String) throws(Fault) {
        posters.take(picture, at: address)
    }

    /// Whether more pictures are of use.
    var takesMorePictures: Bool { !posters.isFull }

    /// Writes one row, or one card.
    func write(
        _ row: Span<Value>, into output: inout ByteBuffer
    ) throws(Fault) {
        let before = output.count
        if section == nil { beginSection(nil, into: &output) }
        if !sectionHasRows { writer.begin(under: section ?? "", into: &output) }
        sectionHasRows = true
        rows += 1
        plot?.add(row)
        writer.write(row, &posters, into: &output)
        lengthOfMail? += output.count - before
    }

    /// Why there is no plot, and what else is not in the page.
    private var remarks: [Fault] {
        [posters.remark, plot?.remark, remarkOnLength].compactMap(\.self)
    }

    private var remarkOnLength: Fault? {
        guard let lengthOfMail, lengthOfMail > Self.longestMail else { return nil }
        return Fault(
            .notFound, "long-mail",
            "the mail has over \(lengthOfMail / 1000) kB, and some mail programs cut mails of more than 100 kB"
        )
    }

    /// How long the rows of a mail may be, in bytes: Gmail cuts mails at 102 kB.
    private static let longestMail = 98_000

    /// Writes the plot and the foot of the page.
    func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        let remarks = remarks
        if sections == 0 { beginSection(nil, into: &output) }
        endSection(into: &output)
        plot?.write(into: &output)
        page.finish(ending, rows: rows, remarks, into: &output)
        return remarks
    }

    private func beginSection(_ heading: String?, into output: inout ByteBuffer) {
        sections += 1
        section = page.beginSection(heading, number: sections, into: &output)
    }

    private func endSection(into output: inout ByteBuffer) {
        guard let name = section else { return }
        if sectionHasRows { writer.end(into: &output) }
        page.endSection(name, hasRows: sectionHasRows, into: &output)
        section = nil
        sectionHasRows = false
    }
}
