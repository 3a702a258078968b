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

    func process(_ batch: Batch) async throws(Fault) -> Batch {
        let columns = Enrichment.details.columns
        guard looksUp else {
            var batch = batch
            batch.page = batch.page.adding(columns, [:])
            return batch
        }
        return try await batch.adding(columns) { [details, wanted] film async throws(Fault) in
            let movie = try await details.details(of: film)
            return movie.values.enumerated().map { wanted.contains($0) ? $1 : .missing }
        }
    }
}
