internal import Blocking
public import BoxOffice
internal import Synchronization
internal import Wire

/// Carries the requests of an external source to its plugin, and all others to another transport.
///
/// The plugin runs on between requests. It is asked one thing after the other, on a thread of its
/// own, and its rows wait in its pipe until they are asked for.
public struct PluginTransport: Transport {
    private let source: ExecutableSource
    private let base: any Transport
    private let now: @Sendable () -> Instant
    private let count: @Sendable (_ service: String) async throws(Fault) -> Void
    private let executor = BlockingExecutor()
    private let session: Session

    /// Makes the transport of `source`, which gives requests to other services to `base`.
    ///
    /// - Parameter count: is told of everything that the plugin is asked, before it is; what it
    ///   throws keeps the plugin from being asked.
    public init(
        to source: ExecutableSource, besides base: any Transport,
        now: @escaping @Sendable () -> Instant,
        count: @escaping @Sendable (_ service: String) async throws(Fault) -> Void = {
            (_) async throws(Fault) in
        }
    ) {
        self.source = source
        self.base = base
        self.now = now
        self.count = count
        session = Session(source)
    }

    /// Asks the plugin, and gives its rows as the lines that they came in.
    public func send(_ request: Request) async throws(Fault) -> Answer {
        guard request.service == source.serviceName else { return try await base.send(request) }
        if Task.isCancelled { throw .cancelledPlugin }
        if request.asksPlugin, !session.hasGivenUp { try await count(request.service) }
        let body = try await executor.run { [session] () throws(Fault) in
            try session.answer(to: request)
        }
        return Answer(body: body, fetchedAt: now())
    }
}

/// The talk with the plugin of a source, over many requests.
final class Session: Sendable {
    private struct State {
        var dialogue: Dialogue?
        /// The page of its own dataset that comes next; nil where nothing was asked.
        var page: Int?
        var faults = 0
        /// The fault after which the plugin is not asked any more.
        var lastFault: Fault?
        /// How often what failed was asked.
        var attempts: [String: Int] = [:]
    }

    private let source: ExecutableSource
    private let state: Mutex<State>
    /// Beside the state, which is locked as long as the plugin takes to answer.
    private let isOver = Mutex(false)

    init(_ source: ExecutableSource) {
        self.source = source
        state = Mutex(State())
    }

    /// Whether the plugin has failed so often that it is not asked any more.
    var hasGivenUp: Bool { isOver.withLock { $0 } }

    /// The lines that answer `request`; blocks.
    func answer(to request: Request) throws(Fault) -> [UInt8] {
        try state.withLock { state throws(Fault) in
            if let fault = state.lastFault { throw fault }
            do throws(Fault) {
                let lines = try self.lines(for: request, &state)
                state.faults = 0
                state.attempts = [:]
                return lines
            } catch {
                state.dialogue = nil
                state.faults += 1
                state.attempts[request.parameters.first?.value ?? "", default: 0] += 1
                // A plugin that fails and fails is not asked for ever.
                guard state.faults >= 3 else { throw error }
                var fault = error
                fault.outlook = .lasting
                state.lastFault = fault
                isOver.withLock { $0 = true }
                let attempts = state.attempts[request.parameters.first?.value ?? ""] ?? 1
                if attempts > 1 {
                    fault.wording = Message("attempts", "\(fault.wording) (\(attempts) attempts)")
                }
                throw fault
            }
        }
    }

    /// Waits until the plugin has ended, which has nothing more to say.
    func close() throws(Fault) {
        try state.withLock { state throws(Fault) in
            let dialogue = state.dialogue
            state.dialogue = nil
            try dialogue?.end()
        }
    }

    private func lines(
        for request: Request, _ state: inout State
    ) throws(Fault) -> [UInt8] {
        let message = Array("\(request.parameters.first?.value ?? "")\n".utf8)
        let secrets = source.host.secrets
        guard case .page(let number, let before) = request.subject else {
            let dialogue = try asked(message, &state)
            let answer = try dialogue.rows(upTo: .max, source.host.limits.answer, secrets)
            guard answer.isWhole else {
                throw dialogue.fault(
                    .malformed, "it gives more than \(source.host.limits.answer) bytes of rows")
            }
            return answer.lines
        }
        if number == 1 {
            state.dialogue = nil
            _ = try asked(message, &state)
        } else if number != state.page {
            throw Fault(
                .bug, "plugin-page-gone", "page \(number) of a plugin cannot be had any more")
        }
        guard let dialogue = state.dialogue else {
            throw Fault(.bug, "nothing-asked", "nothing was asked")
        }
        let answer = try dialogue.rows(
            upTo: source.host.limits.rows, source.host.limits.chunk, after: before, secrets)
        state.page = number + 1
        if answer.isWhole {
            try dialogue.end()
            state.dialogue = nil
        }
        return answer.lines
    }

    /// A plugin that was asked `message`: the one that is running or, where that has ended after
    /// the answer before, one that is started.
    private func asked(_ message: [UInt8], _ state: inout State) throws(Fault) -> Dialogue {
        if let dialogue = state.dialogue, try dialogue.takesAnother(message) { return dialogue }
        let dialogue = try source.host.open(source.file, as: source.plugin)
        state.dialogue = dialogue
        try dialogue.send(message)
        return dialogue
    }
}

extension Request {
    /// Whether the plugin is asked something, and not only read on.
    fileprivate var asksPlugin: Bool {
        if case .page(let number, _) = subject { number == 1 } else { true }
    }
}

extension Dialogue {
    /// The lines of the answer up to its end, or up to so many rows or bytes.
    ///
    /// - Parameter before: how many rows of the answer were read before.
    fileprivate func rows(
        upTo most: Int, _ bytes: Int, after before: Int = 0, _ secrets: PluginSecrets
    ) throws(Fault) -> (lines: [UInt8], isWhole: Bool) {
        var lines: [UInt8] = []
        var count = 0
        while count < most, lines.count < bytes {
            guard let line = try line(atMost: limits.line) else {
                try end()
                throw fault(.malformed, "its answer breaks off before its end")
            }
            lines += line
            lines.append(UInt8(ascii: "\n"))
            if !line.starts(with: rowStart) {
                let message = try? JSONValue(objectIn: line)
                if message?["end"] != nil, message?["row"] == nil {
                    try requireSilence()
                    return (lines, true)
                }
                guard message?["row"] != nil else {
                    throw fault(
                        .malformed,
                        "row \(before + count + 1) is neither a row nor the end: "
                            + "\(secrets.quote(line))")
                }
            }
            count += 1
        }
        return (lines, false)
    }
}

/// What a line begins with that is a row.
private let rowStart = Array(#"{"row":"#.utf8)
