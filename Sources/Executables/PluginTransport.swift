internal import Blocking
package import BoxOffice
package import Engine
internal import Synchronization

/// A plugin that answers questions, and the form and service name of the requests to it.
package struct PluginEndpoint: Sendable {
    let file: PluginFile
    package let manifest: PluginManifest
    /// The host that starts it.
    let host: PluginHost

    var name: String { file.name }

    /// The kind of item that its answers list.
    var item: AnswerItem {
        switch file.kind {
        case .source, .format: .row
        case .posters: .poster
        case .details: .details
        }
    }

    /// The service name of requests to it; calls are counted under it.
    ///
    /// A source whose name begins with a kind gets a prefix that tells it from plugins of that
    /// kind.
    package var serviceName: String {
        let others = ["details-", "posters-", "source-"]
        let kind = file.kind == .format ? PluginFile.Kind.source : file.kind
        return kind == .source && !others.contains(where: name.hasPrefix)
            ? "plugin-\(name)" : "plugin-\(kind.rawValue)-\(name)"
    }

    /// The quota of queries a day over all runs; nil if unlimited.
    package var quota: Quota? {
        manifest.callsPerDay.map { Quota(service: serviceName, keyHash: "plugin", limit: $0) }
    }

    /// Starts the plugin and sends the greeting.
    ///
    /// - Throws: a ``Fault`` if its manifest has changed.
    func open() throws(Fault) -> PluginSession {
        let session = try host.start(file, variables: manifest.variables)
        session.hint = host.environment.hint(for: name, asking: manifest.variables)
        let line = try session.greet()
        guard try PluginManifest(line, of: file.kind, named: name) == manifest else {
            throw session.fault(
                .malformed, "plugin-manifest-changed", "its manifest has changed during the run")
        }
        return session
    }

    /// Returns the request that asks `question`, a line of the protocol without its line end.
    ///
    /// The path of a kept answer includes the digest of its meaning, so that answers from before
    /// the plugin was changed are not found.
    func request(_ question: String, about subject: Subject) -> Request {
        var parameters: [(name: String, value: String?)] = [("ask", question)]
        if case .page(let number, _) = subject { parameters.append(("page", "\(number)")) }
        let name = item == .details ? "details" : "\(item)s"
        let isKept = manifest.keepsAnswers || manifest.keptFor > 0
        if isKept, let version = manifest.version { parameters.append(("version", version)) }
        return Request(
            service: serviceName, path: isKept ? "\(name)/\(manifest.digestOfAnswers)" : name,
            parameters: parameters, subject: subject)
    }
}

/// A transport that carries requests to a plugin, and all others to another transport.
///
/// The plugin keeps running between requests. It is asked one thing at a time, on a separate
/// thread, and its output waits in its pipe until it is needed.
package struct PluginTransport: Transport {
    private let base: any Transport
    private let now: @Sendable () -> Instant
    private let count: @Sendable (_ service: String) async throws(Fault) -> Void
    private let executor = BlockingExecutor()
    private let turns = ConcurrencyLimiter(width: 1)
    private let connection: PluginConnection

    /// Creates the transport to `plugin`, which passes requests for other services to `base`.
    ///
    /// - Parameter count: called before every question to the plugin; if it throws, the plugin is
    ///   not asked.
    package init(
        to plugin: PluginEndpoint, besides base: any Transport,
        now: @escaping @Sendable () -> Instant,
        count: @escaping @Sendable (_ service: String) async throws(Fault) -> Void
    ) {
        self.base = base
        self.now = now
        self.count = count
        connection = PluginConnection(plugin)
    }

    /// Passes the rejection of an answer on to the other transport if it came from there.
    package func didReject(_ request: Request, _ fault: Fault) async {
        if !isForPlugin(request) { await base.didReject(request, fault) }
    }

    /// Returns true for requests to the plugin if its manifest says that it does not use the
    /// network.
    package func isOffline(_ request: Request) -> Bool {
        isForPlugin(request) ? !connection.plugin.manifest.asksNetwork : base.isOffline(request)
    }

    private func isForPlugin(_ request: Request) -> Bool {
        request.service == connection.plugin.serviceName
    }

    /// Asks the plugin in turn, and returns the lines that it answers.
    package func send(_ request: Request) async throws(Fault) -> Answer {
        guard isForPlugin(request) else { return try await base.send(request) }
        return try await turns.run { () async throws(Fault) in
            if Task.isCancelled { throw .cancelledPlugin }
            if let known = connection.known(request) {
                return Answer(body: known, fetchedAt: now())
            }
            if !request.isReadOn, !connection.hasGivenUp {
                try await connection.rest()
                try await count(request.service)
            }
            let body = try await executor.run { [connection] () throws(Fault) in
                try connection.answer(to: request)
            }
            return Answer(body: body, fetchedAt: now())
        }
    }

    /// Closes the plugin and checks that it exits well and has written nothing that was not asked
    /// for.
    package func settle() async throws(Fault) {
        // The other transport is settled too before a fault is thrown.
        var first: Fault?
        do throws(Fault) { try await base.settle() } catch { first = error }
        try await turns.run { () async throws(Fault) in
            try await executor.run { [connection] () throws(Fault) in try connection.close() }
        }
        if let first { throw first }
    }

    /// The requests that the plugin answered before it wrote something that was not asked for.
    package var doubtful: [Request] { base.doubtful + connection.doubtful }
}

