internal import Blocking
package import BoxOffice
package import Engine
internal import Synchronization
internal import Wire

/// Carries requests to a plugin, and all others to another transport.
///
/// The plugin keeps running between requests. It is asked one thing after the other, on a thread of
/// its own, and what it writes waits in its pipe until it is asked for.
package struct PluginTransport: Transport {
    private let plugin: PluginEndpoint
    private let base: any Transport
    private let now: @Sendable () -> Instant
    private let count: @Sendable (_ service: String) async throws(Fault) -> Void
    private let executor = BlockingExecutor()
    private let connection: PluginConnection

    /// Makes the transport to `plugin`, which gives requests to other services to `base`.
    ///
    /// - Parameter count: is told of everything that the plugin is asked, before it is; what it
    ///   throws keeps the plugin from being asked.
    package init(
        to plugin: PluginEndpoint, besides base: any Transport,
        now: @escaping @Sendable () -> Instant,
        count: @escaping @Sendable (_ service: String) async throws(Fault) -> Void = {
            (_) async throws(Fault) in
        }
    ) {
        self.plugin = plugin
        self.base = base
        self.now = now
        self.count = count
        connection = PluginConnection(plugin)
    }

    /// Takes the rejection of an answer to the other transport, if it came from there.
    package func didReject(_ request: Request, _ fault: Fault) async {
        if request.service != plugin.serviceName { await base.didReject(request, fault) }
    }

    /// Asks the plugin, and gives what it answers as the lines that came.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        guard request.service == plugin.serviceName else { return try await base.send(request) }
        if Task.isCancelled { throw .cancelledPlugin }
        if request.asksPlugin, !connection.hasGivenUp { try await count(request.service) }
        let body = try await executor.run { [connection] () throws(Fault) in
            try connection.answer(to: request)
        }
        return Answer(body: body, fetchedAt: now())
    }
}

extension Request {
    /// Whether the plugin is asked something, and not only read on.
    fileprivate var asksPlugin: Bool {
        if case .page(let number, _) = subject { number == 1 } else { true }
    }
}
