/// A plugin that asks a service and reads its answers.
///
/// Its roles are the protocols it conforms to: a ``Source`` has figures, a ``Register`` knows films,
/// people and companies, a ``PosterSource`` finds posters. One type may have several roles.
///
/// A provider does no input or output. The host sends the requests, in parallel and as often as is
/// sensible, and passes every answer back to be read. A provider is therefore a value that can be
/// tested with bytes alone.
///
/// A provider must
/// - read the same bytes into the same page, at any time and on any thread;
/// - recognise in ``read(_:to:)`` an answer that is a refusal, and throw it as a ``Fault``;
/// - throw for an answer that it does not understand, and never guess a figure.
public protocol Provider: Sendable {
    /// The provider's name, summary and options.
    var manifest: Manifest { get }

    /// The service that gets the requests, or nil if the provider makes every answer itself.
    var service: Service? { get }

    /// The provider with its options set to these values.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the values do not go together.
    func with(_ options: PluginOptions) throws(Fault) -> Self

    /// The answer to `request` if the provider has it built in, so that no service is asked.
    func ownAnswer(to request: Request) -> Answer?

    /// Reads the answer to `request`, which came with an HTTP status of success.
    ///
    /// - Throws: a ``Fault`` that distinguishes a refused key, an exhausted quota or a failing
    ///   service from an answer that is not what it should be.
    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page

    /// What the body of an answer with another HTTP status says, if it says more than the status.
    func fault(in answer: Answer) -> Fault?
}

extension Provider {
    /// The provider itself, because it has no options.
    public func with(_ options: PluginOptions) throws(Fault) -> Self { self }

    /// Nothing: the service is asked.
    public func ownAnswer(to request: Request) -> Answer? { nil }

    /// Nothing: the HTTP status says everything.
    public func fault(in answer: Answer) -> Fault? { nil }
}

extension Provider {
    /// The provider for readers, with the service that it asks: `KOBIS (kobis-json)`.
    package var credit: String {
        service.map { "\($0.title) (\(manifest.name))" } ?? manifest.name
    }
}
