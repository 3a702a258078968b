import BoxOffice
import Engine
import Synchronization
import Testing

/// The pipeline, with a source, a transport, an exporter and a sink made for the test.
@Suite struct ExportTests {
    @Test(
        "Rows come in the order of the requests, however answers arrive", arguments: [1, 2, 8, 64])
    func order(jobs: Int) async throws {
        let transport = FakeTransport()
        var export = try export(days: 200, over: transport)
        export.jobs = jobs
        let outcome = Outcome()
        #expect(try await export.run(outcome).rows == 200)
        let expected = (0..<200).map { "\(Day(daysSince1970: 10_000 + $0))\n" }.joined()
        #expect(outcome.text == expected && outcome.isCommitted)
        #expect(transport.most <= jobs)
    }

    @Test("Requests are limited to the free room: a slow first answer holds the rest back")
    func bound() async throws {
        let transport = FakeTransport(slowFirst: true)
        var export = try export(days: 8000, over: transport)
        export.jobs = 4
        let running = Task { [export] in try await export.run() }
        while transport.asked < 8 { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        #expect(transport.asked == 8)
        transport.release()
        #expect(try await running.value.rows == 8000)
    }

    @Test("The first fault in the requests' order ends the run, and nothing is committed")
    func firstFault() async throws {
        let transport = FakeTransport(failing: [10_003, 10_005])
        let export = try export(days: 20, over: transport)
        let outcome = Outcome()
        let fault = await #expect(throws: Fault.self) { try await export.run(outcome) }
        #expect(fault?.message == "1997-05-22: broken")
        #expect(fault?.kind == .unavailable)
        #expect(!outcome.isCommitted)
    }

    @Test("A failure that passes costs no row, and the summary counts the retries")
    func retries() async throws {
        let transport = FakeTransport(failing: [10_003, 10_005], healing: true)
        var export = try export(days: 20, over: transport)
        export.retry = .withoutWaits(retries: 1)
        let summary = try await export.run()
        #expect(summary.rows == 20 && summary.retries == 2 && transport.asked == 22)
    }

    @Test("A document that cannot be opened ends the run, and is not reported as missing")
    func noDocument() async throws {
        var export = try export(days: 3, over: FakeTransport(failing: [10_000]))
        export.keepsGoing = true
        let fault = await #expect(throws: Fault.self) {
            try await export.export().run(FakeFormat(), .empty, by: .day) {
                _ throws(Fault) -> FakeSink in
                throw Fault(.malformed, "no file")
            }
        }
        #expect(fault?.message == "no file")
    }

    @Test("A chart with two rows of a film is missing whole where rows are kept by their codes")
    func filmTwice() async throws {
        var export = try export(days: 3, over: FakeTransport())
        export.source = FakeSource(twice: Day(daysSince1970: 10_001))
        (export.needsCodes, export.keepsGoing) = (true, true)
        let outcome = Outcome()
        let summary = try await export.run(outcome)
        #expect(summary.rows == 2 && outcome.text == "1997-05-19\n1997-05-21\n")
        let fault = summary.missing.first
        #expect(fault?.message == "1997-05-20: the film 1 appears twice in the chart")
        #expect(fault?.scope.from == "1997-05-20" && fault?.scope.source == "fake")
    }

    @Test(
        "A document that refuses a row or its end is missing, whatever else is, and others are not",
        arguments: [(true, []), (true, [10_012]), (false, []), (false, [10_012])]
            as [(Bool, Set<Int>)])
    func givenUp(isOfRow: Bool, failing: Set<Int>) async throws {
        var export = try export(days: 20, over: FakeTransport(failing: failing))
        export.keepsGoing = true
        let june = Outcome()
        let format = FakeFormat(refused: isOfRow ? Day(daysSince1970: 10_005) : nil)
        let summary = try await export.export().run(format, .empty, by: .month) {
            part -> FakeSink in
            let isMay = part?.periods.first.from.month == 5
            return FakeSink(outcome: isMay ? Outcome() : june, refuses: isMay && !isOfRow)
        }
        #expect(june.isCommitted && summary.rows == 7 && summary.documents == 1)
        var missing = failing.isEmpty ? [] : ["1997-05-31: broken"]
        missing.insert("refused", at: isOfRow ? 0 : missing.count)
        #expect(summary.missing.map(\.message) == missing)
        let refusal = summary.missing.first { $0.message == "refused" }
        #expect(refusal?.scope.from == "1997-05-19" && refusal?.scope.to == "1997-05-31")
    }