/// The connection to a plugin, which keeps running between questions and is restarted if it exits.
final class PluginConnection: Sendable {
    private struct State {
        var session: PluginSession?
        /// The number of the next page of its own dataset.
        var page = 1
        /// The time of the first of the faults in a row that could pass.
        var failsSince: ContinuousClock.Instant?
        /// The time of the last answer, from which the pause is counted.
        var restsSince: ContinuousClock.Instant?
        /// The number of these faults, by the question.
        var attempts: [String: Int] = [:]
        /// The requests that the running plugin has answered.
        var answered: [Request] = []
        /// The requests that it answered before it wrote something that was not asked for: an
        /// answer does not name its question, so these may have got the answers to others.
        var doubtful: [Request] = []
        /// The fault after which the plugin is not asked any more.
        var lastFault: Fault?
        /// Its details of films: each film is asked for once a run, even if the run writes several
        /// documents.
        var details: [String: [UInt8]] = [:]

        /// Forgets the session; if `fault` casts doubt on its answers, marks them as doubtful, and the
        /// plugin is not asked any more.
        mutating func drop(after fault: Fault) {
            session = nil
            if fault.castsDoubt {
                lastFault = fault
                doubtful += answered
                for request in answered { details[request.target] = nil }
            }
            answered = []
        }
    }

    let plugin: PluginEndpoint
    /// The state, which is locked while the plugin answers.
    private let state = Mutex(State())

    /// Creates the connection; `plugin` is started at the first question.
    init(_ plugin: PluginEndpoint) {
        self.plugin = plugin
    }

    /// True if the plugin has failed so often that it is not asked any more.
    var hasGivenUp: Bool { state.withLock { $0.lastFault != nil } }

    /// The requests that may have got the answers to others.
    var doubtful: [Request] { state.withLock { $0.doubtful } }

    /// Waits until the pause after the last answer is over.
    func rest() async throws(Fault) {
        guard let since = state.withLock({ $0.restsSince }) else { return }
        do {
            try await Task.sleep(until: since + plugin.manifest.pause, clock: .continuous)
        } catch {
            throw .cancelledPlugin
        }
    }

    /// Returns the lines that answered `request` if they are details that this run has already
    /// asked for.
    func known(_ request: Request) -> [UInt8]? {
        state.withLock { $0.details[request.target] }
    }

