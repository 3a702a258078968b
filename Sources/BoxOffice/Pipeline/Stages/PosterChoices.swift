/// The pictures of which one becomes the poster of a film, the first one if nothing speaks against
/// it.
struct PosterChoices: Sendable {
    /// The pictures, at least one.
    let posters: [Poster]

    /// Makes a choice between `posters`.
    init(posters: [Poster]) { self.posters = posters }

    /// The choice between the posters that a source found; nil if there is none.
    ///
    /// Any picture that a source has of the film itself will do. Of those of an image search, only
    /// the first is taken that is not in `taken`: the same picture for two films is wrong for one of
    /// them at least.
    init?(among posters: [Poster], without taken: Set<String>) {
        guard let first = posters.first else { return nil }
        switch first.match {
        case .imageSearch:
            guard let free = posters.first(where: { !taken.contains($0.imageURL) }) else {
                return nil
            }
            self.posters = [free]
        case .code, .ratingNumber, .likeness: self.posters = posters
        case nil: self.posters = [first]
        }
    }
}
