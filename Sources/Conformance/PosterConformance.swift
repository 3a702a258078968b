internal import BoxOffice

/// Checks a source of posters.
struct PosterConformance {
    private let posters: any PosterSource
    private let answer: (Request) -> Answer?
    private var provider: ProviderConformance

    init(_ posters: any PosterSource, answer: @escaping (Request) -> Answer?) {
        self.posters = posters
        self.answer = answer
        provider = ProviderConformance(posters)
    }

    /// Titles that searches stumble over.
    private static let oddTitles = [
        "", " ", "!?", "#1", "a&b=c", "\u{1B}[31m", "👩‍👩‍👧", String(repeating: "긴", count: 10_000),
    ]

    /// Checks every rule.
    mutating func check(_ films: [Film]) -> [Violation] {
        provider.check()
        for film in films {
            let request = posters.request(for: film)
            provider.expect(request != nil, .requests, "there is no request for '\(film.title)'")
            if let request { check(request, for: film) }
        }
        for title in Self.oddTitles {
            let film = Film(code: "A1", title: title)
            if let request = posters.request(for: film) { checkSubject(of: request, film) }
        }
        return provider.findings.violations
    }

    private mutating func checkSubject(of request: Request, _ film: Film) {
        provider.check(request)
        provider.expect(
            request.subject == .film(film), .request,
            "the subject of \(request.target) is not the film \(film.code)")
        provider.expect(
            request == posters.request(for: film), .requests,
            "the request for \(film.code) is another the second time")
    }

    private mutating func check(_ request: Request, for film: Film) {
        checkSubject(of: request, film)
        provider.checkGarbage(for: request)
        guard let answer = posters.ownAnswer(to: request) ?? answer(request),
            let page = provider.page(in: answer, to: request)
        else { return }
        let found = posters.posters(of: film, in: [page])
        provider.expect(
            page.dataset == Poster.table.dataset || !found.isEmpty, .page,
            "the page has other columns than posters, and none is chosen from it")
        for poster in found { check(poster, of: film) }
    }

    private mutating func check(_ poster: Poster, of film: Film) {
        provider.expect(
            poster.movieCode == film.code, .poster,
            "a poster of \(poster.movieCode) answers a request for \(film.code)")
        provider.expect(
            !posters.searchesImages
                || (poster.match == .imageSearch && poster.confidence.hundredths <= 60), .poster,
            "a poster of an image search has another match, or a confidence above 0.60")
        for address in [poster.imageURL, poster.thumbnailURL, poster.pageURL].compactMap(\.self) {
            provider.expect(
                address.asWebAddress != nil, .poster, "'\(address)' is no address of the web")
        }
        provider.expect(
            poster.width ?? 1 > 0 && poster.height ?? 1 > 0, .poster, "a poster has no size")
    }
}