    /// Returns the lines that answer `request`; blocks.
    func answer(to request: Request) throws(Fault) -> [UInt8] {
        let question = request.parameters.first?.value ?? ""
        return try state.withLock { state throws(Fault) in
            if let fault = state.lastFault { throw fault }
            defer { state.restsSince = .now }
            do throws(Fault) {
                var lines = try self.lines(for: request, asking: question, &state)
                plugin.host.secrets.blotKeys(&lines)
                (state.failsSince, state.attempts) = (nil, [:])
                if plugin.item == .details { state.details[request.target] = lines }
                state.answered.append(request)
                return lines
            } catch {
                state.drop(after: error)
                var fault = error
                if request.isReadOn { fault.outlook = .lasting }
                // A wrong answer says nothing of the next one.
                guard error.canHeal else { throw fault }
                let since = state.failsSince ?? .now
                state.failsSince = since
                let attempts = state.attempts[question, default: 0] + 1
                state.attempts[question] = attempts
                // A plugin that keeps failing is not asked forever.
                let faults = state.attempts.values.reduce(0, +)
                guard attempts > mostRetries || faults >= 3 && since + patience <= .now else {
                    throw fault
                }
                fault.outlook = .lasting
                state.lastFault = fault
                throw fault.after(attempts: attempts)
            }
        }
    }

    /// Closes the plugin's input and waits until it has exited; a plugin whose own dataset is not
    /// wanted to the end is ended at once.
    ///
    /// - Throws: a ``Fault`` if it does not exit well, or has written something that was not asked
    ///   for, now or earlier.
    func close() throws(Fault) {
        try state.withLock { state throws(Fault) in
            // Documents that are not committed yet may have answers of an earlier session.
            if let fault = state.lastFault, fault.castsDoubt { throw fault }
            defer { (state.session, state.answered) = (nil, []) }
            if case .page? = state.answered.last?.subject { return }
            do throws(Fault) { try state.session?.endAfterAll() } catch {
                state.drop(after: error)
                // A poster never ends a run, unless it may be that of another film.
                guard plugin.item != .poster || error.endsRun else { return }
                throw error
            }
        }
    }

    private func lines(
        for request: Request, asking question: String, _ state: inout State
    ) throws(Fault) -> [UInt8] {
        let limits = plugin.host.limits
        guard case .page(let number, let before) = request.subject else {
            let session = try session(asked: question, &state)
            let most =
                switch plugin.item {
                case .row: Int.max - 1
                case .poster: limits.posters
                case .details: 1
                }
            let answer = try session.answer(
                of: plugin.item, upTo: most + 1, limits.answer, after: 0)
            guard answer.isWhole else {
                let item = plugin.item.wording
                let reason =
                    if answer.lines.count >= limits.answer {
                        Message(
                            "plugin-too-many-bytes",
                            "it gives more than \(limits.answer) bytes of \(item)s")
                    } else if plugin.item == .details {
                        Message("plugin-details-twice", "it gives details twice for one film")
                    } else {
                        Message("plugin-too-many-items", "it gives more than \(most) \(item)s")
                    }
                throw session.fault(.malformed, "plugin-answer-too-long", reason)
            }
            return answer.lines
        }
        if number == 1 {
            state.session = nil
            state.session = try session(asked: question, &state)
        }
        guard let session = state.session, number == 1 || number == state.page else {
            throw Fault(
                .bug, "plugin-page-gone", "page \(number) of a plugin can no longer be read")
        }
        let answer = try session.answer(
            of: plugin.item, upTo: limits.rows, limits.chunk, after: before)
        state.page = number + 1
        if answer.isWhole {
            try session.end()
            state.session = nil
        }
        return answer.lines
    }

    /// Returns a session in which `question` was asked: the running one or, if the plugin has
    /// exited after its last answer, a new one.
    private func session(
        asked question: String, _ state: inout State
    ) throws(Fault) -> PluginSession {
        let message = Array("\(question)\n".utf8)
        if let session = state.session, try session.takesAnother(message) { return session }
        let session = try plugin.open()
        state.session = session
        state.answered = []
        try session.ask(message)
        return session
    }
}

/// The most attempts at one question after the first.
private let mostRetries = 3
/// The longest time that a plugin may fail without any answer.
private let patience = Duration.seconds(10)

extension Request {
    /// True if the request asks nothing new but only reads on; pages that were read are gone.
    fileprivate var isReadOn: Bool {
        if case .page(2..., _) = subject { true } else { false }
    }
}
