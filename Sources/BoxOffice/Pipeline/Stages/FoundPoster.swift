/// The poster of a film and, for documents that show it, its small picture.
struct FoundPoster: Sendable {
    /// The poster; nil if there is none.
    let poster: Poster?
    /// The small picture; nil if none is wanted or it is not available.
    var picture: Picture?

    /// Joins a poster with its picture.
    init(_ poster: Poster?, _ picture: Picture? = nil) {
        self.poster = poster
        self.picture = picture
    }
}
