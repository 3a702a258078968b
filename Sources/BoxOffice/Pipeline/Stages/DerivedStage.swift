/// Adds the columns that are computed from others of the same row.
struct DerivedStage: Stage {
    private let derived: [DerivedColumn]

    /// Adds the derived columns of `dataset`, which follow its first `width` columns.
    init(of dataset: Dataset, behind width: Int, isChart: Bool) {
        derived = DerivedColumn.available(
            with: Array(dataset.columns.prefix(width)), isChart: isChart)
    }

    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress {
        var period: Period?
        if case .edition(let edition) = work.question.request.subject { period = edition.period }
        var work = work
        work.page = work.page.deriving(derived, in: period)
        return work
    }
}
