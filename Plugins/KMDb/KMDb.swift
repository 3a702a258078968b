public import BoxOffice
internal import Wire

/// The source of posters from KMDb, the register of the Korean Film Archive (한국영상자료원).
///
/// A search by title returns candidates; ``FilmIdentity`` decides which of them, if any, is the
/// film.
public struct KMDb: PosterSource {
    /// Creates the source.
    public init() {}

    /// `kmdb`.
    public var manifest: Manifest {
        Manifest(
            name: "kmdb", summary: "posters of the Korean Film Archive's register (--with posters)",
            korean: [
                "summary": "한국영상자료원 KMDb의 포스터 (--with posters)",
                "kmdb-not-a-film": "영화가 아닌 대상의 포스터를 검색했습니다",
                "kmdb-malformed": "KMDb: {1}",
                "kmdb-key": "KMDb가 키를 거부했습니다",
                "kmdb-key-said": "KMDb가 키를 거부했습니다: {1}",
                "kmdb-key.hint": "KMDB_API_KEY를 확인하고, 필요하면 {1} 에서 새로 발급받으세요",
            ])
    }

    /// The search API of KMDb, which needs a key in the query string.
    ///
    /// It has no known quota. Answers name posters by plain http addresses, at which no key is sent.
    public var service: Service? {
        Service(
            name: "kmdb", title: "KMDb",
            baseURL: "https://api.koreafilm.or.kr/openapi-data2/wisenut/search_api",
            baseURLVariable: "KMDB_BASE_URL",
            key: Service.Key(
                variable: "KMDB_API_KEY", inQuery: "ServiceKey",
                issuedAt: Self.keysAt),
            plainPictureHosts: ["koreafilm.or.kr", "kmdb.or.kr"])
    }

    /// True: most films are recognised by them.
    public var usesRatingNumbers: Bool { true }

    /// Returns the request for the first page of a search for the film's title; nil if the title
    /// has neither letters nor digits.
    public func request(for film: Film) -> Request? {
        guard !film.title.folded.isEmpty else { return nil }
        return Self.request(for: film, from: 0)
    }

    /// Returns the request for the page of the search that begins with the result at `start`,
    /// counted from 0.
    ///
    /// The years range from the one before the film's production to the one after its opening. KMDb
    /// searches by release date: a rereleased film has a date close to either, and dates may be
    /// months apart from those of KOBIS.
    private static func request(for film: Film, from start: Int) -> Request {
        let years = [film.year, film.productionYear].compactMap(\.self).filter(\.isYearOfFilms)
        return Request(
            service: "kmdb", path: "search_json2.jsp",
            parameters: [
                ("collection", "kmdb_new2"), ("detail", "Y"), ("title", film.title.withoutSpace),
                ("releaseDts", years.min().map { "\($0 - 1)0101" }),
                ("releaseDte", years.max().map { "\($0 + 1)1231" }),
                ("listCount", "\(pageSize)"), ("startCount", "\(start)"),
            ], subject: .film(film))
    }

