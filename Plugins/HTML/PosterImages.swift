internal import BoxOffice
internal import SVG

/// The posters of a page: pictures inside it, or links.
///
/// A picture is in the page once, where its film first appears; later rows refer to it. A page
/// holds at most 1,000 pictures and 32 MB of them, and only their addresses are kept in memory.
struct PosterImages {
    /// The index of the column with the posters; nil if there is none.
    let column: Int?
    private let layout: Layout
    /// The word for a poster, as a text of the page.
    private let word: String
    /// The pictures for the next rows, by the address of the poster.
    private var pictures: [String: Picture] = [:]
    /// The number and size of each picture in the page, by the address of the poster.
    private var embedded: [String: (number: Int, width: Int, height: Int)] = [:]
    private var embeddedBytes = 0
    /// True if the page takes no more pictures.
    private(set) var isFull = false
    /// The number of posters that are links because the page is full.
    private var tooMany = 0

    /// Prepares for the rows of a document.
    init(_ layout: Layout) {
        self.layout = layout
        let choice = HTML.shownPosters(layout.options)
        word = layout.text(of: Message("html-poster", "poster"))
        column = choice == .none ? nil : layout.columns.firstIndex { $0.name == "poster_url" }
    }

    /// Keeps a picture for the next rows, if it is not in the page yet.
    mutating func take(_ picture: Picture, at address: String) {
        if embedded[address] == nil { pictures[address] = picture }
    }

    /// Forgets the pictures of the previous rows.
    mutating func forgetPictures() { pictures.removeAll() }

    /// Returns the HTML of the poster at `address`, linked to that address and described by the title
    /// in its row, if that has one.
    mutating func html(of address: String, in row: Span<Value>) -> String {
        let href = Markup.escaping(address)
        guard address.isWebAddress else { return href }
        var description = word
        if let title = layout.text(of: "title", in: row), !title.isEmpty {
            let name = Markup.escaping(String(title.prefix(200)))
            description = layout.text(of: Message("html-poster-of", "poster of \(name)"))
        }
        let picture = picture(at: address, described: description)
        return "<a href=\"\(href)\" rel=\"noreferrer\">\(picture ?? word)</a>"
    }

    private mutating func picture(at address: String, described description: String) -> String? {
        var place = embedded[address]
        var content = place.map { "<use href=\"#poster-\($0.number)\"/>" } ?? ""
        if place == nil, let picture = next(at: address) {
            let (number, width, height) = (embedded.count + 1, picture.width, picture.height)
            place = (number, width, height)
            embedded[address] = place
            embeddedBytes += picture.bytes.count
            let kind = picture.kind == .jpg ? "jpeg" : picture.kind.rawValue
            content =
                "<image id=\"poster-\(number)\" width=\"\(width)\" height=\"\(height)\" "
                + "href=\"data:image/\(kind);base64,\(Self.base64(picture.bytes))\"/>"
        }
        return place.map {
            "<svg class=\"poster\" role=\"img\" aria-label=\"\(description)\" "
                + "viewBox=\"0 0 \($0.width) \($0.height)\">\(content)</svg>"
        }
    }

    /// Returns the picture for the next row, if the page has space for it.
    private mutating func next(at address: String) -> Picture? {
        let picture = pictures.removeValue(forKey: address)
        if let picture, embedded.count == 1000 || embeddedBytes + picture.bytes.count > 32 << 20 {
            isFull = true
        }
        if isFull { tooMany += 1 }
        return isFull ? nil : picture
    }

    /// The remark on posters that are not in the page.
    var remark: Fault? {
        guard tooMany > 0 else { return nil }
        return Fault(
            .notFound, "page-posters-too-many",
            "of the posters, \(tooMany) are links, because the page's picture limit is reached (\(embedded.count))"
        )
    }

    /// Returns the bytes in base64, as in the address of an embedded picture.
    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (24 - 8 * group.count)
            for index in 0..<4 {
                let digit = digits[Int(bits >> (18 - 6 * index) & 63)]
                text.append(index <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
