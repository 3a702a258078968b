internal import BoxOffice
internal import Synchronization
internal import Wire

/// A server of the Model Context Protocol on standard input and output.
///
/// It answers the questions of an assistant by running command lines through a ``CommandRunner``. A line is a
/// message; two generations of the protocol are told apart by each message, so that there is no
/// state but that of the questions that are being answered.
package struct Server: Sendable {
    /// The revision whose requests say it in their `_meta`.
    private static let revision = "2026-07-28"
    /// The revisions that begin with a handshake, the newest last.
    private static let handshakes = ["2025-06-18", "2025-11-25"]
    /// All of them.
    private static let revisions = JSON((handshakes + [revision]).map { JSON($0) })
    /// The names in `_meta`.
    private static let (revisionKey, capabilitiesKey, serverKey) = (
        "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities",
        "io.modelcontextprotocol/serverInfo"
    )
    /// The most questions that are answered at the same time.
    private static let maxQuestions = 500

    /// The time that a question may take.
    private static let patience = Duration.seconds(45)

    private let runner: any CommandRunner
    private let output = OutputLines()
    /// The `errno` of an answer that could not be written; nil if there was none, or if the client went
    /// away.
    package var failure: Int32? { output.failure }
    private let questions = OpenCalls()

    /// Makes a server; from now on, standard output carries the protocol alone.
    package init(with runner: any CommandRunner) { self.runner = runner }

    /// Serves until the end of input, or until the client no longer reads.
    ///
    /// Calls that are being answered then have a moment to end, and answers one to be read.
    package func serve() async {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        Task.detached {
            var lines = InputLines()
            while let line = await lines.line(), !output.isClosed {
                take(line)
            }
            end.finish()
        }
        // Ends too when this task is cancelled, although the thread still waits for input.
        for await _ in ended {}
        if Task.isCancelled { questions.cancel() }
        // A plugin has half a second to end, and then its files are removed. In a task that is
        // cancelled, a sleep would throw at once.
        await Task.detached {
            for moment in 0..<170 where questions.count > 0 || output.isUnread {
                if moment == 90 { questions.cancel() }
                try? await Task.sleep(for: .milliseconds(10))
            }
        }.value
    }

    // MARK: - Messages

    private func take(_ line: [UInt8]) {
        var id: JSON?
        do throws(ProtocolError) {
            guard let message = try ClientMessage(line) else { return }
            let params = message.params
            id = message.id
            guard let id else {
                if message.method == "notifications/cancelled", let call = params?["requestId"] {
                    questions.cancel(JSON(call).text)
                }
                return
            }
            let isModern = try isModern(params)
            if message.method == "tools/call" {
                try ask(id, params, isModern)
            } else {
                reply(id, try result(of: message.method, params, isModern), isModern)
            }
        } catch {
            send([("id", id ?? error.id), ("error", error.json)])
        }
    }

    /// Returns true if the request says its revision, and false if it is one of those that begin with
    /// a handshake.
    private func isModern(_ params: JSONValue?) throws(ProtocolError) -> Bool {
        guard let revision = params?["_meta"]?[Self.revisionKey] else { return false }
        guard case .text(let name) = revision else {
            throw ProtocolError(.wrongParams, "\(Self.revisionKey) is not a string")
        }
        guard name == Self.revision else {
            let data = JSON([("supported", Self.revisions), ("requested", JSON(name))])
            throw ProtocolError(.revision, "the revision is not supported", data: data)
        }
        guard params?["_meta"]?[Self.capabilitiesKey]?.isObject == true else {
            throw ProtocolError(.wrongParams, "_meta has no object \(Self.capabilitiesKey)")
        }
        return true
    }

    /// Returns the result of a method, other than the call of a tool.
    private func result(
        of method: String, _ params: JSONValue?, _ isModern: Bool
    ) throws(ProtocolError) -> JSON.Fields {
        // Until the next version, these are the same for every user.
        let caching =
            [("ttlMs", JSON(3_600_000)), ("cacheScope", JSON("public"))] as JSON.Fields
        switch (method, isModern) {
        case ("tools/list", _):
            guard params?["cursor"] == nil else {
                throw ProtocolError(.wrongParams, "there is one page")
            }
            return [("tools", JSON(Tool.all.map { $0.listed(with: runner) }))]
                + (isModern ? caching : [])
        case ("server/discover", true):
            return [
                ("supportedVersions", Self.revisions),
                ("capabilities", Self.capabilities), ("instructions", JSON(Self.instructions)),
            ] + caching
        case ("initialize", false):
            guard case .text(let asked)? = params?["protocolVersion"] else {
                throw ProtocolError(.wrongParams, "protocolVersion is missing")
            }
            let revision = Self.handshakes.contains(asked) ? asked : Self.handshakes.last ?? asked
            return [
                ("protocolVersion", JSON(revision)), ("capabilities", Self.capabilities),
                ("serverInfo", serverInfo), ("instructions", JSON(Self.instructions)),
            ]
        case ("ping", false): return []
        default: throw ProtocolError(.noMethod, "there is no method '\(method.excerpt)'")
        }
    }

    private static let capabilities = JSON([("tools", JSON(JSON.Fields()))])

    private var serverInfo: JSON {
        JSON([
            ("name", JSON("bo-export")), ("title", JSON("bo-export: Korean box office")),
            ("version", JSON(runner.version)),
        ])
    }

    // MARK: - OpenCalls

    /// Answers the call of a tool in a task of its own.
    private func ask(
        _ id: JSON, _ params: JSONValue?, _ isModern: Bool
    ) throws(ProtocolError) {
        guard case .text(let name)? = params?["name"] else {
            throw ProtocolError(.wrongParams, "there is no name")
        }
        guard let tool = Tool.all.first(where: { $0.name == name }) else {
            throw ProtocolError(.wrongParams, "there is no tool '\(name.excerpt)'")
        }
        let arguments = params?["arguments"]
        guard arguments?.isObject ?? true else {
            throw ProtocolError(.wrongParams, "arguments is not an object")
        }
        guard questions.count < Self.maxQuestions else {
            throw ProtocolError(.busy, "too many questions are asked at the same time")
        }
        let token = params?["_meta"]?["progressToken"].flatMap { $0.isIdentifier ? JSON($0) : nil }
        questions.begin(id.text) { number in
            // A run may take a moment to end after its question was answered without it.
            await withTaskGroup(of: Void.self) { group in
                let answer: ToolResult
                do throws(Fault) {
                    answer = try await self.answer(tool, arguments, in: &group) { done, all in
                        guard let token else { return }
                        let params = JSON([
                            ("progressToken", token), ("progress", JSON(done)),
                            ("total", JSON(all)),
                        ])
                        send(
                            [("method", JSON("notifications/progress")), ("params", params)],
                            to: number)
                    }
                } catch {
                    answer = ToolResult(error, with: runner)
                }
                group.cancelAll()
                reply(id, answer.fields, isModern, to: number)
                await output.flush()
            }
            questions.end(number)
        }
    }

    /// Returns the answer of a tool.
    ///
    /// - Parameters:
    ///   - group: the tasks of the question, which are cancelled after the answer.
    ///   - tell: called with the number of finished requests and of all.
    private func answer(
        _ tool: Tool, _ arguments: JSONValue?, in group: inout TaskGroup<Void>,
        telling tell: @escaping @Sendable (Int, Int) -> Void
    ) async throws(Fault) -> ToolResult {
        let call = try ToolCall(tool, arguments, with: runner)
        guard !tool.commands.isEmpty else {
            guard let word = call.word else {
                return ToolResult(JSON(.init(sorting: await runner.status())))
            }
            let texts = try runner.explain(word)
            return ToolResult(JSON(texts.map { ($0, JSON(runner.text(of: $1))) }))
        }
        let inquiry = Inquiry(call.window, onProgress: tell)
        let (ends, end) = AsyncStream.makeStream(of: Result<Void, Fault>.self)
        group.addTask {
            do throws(Fault) {
                try await runner.run(call.words, for: inquiry)
                end.yield(.success(()))
            } catch {
                end.yield(.failure(error))
            }
        }
        group.addTask {
            // A sleep throws if the task is cancelled.
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            end.yield(.failure(.comeBack))
        }
        // There is none if this task is cancelled.
        guard let first = await ends.first(where: { _ in true }) else { throw .cancelled }
        try first.get()
        return ToolResult(inquiry, with: runner)
    }

    // MARK: - Replies

    private func reply(
        _ id: JSON, _ result: JSON.Fields, _ isModern: Bool,
        to number: Int? = nil
    ) {
        let meta = JSON([(Self.serverKey, serverInfo)])
        let envelope: JSON.Fields =
            isModern ? [("resultType", JSON("complete")), ("_meta", meta)] : []
        send([("id", id), ("result", JSON(result + envelope))], to: number)
    }

    /// Sends a message; one for a question only if the client still waits for its answer.
    private func send(_ fields: JSON.Fields, to number: Int? = nil) {
        let line = JSON([("jsonrpc", JSON("2.0"))] + fields)
        output.write(line) { [questions] in number.map(questions.isWanted) ?? true }
    }

    /// What a model should know before it chooses a tool.
    private static let instructions = """
        Figures of the Korean box office as the Korean Film Council (영화진흥위원회, KOBIS) publishes them. Charts have ten films; never add them up to totals. Totals and rankings come as bounds (at_least, at_most): quote both, and say that the truth lies between them. Say so where figures are provisional (is_final false), where a rank is not sure, and where days are missing. Final days and details of films are kept: asking for them again costs no call, but searches and provisional days do. A day has 3,000 calls for all programs of the user, so prefer short periods, and read left_out, warnings and notes before you conclude anything. Quote the credit.
        """
}

