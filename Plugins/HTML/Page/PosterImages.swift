internal import BoxOffice

/// The posters of a page: pictures inside it, or links.
///
/// A picture is in the page once, where its film comes first; later rows refer to it. A page holds
/// at most 1,000 pictures and 32 MB of them, and the addresses of these are all that is kept.
struct PosterImages {
    /// What becomes of posters.
    let choice: HTMLOption.Posters
    /// The column that shows them; nil if none does.
    let column: Int?
    /// The pictures for the rows that come next, by the address of the poster.
    private var pictures: [String: Picture] = [:]
    /// The pictures that are in the page, by the address of the poster.
    private var embedded: [String: Place] = [:]
    private var embeddedBytes = 0
    /// Whether no more pictures are put into the page.
    private(set) var isFull = false
    /// How many posters are links because the page has pictures enough.
    private var tooMany = 0

    /// Where a picture is, and its size.
    private typealias Place = (number: Int, width: Int, height: Int)

    /// Prepares for the rows of a document.
    init(_ layout: Layout) {
        choice = HTMLOption.shownPosters(layout.options)
        column = choice == .none ? nil : layout.columns.firstIndex { $0.name == "poster_url" }
    }

    /// Keeps a picture for the next rows, if it is not in the page yet.
    mutating func take(_ picture: Picture, at address: String) {
        guard choice == .embed, column != nil, embedded[address] == nil else { return }
        pictures[address] = picture
    }

    /// Forgets the pictures of the rows before.
    mutating func forgetPictures() { pictures.removeAll() }

    /// Writes the poster at `address`, which leads to it.
    ///
    /// - Parameters:
    ///   - address: the address of the poster.
    ///   - description: what it shows, as a text of the page.
    ///   - word: what a link is called, as a text of the page.
    ///   - output: where the HTML goes.
    mutating func write(
        _ address: String, description: String, word: String, into output: inout ByteBuffer
    ) {
        let href = HTMLText.escaping(address)
        guard address.isWebAddress else {
            output.append(href)
            return
        }
        output.append("<a href=\"\(href)\" rel=\"noreferrer\">")
        if !writePicture(at: address, description: description, into: &output) {
            output.append(word)
        }
        output.append("</a>")
    }

    private mutating func writePicture(
        at address: String, description: String, into output: inout ByteBuffer
    ) -> Bool {
        guard choice == .embed else { return false }
        if let place = embedded[address] {
            begin(place, description, into: &output)
            output.append("<use href=\"#poster-\(place.number)\"/></svg>")
            return true
        }
        guard !isFull else {
            tooMany += 1
            return false
        }
        guard let picture = pictures.removeValue(forKey: address) else { return false }
        guard embedded.count < Self.mostPictures,
            embeddedBytes + picture.bytes.count <= Self.mostBytes
        else {
            isFull = true
            tooMany += 1
            return false
        }
        let place = (embedded.count + 1, picture.width, picture.height)
        embedded[address] = place
        embeddedBytes += picture.bytes.count
        begin(place, description, into: &output)
        output.append(
            "<image id=\"poster-\(embedded.count)\" width=\"\(picture.width)\" "
                + "height=\"\(picture.height)\" href=\"data:\(picture.kind.mediaType);base64,")
        output.append(base64: picture.bytes)
        output.append("\"/></svg>")
        return true
    }

    private func begin(
        _ place: Place, _ description: String, into output: inout ByteBuffer
    ) {
        output.append(
            "<svg class=\"poster\" role=\"img\" aria-label=\"\(description)\" "
                + "viewBox=\"0 0 \(place.width) \(place.height)\">")
    }

    /// What readers should know of posters that are not in the page.
    var remark: Fault? {
        guard tooMany > 0 else { return nil }
        return Fault(
            .notFound, "page-posters-too-many",
            "of the posters, \(tooMany) are links, because the page has pictures enough (\(embedded.count))"
        )
    }

    private static let mostPictures = 1000
    private static let mostBytes = 32 << 20
}

extension Picture.Kind {
    /// The media type of such pictures.
    fileprivate var mediaType: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
}
