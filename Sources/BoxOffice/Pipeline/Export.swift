/// The way of the data: the requests of a source, their answers, the rows in them, a document.
///
/// Memory is that of `jobs` answers and one buffer, however many periods are asked for.
public struct Export: Sendable {
    /// What is to be exported.
    public var query: Query
    /// Where it comes from.
    public var source: any Source
    /// A source that is asked the same and must answer the same, or nil.
    public var counterpart: (any Source)?
    /// What carries the requests.
    public var transport: any Transport
    /// Where good answers are kept, or nil.
    public var recorder: (any AnswerStore)?
    /// Where good answers are kept for other runs and taken from, or nil.
    public var archive: (any AnswerArchive)?
    /// What the archive is used for.
    public var archiveMode = ArchiveMode.normal
    /// What is looked up for every film besides, or nil.
    public var enrichment: Enrichment?
    /// The columns by name, in the order they are written; nil for the query's default.
    public var columns: [String]?
    /// Columns whose values the exporter wants besides, as far as the rows have them.
    public var unwritten: [String] = []
    /// How many rows of each answer are written at most.
    public var top: Int
    /// How many rows are written at most.
    public var limit: Int
    /// How many requests are under way at once, at least 1.
    public var jobs: Int
    /// What sends requests again that may fare better then; nothing is, where nothing else is said.
    public var retry: Retry
    /// How long reading one answer may take, a kept one too; nil for no limit.
    public var timeLimit: Duration?
    /// What counts retries and answers from the archive.
    public var tally = Tally()
    /// What is told how many of the requests that were known from the start are done with.
    public var onProgress: @Sendable (Int) -> Void = { _ in }
    /// Whether what cannot be had is left out, instead of ending the run.
    public var keepsGoing: Bool
    /// Whether an edition without rows is accepted for a day that may not be published yet.
    public var allowsEmpty: Bool
    /// Today in Seoul.
    public var today: Day

    /// What came of an export.
    public struct Summary: Sendable {
        /// How many rows were written.
        public internal(set) var rows = 0
        /// How many documents were committed.
        public internal(set) var documents = 0
        /// How many rows a search would have in all, where the service said so.
        public internal(set) var total: Int?
        /// Why something was left out, in the order it was asked for.
        public internal(set) var missing: [Fault] = []
        /// What could not be had but is not missed, such as posters.
        public internal(set) var warnings: [Fault] = []
        /// How many answers were taken from the archive.
        public internal(set) var archiveHits = 0
        /// How many requests were sent again.
        public internal(set) var retries = 0

        /// Makes the summary of a run that had nothing to do.
        public init() {}
    }

    /// Makes an export of all rows and the default columns, four requests at a time.
    public init(
        _ query: Query, from source: any Source, over transport: any Transport, today: Day
    ) {
        self.query = query
        self.source = source
        self.transport = transport
        self.top = .max
        self.limit = .max
        self.jobs = 4
        self.retry = Retry(.none)
        self.keepsGoing = false
        self.allowsEmpty = false
        self.today = today
    }

    /// The columns that are written where none are chosen: the source's, and behind them those of
    /// the enrichment.
    public var usualColumns: [String] {
        let own = source.defaultColumns(for: query)
        return own + (enrichment?.columns.map(\.name) ?? []).filter { !own.contains($0) }
    }

    /// The layout of the documents.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a column the dataset does not have.
    public func layout(
        header: Layout.Header?, medium: Layout.Medium, options: PluginOptions
    ) throws(Fault) -> Layout {
        let dataset = dataset
        return Layout(
            columns: try writtenPlaces().map { dataset.columns[$0] },
            unwritten: try unwrittenPlaces().map { dataset.columns[$0] }, header: header,
            medium: medium, options: options)
    }

