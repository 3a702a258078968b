/// The poster of a film and, for documents that show it, its small picture.
struct FoundPoster: Sendable {
    /// The poster.
    let poster: Poster
    /// The small picture; nil if none is wanted or it is not available.
    let picture: Picture?
}
