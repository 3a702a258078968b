/// A plugin that asks a service and reads its answers.
///
/// Its roles are the protocols it conforms to: a ``Source`` has figures, a ``Register`` knows films,
/// people and companies, a ``PosterSource`` finds posters. One type may have several roles.
///
/// A provider does no input or output. The host sends the requests, in parallel and as often as is
/// sensible, and hands every answer back to be read. So a provider is a value that can be tested
/// with bytes alone.
///
/// A provider must
/// - read the same bytes into the same page, at any time and on any thread;
/// - recognise in ``read(_:to:)`` an answer that is a refusal, and throw it as a ``Fault``;
/// - throw for an answer that it does not understand, and never guess a figure.
public protocol Provider: Sendable {
    /// The provider's name, summary and options.
    var manifest: Manifest { get }

    /// The service that is asked, or nil if every answer is the provider's own.
    var service: Service? { get }

    /// The provider with these values of its options.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if they do not go together.
    func with(_ options: PluginOptions) throws(Fault) -> Self

    /// The answer to `request` that the provider carries within itself, so that no service is asked.
    func ownAnswer(to request: Request) -> Answer?

    /// Reads the answer to `request`, whose HTTP status was a success.
    ///
    /// - Throws: a ``Fault`` that tells a refused key, an exhausted quota or a failing service apart
    ///   from an answer that is not what it should be.
    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page

    /// What the body of an answer with another HTTP status says, if it says more than the status.
    func fault(in answer: Answer) -> Fault?
}

extension Provider {
    /// The provider itself: it has no options.
    public func with(_ options: PluginOptions) throws(Fault) -> Self { self }

    /// Nothing: the service has to be asked.
    public func ownAnswer(to request: Request) -> Answer? { nil }

    /// Nothing: the HTTP status says it all.
    public func fault(in answer: Answer) -> Fault? { nil }
}
