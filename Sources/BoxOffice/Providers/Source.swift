/// A provider of figures: charts, or a dataset of its own.
///
/// Besides what every ``Provider`` must do, a source must give the requests of a query lazily and in
/// the order in which their rows are to be written.
public protocol Source: Provider {
    /// Which charts the source has, and of which days.
    var holdings: Holdings { get }

    /// What is known of its charts without asking: when they are final, how many rows they have.
    var policy: ChartPolicy { get }

    /// The dataset that is the source's own, which `bo-export rows` asks for; nil if it has none.
    var ownDataset: Dataset? { get }

    /// The source that must give the same rows from another endpoint; nil if there is none.
    var peer: (any Source)? { get }

    /// The address of a film's page for readers, with `{code}` for the film's code; nil if films
    /// have none.
    var filmPage: String? { get }

    /// The columns of the rows that answer `query`.
    func dataset(for query: Query) -> Dataset

    /// The columns that are written if the user chooses none.
    func defaultColumns(for query: Query) -> [String]

    /// What to ask for `query`: at least one request, made only when it is pulled.
    ///
    /// A request that is known only from the answer before it, such as the next page of a search,
    /// comes with that answer's ``Page``.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Source {
    /// What most charts keep to: see ``ChartPolicy``.
    public var policy: ChartPolicy { ChartPolicy() }

    /// None: the source has charts.
    public var ownDataset: Dataset? { nil }

    /// None: there is one endpoint.
    public var peer: (any Source)? { nil }

    /// None.
    public var filmPage: String? { nil }

    /// Its own dataset for `.rows`, and the columns of the common model for everything else.
    public func dataset(for query: Query) -> Dataset {
        query == .rows ? ownDataset ?? query.dataset : query.dataset
    }

    /// The usual ones of the query; all those of its own dataset.
    public func defaultColumns(for query: Query) -> [String] {
        query == .rows ? dataset(for: query).columns.map(\.name) : query.defaultColumns
    }
}
