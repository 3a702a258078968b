/// The way of the data: the requests of a source, their answers, the rows in them, a document.
///
/// Memory is that of `jobs` answers and one buffer, however many periods are asked for.
public struct Export: Sendable {
    /// What is to be exported.
    public var query: Query
    /// Where it comes from.
    public var source: any Source
    /// What carries the requests.
    public var transport: any Transport
    /// The columns by name, in the order they are written; nil for the query's default.
    public var columns: [String]?
    /// How many rows of each edition are written at most.
    public var top: Int
    /// How many requests are under way at once, at least 1.
    public var jobs: Int
    /// Where good answers are kept, or nil.
    public var recorder: (any AnswerStore)?
    /// Whether an edition without rows is accepted for a day that may not be published yet.
    public var allowsEmpty: Bool
    /// Today in Seoul.
    public var today: Day

    /// Makes an export of all rows and the default columns, four requests at a time.
    public init(
        _ query: Query, from source: any Source, over transport: any Transport, today: Day
    ) {
        self.query = query
        self.source = source
        self.transport = transport
        self.top = .max
        self.jobs = 4
        self.allowsEmpty = false
        self.today = today
    }

    /// The columns that will be written.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a column the dataset does not have.
    public func layoutColumns() throws(Fault) -> [Column] {
        let dataset = source.dataset(for: query)
        return try dataset.places(of: columns ?? query.defaultColumns).map { dataset.columns[$0] }
    }

    /// Fetches, reads and writes everything, and commits the document.
    ///
    /// - Returns: how many rows were written.
    /// - Throws: the first ``Fault``; the sink is then dropped without a commit.
    public func run<Format: Exporter & ~Copyable, Output: Sink & ~Copyable>(
        into exporter: consuming Format, _ sink: consuming Output
    ) async throws(Fault) -> Int {
        let places = try source.dataset(for: query).places(of: columns ?? query.defaultColumns)
        var document = Document(exporter: exporter, sink: sink, columns: places, top: top)
        document.begin()
        try await inOrder(source.requests(for: query), width: max(1, jobs)) {
            [self] request throws(Fault) in
            try await page(for: request)
        } consume: { page throws(Fault) in
            try document.append(page)
        } idle: { () throws(Fault) in
            try document.pause()
        }
        return try document.finish()
    }

    /// Asks for one page and reads it; what goes wrong says which edition it befell.
    private func page(for request: Request) async throws(Fault) -> Page {
        do throws(Fault) {
            let answer = try await answer(to: request)
            guard (200..<300).contains(answer.status) else {
                throw source.fault(in: answer) ?? .httpStatus(answer.status)
            }
            let page = try source.read(answer, to: request)
            if page.count == 0, !allowsEmpty { try refuseEmpty(request.edition) }
            try recorder?.store(answer, to: request)
            return page
        } catch {
            throw error.about(request.edition)
        }
    }

    private func answer(to request: Request) async throws(Fault) -> Answer {
        if let own = source.ownAnswer(to: request) { return own }
        return try await transport.send(request)
    }

    /// Refuses an edition without rows where it is not what it seems.
    ///
    /// The figures of yesterday come some time after midnight. Of days before, a chart of a region
    /// or a kind of films may well be empty, but one of all films in the whole country never was.
    private func refuseEmpty(_ edition: ChartEdition) throws(Fault) {
        if edition.period.to.distance(to: today) <= 1 { throw .notPublished }
        if edition.filter == ChartFilter() { throw .emptyChart }
    }
}

extension Fault {
    fileprivate static let emptyChart = Fault(
        .malformed, "the chart is empty, which no chart of the whole country ever was",
        hint: "--allow-empty accepts a chart without rows")

    fileprivate static let notPublished = Fault(
        .notYet, "the chart is not published yet",
        hint: "it comes soon after midnight in Seoul; --allow-empty accepts a chart without rows")
}
