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

    func leave(_ question: Question) { posters.pass(question.index) }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        let fields = Poster.table.fields
        let columns = fields.map(\.column)
        guard looksUp else { return work.adding(columns) }
        let films = try work.page.films(limit: work.limit, seen: work.seen)
        let inOrder = films.sorted { $0.key < $1.key }.map(\.value)
        let found = try await posters.posters(of: inOrder, turn: work.question.index)
        let values = films.mapValues { film -> [Value] in
            guard let poster = found[film.code]?.poster else { return [] }
            return fields.enumerated().map { wanted.contains($0) ? $1.value(poster) : .missing }
        }
        var done = work
        done.page = work.page.adding(columns, values)
        if posters.showsPictures { done.page.pictures = Self.pictures(of: found) }
        return done
    }

    /// The small pictures of the films that were looked up, by the addresses of their posters.
    private static func pictures(of found: [String: FoundPoster]) -> [String: Picture] {
        var pictures: [String: Picture] = [:]
        for found in found.values {
            guard let address = found.poster?.imageURL.asWebAddress, let picture = found.picture
            else { continue }
            // Films with the same poster have the same picture of it.
            pictures[address] = picture
        }
        return pictures
    }
}
