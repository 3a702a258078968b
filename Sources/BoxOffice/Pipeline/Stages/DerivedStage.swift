/// Adds the columns that are computed from others of the same row.
struct DerivedStage: Stage {
    private let derived: [DerivedColumn]

    /// Adds the derived columns of `dataset`, which follow its first `width` columns.
    init(of dataset: Dataset, behind width: Int) {
        derived = DerivedColumn.available(with: Array(dataset.columns.prefix(width)))
    }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        var work = work
        work.page = work.page.deriving(derived)
        return work
    }
}
