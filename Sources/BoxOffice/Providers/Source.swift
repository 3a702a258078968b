/// A provider of figures: charts, or a dataset of its own.
///
/// Besides what every ``Provider`` must do, a source must make the requests of a query lazily, in
/// the order in which their rows are written.
public protocol Source: Provider {
    /// Which charts the source has, and for which days.
    var holdings: Holdings { get }

    /// What is known about its charts without a request: when they are final, how many rows they
    /// have.
    var policy: ChartPolicy { get }

    /// The source's own dataset, which `bo-export rows` asks for; nil if it has none.
    var ownDataset: Dataset? { get }

    /// The source that must return the same rows from another endpoint; nil if there is none.
    var peer: (any Source)? { get }

    /// The name that the keys of databases begin with.
    ///
    /// A source and its ``peer`` have the same figures, so they have the same name there.
    var nameInKeys: String { get }

    /// The address of a film's web page, with `{code}` for the film's code; nil if films have none.
    var filmPage: String? { get }

    /// The columns of the rows that answer `query`.
    func dataset(for query: Query) -> Dataset

    /// The columns that are written if the user chooses none.
    func defaultColumns(for query: Query) -> [String]

    /// What the values of columns are called at the source, by the name of the column, as far as that
    /// is known: `audience_count` is `audiCnt`.
    ///
    /// Databases show it to readers who look a figure up in the documents of the service.
    func origins(for query: Query) -> [String: String]

    /// What readers should know of the figures in the charts that answer `query`.
    ///
    /// Documents for people show them, in the language of their headers.
    func notes(for query: Query) -> [SourceNote]

    /// The requests for `query`: at least one, each made only when it is pulled.
    ///
    /// A request that only becomes known from a previous answer, such as the next page of a search,
    /// comes with the ``Page`` of that answer.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Source {
    /// The policy of most charts: see ``ChartPolicy``.
    public var policy: ChartPolicy { ChartPolicy() }

    /// None: the source has charts.
    public var ownDataset: Dataset? { nil }

    /// None: there is one endpoint.
    public var peer: (any Source)? { nil }

    /// The source's own name.
    public var nameInKeys: String { manifest.name }

    /// None.
    public var filmPage: String? { nil }

    /// Nothing is known.
    public func origins(for query: Query) -> [String: String] { [:] }

    /// How many films its charts have at most, if the policy says that.
    public func notes(for query: Query) -> [SourceNote] { policy.notes }

    /// The source's own dataset for `.rows`, and the columns of the common model for everything
    /// else.
    public func dataset(for query: Query) -> Dataset {
        query == .rows ? ownDataset ?? query.dataset : query.dataset
    }

    /// The usual columns of the query; for the source's own dataset, all of them.
    public func defaultColumns(for query: Query) -> [String] {
        query == .rows ? dataset(for: query).columns.map(\.name) : query.defaultColumns
    }
}

/// A sentence about the figures of a source, for readers of a document.
public struct SourceNote: Hashable, Sendable {
    /// The column that the sentence is about: documents without it leave the sentence out; nil if it
    /// is about all figures.
    public let column: String?
    /// The sentence.
    public let message: Message

    /// Makes a note.
    public init(_ message: Message, on column: String? = nil) {
        self.message = message
        self.column = column
    }
}
