internal import BoxOffice

/// Fetches the pictures of posters: those that are kept in a folder, and those that documents show.
actor PosterPictures {
    /// What was not available.
    private(set) var losses = Losses()
    private let fetcher: Fetcher
    private let limiter: ConcurrencyLimiter
    private var budget: PictureBudget

    init(_ fetcher: Fetcher, budget: PictureBudget) {
        self.fetcher = fetcher
        self.budget = budget
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// Whether pictures are kept or shown.
    nonisolated var areWanted: Bool { fetcher.pictures != nil || fetcher.thumbnails != nil }

    /// What was wrong with the pictures that are kept.
    nonisolated var warningsOfStore: [Fault] { fetcher.pictures?.warnings ?? [] }

    /// What a reader should know if the run has as many pictures as it may.
    var limit: Fault? { budget.fault }

    /// Fetches no more pictures for the document, which has enough.
    func stop() { budget.isOver = true }

    /// The poster of `film`: the first of `posters` whose picture is available, or the first one if no
    /// picture is wanted or none is available.
    func poster(of film: Film, from posters: [Poster]) async throws(Fault) -> FoundPoster {
        guard areWanted else { return FoundPoster(poster: posters.first) }
        return try await limiter.run { () async throws(Fault) in
            try await withPicture(of: film, posters)
        }
    }

    private func withPicture(
        of film: Film, _ posters: [Poster]
    ) async throws(Fault) -> FoundPoster {
        var problem: Fault?
        // What is kept already is the picture of one of these.
        let known = fetcher.pictures?.knownPoster(of: film.code)?.imageURL
        let inOrder =
            posters.filter { $0.imageURL == known } + posters.filter { $0.imageURL != known }
        for poster in inOrder {
            do throws(Fault) {
                return try await withPicture(poster, of: film)
            } catch {
                let fault = error.aboutPoster(of: film, poster)
                guard !error.endsRun else { throw fault }
                problem = problem ?? fault
            }
        }
        if let problem { losses.warn(problem) }
        // A picture that cannot be kept is still the film's poster, and may be shown.
        var found = FoundPoster(poster: posters.first)
        if fetcher.pictures != nil, let poster = posters.first {
            do throws(Fault) {
                found.picture = try await thumbnail(of: poster)
            } catch {
                guard !error.endsRun else { throw error.aboutPoster(of: film, poster) }
            }
        }
        return found
    }

    /// `poster` with its file and its small picture, as far as they are wanted.
    private func withPicture(
        _ poster: Poster, of film: Film
    ) async throws(Fault) -> FoundPoster {
        guard let store = fetcher.pictures else {
            return FoundPoster(poster: poster, picture: try await thumbnail(of: poster))
        }
        var found = FoundPoster(poster: poster)
        let file = try await store.keep(poster)
        found.poster?.file = file
        do throws(Fault) {
            found.picture = try await thumbnail(of: poster, keptIn: file)
        } catch {
            guard !error.endsRun else { throw error }
            losses.warn(error.aboutPoster(of: film, poster))
        }
        return found
    }

    /// The small picture of `poster`; nil if none is shown or the run has enough of them.
    ///
    /// If a small form is named but not available, the full one is not tried, because that may be
    /// very large.
    ///
    /// - Parameter file: where the full form is kept, which is shown unless it is too large, or nil.
    private func thumbnail(
        of poster: Poster, keptIn file: String? = nil
    ) async throws(Fault) -> Picture? {
        let address = poster.imageURL.asWebAddress
        guard let thumbnails = fetcher.thumbnails, file != nil || address != nil,
            budget.takePicture()
        else { return nil }
        let hasSmallForm = poster.thumbnailURL != nil
        let limit = hasSmallForm ? Self.mostBytesShown : Self.mostBytesOfOnlyForm
        var picture = file.flatMap { fetcher.pictures?.picture(in: $0, atMost: limit) }
        if picture == nil, file == nil || hasSmallForm, let address {
            picture = try await thumbnails.picture(
                at: poster.thumbnailURL?.asWebAddress ?? address)
        }
        if let picture { budget.note(picture) }
        return picture
    }

    /// A kept picture with more bytes is not put into documents, which hold many; its small form is.
    private static let mostBytesShown = 512 << 10
    /// The same of a picture that has no small form, which is as much as is fetched for a document.
    private static let mostBytesOfOnlyForm = 2 << 20
}

extension Fault {
    /// The fault about `poster` of `film`.
    fileprivate func aboutPoster(of film: Film, _ poster: Poster) -> Fault {
        about(
            film.poster, Scope(source: poster.source, movieCode: film.code))
    }
}

/// The poster of a film and, for documents that show it, its small picture.
struct FoundPoster: Sendable {
    /// The poster; nil if there is none.
    var poster: Poster?
    /// The small picture; nil if none is wanted or it is not available.
    var picture: Picture?
}

/// How many pictures of posters a run still fetches for its documents, which guards its memory.
///
/// A document usually has enough of them earlier, by the order of its rows. Which films are left out
/// here depends on which answers come first.
struct PictureBudget: Sendable {
    /// How many pictures are allowed.
    var pictures = 20_000
    /// After how many bytes no further one is.
    var bytes = 256 << 20
    /// Whether no picture is of use any more.
    var isOver = false
    private(set) var usedPictures = 0
    private(set) var usedBytes = 0
    /// How many posters have no picture because there are enough.
    private(set) var refused = 0

    /// Whether one more picture may be requested, which is then counted.
    mutating func takePicture() -> Bool {
        guard !isOver else { return false }
        guard usedPictures < pictures, usedBytes < bytes else {
            refused += 1
            return false
        }
        usedPictures += 1
        return true
    }

    /// Counts the bytes of a picture that came.
    mutating func note(_ picture: Picture) { usedBytes += picture.bytes.count }

    /// What a reader of the document has to know; nil if no picture was refused.
    var fault: Fault? {
        guard refused > 0 else { return nil }
        return Fault(
            .notFound, "pictures-limit",
            "a run fetches \(pictures) pictures of posters or \(bytes >> 20) MB of them; \(refused) more films have only the address"
        )
    }
}
