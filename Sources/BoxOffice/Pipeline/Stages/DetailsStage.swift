/// Adds the details of its film to each row.
struct DetailsStage: Stage {
    private let details: DetailsLookup
    private let wanted: Set<Int>

    /// Adds the details at the indices `wanted` of ``Enrichment/details``.
    init(_ details: DetailsLookup, _ wanted: Set<Int>) {
        self.details = details
        self.wanted = wanted
    }

    var looksUp: Bool { !wanted.isEmpty }

    var losses: Losses {
        get async { await details.losses }
    }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        let columns = Enrichment.details.columns
        guard looksUp else { return work.adding(columns) }
        var result = try await work.adding(columns) { [details, wanted] film async throws(Fault) in
            let movie = try await details.details(of: film)
            return movie.values.enumerated().map { wanted.contains($0) ? $1 : .missing }
        }
        let lacking = await details.lacking
        if !lacking.isEmpty {
            let films = try work.page.films(limit: work.limit, seen: work.seen)
            if films.values.contains(where: { lacking.contains($0.code) }) {
                result.page.state.isFinal = false
            }
        }
        return result
    }
}
