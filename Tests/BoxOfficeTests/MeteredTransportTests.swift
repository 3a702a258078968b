import Synchronization
import Testing

@testable import BoxOffice
@testable import Engine

/// A transport with its counter.
private struct Metered: Transport {
    let counter: CallCounter
    let transport: MeteredTransport

    init(
        _ base: any Transport, quotas: [Quota], meter: (any CallMeter)?, maxCalls: Int = .max
    ) {
        counter = CallCounter(quotas: quotas, meter: meter, maxCalls: maxCalls)
        transport = MeteredTransport(base, counter: counter)
    }

    var calls: [String: Int] { counter.calls }

    func send(_ request: Request) async throws(Fault) -> Answer {
        try await transport.send(request)
    }

    func didReject(_ request: Request, _ fault: Fault) async {
        await transport.didReject(request, fault)
    }
}

@Suite struct MeteredTransportTests {
    private let quota = Quota(service: "s", keyHash: "k", limit: 3)
    private let good = ScriptedTransport([.success(Answer(1))])

    @Test("Calls are counted by service, and a run is held to its limit")
    func maxCalls() async throws {
        let metered = Metered(good, quotas: [], meter: nil, maxCalls: 2)
        _ = try await metered.send(.about(.code("1")))
        _ = try await metered.send(.about(.code("2"), service: "t"))
        let fault = await #expect(throws: Fault.self) { try await metered.send(.about(.code("3"))) }
        #expect(fault?.kind == .notYet && fault?.message == "the --max-calls limit of 2 is reached")
        #expect(metered.calls == ["s": 1, "t": 1])
        #expect(good.sent.count == 2)
        let none = Metered(good, quotas: [], meter: nil, maxCalls: 0)
        await #expect(throws: Fault.self) { try await none.send(.about(.code("1"))) }
        #expect(none.calls.isEmpty && good.sent.count == 2)
    }

    @Test("Without a meter, each run on its own is held to the quota")
    func noMeter() async throws {
        let metered = Metered(good, quotas: [quota], meter: nil)
        for code in ["1", "2", "3"] { _ = try await metered.send(.about(.code(code))) }
        let fault = await #expect(throws: Fault.self) { try await metered.send(.about(.code("4"))) }
        #expect(fault?.kind == .notYet && fault?.message.contains("3 of 3 calls") == true)
    }

    @Test("A call that the meter refuses is neither sent nor counted")
    func refusal() async throws {
        let meter = FakeMeter(left: 1)
        let metered = Metered(good, quotas: [quota], meter: meter)
        _ = try await metered.send(.about(.code("1")))
        await #expect(throws: Fault.self) { try await metered.send(.about(.code("2"))) }
        #expect(metered.calls == ["s": 1] && good.sent.count == 1)
        _ = try await metered.send(.about(.code("3"), service: "unmetered"))
        #expect(metered.calls == ["s": 1, "unmetered": 1])
    }

    @Test("A call that never leaves this machine is given back, one without an answer is not")
    func unsent() async {
        var unsent = Fault(.unavailable, "unreachable")
        unsent.wasSent = false
        let base = ScriptedTransport([.failure(unsent), .failure(Fault(.unavailable, "cut off"))])
        let meter = FakeMeter(left: 2)
        let metered = Metered(base, quotas: [quota], meter: meter)
        for left in [2, 1] {
            await #expect(throws: Fault.self) { try await metered.send(.about(.code("1"))) }
            #expect(metered.calls == ["s": 2 - left] && meter.left == left)
        }
    }

    @Test("A hundred concurrent calls do not exceed the limit")
    func concurrency() async {
        let metered = Metered(good, quotas: [], meter: nil, maxCalls: 37)
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask { _ = try? await metered.send(.about(.code("\(number)"))) }
            }
        }
        #expect(metered.calls == ["s": 37] && good.sent.count == 37)
    }

    @Test("Every attempt counts, and a quota that the service reports as used up closes the day")
    func throughExport() async {
        let transport = ScriptedTransport([
            .success(Answer(1, status: 500)), .failure(Fault(.unavailable, "down")),
            .success(Answer(2)),
        ])
        let meter = FakeMeter(left: 10)
        let metered = Metered(transport, quotas: [quota], meter: meter)
        var setup = ExportSetup(over: metered)
        setup.retry = .withoutWaits()
        let fault = await #expect(throws: Fault.self) {
            try await setup.fetcher().page(for: .about(.code("1")), from: ScriptedSource())
        }
        #expect(fault?.kind == .notYet)
        #expect(metered.calls == ["s": 3] && meter.left == 7)
        #expect(meter.closed == [quota])
    }
}

private final class FakeMeter: CallMeter {
    private let state: Mutex<(left: Int, closed: [Quota])>

    init(left: Int) { state = Mutex((left, [])) }

    var left: Int { state.withLock { $0.left } }
    var closed: [Quota] { state.withLock { $0.closed } }

    func take(_ quota: Quota) async throws(Fault) {
        let isLeft = state.withLock { state in
            state.left -= 1
            return state.left >= 0
        }
        if !isLeft { throw Fault(.notYet, "none left") }
    }

    func giveBack(_ quota: Quota) async { state.withLock { $0.left += 1 } }

    func close(_ quota: Quota) async { state.withLock { $0.closed.append(quota) } }
}