    @Test("A document for everything that refuses a row ends the run, even one that goes on")
    func refusedRow() async throws {
        var export = try export(days: 20, over: FakeTransport())
        export.keepsGoing = true
        let outcome = Outcome()
        await #expect(throws: Fault.self) {
            try await export.run(outcome, as: FakeFormat(refused: Day(daysSince1970: 10_005)))
        }
        #expect(!outcome.isCommitted)
    }

    @Test("A run that fails at once writes nothing, not even a header")
    func noHeaderOnFailure() async throws {
        let outcome = Outcome()
        let export = try export(days: 3, over: FakeTransport(failing: [10_000]))
        await #expect(throws: Fault.self) { try await export.run(outcome) }
        #expect(outcome.text == "")
    }

    @Test("Rows before a fault are delivered, even when recordings are read in batches")
    func rowsBeforeFault() async throws {
        for isLocal in [false, true] {
            let outcome = Outcome()
            let transport = FakeTransport(failing: [10_050], isLocal: isLocal)
            let export = try export(days: 90, over: transport)
            await #expect(throws: Fault.self) { try await export.run(outcome) }
            #expect(outcome.text.split(separator: "\n").count == 50)
            #expect(!outcome.isCommitted)
        }
    }

    @Test("Missing recordings leave the others, and the faults, in order")
    func missingRecordings() async throws {
        let missing = [0, 1, 6, 7, 8, 9, 15, 16, 31, 32, 33, 64, 89]
        var export = try export(
            days: 90, over: FakeTransport(failing: Set(missing.map { 10_000 + $0 }), isLocal: true))
        export.keepsGoing = true
        let outcome = Outcome()
        let summary = try await export.run(outcome)
        let days = (0..<90).filter { !missing.contains($0) }
        #expect(
            outcome.text.split(separator: "\n").map(String.init)
                == days.map { "\(Day(daysSince1970: 10_000 + $0))" })
        #expect(
            summary.missing.map(\.message)
                == missing.map { "\(Day(daysSince1970: 10_000 + $0)): broken" })
    }

    @Test("Recordings that are read in batches come in order")
    func strides() async throws {
        for days in [1, 31, 32, 33, 1000] {
            let outcome = Outcome()
            let export = try export(days: days, over: FakeTransport(isLocal: true))
            #expect(try await export.run(outcome).rows == days)
            let lines = outcome.text.split(separator: "\n")
            #expect(lines.count == days && lines == lines.sorted())
        }
    }

    @Test(
        "A recording that fails ends the batch of its task", arguments: [1, 300_000])
    func batches(size: Int) async throws {
        let transport = FakeTransport(failing: [10_001], isLocal: true, size: size)
        var export = try export(days: 32, over: transport)
        export.jobs = 1
        await #expect(throws: Fault.self) { try await export.run() }
        #expect(transport.asked == 2)
    }

    @Test("A cancelled run ends promptly and commits nothing")
    func cancellation() async throws {
        let transport = FakeTransport(slowFirst: true)
        let export = try export(days: 8000, over: transport)
        let outcome = Outcome()
        let running = Task { try await export.run(outcome) }
        while transport.asked < 1 { await Task.yield() }
        running.cancel()
        transport.release()
        let fault = await #expect(throws: Fault.self) { try await running.value }
        #expect(fault?.kind == .cancelled)
        #expect(!outcome.isCommitted)
    }

    @Test(
        "An HTTP status other than success is a fault, whatever the body",
        arguments: [
            (500, Fault.Kind.unavailable), (404, .unavailable), (401, .keyRefused),
            (403, .keyRefused),
            (429, .notYet),
        ])
    func statuses(status: Int, kind: Fault.Kind) async throws {
        let export = try export(days: 1, over: FakeTransport(status: status))
        let fault = await #expect(throws: Fault.self) { try await export.run() }
        #expect(fault?.kind == kind)
    }

    @Test("Yesterday without rows is not published yet; an earlier day without rows has no chart")
    func emptyCharts() async throws {
        var export = try export(days: 1, over: FakeTransport(isEmpty: true))
        export.today = Day(daysSince1970: 10_001)
        let yesterday = await #expect(throws: Fault.self) { try await export.run() }
        #expect(yesterday?.kind == .notPublished)
        export.today = Day(daysSince1970: 10_002)
        let before = await #expect(throws: Fault.self) { try await export.run() }
        #expect(before?.kind == .malformed)
        export.allowsEmpty = true
        let outcome = Outcome()
        #expect(try await export.run(outcome).rows == 0 && outcome.isCommitted)
    }

    @Test("Yesterday's chart of a kind of films may be empty if that of all films has rows")
    func emptyKind() async throws {
        let yesterday = Period(of: .daily, containing: Day(daysSince1970: 10_000))
        let query = Query.chart(
            ChartQuery(
                periods: Periods(from: yesterday, to: yesterday),
                regions: [Region(code: "1", name: "서울시")], kind: .art))
        let transport = FakeTransport()
        let source = FakeSource(withoutKinds: true)
        var export = ExportSetup(
            query, from: source, over: transport, today: Day(daysSince1970: 10_001))
        export.columns = ["date"]
        let (archive, other) = (ScriptedArchive(), ScriptedArchive())
        export.archive = archive
        let summary = try await export.run()
        #expect(summary.rows == 0 && summary.incompleteCharts.map(\.code) == ["chart-without-rows"])
        #expect(transport.asked == 2 && archive.kept.count == 2)
        export.transport = FakeTransport(isEmpty: true)
        export.archive = other
        let fault = await #expect(throws: Fault.self) { try await export.run() }
        #expect(fault?.kind == .notPublished && other.kept.isEmpty)
        // A recording has been settled.
        let local = FakeTransport(isEmpty: true, isLocal: true)
        export.transport = local
        #expect(try await export.run().rows == 0 && local.asked == 1)
    }

    private func export(days: Int, over transport: FakeTransport) throws -> ExportSetup {
        let first = Period(of: .daily, containing: Day(daysSince1970: 10_000))
        let query = Query.chart(
            ChartQuery(periods: Periods(from: first, to: first.advanced(by: days - 1))))
        var export = ExportSetup(query, from: FakeSource(), over: transport)
        export.columns = ["date"]
        return export
    }
}

