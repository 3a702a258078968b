/// A plugin that knows a service: what to ask it, and how to read its answers.
///
/// A source does no input or output. The host sends the requests, in parallel and as often as is
/// sensible, keeps their order, and hands every answer back to be read; so a source is a value that
/// can be tested with bytes alone.
///
/// A source must
/// - give the requests of a query lazily and in the order its rows are to be written;
/// - read the same bytes into the same page, whenever and on whichever thread it is asked;
/// - recognise in ``read(_:to:)`` an answer that is a refusal, and throw it as a ``Fault``;
/// - throw for an answer that it does not understand, and never guess a figure.
public protocol Source: Sendable {
    /// The source's name, summary and options.
    var manifest: Manifest { get }

    /// The service that is asked, or nil where every answer is the source's own.
    var service: Service? { get }

    /// Which days the source has charts for.
    var holdings: Holdings { get }

    /// The columns of the rows that answer `query`.
    func dataset(for query: Query) -> Dataset

    /// The columns that are written where the user chooses none.
    func defaultColumns(for query: Query) -> [String]

    /// What to ask for `query`: at least one request, made only when it is pulled.
    ///
    /// A request that is known only from the answer before it, such as the next page of a search,
    /// comes with that answer's ``Page``.
    func requests(for query: Query) -> AnySequence<Request>

    /// The answer to `request` that the source carries within itself, so that nobody need be asked.
    func ownAnswer(to request: Request) -> Answer?

    /// Reads the answer to `request`, whose HTTP status was a success.
    ///
    /// - Throws: a ``Fault`` that tells a refused key, a used-up quota or a failing service apart
    ///   from an answer that is not what it should be.
    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page

    /// What the body of an answer with another HTTP status says, where it says more than that.
    func fault(in answer: Answer) -> Fault?
}

extension Source {
    /// The columns of the common model.
    public func dataset(for query: Query) -> Dataset { query.dataset }

    /// The usual ones of the query.
    public func defaultColumns(for query: Query) -> [String] { query.defaultColumns }

    /// Nothing: the service has to be asked.
    public func ownAnswer(to request: Request) -> Answer? { nil }

    /// Nothing: the HTTP status says it all.
    public func fault(in answer: Answer) -> Fault? { nil }
}
