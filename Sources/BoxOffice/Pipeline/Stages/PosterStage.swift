/// Adds the poster of its film to each row.
struct PosterStage: Stage {
    private let posters: PosterLookup
    private let wanted: Set<Int>

    /// Adds the columns `wanted` of a poster: indices of columns of ``Poster/table``.
    init(_ posters: PosterLookup, _ wanted: Set<Int>) {
        self.posters = posters
        self.wanted = wanted
    }

    var looksUp: Bool { !wanted.isEmpty || posters.keepsPictures }

    var losses: Losses {
        get async { await posters.losses }
    }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        let fields = Poster.table.fields
        let columns = fields.map(\.column)
        guard looksUp else { return work.adding(columns) }
        return try await work.adding(columns) { [posters, wanted] film async throws(Fault) in
            guard let poster = try await posters.poster(of: film) else { return [] }
            return fields.enumerated().map { wanted.contains($0) ? $1.value(poster) : .missing }
        }
    }
}