/// The questions that are being answered.
private final class OpenCalls: Sendable {
    /// A question: the id of the request, and whether the client still waits for the answer.
    private struct Call {
        let id: String
        let task: Task<Void, Never>
        var isWanted = true
    }

    /// The questions by their numbers, the last of which was given out.
    private let all = Mutex<(last: Int, open: [Int: Call])>((0, [:]))

    /// The number of questions that have not ended.
    var count: Int { all.withLock { $0.open.count } }

    /// Begins to answer the request `id` with `body`, which gets the number of the question.
    func begin(_ id: String, _ body: @escaping @Sendable (Int) async -> Void) {
        all.withLock { all in
            all.last += 1
            let number = all.last
            all.open[number] = Call(id: id, task: Task { await body(number) })
        }
    }

    /// Returns true if the client still waits for the answer.
    func isWanted(_ number: Int) -> Bool { all.withLock { $0.open[number]?.isWanted ?? false } }

    /// Ends a question that is answered.
    func end(_ number: Int) { all.withLock { _ = $0.open.removeValue(forKey: number) } }

    /// Cancels the question with the request `id`, or all of them.
    func cancel(_ id: String? = nil) {
        all.withLock { all in
            for (number, question) in all.open where id == nil || question.id == id {
                all.open[number]?.isWanted = false
                question.task.cancel()
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
}
