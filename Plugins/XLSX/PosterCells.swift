internal import BoxOffice

/// The posters of the rows: pictures in their cells, or links.
struct PosterCells {
    /// The index of the column with the posters; nil if there is none.
    let column: Int?
    private let layout: Layout
    /// The pictures for the next rows, by the address of the poster.
    private var pictures: [String: Picture] = [:]
    /// True if cells take no more pictures.
    private(set) var isFull = false
    /// The number of bytes of pictures in cells.
    private var embeddedBytes = 0
    private var embedded = 0
    /// The number of posters that are texts because the sheet's link limit is reached.
    private var texts = 0
    /// The number of posters that are links because the workbook's picture limit is reached.
    private var tooMany = 0
    /// The number of posters that are links because a workbook cannot hold their kind of picture.
    private var otherKinds = 0

    /// Prepares for the rows of a document.
    init(_ layout: Layout) {
        let choice = layout.options[XLSX.posters]
        column = choice == .none ? nil : layout.columns.firstIndex { $0.name == "poster_url" }
        self.layout = layout
    }

    /// Keeps a picture for the next rows.
    mutating func take(_ picture: Picture, at address: String) { pictures[address] = picture }

    /// Forgets the pictures of the previous rows.
    mutating func forgetPictures() { pictures.removeAll() }

    /// Puts the picture of the poster at `address` into the cell; false if it must be a link.
    mutating func embed(
        at address: String, in values: Span<Value>, _ sheet: Sheet, row: Int
    ) -> Bool {
        guard let column, let picture = pictures[address] else { return false }
        let isOfKind = [.jpg, .png, .gif].contains(picture.kind)
        let size = embeddedBytes + picture.bytes.count
        if isOfKind, isFull || embedded == Self.maxPictures || size > Self.maxBytes {
            isFull = true
            tooMany += 1
            return false
        }
        let scale = min(
            Self.width / Double(picture.width), Self.height / Double(picture.height))
        let title = layout.text(of: "title", in: values) ?? ""
        guard isOfKind,
            sheet.put(
                picture, at: row, column, scale: scale,
                description: CellText.beginning(of: title),
                address: Self.isLinkable(address) ? address : "")
        else {
            otherKinds += 1
            return false
        }
        (embedded, embeddedBytes) = (embedded + 1, size)
        return true
    }

    /// Writes a link to the poster, after the `count` links that the sheet has; false if it must be
    /// a text.
    mutating func link(
        to address: String, _ sheet: Sheet, row: Int, after count: Int
    ) -> Bool {
        guard let column, Self.isLinkable(address) else { return false }
        guard count < Self.maxLinks else {
            texts += 1
            return false
        }
        return sheet.writeLink(to: address, at: row, column, .link)
    }

    /// Returns true if libxlsxwriter treats the address as a web address.
    private static func isLinkable(_ address: String) -> Bool {
        let text = address.lowercased()
        return address.utf8.count <= 2000
            && (text.hasPrefix("https://") || text.hasPrefix("http://"))
            && !["internal:", "external:"].contains { text.contains($0) }
    }

    /// The remarks on posters that are not in their cells.
    var remarks: [Fault] {
        let counts: [(Int, code: String, Message)] = [
            (
                otherKinds, "posters-of-other-kind",
                "of the posters, \(otherKinds) are links, because workbooks cannot hold their kind of picture"
            ),
            (
                tooMany, "posters-too-many",
                "of the posters, \(tooMany) are links, because the workbook's picture limit is reached (\(embedded))"
            ),
            (
                texts, "links-too-many",
                "of the posters, \(texts) are texts, because the sheet's link limit is reached (\(Self.maxLinks))"
            ),
        ]
        return counts.filter { $0.0 > 0 }.map { Fault(.notFound, $0.code, $0.2) }
    }

    /// The height of rows with pictures, in points: that of the pictures and a margin.
    static let rowHeight = (height + 4) * 0.75
    /// The width of the column, in characters: that of the pictures and a margin.
    static let columnWidth = 13
    /// The largest width and height of a picture, in pixels.
    private static let width = 80.0
    private static let height = 112.0
    /// The library holds every picture in memory until the end, once for each cell.
    private static let maxPictures = 1000
    private static let maxBytes = 32 << 20
    /// Spreadsheets cannot open a sheet with more than 65,530 links, and the library holds links in
    /// memory: 3 KB each.
    private static let maxLinks = 10_000
}
