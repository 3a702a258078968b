import BoxOffice
import Engine
import Synchronization

/// A source of charts and films whose answers are one byte: 0 reads as empty, 1 as one row, 2 as a
/// used-up quota, and everything else as damaged.
struct ScriptedSource: Source {
    let manifest = Manifest(name: "scripted", summary: "")
    var service: Service? = Service(
        name: "s", baseURL: "https://s.example", baseURLVariable: "S_BASE_URL", key: nil)
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        switch answer.body {
        case [0]: return Page([], of: Code.table)
        case [1]: return Page([Code(code: "1", name: "n", englishName: nil)], of: Code.table)
        case [2]: throw Fault(.notYet, "used up", outlook: .tomorrow)
        default: throw Fault(.malformed, "damaged")
        }
    }
}

/// A source of charts that is never asked, unless it gets a way to read answers.
struct TestSource: Source {
    var manifest = Manifest(name: "test", summary: "")
    var policy = ChartPolicy()
    var holdings = Holdings(
        of: "the test", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)
    var service: Service?
    var reading: @Sendable (Answer, Request) throws(Fault) -> Page = { _, _ throws(Fault) in
        throw Fault(.bug, "nobody was to be asked")
    }

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        try reading(answer, request)
    }
}

/// A transport that gives one outcome after the other, and repeats the last one.
final class ScriptedTransport: Transport {
    private let state: Mutex<(outcomes: [Result<Answer, Fault>], sent: [Request])>

    init(_ outcomes: [Result<Answer, Fault>]) {
        state = Mutex((outcomes, []))
    }

    /// The requests that were sent, in order.
    var sent: [Request] { state.withLock { $0.sent } }

    func send(_ request: Request) async throws(Fault) -> Answer {
        let outcome = state.withLock { state in
            state.sent.append(request)
            return state.outcomes.count > 1 ? state.outcomes.removeFirst() : state.outcomes.first
        }
        guard let outcome else { throw Fault(.bug, "nothing was to be sent") }
        return try outcome.get()
    }
}

extension Answer {
    /// Creates an answer of one byte.
    init(_ byte: UInt8, status: Int = 200, on day: Day = Day(daysSince1970: 20_000)) {
        self.init(status: status, body: [byte], fetchedAt: Instant(startOf: day))
    }

    /// Returns the answer with a wait requested by the service.
    func asking(wait seconds: Int) -> Answer {
        var answer = self
        answer.retryAfter = seconds
        return answer
    }
}

extension ChartEntry {
    /// Creates the row of a film that is new to a chart.
    init(
        _ code: String = "1", in edition: ChartEdition, of source: String = "s",
        rank: Int? = 1, _ change: RankChange? = .new
    ) {
        self.init(
            edition: edition, source: source, fetchedAt: Instant(secondsSince1970: 0), rank: rank,
            rankChange: change, movieCode: code, title: "t\(code)")
    }

    /// Gives the row all figures that a row of KOBIS has.
    mutating func fill() {
        (salesAmount, salesShare, salesTotal) = (1, Decimal(1, places: 1), 1)
        (salesChange, salesChangeRate) = (0, Decimal(0, places: 1))
        (audienceCount, audienceTotal) = (1, 1)
        (audienceChange, audienceChangeRate) = (0, Decimal(0, places: 1))
        (screenCount, showCount) = (1, 2)
    }
}

extension Request {
    /// Returns a request about `subject`.
    static func about(_ subject: Subject, service: String = "s") -> Request {
        Request(
            service: service, path: "p", parameters: [("q", "\(subject)")], subject: subject)
    }
}

/// An archive in memory, which can be made to fail.
final class ScriptedArchive: AnswerArchive {
    private let answers = Mutex<[String: Answer]>([:])
    private let isBroken: Bool

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    /// The kept answers, by the targets of their requests.
    var kept: [String: Answer] { answers.withLock { $0 } }

    func answer(to request: Request) -> Answer? { answers.withLock { $0[request.target] } }

    func keep(_ answer: Answer, to request: Request, _ freshness: Freshness?) throws(Fault) {
        if isBroken { throw Fault(.cannotWrite, "disk full") }
        answers.withLock { $0[request.target] = answer }
    }

    func drop(answerTo request: Request) { answers.withLock { $0[request.target] = nil } }
}

extension Recording {
    /// Reads the bytes of a recording.
    init(reading bytes: [UInt8]) throws(Fault) {
        var bytes = bytes
        try self.init(taking: &bytes)
    }
}

extension AnswerArchive {
    /// Keeps `answer` for the usual time of its kind.
    func store(_ answer: Answer, to request: Request) throws(Fault) {
        try keep(answer, to: request, Freshness(of: request.subject, in: answer))
    }
}
