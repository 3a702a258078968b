/// A picture that was chosen as a film's poster.
public struct Poster: Hashable, Sendable {
    /// The code of the film.
    public var movieCode: String
    /// The words that were searched for.
    public var query: String
    /// The address of the picture.
    public var imageURL: String
    /// The address of a smaller version.
    public var thumbnailURL: String?
    /// The address of the page that shows the picture.
    public var pageURL: String?
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// How sure the choice is.
    public var confidence: Fraction

    /// Makes a poster.
    public init(
        movieCode: String, query: String, imageURL: String, width: Int, height: Int,
        confidence: Fraction
    ) {
        self.movieCode = movieCode
        self.query = query
        self.imageURL = imageURL
        self.width = width
        self.height = height
        self.confidence = confidence
    }

    /// The columns that a poster adds to a film's row.
    ///
    /// An address from a source that is not a web address is left out.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let table = Table<Poster>(
        named: "posters",
        [
            Field("poster_url", "포스터", .text) { Value(address: $0.imageURL) },
            Field("poster_thumbnail_url", "포스터썸네일", .text) {
                Value(address: $0.thumbnailURL)
            },
            Field("poster_width", "포스터너비", .integer) { .integer($0.width) },
            Field("poster_height", "포스터높이", .integer) { .integer($0.height) },
            Field("poster_page_url", "포스터출처", .text) { Value(address: $0.pageURL) },
            Field("poster_confidence", "포스터신뢰도", .fraction) { .fraction($0.confidence) },
        ])
}

extension Value {
    /// The address, or missing if it is not a web address.
    fileprivate init(address: String?) {
        self.init(address.flatMap(\.asWebAddress))
    }
}
