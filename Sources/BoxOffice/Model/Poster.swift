/// A picture that was chosen as a film's poster.
public struct Poster: Hashable, Sendable {
    /// The evidence that the picture is the film's, from strongest to weakest.
    public enum Match: String, Hashable, Sendable, CaseIterable {
        /// The source has it under the film's own code.
        case code
        /// The source has it under the number of the film's rating (심의번호).
        case ratingNumber = "rating-number"
        /// Title, director and year match the film's.
        case likeness
        /// An image search for the title found it; nothing shows whose poster it is.
        case imageSearch = "image-search"

        /// True if the source knows the film, so that any picture it has of the film will do.
        package var isOfTheFilm: Bool { self != .imageSearch }
    }

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
    /// The width in pixels; nil if the source does not say.
    public var width: Int?
    /// The height in pixels; nil if the source does not say.
    public var height: Int?
    /// The confidence in the choice, from 0 to 1 with two decimals.
    public var confidence: Decimal
    /// The evidence that the picture is the film's; nil if the source does not say.
    public var match: Match?
    /// The name of the source, such as `kmdb`; the host sets it.
    public package(set) var source: String?
    /// The path of the file that the picture is kept in, or nil; the host sets it.
    public package(set) var file: String?

    /// Makes a poster.
    public init(
        movieCode: String, query: String, imageURL: String, width: Int? = nil,
        height: Int? = nil, confidence: Decimal, match: Match? = nil
    ) {
        self.movieCode = movieCode
        self.query = query
        self.imageURL = imageURL
        self.width = width
        self.height = height
        self.confidence = confidence
        self.match = match
    }

    /// The columns that a poster adds to a film's row.
    ///
    /// An address is left out if it is not a web address.
    ///
    /// Names and order are a promise and MUST NOT CHANGE; a new column goes to the end.
    public static let table = Table<Poster>(
        named: "posters",
        [
            Field("poster_url", "포스터", .text) { Value($0.imageURL.asWebAddress) },
            Field("poster_thumbnail_url", "포스터썸네일", .text) {
                Value($0.thumbnailURL?.asWebAddress)
            },
            Field("poster_width", "포스터너비", .integer) { Value($0.width) },
            Field("poster_height", "포스터높이", .integer) { Value($0.height) },
            Field("poster_page_url", "포스터출처", .text) { Value($0.pageURL?.asWebAddress) },
            Field("poster_confidence", "포스터신뢰도", .fraction) { .decimal($0.confidence) },
            Field("poster_source", "포스터제공처", .text) { Value($0.source) },
            Field("poster_match", "포스터일치근거", .text) { Value($0.match?.rawValue) },
            Field("poster_file", "포스터파일", .text) { Value($0.file) },
        ])

    /// The columns of ``table`` that are written only if the user chooses them.
    package static let columnsOnRequest: Set = ["poster_source", "poster_match", "poster_file"]
}
