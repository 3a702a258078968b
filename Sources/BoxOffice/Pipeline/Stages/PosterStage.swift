/// Adds the poster of its film to each row.
struct PosterStage: Stage {
    private let posters: PosterLookup
    private let wanted: Set<Int>

    /// Adds the columns `wanted` of a poster: indices of columns of ``Poster/table``.
    init(_ posters: PosterLookup, _ wanted: Set<Int>) {
        self.posters = posters
        self.wanted = wanted
    }

    var looksUp: Bool { !wanted.isEmpty || posters.wantsPictures }

    var losses: Losses {
        get async { await posters.losses }
    }

    func stopPictures() async { await posters.stopPictures() }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        let fields = Poster.table.fields
        let columns = fields.map(\.column)
        guard looksUp else { return work.adding(columns) }
        var done = try await work.adding(columns) { [posters, wanted] film async throws(Fault) in
            guard let found = try await posters.poster(of: film) else { return [] }
            return fields.enumerated().map {
                wanted.contains($0) ? $1.value(found.poster) : .missing
            }
        }
        if posters.showsPictures { done.page.pictures = try await pictures(of: work) }
        return done
    }

    /// The small pictures of the films that were looked up, by the addresses of their posters.
    private func pictures(of work: PageInProgress) async throws(Fault) -> [String: Picture] {
        var pictures: [String: Picture] = [:]
        for film in try work.page.films(limit: work.limit, seen: work.seen).values {
            guard let found = try await posters.poster(of: film), let picture = found.picture,
                let address = found.poster.imageURL.asWebAddress
            else { continue }
            // Films with the same poster have the same picture of it.
            pictures[address] = picture
        }
        return pictures
    }
}