private struct FakeSource: Source {
    /// The day with two rows.
    var twice: Day?
    /// True if charts of a kind of films are empty.
    var withoutKinds = false
    let manifest = Manifest(name: "fake", summary: "")
    let keepsAnswers = true
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

    func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(
            query.editions.lazy.map {
                Request(
                    service: "fake", path: "x", parameters: [("kind", $0.filter.kind?.rawValue)],
                    subject: .edition($0))
            })
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else { throw Fault(.bug, "no edition") }
        let entry = ChartEntry(in: edition, of: "fake")
        let isEmpty = answer.body.isEmpty || withoutKinds && edition.filter.kind != nil
        let count = isEmpty ? 0 : edition.period.from == twice ? 2 : 1
        return Page(Array(repeating: entry, count: count), of: ChartEntry.table)
    }
}

/// A transport that answers after a few turns, fewer for later days, so that answers overtake each
/// other.
private final class FakeTransport: Transport {
    private struct State {
        var asked = 0
        var running = 0
        var most = 0
        var isReleased = false
        var failing: Set<Int>
    }

    private let state: Mutex<State>
    let isLocal: Bool
    private let healing: Bool
    private let status: Int
    private let isEmpty: Bool
    private let slowFirst: Bool
    private let size: Int

    init(
        failing: Set<Int> = [], healing: Bool = false, status: Int = 200, isEmpty: Bool = false,
        slowFirst: Bool = false, isLocal: Bool = false, size: Int = 1
    ) {
        self.isLocal = isLocal
        self.size = size
        state = Mutex(State(failing: failing))
        self.healing = healing
        self.status = status
        self.isEmpty = isEmpty
        self.slowFirst = slowFirst
    }

    var asked: Int { state.withLock { $0.asked } }
    var most: Int { state.withLock { $0.most } }

    func release() { state.withLock { $0.isReleased = true } }

    func send(_ request: Request) async throws(Fault) -> Answer {
        guard case .edition(let edition) = request.subject else { throw Fault(.bug, "no edition") }
        let day = edition.period.from.daysSince1970
        state.withLock { state in
            state.asked += 1
            state.running += 1
            state.most = max(state.most, state.running)
        }
        for _ in 0..<(7 - day % 7) { await Task.yield() }
        if slowFirst, day == 10_000 {
            while !state.withLock({ $0.isReleased }) { await Task.yield() }
        }
        state.withLock { $0.running -= 1 }
        if Task.isCancelled { throw Fault(.cancelled, "cancelled") }
        let fails = state.withLock { state in
            healing ? state.failing.remove(day) != nil : state.failing.contains(day)
        }
        if fails { throw Fault(.unavailable, "broken") }
        return Answer(
            status: status, body: isEmpty ? [] : Array(repeating: 1, count: size),
            fetchedAt: Instant(secondsSince1970: 0))
    }
}

struct FakeFormat: Format {
    /// The day whose rows are refused.
    var refused: Day?
    let manifest = Manifest(name: "fake", summary: "")
    let traits = FormatTraits(mediaType: "text/plain", fileEndings: [])

    func document(_ layout: Layout) throws(Fault) -> any Document {
        FakeDocument(refused: refused)
    }
}

private struct FakeDocument: Document {
    let refused: Day?

    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        if case .date(let day) = row[0] {
            guard day != refused else { throw Fault(.malformed, "refused") }
            output.append("\(day)")
        }
        output.append("\n")
    }
}

extension Layout {
    /// A layout without columns.
    static var empty: Layout {
        get throws(Fault) {
            Layout(
                columns: [], options: try PluginOptions(for: Manifest(name: "", summary: "")))
        }
    }
}

final class Outcome: Sendable {
    private let state = Mutex<(bytes: [UInt8], isCommitted: Bool)>(([], false))

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
    var isCommitted: Bool { state.withLock { $0.isCommitted } }

    func append(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
    func commit() { state.withLock { $0.isCommitted = true } }
}

struct FakeSink: Sink, ~Copyable {
    let outcome: Outcome
    var refuses = false

    mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        outcome.append(unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) })
    }

    consuming func commit(rows: Int) throws(Fault) {
        guard !refuses else { throw Fault(.malformed, "refused") }
        outcome.commit()
    }
}
