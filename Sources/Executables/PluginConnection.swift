internal import BoxOffice
internal import Synchronization

/// Many questions to one plugin, which keeps running between them and is started again if it ends.
final class PluginConnection: Sendable {
    private struct State {
        var session: PluginSession?
        /// The page of its own dataset that comes next; nil if nothing was asked.
        var page: Int?
        var faults = 0
        /// The fault after which the plugin is not asked any more.
        var lastFault: Fault?
        /// How often what failed was asked.
        var attempts: [String: Int] = [:]
    }

    private let plugin: PluginEndpoint
    private let state: Mutex<State>
    /// Not part of the state, which is locked while the plugin answers.
    private let isOver = Mutex(false)

    /// Prepares to ask `plugin`, which is started at the first question.
    init(_ plugin: PluginEndpoint) {
        self.plugin = plugin
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
                state.session = nil
                state.faults += 1
                state.attempts[request.parameters.first?.value ?? "", default: 0] += 1
                // A plugin that keeps failing is not asked forever.
                guard state.faults >= 3 else { throw error }
                var fault = error
                fault.outlook = .lasting
                state.lastFault = fault
                isOver.withLock { $0 = true }
                throw fault.after(
                    attempts: state.attempts[request.parameters.first?.value ?? ""] ?? 1)
            }
        }
    }

    /// Closes the plugin's input and waits until it has ended.
    func close() throws(Fault) {
        try state.withLock { state throws(Fault) in
            let session = state.session
            state.session = nil
            try session?.end()
        }
    }

    private func lines(
        for request: Request, _ state: inout State
    ) throws(Fault) -> [UInt8] {
        let message = Array("\(request.parameters.first?.value ?? "")\n".utf8)
        let secrets = plugin.host.secrets
        let limits = plugin.host.limits
        guard case .page(let number, let before) = request.subject else {
            let session = try asked(message, &state)
            let most = plugin.item == .row ? Int.max - 1 : limits.posters
            let answer = try session.answer(
                of: plugin.item, upTo: most + 1, limits.answer, secrets: secrets)
            guard answer.isWhole else {
                throw session.fault(
                    .malformed, "plugin-answer-too-long",
                    answer.lines.count < limits.answer
                        ? Message(
                            "plugin-too-many-items",
                            "it gives more than \(most) \(plugin.item.wording)s")
                        : Message(
                            "plugin-too-many-bytes",
                            "it gives more than \(limits.answer) bytes of \(plugin.item.wording)s"
                        ))
            }
            return answer.lines
        }
        if number == 1 {
            state.session = nil
            _ = try asked(message, &state)
        } else if number != state.page {
            throw Fault(
                .bug, "plugin-page-gone", "page \(number) of a plugin cannot be had any more")
        }
        guard let session = state.session else {
            throw Fault(.bug, "nothing-asked", "nothing was asked")
        }
        let answer = try session.answer(
            of: plugin.item, upTo: limits.rows, limits.chunk, after: before, secrets: secrets)
        state.page = number + 1
        if answer.isWhole {
            try session.end()
            state.session = nil
        }
        return answer.lines
    }

    /// A session in which `message` was asked: the running one or, if the plugin has ended after its
    /// last answer, a new one.
    private func asked(_ message: [UInt8], _ state: inout State) throws(Fault) -> PluginSession {
        if let session = state.session, try session.takesAnother(message) { return session }
        let session = try plugin.open()
        state.session = session
        try session.send(message)
        return session
    }
}
