internal import BoxOffice
internal import Synchronization
internal import Wire

/// A server of the Model Context Protocol on standard input and output.
///
/// It answers the questions of an assistant by running command lines at a ``Desk``. A line is a
/// message; two generations of the protocol are told apart by each message, so that there is no
/// state but that of the questions that are being answered.
package struct Server: Sendable {
    /// The revision whose requests say it in their `_meta`.
    private static let revision = "2026-07-28"
    /// The revisions that begin with a handshake, the newest last.
    private static let handshakes = ["2025-06-18", "2025-11-25"]
    /// The names in `_meta`.
    private static let (revisionKey, capabilitiesKey, serverKey) = (
        "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/serverInfo"
    )
    /// The most questions that are answered at the same time.
    private static let mostQuestions = 128

    private let desk: any Desk
    private let output = OutputLines()
    private let questions = Questions()
    /// The time that a question may take.
    private let patience: Duration

    /// Makes a server; from now on, standard output carries the protocol alone.
    package init(at desk: any Desk, patience: Duration = .seconds(45)) {
        (self.desk, self.patience) = (desk, patience)
    }

    /// Serves until the end of input.
    ///
    /// Questions that are being answered then have a moment to end.
    package func serve() async {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        Task.detached {
            var lines = InputLines()
            while let line = await lines.next() { await take(line) }
            end.finish()
        }
        // Ends too when this task is cancelled, although the thread still waits for input.
        for await _ in ended {}
        let moment = ContinuousClock.now + .milliseconds(1500)
        while !questions.areAnswered, ContinuousClock.now < moment, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(10))
        }
        questions.cancelAll()
        for _ in 0..<20 where !questions.areEnded {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    // MARK: - Messages

    private func take(_ line: InputLines.Line) async {
        guard case .whole(let bytes) = line else {
            let limit = InputLines.longest
            return await refuse(nil, .notMessage("a message has at most \(limit) bytes"))
        }
        switch ClientMessage(bytes) {
        case .response: return
        case .refused(let id, let error): await refuse(id, error)
        case .notification("notifications/cancelled", let params):
            if let id = params["requestId"] { questions.cancel(JSON(id).text) }
        case .notification: return
        case .request(let id, let method, let params):
            do throws(ProtocolError) {
                let isModern = try isModern(params)
                if let result = try result(of: method, params, isModern) {
                    await reply(id, result, isModern)
                } else {
                    try ask(id, params, isModern)
                }
            } catch {
                await refuse(id, error)
            }
        }
    }

    /// Returns true if the request says its revision, and false if it is one of those that begin with
    /// a handshake.
    private func isModern(_ params: ClientMessage.Params) throws(ProtocolError) -> Bool {
        guard let revision = params.meta(Self.revisionKey) else { return false }
        guard case .text(let name) = revision else {
            throw .wrongParams("\(Self.revisionKey) is not a string")
        }
        guard name == Self.revision else {
            throw .revision(name, supported: Self.handshakes + [Self.revision])
        }
        guard params.meta(Self.capabilitiesKey)?.isObject == true else {
            throw .wrongParams("_meta has no object \(Self.capabilitiesKey)")
        }
        return true
    }

    /// Returns the result of a method; nil if it is the call of a tool, which takes time.
    private func result(
        of method: String, _ params: ClientMessage.Params, _ isModern: Bool
    ) throws(ProtocolError) -> [(name: String, value: JSON?)]? {
        switch (method, isModern) {
        case ("tools/call", _): return nil
        case ("tools/list", _):
            guard params["cursor"] == nil else { throw .wrongParams("there is one page") }
            return [("tools", JSON(Tool.all.map { $0.listed(at: desk) }))] + caching(isModern)
        case ("server/discover", true):
            let revisions = Self.handshakes + [Self.revision]
            return [
                ("supportedVersions", JSON(revisions.map { JSON($0) })),
                ("capabilities", Self.capabilities), ("instructions", JSON(Self.instructions)),
            ] + caching(true)
        case ("initialize", false):
            guard case .text(let asked)? = params["protocolVersion"] else {
                throw .wrongParams("protocolVersion is missing")
            }
            let revision = Self.handshakes.contains(asked) ? asked : Self.handshakes.last ?? asked
            return [
                ("protocolVersion", JSON(revision)), ("capabilities", Self.capabilities),
                ("serverInfo", serverInfo), ("instructions", JSON(Self.instructions)),
            ]
        case ("ping", false): return []
        default: throw .noMethod(method)
        }
    }

    /// The fields about keeping a result, which is the same for every user until the next version.
    private func caching(_ isModern: Bool) -> [(name: String, value: JSON?)] {
        isModern ? [("ttlMs", JSON(3_600_000)), ("cacheScope", JSON("public"))] : []
    }

    private static let capabilities = JSON([("tools", JSON([(name: String, value: JSON?)]()))])

    private var serverInfo: JSON {
        JSON([
            ("name", JSON("bo-export")), ("title", JSON("bo-export: Korean box office")),
            ("version", JSON(desk.version)),
        ])
    }

    // MARK: - Questions

    /// Answers the call of a tool in a task of its own.
    private func ask(
        _ id: JSON, _ params: ClientMessage.Params, _ isModern: Bool
    ) throws(ProtocolError) {
        guard case .text(let name)? = params["name"] else { throw .wrongParams("there is no name") }
        guard let tool = Tool.all.first(where: { $0.name == name }) else {
            throw .wrongParams("there is no tool '\(name.prefix(100))'")
        }
        let arguments = params["arguments"]
        guard arguments?.isObject ?? true else {
            throw .wrongParams("arguments is not an object")
        }
        let token = params.progressToken
        questions.begin(id.text) { number in
            let answer: Answer
            do throws(Fault) {
                guard questions.count <= Self.mostQuestions else { throw .tooManyQuestions }
                answer = try await self.answer(tool, arguments) { done, all in
                    guard let token else { return }
                    await tell(done, of: all, token, while: number)
                }
            } catch {
                answer = Answer(error, at: desk)
            }
            await reply(id, answer.fields, isModern) { questions.isWanted(number) }
            questions.end(number)
        }
    }

    /// Returns the answer of a tool.
    ///
    /// - Parameter tell: called with the progress; the calls end before the function does.
    private func answer(
        _ tool: Tool, _ arguments: JSONValue?,
        telling tell: @escaping @Sendable (Int, Int) async -> Void
    ) async throws(Fault) -> Answer {
        let call = try ToolCall(tool, arguments, at: desk)
        switch tool.kind {
        case .status: return Answer(JSON(JSONValue(sorting: await desk.status())))
        case .explanation:
            let found = try desk.explain(call.word)
            let texts = [("word", found.word), ("text", found.text), ("where", found.place)]
            return Answer(JSON(texts.map { ($0, JSON(desk.text(of: $1))) }))
        case .rows: break
        }
        let (steps, step) = AsyncStream.makeStream(
            of: (Int, Int).self, bufferingPolicy: .bufferingNewest(1))
        let inquiry = Inquiry(call.window, isKorean: desk.isKorean) { step.yield(($0, $1)) }
        let telling = Task { for await (done, all) in steps { await tell(done, all) } }
        let run = await limited { () async throws(Fault) in
            try await desk.run(call.words, for: inquiry)
        }
        step.finish()
        await telling.value
        try run.get()
        return Answer(inquiry)
    }

    /// Runs `body` for as long as a question may take.
    private func limited(
        _ body: @escaping @Sendable () async throws(Fault) -> Void
    ) async -> Result<Void, Fault> {
        await withTaskGroup(of: Result<Void, Fault>.self) { group in
            group.addTask {
                do throws(Fault) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [patience] in
                try? await Task.sleep(for: patience)
                return .failure(.comeBack)
            }
            let first = await group.next() ?? .failure(.comeBack)
            group.cancelAll()
            return first
        }
    }

    private func tell(_ done: Int, of all: Int, _ token: JSON, while number: Int) async {
        let params = JSON([
            ("progressToken", token), ("progress", JSON(done)), ("total", JSON(all)),
        ])
        let line = JSON([
            ("jsonrpc", JSON("2.0")), ("method", JSON("notifications/progress")),
            ("params", params),
        ])
        await output.write(line) { questions.isWanted(number) }
    }

    // MARK: - Replies

    private func reply(
        _ id: JSON, _ result: [(name: String, value: JSON?)], _ isModern: Bool,
        if isWanted: @escaping @Sendable () -> Bool = { true }
    ) async {
        let meta = JSON([(Self.serverKey, serverInfo)])
        let envelope: [(name: String, value: JSON?)] =
            isModern ? [("resultType", JSON("complete")), ("_meta", meta)] : []
        let line = JSON([
            ("jsonrpc", JSON("2.0")), ("id", id), ("result", JSON(result + envelope)),
        ])
        await output.write(line, if: isWanted)
    }

    private func refuse(_ id: JSON?, _ error: ProtocolError) async {
        await output.write(JSON([("jsonrpc", JSON("2.0")), ("id", id), ("error", error.json)]))
    }

    /// What a model should know before it chooses a tool.
    private static let instructions = """
        Figures of the Korean box office as the Korean Film Council (영화진흥위원회, KOBIS) publishes them. Charts have ten films; never add them up to totals. Totals and rankings come as bounds (at_least, at_most): quote both, and say that the truth lies between them. Say so where figures are provisional (is_final false), where a rank is not sure, and where days are missing. Answers are kept: asking again costs no call. A day has 3,000 calls for all programs of the user, so prefer short periods, and read left_out, warnings and notes before you conclude anything. Quote the credit.
        """
}

