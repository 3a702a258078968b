import Synchronization
import Testing

@testable import BoxOffice
@testable import Engine

@Suite struct RetryTests {
    private static let down = Fault(.unavailable, "down")

    /// Sends one request over a transport with those `outcomes`, and returns the number of attempts,
    /// the waits and the fault.
    private func ask(
        _ outcomes: [Result<Answer, Fault>], _ retry: Retry = Retry(),
        random: Double = 1
    ) async -> (attempts: Int, waits: [Duration], fault: Fault?, retries: Int) {
        let transport = ScriptedTransport(outcomes)
        let waits = Mutex<[Duration]>([])
        var setup = ExportSetup(over: transport)
        setup.retry = retry
        setup.retry.sleep = { wait in waits.withLock { $0.append(wait) } }
        setup.retry.random = { random }
        var fault: Fault?
        do throws(Fault) {
            _ = try await setup.fetcher().page(for: .about(.code("1")), from: ScriptedSource())
        } catch {
            fault = error
        }
        var summary = ExportSummary()
        setup.tally.add(to: &summary)
        return (transport.sent.count, waits.withLock { $0 }, fault, summary.retries)
    }

    @Test("A passing failure is retried after waits that double, and the run goes on")
    func heals() async {
        let result = await ask([
            .failure(Self.down), .success(Answer(9, status: 503)), .failure(Self.down),
            .success(Answer(1)),
        ])
        #expect(result.fault == nil)
        #expect(result.attempts == 4 && result.retries == 3)
        #expect(result.waits == [.milliseconds(500), .seconds(1), .seconds(2)])
    }

