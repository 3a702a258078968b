import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A KMDb server on this machine, which searches the films of a recorded answer and added ones, and
/// serves pictures.
public final class LoopbackKMDb: Sendable {
    /// The way it answers searches.
    public enum Mood: Sendable, Hashable {
        /// With the films of the requested years whose titles contain the words.
        case searching
        /// With every film, whatever the search.
        case everything
        /// With an HTTP status.
        case status(Int)
        /// With that body.
        case body(String)
        /// With half of the answer.
        case cutOff
        /// With that many films of the requested title.
        case flood(Int)
        /// With raw control characters in strings.
        case controls
        /// With a redirect to that address.
        case redirect(String)
    }

    private struct State {
        var mood = Mood.searching
        var films: [KMDbFilm]
        var seen: [[String: String]] = []
        var pictures: [String] = []
        var broken: Set<String> = []
    }

    /// The key it accepts.
    public let key: String
    private let state: Mutex<State>

    /// Creates a server that accepts `key`.
    public init(key: String = "kmdb-test-key") throws {
        self.key = key
        state = Mutex(State(films: try KMDbFilm.recorded()))
    }

    /// Changes the way it answers.
    public func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Adds a film with a poster of its own.
    public func add(_ film: KMDbFilm) { state.withLock { $0.films.append(film) } }

    /// Adds every second film of the charts, by its code at KOBIS.
    public func addFilmsOfCharts() throws {
        for (index, film) in try Fixture.rows(of: "movies").enumerated() where index % 2 == 0 {
            guard let code = film["movieCd"], let title = film["movieNm"] else { continue }
            add(
                KMDbFilm(
                    number: "C\(code)", title: title, year: Int(film["prdtYear"] ?? "") ?? 2022,
                    release: film["openDt"] ?? "", codes: [code]))
        }
    }

    /// Replaces pictures whose path contains `text` by a page of HTML.
    public func breakPictures(_ text: String) {
        state.withLock { _ = $0.broken.insert(text) }
    }

    /// The queries of the searches, in order, without the key.
    public var searches: [[String: String]] { state.withLock { $0.seen } }

    /// The titles searched for, in order.
    public var titles: [String] { searches.compactMap { $0["title"] } }

    /// The paths of the fetched pictures, in order.
    public var pictures: [String] { state.withLock { $0.pictures } }

    /// Runs the server while `body` runs with its base URL.
    public func run<Result: Sendable>(
        _ body: @escaping @Sendable (String) async throws -> Result
    ) async throws -> Result {
        try await withServer { request, url in
            try self.answer(request, at: url)
        } body: { url in
            try await body(url)
        }
    }

    private func answer(_ request: HTTPRequest, at url: String) throws -> HTTPResponse {
        if request.path.hasPrefix("/thm/") { return picture(at: request.path) }
        guard request.path == "/search_json2.jsp" else {
            return HTTPResponse(statusCode: .notFound)
        }
        let query = Dictionary(
            request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let (mood, films) = state.withLock { state in
            state.seen.append(query.filter { $0.key != "ServiceKey" })
            return (state.mood, state.films)
        }
        guard query["ServiceKey"] == key else {
            let said = "등록되지 않은 키입니다: \(query["ServiceKey"] ?? "")"
            return Self.response(#"{"errorCode":"010","errorMessage":"\#(said)"}"#)
        }
        let found: [KMDbFilm]
        switch mood {
        case .status(let status):
            return HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: "Trouble"), body: Data("<html>".utf8))
        case .body(let body): return Self.response(body)
        case .redirect(let address):
            return HTTPResponse(
                statusCode: HTTPStatusCode(302, phrase: "Found"),
                headers: [HTTPHeader("Location"): address])
        case .flood(let count):
            found = (0..<count).map {
                KMDbFilm(number: "X\($0)", title: query["title"] ?? "", year: 2022)
            }
        case .everything: found = films
        default: found = films.filter { $0.isFound(by: query) }
        }
        let start = Int(query["startCount"] ?? "") ?? 0
        let count = min(50, Int(query["listCount"] ?? "") ?? 10)
        let shown = found.dropFirst(start).prefix(count)
        let results = try shown.map { try $0.json(at: url, marking: mood != .everything) }
        let list = shown.isEmpty ? "" : ",\"Result\":[\(results.joined(separator: ","))]"
        var body = """
            {"Query":"","KMAQuery":"","TotalCount":\(found.count),"Data":[{"CollName":"kmdb_new2",\
            "TotalCount":\(found.count),"Count":\(shown.count)\(list)}]}
            """
        if mood == .cutOff { body = String(body.prefix(body.count / 2)) }
        if mood == .controls {
            body = body.replacing("\"title\":\"", with: "\"title\":\"\u{1}\u{B}")
        }
        return Self.response(body)
    }

    private func picture(at path: String) -> HTTPResponse {
        let isBroken = state.withLock { state in
            state.pictures.append(path)
            return state.broken.contains { path.contains($0) }
        }
        guard !isBroken else { return Self.response("<html>없는 페이지</html>") }
        let number = path.utf8.reduce(0) { $0 + Int($1) } % 5
        return Gallery.response(at: "poster-\(number).jpg")
    }

    private static func response(_ body: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, body: Data(body.utf8))
    }
}
