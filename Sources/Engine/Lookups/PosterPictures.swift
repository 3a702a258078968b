internal import BoxOffice

/// The part of the lookups that fetches the pictures of posters: those that are kept in a folder,
/// and those that documents show.
actor PosterPictures {
    /// The pictures that were not available.
    private(set) var filmWarnings = FilmWarnings()
    private let fetcher: Fetcher
    private let limiter: ConcurrencyLimiter
    /// True if the document has enough pictures.
    private var isDone = false
    /// The number of posters without a picture because the run has reached its limit.
    private var refused = 0

    init(_ fetcher: Fetcher) {
        self.fetcher = fetcher
        limiter = ConcurrencyLimiter(width: fetcher.jobs)
    }

    /// True if pictures are kept or shown.
    nonisolated var areWanted: Bool { fetcher.pictures != nil || fetcher.thumbnails != nil }

    /// Completes the store's records of the kept pictures, and returns the faults in them.
    nonisolated func finishStore() -> [Fault] { fetcher.pictures?.finish() ?? [] }

    /// The remark for readers if the run has reached its limit of pictures.
    var limit: Fault? { refused > 0 ? fetcher.budget.fault(refused: refused) : nil }

    /// Stops fetching pictures for the document, which has enough.
    func stop() { isDone = true }

    /// Returns the poster of `film`: the first of `posters` whose picture is available, or the
    /// first one if no picture is wanted or none is available.
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
        // A picture that is already kept belongs to one of these posters.
        let known = fetcher.keptPoster(of: film.code)?.imageURL
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
        if let problem { filmWarnings.warn(problem) }
        // A picture that cannot be kept is still the film's poster, and may be shown.
        var found = FoundPoster(poster: posters.first)
        found.mayComeLater = problem?.canHeal == true && fetcher.pictures != nil
        if fetcher.pictures != nil, let poster = posters.first {
            do throws(Fault) {
                found.picture = try await thumbnail(of: poster)
            } catch {
                guard !error.endsRun else { throw error.aboutPoster(of: film, poster) }
            }
        }
        return found
    }

    /// Returns `poster` with its file and its small picture, as far as they are wanted.
    private func withPicture(
        _ poster: Poster, of film: Film
    ) async throws(Fault) -> FoundPoster {
        var found = FoundPoster(poster: poster)
        let file = try await fetcher.keepPicture(of: poster)
        found.poster?.file = file
        do throws(Fault) {
            found.picture = try await thumbnail(of: poster, keptIn: file)
        } catch {
            guard file != nil, !error.endsRun else { throw error }
            filmWarnings.warn(error.aboutPoster(of: film, poster))
        }
        return found
    }

    /// Returns the small picture of `poster`; nil if none is shown or the run has enough of them.
    ///
    /// If a small form is named but not available, the full one is not tried, because that may be
    /// very large.
    ///
    /// - Parameter file: the file with the full form, which is shown unless it is too large, or
    ///   nil.
    private func thumbnail(
        of poster: Poster, keptIn file: String? = nil
    ) async throws(Fault) -> Picture? {
        let address = poster.imageURL.asWebAddress
        guard let thumbnails = fetcher.thumbnails, file != nil || address != nil, !isDone else {
            return nil
        }
        guard fetcher.budget.takePicture() else {
            refused += 1
            return nil
        }
        let hasSmallForm = poster.thumbnailURL != nil
        let limit = hasSmallForm ? Self.maxBytesShown : Self.maxBytesOfOnlyForm
        var picture = file.flatMap { fetcher.pictures?.picture(in: $0, atMost: limit) }
        if picture == nil, file == nil || hasSmallForm, let address {
            picture = try await thumbnails.picture(
                at: poster.thumbnailURL?.asWebAddress ?? address)
        }
        if let picture { fetcher.budget.note(picture) }
        return picture
    }

    /// The most bytes of a kept picture for documents, which hold many; instead of a larger one,
    /// they get its small form.
    private static let maxBytesShown = 512 << 10
    /// The same for a picture without a small form, which is also the most that is fetched for a
    /// document.
    private static let maxBytesOfOnlyForm = 2 << 20
}

extension Fault {
    /// Returns the fault with `poster` of `film` as its subject.
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
    /// True if the picture could not be kept now, but may be another time.
    var mayComeLater = false
}