    @Test("A wait is chosen at random between zero and its full length")
    func jitter() async {
        let outcomes = [Result<Answer, Fault>.failure(Self.down)]
        let none = await ask(outcomes, random: 0)
        #expect(none.waits == [.zero, .zero, .zero])
        let half = await ask(outcomes, random: 0.5)
        #expect(half.waits == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    }

    @Test("If no attempt succeeds, the message gives their number")
    func givesUp() async {
        let result = await ask([.failure(Self.down)])
        #expect(result.attempts == 4)
        #expect(result.fault?.message == "down (4 attempts)")
        #expect(result.fault?.about("2022-06-01").message == "2022-06-01: down (4 attempts)")
        let single = await ask([.failure(Self.down)], Retry(retries: 0))
        #expect(single.attempts == 1 && single.fault?.message == "down" && single.retries == 0)
    }

    @Test("A wait never exceeds the cap, and all of them together never the budget")
    func bounds() async {
        let result = await ask([.failure(Self.down)], Retry(retries: 100))
        #expect(result.waits.max() == .seconds(30))
        #expect(result.waits.reduce(.zero, +) == .milliseconds(91_500))
        #expect(result.fault?.message == "down (9 attempts)")
        var capped = Retry()
        capped.cap = .milliseconds(100)
        let short = await ask([.failure(Self.down)], capped).waits
        #expect(short.count == 3 && short.allSatisfy { $0 <= .milliseconds(100) })
        var endless = Retry(retries: .max)
        endless.budget = .zero
        #expect(await ask([.failure(Self.down)], endless).attempts == 1)
    }

    @Test(
        "A lasting failure is not retried",
        arguments: [
            .failure(Fault(.unavailable, "no recording", outlook: .lasting)),
            .failure(Fault(.malformed, "too large")), .failure(Fault(.keyRefused, "no")),
            .failure(Fault(.notYet, "later")), .failure(Fault(.cancelled, "stop")),
            .failure(Fault(.configuration, "x")), .failure(Fault(.bug, "x")),
            .success(Answer(2)), .success(Answer(3)), .success(Answer(0)),
            .success(Answer(1, status: 401)), .success(Answer(1, status: 403)),
            .success(Answer(1, status: 404)),
            .success(Answer(1, status: 400)), .success(Answer(1, status: 301)),
            .success(Answer(1, status: 501)),
            .success(Answer(1, status: 404).asking(wait: 1)),
            .success(Answer(1, status: 401).asking(wait: 1)),
        ] as [Result<Answer, Fault>])
    func lasting(outcome: Result<Answer, Fault>) async {
        let result = await ask([outcome, .success(Answer(1))])
        #expect(result.attempts == 1 && result.waits.isEmpty)
        #expect(result.fault?.message.contains("attempts") == false)
    }

    @Test("A service that asks for fewer requests gets time, even if it does not say how much")
    func fewerRequests() async {
        let busy = Answer(1, status: 429)
        let result = await ask([.success(busy), .success(busy), .success(Answer(1))])
        #expect(result.fault == nil && result.waits == [.milliseconds(500), .seconds(1)])
        let never = await ask([.success(busy)])
        #expect(never.attempts == 4 && never.fault?.kind == .notYet)
    }

    @Test("A service's Retry-After is followed", arguments: [429, 503, 500])
    func retryAfter(status: Int) async {
        let busy = Answer(1, status: status).asking(wait: 7)
        let result = await ask([.success(busy), .success(Answer(1))])
        #expect(result.fault == nil)
        #expect(result.waits == [.milliseconds(7500)])
    }

    @Test("A wait that does not fit into the budget is not begun", arguments: [429, 503])
    func retryAfterTooLong(status: Int) async {
        let busy = Answer(1, status: status).asking(wait: 119)
        let result = await ask([.success(busy)])
        #expect(result.waits == [.milliseconds(119_500)])
        let tooLong = await ask([.success(busy.asking(wait: .max))])
        #expect(tooLong.waits.isEmpty && tooLong.attempts == 1)
        #expect(tooLong.fault?.kind == (status == 429 ? .notYet : .unavailable))
    }

    @Test("A lasting fault after passing ones is reported unchanged")
    func turnsBad() async {
        let result = await ask([.failure(Self.down), .failure(Fault(.keyRefused, "refused"))])
        #expect(result.attempts == 2 && result.fault == Fault(.keyRefused, "refused"))
    }

    @Test(
        "A run retries requests to a service that is down only three times, until it answers again")
    func down() async throws {
        let outcomes = Array(repeating: Result<Answer, Fault>.failure(Self.down), count: 7)
        let transport = ScriptedTransport(outcomes + [.success(Answer(1)), .failure(Self.down)])
        var setup = ExportSetup(over: transport)
        setup.retry = .withoutWaits(retries: 1)
        let fetcher = try setup.fetcher()
        var attempts: [Int] = []
        for code in ["1", "2", "3", "4", "5", "6"] {
            let before = transport.sent.count
            _ = try? await fetcher.page(for: .about(.code(code)), from: ScriptedSource())
            attempts.append(transport.sent.count - before)
        }
        #expect(attempts == [2, 2, 2, 1, 1, 2])
        let before = transport.sent.count
        _ = try? await fetcher.page(
            for: .about(.code("7"), service: "other"), from: ScriptedSource())
        #expect(transport.sent.count == before + 2)
    }

    @Test("A service that no request reaches is not asked any more after ten requests in a row")
    func lost() async throws {
        var lost = Self.down
        lost.wasSent = false
        // Answers, even refusals, say that it is there.
        let outcomes = Array(repeating: Result<Answer, Fault>.failure(lost), count: 30)
        let transport = ScriptedTransport(outcomes.prefix(9) + [.failure(Self.down)] + outcomes)
        let setup = ExportSetup(over: transport)
        let fetcher = try setup.fetcher()
        for code in 1...25 {
            let fault = await #expect(throws: Fault.self) {
                try await fetcher.page(for: .about(.code("\(code)")), from: ScriptedSource())
            }
            #expect(fault?.message == lost.message)
        }
        #expect(transport.sent.count == 20)
    }

    @Test("A run that is cancelled while it waits ends at once")
    func cancellation() async {
        let (waiting, begins) = AsyncStream.makeStream(of: Void.self)
        var retry = Retry()
        retry.sleep = { _ in
            begins.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let task = Task { [retry] in
            try await retry.attempts { _ async throws(Fault) -> Void in throw Self.down }
        }
        for await _ in waiting { break }
        task.cancel()
        let fault = await #expect(throws: Fault.self) { try await task.value }
        #expect(fault?.kind == .cancelled)
    }

    @Test("After a cancellation that the sleep ignores, no further attempt starts")
    func deafSleeper() async {
        let attempts = Mutex(0)
        var retry = Retry()
        retry.sleep = { _ in unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        let task = Task { [retry] in
            try await retry.attempts { _ async throws(Fault) -> Void in
                attempts.withLock { $0 += 1 }
                throw Self.down
            }
        }
        let fault = await #expect(throws: Fault.self) { try await task.value }
        #expect(fault?.kind == .cancelled && attempts.withLock { $0 } == 1)
    }
}