/// The questions that are being answered.
private final class Questions: Sendable {
    private struct State {
        var number = 0
        var tasks: [Int: (id: String, task: Task<Void, Never>?)] = [:]
        /// Those that were cancelled and have not ended.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// The number of questions that have not ended.
    var count: Int { state.withLock { $0.tasks.count } }
    /// True if every question has its answer, or needs none.
    var areAnswered: Bool { state.withLock { $0.tasks.count == $0.cancelled.count } }
    /// True if every question has ended.
    var areEnded: Bool { state.withLock { $0.tasks.isEmpty } }

    /// Begins to answer the request `id` with `body`, which gets the number of the question.
    func begin(_ id: String, _ body: @escaping @Sendable (Int) async -> Void) {
        state.withLock { state in
            state.number += 1
            let number = state.number
            state.tasks[number] = (id, Task { await body(number) })
        }
    }

    /// Returns true if the client still waits for the answer.
    func isWanted(_ number: Int) -> Bool { state.withLock { !$0.cancelled.contains(number) } }

    /// Ends a question that is answered.
    func end(_ number: Int) {
        state.withLock { state in
            state.tasks[number] = nil
            state.cancelled.remove(number)
        }
    }

    /// Cancels the question with the request `id`.
    func cancel(_ id: String) { cancel { $0 == id } }

    /// Cancels all questions.
    func cancelAll() { cancel { _ in true } }

    private func cancel(_ isMeant: (String) -> Bool) {
        state.withLock { state in
            for (number, question) in state.tasks where isMeant(question.id) {
                state.cancelled.insert(number)
                question.task?.cancel()
            }
        }
    }
}

extension Fault {
    /// The fault of a question that takes too long.
    fileprivate static let comeBack = Fault(
        .notYet, "come_back", "the question takes longer than a client waits",
        ko: "답하는 데 시간이 오래 걸립니다",
        hint: "ask the same again: what was fetched is in the archive, and it goes on from there",
        hintKo: "같은 질문을 다시 하세요. 받은 응답은 보관함에 있어 이어서 답합니다")

    fileprivate static let tooManyQuestions = Fault(
        .notYet, "too-many-questions", "too many questions are asked at the same time",
        ko: "동시에 받은 질문이 너무 많습니다", hint: "ask again in a moment", hintKo: "잠시 뒤에 다시 질문하세요")
}
