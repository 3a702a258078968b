/// A provider of details about films, people and companies, by their codes and by searches.
///
/// It answers the queries of ``Query`` other than charts and rows, with ``Movie``, ``Person``,
/// ``Company`` and ``Code`` records.
public protocol Register: Provider {
    /// The codes of tables that have a name in English, such as `regions`.
    var codeTables: [String: String] { get }

    /// The requests for `query`: at least one, each made only when it is pulled.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Register {
    /// None: tables are known by their codes alone.
    public var codeTables: [String: String] { [:] }
}
