/// One step between the answer to a question and the rows that are written.
///
/// An export has at most these, in this order: ``CrossCheckStage``, ``DetailsStage``,
/// ``PosterStage``, ``DerivedStage``. Each takes a page and returns it, usually with more columns.
protocol Stage: Sendable {
    /// Processes a page.
    func process(_ work: PageInProgress) async throws(Fault) -> PageInProgress

    /// Whether it sends requests, so that pages wait in it.
    var looksUp: Bool { get }

    /// Fetches no more pictures, because the document has enough.
    func stopPictures() async

    /// Notes that the page that answers `question` has left the stages, or will never come.
    func leave(_ question: Question)

    /// What was not available for the rows so far.
    var losses: Losses { get async }
}

extension Stage {
    /// By default false.
    var looksUp: Bool { false }

    /// By default nothing: there are none.
    func stopPictures() async {}

    /// By default nothing.
    func leave(_ question: Question) {}

    /// By default nothing.
    var losses: Losses { Losses() }
}

extension [any Stage] {
    /// Fetches no more pictures.
    func stopPictures() async {
        for stage in self { await stage.stopPictures() }
    }
}

/// An answer on its way through the stages.
struct PageInProgress: Sendable {
    /// The page of the answer, with the columns that stages have added.
    var page: Page
    /// The question.
    let question: Question
    /// The next question, or nil.
    var next: Question?
    /// How many rows of the page are written at most.
    let limit: Int
    /// The identities of the rows that were written before.
    let seen: Set<String>
}

/// What was not available to a stage.
struct Losses: Sendable {
    /// What was requested and is not in the rows.
    var missing: [Fault] = []
    /// What is not missed, such as posters.
    var warnings: [Fault] = []
    /// What befell films alike, one fault of each kind and group, and how many films.
    private var alike: [(fault: Fault, group: String, films: Int)] = []

    /// Adds a warning about one film; those of a kind and group are told in one line.
    mutating func warn(_ fault: Fault, about group: String = "") {
        add(fault, group, films: 1)
    }

    /// Adds other losses.
    mutating func add(_ other: Losses) {
        missing += other.missing
        warnings += other.warnings
        for (fault, group, films) in other.alike { add(fault, group, films: films) }
    }

    private mutating func add(_ fault: Fault, _ group: String, films: Int) {
        let known = alike.firstIndex { $0.fault.kind == fault.kind && $0.group == group }
        guard let index = known else { return alike.append((fault, group, films)) }
        alike[index].films += films
        // The order in which films are looked up is not always the same.
        let first = alike[index].fault
        if fault.code == first.code, fault.message < first.message { alike[index].fault = fault }
    }

    /// All warnings.
    var allWarnings: [Fault] {
        alike.map { fault, _, films in
            guard films > 1 else { return fault }
            return fault.saying(
                Message("and-more-films", "\(fault.wording), and \(films - 1) more such films"))
        } + warnings
    }
}

extension Plan {
    /// The stages that the columns of the plan need.
    func stages(_ fetcher: Fetcher) -> [any Stage] {
        var stages: [any Stage] = []
        if let peer { stages.append(CrossCheckStage(source, peer, fetcher)) }
        // The charts that runs are made of are not written themselves.
        if case .trend = query { return stages }
        var width = source.dataset(for: query).columns.count
        if let enrichment {
            let details = enrichment.details.map {
                DetailsLookup(
                    $0, areWritten: enrichment.writesDetails, keepsGoing: keepsGoing, fetcher)
            }
            if let details, enrichment.writesDetails {
                stages.append(DetailsStage(details, indices(of: Enrichment.details, at: width)))
                width += Enrichment.details.columns.count
            }
            if !enrichment.posters.isEmpty {
                let posters = PosterLookup(enrichment.posters, details: details, fetcher)
                stages.append(PosterStage(posters, indices(of: Poster.table.dataset, at: width)))
                width += Poster.table.dataset.columns.count
            }
        }
        let derived = wanted.filter { $0 >= width }
        if !derived.isEmpty {
            stages.append(DerivedStage(of: dataset, behind: width, isChart: query.isChart))
        }
        return stages
    }

    /// The columns of `added` that have values in the rows; `added` begins at `start` in the plan's
    /// dataset.
    private func indices(of added: Dataset, at start: Int) -> Set<Int> {
        Set(
            wanted.filter { (start..<(start + added.columns.count)).contains($0) }.map {
                $0 - start
            })
    }
}
