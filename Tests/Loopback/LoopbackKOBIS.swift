import BoxOffice
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A KOBIS server on this machine, which answers as the real one does, in JSON and XML, and can be made
/// to fail.
public final class LoopbackKOBIS: Sendable {
    /// A request that arrived.
    public struct Seen: Sendable {
        /// The path and the query.
        public let target: String
        /// The query by name.
        public let parameters: [String: String]
        /// The client's port, which tells connections apart.
        public let port: UInt16
    }

    fileprivate struct State {
        var charts: ChartFixtures
        var register: Register
        var troubles: [String: (trouble: Trouble, times: Int)] = [:]
        var seen: [Seen] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the waiting tasks whose number of requests has arrived.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            let ready = waiting.filter { $0.count <= seen.count }
            waiting.removeAll { $0.count <= seen.count }
            return ready.map(\.continuation)
        }
    }

    /// The key it accepts.
    public let key: String
    private let port: UInt16
    private let state: Mutex<State>
    private let observe: @Sendable (Seen) -> Void

    /// Creates a server on `port`; 0 means any free port.
    public init(
        key: String = "test", port: UInt16 = 0,
        observe: @escaping @Sendable (Seen) -> Void = { _ in }
    ) throws {
        self.key = key
        self.observe = observe
        state = Mutex(State(charts: try ChartFixtures(), register: try Register()))
        self.port = port
    }

    /// Runs the server while `body` runs with its base URL.
    public func run<Result: Sendable>(
        _ body: @escaping @Sendable (String) async throws -> Result
    ) async throws -> Result {
        try await withServer(port: port) { [self] request, _ in
            try await answer(request)
        } body: { url in
            try await body(url)
        }
    }

    /// Applies `trouble` to requests for `day`, at most `times` times.
    ///
    /// `day` is a date (`20220601`), a date with the code of a region (`20220601 0105001`) or a nation
    /// (`20220601 K`), a date with neither (`20220601 `), the code of a film, `page 2` of a search, or
    /// `*` for every request.
    public func give(_ trouble: Trouble, to day: String = "*", times: Int = .max) {
        state.withLock { $0.troubles[day] = (trouble, times) }
    }

    /// Sets the chart of `day` to these titles.
    public func set(titles: [String], on day: String) {
        state.withLock { $0.charts.set(titles: titles, on: day) }
    }

    /// Sets the chart of `day` (`20220605`) to these films, by code and title, with their admissions of
    /// the day.
    ///
    /// Their total admissions are ten times as many. If it `isWhole`, the chart also has other films,
    /// up to ten in all. The chart of a nation on that day (`20220605 K`) is made up unless it is set
    /// as well.
    public func set(
        films: [(code: String, title: String, admissions: Int)], on day: String,
        isWhole: Bool = true
    ) {
        state.withLock { $0.charts.set(films: films, on: day, isWhole: isWhole) }
    }

    /// Adds a film to the register; `openDate` is `20240222`, or empty.
    public func add(code: String, title: String, openDate: String) {
        state.withLock { $0.register.add(code: code, title: title, openDate: openDate) }
    }

    /// Changes fields of a film in the register: `auditNo`, or columns of movies.csv.
    public func change(_ code: String, _ fields: [String: String]) {
        state.withLock { $0.register.change(code, fields) }
    }

    /// The requests so far, in order.
    public var seen: [Seen] { state.withLock { $0.seen } }

    /// Waits until `count` requests have arrived.
    public func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.waiting.append((count, continuation))
                return state.takeReady()
            }
            for continuation in ready { continuation.resume() }
        }
    }

    /// Returns the subject of a request: a day, or a code.
    private static func subject(of parameters: [String: String]) -> String {
        ["targetDt", "movieCd", "peopleCd", "companyCd", "comCode"].compactMap { parameters[$0] }
            .first ?? parameters["curPage"].map { "page \($0)" } ?? ""
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let parameters = Dictionary(
            request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let port: UInt16
        switch request.remoteAddress {
        case .ip4(_, let remote), .ip6(_, let remote): port = remote
        default: port = 0
        }
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let seen = Seen(target: "\(request.path)?\(query)", parameters: parameters, port: port)
        let (charts, register, trouble) = state.withLock { state in
            state.seen.append(seen)
            return (
                state.charts, state.register,
                state.takeTrouble(
                    for: Self.subject(of: parameters),
                    in: parameters["wideAreaCd"] ?? parameters["repNationCd"])
            )
        }
        observe(seen)
        for continuation in state.withLock({ $0.takeReady() }) { continuation.resume() }
        let form = Form(path: request.path)
        let answer: Node
        if parameters["key"] != key {
            answer = form.fault("320010", "유효하지않은 키값입니다.")
        } else if case .fault(let code) = trouble {
            answer = form.fault(code, "오류입니다.")
        } else if request.path.contains("BoxOfficeList.") {
            let isDaily = request.path.contains("/searchDailyBoxOfficeList.")
            answer = form.chart(of: charts, isDaily: isDaily, parameters, trouble: trouble)
        } else if let known = register.answer(to: request.path, parameters, in: form) {
            answer = known
        } else {
            return HTTPResponse(statusCode: .notFound)
        }
        return try await form.response(with: answer, trouble: trouble)
    }
}

extension LoopbackKOBIS.State {
    /// Returns the trouble for a request for `day`, and counts it down.
    fileprivate mutating func takeTrouble(for day: String, in part: String?) -> Trouble? {
        for name in ["\(day) \(part ?? "")", day, "*"] {
            guard let (trouble, times) = troubles[name], times > 0 else { continue }
            troubles[name] = (trouble, times == .max ? times : times - 1)
            return trouble
        }
        return nil
    }
}
