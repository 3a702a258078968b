/// The rows of runs one by one, to be put into an existing document.
struct TrendRows: TrendCollection, ~Copyable {
    /// Where the rows are when all charts are there.
    final class Collection {
        /// The rows by film and then by period.
        fileprivate(set) var rows: [TrendRow] = []
    }

    var figures: TrendFigures
    private let plan: Plan
    private let writer: any RowWriter
    private let needed: [String: Set<Period>]
    private let collection: Collection

    /// Writes with `writer` the rows of `query` that are `needed`, by the film's code.
    init(
        of plan: Plan, _ query: TrendQuery, needed: [String: Set<Period>],
        by writer: any RowWriter, into collection: Collection
    ) {
        self.plan = plan
        self.writer = writer
        self.needed = needed
        self.collection = collection
        figures = TrendFigures(of: query)
    }

    var rows: Int { figures.entries.count { isNeeded($0) } }

    private func isNeeded(_ entry: TrendEntry) -> Bool {
        needed[entry.film.code]?.contains(entry.period) == true
    }

    consuming func finish(_ ending: DocumentEnding) throws(Fault) -> FinishedDocuments {
        for entry in figures.entries where isNeeded(entry) {
            var buffer = ByteBuffer()
            var seen: Set<String> = []
            let writer = writer
            try Page([entry], of: TrendEntry.table).forEachRow(columns: plan.wanted, seen: &seen) {
                row throws(Fault) in try writer.write(row, into: &buffer)
            }
            collection.rows.append(
                TrendRow(code: entry.film.code, period: entry.period, bytes: buffer.taken()))
        }
        return FinishedDocuments(count: 1)
    }
}
