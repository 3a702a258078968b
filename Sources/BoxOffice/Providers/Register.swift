/// A provider that knows films, people and companies: by their codes, and by searches.
///
/// It answers the queries of ``Query`` that are neither charts nor rows, with the records of
/// ``Movie``, ``Person``, ``Company`` and ``Code``.
public protocol Register: Provider {
    /// What to ask for `query`: at least one request, made only when it is pulled.
    func requests(for query: Query) -> AnySequence<Request>
}
