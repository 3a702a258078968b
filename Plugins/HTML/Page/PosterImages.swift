internal import BoxOffice
internal import SVG

/// The posters of a page: pictures inside it, or links.
///
/// A picture is in the page once, where its film comes first; later rows refer to it. A page holds
/// at most 1,000 pictures and 32 MB of them, and the addresses of these are all that is kept.
struct PosterImages {
    /// The column that shows them; nil if none does.
    let column: Int?
    private let layout: Layout
    /// What a poster is called, as a text of the page.
    private let word: String
    /// The pictures for the rows that come next, by the address of the poster.
    private var pictures: [String: Picture] = [:]
    /// The pictures that are in the page, by the address of the poster: their number and size.
    private var embedded: [String: (number: Int, width: Int, height: Int)] = [:]
    private var embeddedBytes = 0
    /// Whether no more pictures are put into the page.
    private(set) var isFull = false
    /// How many posters are links because the page has pictures enough.
    private var tooMany = 0

    /// Prepares for the rows of a document.
    init(_ layout: Layout) {
        self.layout = layout
        let choice = HTMLOption.shownPosters(layout.options)
        word = layout.text(of: Message("html-poster", "poster"))
        column = choice == .none ? nil : layout.columns.firstIndex { $0.name == "poster_url" }
    }

    /// Keeps a picture for the next rows, if it is not in the page yet.
    mutating func take(_ picture: Picture, at address: String) {
        if embedded[address] == nil { pictures[address] = picture }
    }

    /// Forgets the pictures of the rows before.
    mutating func forgetPictures() { pictures.removeAll() }

    /// The poster at `address`, which leads to it, of the film with that title, if it has one.
    mutating func html(of address: String, titled title: Value?) -> String {
        let href = Markup.escaping(address)
        guard address.isWebAddress else { return href }
        var description = word
        if case .text(let title)? = title, !title.isEmpty {
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
            content =
                "<image id=\"poster-\(number)\" width=\"\(width)\" height=\"\(height)\" "
                + "href=\"data:\(picture.kind.mediaType);base64,\(picture.bytes.base64)\"/>"
        }
        return place.map {
            "<svg class=\"poster\" role=\"img\" aria-label=\"\(description)\" "
                + "viewBox=\"0 0 \($0.width) \($0.height)\">\(content)</svg>"
        }
    }

    /// The picture for the next row, if the page has room for it.
    private mutating func next(at address: String) -> Picture? {
        let picture = pictures.removeValue(forKey: address)
        if let picture, embedded.count == 1000 || embeddedBytes + picture.bytes.count > 32 << 20 {
            isFull = true
        }
        if isFull { tooMany += 1 }
        return isFull ? nil : picture
    }

    /// What readers should know of posters that are not in the page.
    var remark: Fault? {
        guard tooMany > 0 else { return nil }
        return Fault(
            .notFound, "page-posters-too-many",
            "of the posters, \(tooMany) are links, because the page has pictures enough (\(embedded.count))"
        )
    }
}

extension Picture.Kind {
    /// The media type of such pictures.
    fileprivate var mediaType: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
}
