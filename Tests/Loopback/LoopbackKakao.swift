import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A Kakao image search server on this machine, which also serves pictures.
public final class LoopbackKakao: Sendable {
    /// The way it answers searches.
    public enum Mood: Sendable, Hashable {
        /// Mixed pictures, landscape ones first.
        case mixed
        /// The same three posters for every film.
        case shared
        /// Nothing found.
        case nothing
        /// That HTTP status with that body.
        case status(Int, String)
        /// HTTP 429 to the first that many searches, each once, and to all others mixed pictures.
        case busy(Int)
        /// A page of HTML.
        case html
        /// A real picture for each film, of all file types; some are broken or missing.
        case gallery
    }

    private struct State {
        var mood = Mood.mixed
        var queries: [String] = []
        var pictures: [String] = []
        var hasPictures = true
    }

    private let key: String
    private let state = Mutex(State())

    /// Creates a server that accepts `key`.
    public init(key: String = "kakao-test") {
        self.key = key
    }

    /// Changes the way it answers.
    public func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// Replaces every picture by a page of HTML from now on.
    public func takePicturesAway() { state.withLock { $0.hasPictures = false } }

    /// The words searched for, in order.
    public var queries: [String] { state.withLock { $0.queries } }

    /// The paths of the fetched pictures, in order.
    public var pictures: [String] { state.withLock { $0.pictures } }

    /// Runs the server while `body` runs with its base URL.
    public func run<Result: Sendable>(
        _ body: @escaping @Sendable (String) async throws -> Result
    ) async throws -> Result {
        try await withServer { request, url in
            self.answer(request, at: url)
        } body: { url in
            try await body(url)
        }
    }

    private func answer(_ request: HTTPRequest, at url: String) -> HTTPResponse {
        if request.path.contains("/pictures/") {
            let (isPicture, isGallery) = state.withLock { state in
                state.pictures.append(request.path)
                return (
                    state.hasPictures && request.path.contains("poster"), state.mood == .gallery
                )
            }
            return isGallery ? Gallery.response(at: request.path) : Self.picture(isPicture)
        }
        guard request.path == "/v2/search/image" else {
            return HTTPResponse(statusCode: .notFound)
        }
        let words = request.query.first { $0.name == "query" }?.value ?? ""
        let mood = state.withLock { state in
            state.queries.append(words)
            let mood = state.mood
            if case .busy(let count) = mood { state.mood = count > 1 ? .busy(count - 1) : .mixed }
            return mood
        }
        guard request.headers[HTTPHeader("Authorization")] == "KakaoAK \(key)" else {
            let body =
                #"{"errorType":"AccessDeniedError","message":"ip 203.0.113.9 is not allowed"}"#
            return HTTPResponse(
                statusCode: HTTPStatusCode(401, phrase: "No"), body: Data(body.utf8))
        }
        switch mood {
        case .status(let status, let body):
            return HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: "Trouble"), body: Data(body.utf8))
        case .busy:
            return HTTPResponse(statusCode: HTTPStatusCode(429, phrase: "Trouble"))
        case .html:
            return HTTPResponse(statusCode: .ok, body: Data("<html>점검</html>".utf8))
        case .nothing:
            return Self.documents([])
        case .gallery:
            let name = Gallery.name(for: words)
            return Self.documents([
                Self.document(
                    url, "poster-\(name)", 700, 1000,
                    thumbnail: "\(url)/pictures/thumbnail-\(name)")
            ])
        case .mixed:
            // Every film has pictures of its own.
            let folder = "\(url)/\(Gallery.name(for: words).prefix { $0 != "-" })"
            return Self.documents([
                Self.document(folder, "wide.jpg", 1280, 720),
                Self.document(folder, "square.jpg", 600, 600),
                Self.document(folder, "tiny.jpg", 70, 100),
                Self.document(folder, "poster.jpg", 700, 1000),
                Self.document(folder, "tall.jpg", 300, 900),
            ])
        case .shared:
            return Self.documents([
                Self.document(url, "poster.jpg", 700, 1000),
                Self.document(url, "poster-2.jpg", 690, 1000),
                Self.document(url, "poster-3.jpg", 680, 1000),
            ])
        }
    }

    private static func document(
        _ url: String, _ name: String, _ width: Int, _ height: Int, thumbnail: String? = nil
    ) -> String {
        """
        {"collection":"news","datetime":"2022-06-05T10:00:00.000+09:00","display_sitename":"",\
        "doc_url":"https://movie.daum.net/\(name)","height":\(height),\
        "image_url":"\(url)/pictures/\(name)",\
        "thumbnail_url":"\(thumbnail ?? "https://t.example.org/\(name)")",\
        "width":\(width)}
        """
    }

    private static func documents(_ documents: [String]) -> HTTPResponse {
        let body = """
            {"documents":[\(documents.joined(separator: ","))],\
            "meta":{"is_end":true,"pageable_count":\(documents.count),"total_count":\(documents.count)}}
            """
        return HTTPResponse(statusCode: .ok, body: Data(body.utf8))
    }

    private static func picture(_ isOne: Bool) -> HTTPResponse {
        let start: [UInt8] =
            isOne ? [0xFF, 0xD8, 0xFF, 0xE0] : Array("<html>".utf8)
        return HTTPResponse(
            statusCode: .ok, body: Data(start + Array("picture".utf8) + [0xFF, 0xD9]))
    }
}