    /// Reads the films on a page of the search results.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else {
            throw Fault(.bug, "kmdb-not-a-film", "a search for a poster was not for a film")
        }
        let results = try Self.results(in: answer)
        let value = request.parameters.last { $0.name == "startCount" }?.value
        let start = value.flatMap { Int($0) } ?? 0
        let end = start + results.count
        // A page that is not full is the last one, whatever number of results is announced.
        let hasMore =
            results.count >= Self.pageSize && end < min(results.total, Self.maxResults)
        var page = Page(
            results.films, of: FoundFilm.table,
            next: hasMore ? Self.request(for: film, from: end) : nil, total: results.total)
        page.isUnsettled = posters(of: film, in: [page]).isEmpty
        // The result that cannot be read may be the film; on a later page that is less likely.
        if page.isUnsettled, start == 0, let flaw = results.flaw { throw Self.malformed(flaw) }
        return page
    }

    /// Returns the posters of the result that is `film`; none if no result is.
    ///
    /// All pages are judged together, because a film on one of them may contradict one on another.
    public func posters(of film: Film, in pages: [Page]) -> [Poster] {
        let found = pages.flatMap { $0.records(FoundFilm.self) }
        let total = pages.compactMap(\.total).max() ?? 0
        let match = FilmIdentity(of: film).match(among: found, areAll: found.count >= total)
        guard let match else { return [] }
        return match.found.posters.map { address in
            var poster = Poster(
                movieCode: film.code, query: film.title, imageURL: address,
                confidence: match.confidence, match: match.match)
            poster.pageURL = match.found.page
            return poster
        }
    }

    /// Returns the fault for an HTTP status that means a refused key.
    public func fault(in answer: Answer) -> Fault? {
        [401, 403].contains(answer.status) ? Self.refusal(saying: "") : nil
    }

    /// The results on a page: the films that can be read, why another cannot, and the numbers of
    /// results on the page and in all.
    private typealias Results = (films: [FoundFilm], flaw: Malformed?, count: Int, total: Int)

    /// Reads the results in an answer.
    ///
    /// KMDb is reported to send raw control characters inside strings occasionally, which is not
    /// valid JSON. Replacing each with a space makes it valid: between values neither means
    /// anything, and no code or number has one inside.
    private static func results(in answer: Answer) throws(Fault) -> Results {
        var answer = answer
        let body = answer.body.map { max($0, 0x20) }
        answer.body = body
        return try answer.read(.json, or: malformed) { answer throws(Malformed) in
            if let data = try answer.fields()["Data"] {
                return .success(try results(in: data.list()))
            }
            let texts = try JSONValue(objectIn: body).texts
            return .failure(refusal(saying: texts.joined(separator: ", ")))
        }
    }

    /// Reads the results in the collections of an answer.
    private static func results(in collections: [Node]) throws(Malformed) -> Results {
        var results: Results = ([], nil, 0, 0)
        for node in collections {
            let collection = try node.fields()
            // Each count is limited so that the sum cannot overflow.
            let count = try collection.text("TotalCount").flatMap { Int($0) }
            results.total += min(max(0, count ?? 0), 1 << 32)
            guard let list = try collection["Result"], !list.isEmptyText else { continue }
            for film in try list.list() {
                results.count += 1
                do throws(Malformed) {
                    results.films.append(try FoundFilm(reading: film))
                } catch {
                    results.flaw = error
                }
            }
        }
        results.total = max(results.total, results.count)
        return results
    }

    /// Returns the fault for an answer that cannot be read.
    private static func malformed(_ error: Malformed) -> Fault {
        Fault(.malformed, "kmdb-malformed", "KMDb: \(error.reason)")
    }

    /// Returns the fault for an answer without a result but with `text`: KMDb refuses the key.
    ///
    /// The text is one line of at most 120 characters, so that a message stays readable.
    private static func refusal(saying text: String) -> Fault {
        let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let said = String((words.cleaned ?? "").prefix(120))
        return Fault(
            .keyRefused, "kmdb-key",
            said.isEmpty
                ? Message("kmdb-key", "KMDb refused the key")
                : Message("kmdb-key-said", "KMDb refused the key: \(said)"),
            hint: "check KMDB_API_KEY; keys are issued at \(keysAt)")
    }

    /// The page on which users get a key.
    private static let keysAt = "https://www.kmdb.or.kr/info/api/apiDetail/6"

    /// The maximum number of results on a page, which is KMDb's limit.
    private static let pageSize = 50

    /// The maximum number of results read: four pages.
    ///
    /// No title has that many films within a few years.
    private static let maxResults = 200
}

extension JSONValue {
    /// The texts in the value, in their order.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .number(let number): [number]
        case .list(let items): items.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .boolean: []
        }
    }
}
