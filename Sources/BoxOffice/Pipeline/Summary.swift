extension Export {
    /// The outcome of an export.
    public struct Summary: Sendable {
        /// How many rows were written.
        public internal(set) var rows = 0
        /// How many documents were committed.
        public internal(set) var documents = 0
        /// How many rows a search has in all, if the service said so.
        public internal(set) var total: Int?
        /// Why something was left out, in the order of the requests.
        public internal(set) var missing: [Fault] = []
        /// The charts inside of which rows are missing, in the order of the requests.
        public package(set) var incompleteCharts: [Fault] = []
        /// The files that were not written because rows for them are missing.
        public internal(set) var unwritten: [Fault] = []
        /// What is not available but not missed, such as posters.
        public package(set) var warnings: [Fault] = []
        /// How many answers came from the archive.
        public internal(set) var archiveHits = 0
        /// How many requests were sent again.
        public internal(set) var retries = 0

        /// Makes the summary of a run that had nothing to do.
        public init() {}

        /// Adds the outcome of a later export that has the same fetcher, which counts for both.
        package mutating func add(_ later: Summary) {
            rows += later.rows
            documents += later.documents
            missing += later.missing
            unwritten += later.unwritten
            warnings += later.warnings.filter { !warnings.contains($0) }
            incompleteCharts += later.incompleteCharts
            archiveHits = Swift.max(archiveHits, later.archiveHits)
            retries = Swift.max(retries, later.retries)
        }
    }
}