    /// Fetches, reads and writes everything, and commits the document.
    ///
    /// - Throws: the first ``Fault`` that is not to be left out, or, where nothing could be had, the
    ///   first at all; the sink is then dropped without a commit.
    public func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        into exporter: consuming Format, _ sink: consuming Output
    ) async throws(Fault) -> Summary {
        let writer = try pageWriter(exporter.rowWriter)
        let document = try Document(exporter: exporter, sink: sink)
        return try await run(
            into: Documents(document, columns: try columnPlaces(), top: top, limit: limit), writer)
    }

    /// Fetches, reads and writes everything, every period of a chart into a document of its own, or
    /// into a part of its own of a document whose beginning is there.
    ///
    /// The document of a period is committed as soon as it is whole; that of a period that cannot
    /// be had is not.
    public func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        as format: Format.Type, _ layout: Layout, isContinued: Bool = false,
        eachInto open: @escaping (Period) throws(Fault) -> Output
    ) async throws(Fault) -> Summary {
        guard case .chart(let query) = query else {
            throw Fault(.bug, "only-charts-have-periods", "only charts have periods")
        }
        let documents = Documents(
            editionsPerPeriod: max(1, query.regions.count), columns: try columnPlaces(), top: top,
            limit: limit
        ) { period throws(Fault) in
            try Document(
                exporter: try format.init(layout), sink: try open(period),
                isContinued: isContinued)
        }
        return try await run(into: documents, try pageWriter(try format.init(layout).rowWriter))
    }

    private func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        into documents: consuming Documents<Format, Output>, _ writer: PageWriter?
    ) async throws(Fault) -> Summary {
        var summary = Summary()
        var done = 0
        let places = try columnPlaces()
        let transport = BoundedTransport(transport, width: max(1, jobs), tally: tally)
        let enricher = enricher(over: transport, columns: places)
        let stride = self.transport.isLocal && enricher == nil ? 32 : 1
        do throws(Fault) {
            try await inOrder(Questions(of: self), width: max(1, jobs), stride: stride) {
                [self] question throws(Fault) in
                try await reply(to: question, over: transport, enricher, by: writer)
            } consume: { reply throws(Fault) in
                defer {
                    done += 1
                    onProgress(done)
                }
                var reply = reply
                while true {
                    if case .missing(let fault, _) = reply {
                        summary.missing.append(fault)
                        _ = try documents.append(reply)
                        return
                    }
                    let added: Int
                    do throws(Fault) {
                        added = try documents.append(reply)
                    } catch {
                        // An empty document that may not replace what is there.
                        guard keepsGoing, error.isLocal else { throw error }
                        summary.missing.append(error)
                        return
                    }
                    guard case .page(let page, _, let next) = reply else { return }
                    summary.total = page.total ?? summary.total
                    guard let next, documents.room > 0 else { return }
                    // A service that sends the same page again and again would be asked for ever.
                    guard added > 0 else { throw .repetition(next.request.subject) }
                    reply = try await self.reply(
                        to: next, over: transport, enricher, limit: documents.room,
                        seen: documents.seen)
                }
            } idle: { () throws(Fault) in
                try documents.pause()
            }
        } catch {
            // Where rows go as they come, those that came are there.
            documents.giveUp()
            throw error
        }
        if let enricher {
            summary.missing += await enricher.missing
            summary.warnings = await enricher.warnings
        }
        transport.tally.add(to: &summary)
        if documents.rows == 0, documents.count == 0, let fault = summary.missing.first {
            throw fault.with(others: summary.missing.count - 1)
        }
        if Task.isCancelled { throw Fault.cancelled }
        summary.rows = documents.rows
        summary.documents = try documents.finish(DocumentEnding(missing: summary.missing))
        return summary
    }

    /// What writes whole answers, by way of `rows`; nil where that is, and where the rows of all
    /// answers together are counted.
    private func pageWriter(_ rows: (any RowWriter)?) throws(Fault) -> PageWriter? {
        guard let rows, limit == .max else { return nil }
        return PageWriter(rows: rows, columns: try columnPlaces(), top: top)
    }

    private func writtenPlaces() throws(Fault) -> [Int] {
        let names = columns ?? usualColumns
        do throws(Fault) {
            return try dataset.places(of: names)
        } catch {
            let known = dataset.columns.map(\.name)
            guard let name = names.first(where: { !known.contains($0) }),
                let what = Enrichment.whatAdds(name)
            else { throw error }
            throw Fault(
                .usage, "column-needs-lookup",
                "the column '\(name)' is there only where \(what) are looked up", hint: error.advice
            )
        }
    }

    private func unwrittenPlaces() throws(Fault) -> [Int] {
        let written = try writtenPlaces()
        let columns = dataset.columns
        return unwritten.compactMap { name in columns.firstIndex { $0.name == name } }
            .filter { !written.contains($0) }
    }

    private func columnPlaces() throws(Fault) -> [Int] {
        try writtenPlaces() + unwrittenPlaces()
    }

    /// The columns there are, those of the enrichment behind the source's own.
    private var dataset: Dataset {
        let own = source.dataset(for: query)
        return Dataset(name: own.name, columns: own.columns + (enrichment?.columns ?? []))
    }
}

extension Fault {
    /// The fault, saying of how many it is the first.
    fileprivate func with(others: Int) -> Fault {
        guard others > 0 else { return self }
        return saying(Message("and-more", "\(wording) (and \(others) more)"))
    }

    fileprivate static func repetition(_ subject: Subject) -> Fault {
        Fault(
            .malformed, "repetition",
            "the page before \(subject) has nothing that was not there before")
    }
}
