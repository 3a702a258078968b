import Synchronization
import Testing

@testable import BoxOffice

/// The small pictures of posters on their way to the exporter.
@Suite struct PosterPictureTests {
    private let web = FakeWeb()

    private func fetcher(showing pictures: Bool = true, jobs: Int = 4) -> Fetcher {
        Fetcher(
            over: ScriptedTransport([]),
            kept: KeptAnswers(nil, terms: AnswerTerms(today: Day(daysSince1970: 20_000))),
            thumbnails: pictures ? web : nil, jobs: jobs)
    }

    private func page(of codes: [String]) throws -> PageInProgress {
        let edition = ChartEdition(Period(of: .daily, containing: Day(daysSince1970: 10_000)))
        let entries = codes.map {
            ChartEntry(
                edition: edition, source: "s", fetchedAt: Instant(secondsSince1970: 0), rank: 1,
                rankChange: .new, movieCode: $0, title: "t\($0)")
        }
        return PageInProgress(
            page: Page(entries, of: ChartEntry.table),
            question: Question(request: .about(.edition(edition)), peerRequest: nil), next: nil,
            limit: .max, seen: [])
    }

    @Test("Every page with a film has its picture, which is requested once")
    func once() async throws {
        let stage = PosterStage(
            PosterLookup([FakePosters()], details: nil, fetcher()), [])
        #expect(stage.looksUp)
        async let first = stage.process(try page(of: ["1", "2", "1"]))
        async let second = stage.process(try page(of: ["2", "3"]))
        let (one, two) = (try await first.page, try await second.page)
        #expect(Set(one.pictures.keys) == ["https://p.example/1.jpg", "https://p.example/2.jpg"])
        #expect(Set(two.pictures.keys) == ["https://p.example/2.jpg", "https://p.example/3.jpg"])
        #expect(one.pictures["https://p.example/2.jpg"]?.width == 2)
        #expect(
            web.requested.sorted() == [1, 2, 3].map { "https://p.example/thumbnail-\($0).jpg" })
        #expect(await stage.losses.allWarnings.isEmpty)
    }

    @Test(
        "Without a small form the full one is taken, and an address that is none is not requested")
    func forms() async throws {
        let stage = PosterStage(
            PosterLookup([FakePosters()], details: nil, fetcher()), [])
        let work = try await stage.process(try page(of: ["full", "elsewhere", "odd"]))
        #expect(
            Set(work.page.pictures.keys) == [
                "https://p.example/full.jpg", "https://p.example/odd.jpg",
            ])
        #expect(
            web.requested.sorted() == ["https://p.example/full.jpg", "https://p.example/odd.jpg"])
    }

    @Test("Pictures that are not available are one warning, and the full form is not tried")
    func missing() async throws {
        let stage = PosterStage(
            PosterLookup([FakePosters()], details: nil, fetcher()), [0])
        let work = try await stage.process(try page(of: ["404-b", "1", "404-a", "404-c"]))
        #expect(work.page.pictures.count == 1 && web.requested.count == 4)
        #expect(
            await stage.losses.allWarnings.map(\.message) == [
                "poster of 404-a: the picture cannot be had, and 2 more such films"
            ])
        var seen: Set<String> = []
        let column = try work.page.dataset.indices(of: ["poster_url"])
        var addresses: [Value] = []
        try work.page.forEachRow(columns: column, seen: &seen) { addresses.append($0[0]) }
        #expect(addresses.first == .text("https://p.example/404-b.jpg") && addresses.count == 4)
    }

    @Test(
        "Enough pictures are enough, and one line says so",
        arguments: [PictureBudget(pictures: 2, bytes: 9 << 20), .init(pictures: 9, bytes: 2 << 20)])
    func limit(budget: PictureBudget) async throws {
        // One after the other, because pictures that are on their way have no size yet.
        let lookup = PosterLookup(
            [FakePosters()], details: nil, fetcher(jobs: 1), budget: budget)
        let stage = PosterStage(lookup, [])
        let work = try await stage.process(try page(of: ["1", "2", "3", "4", "5"]))
        #expect(work.page.pictures.count == 2 && web.requested.count == 2)
        _ = try await stage.process(try page(of: ["1", "2", "3"]))
        #expect(web.requested.count == 2)
        let warnings = await stage.losses.allWarnings.map(\.message)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("a run fetches ") == true)
        #expect(warnings.first?.hasSuffix("MB of them; 3 more films have only the address") == true)
    }

    @Test("If no picture is shown, none is requested, and without a column no poster either")
    func notShown() async throws {
        let fetcher = fetcher(showing: false)
        let stage = PosterStage(PosterLookup([FakePosters()], details: nil, fetcher), [])
        #expect(!stage.looksUp)
        let other = PosterStage(PosterLookup([FakePosters()], details: nil, fetcher), [0])
        #expect(try await other.process(try page(of: ["1"])).page.pictures.isEmpty)
        #expect(web.requested.isEmpty)
    }

    @Test("A page with more columns keeps its pictures")
    func wider() async throws {
        let stage = PosterStage(PosterLookup([FakePosters()], details: nil, fetcher()), [])
        let page = try await stage.process(try page(of: ["1"])).page
        #expect(page.adding([], [:]).pictures == page.pictures && page.pictures.count == 1)
    }
}

/// A source that finds a poster for every film.
private struct FakePosters: PosterSource {
    let manifest = Manifest(name: "posters", summary: "")
    let service: Service? = nil

    func request(for film: Film) -> Request? { .about(.film(film)) }

    func ownAnswer(to request: Request) -> Answer? { Answer(0) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else { throw Fault(.bug, "no film") }
        let scheme = film.code == "elsewhere" ? "file" : "https"
        var poster = Poster(
            movieCode: film.code, query: "q", imageURL: "\(scheme)://p.example/\(film.code).jpg",
            width: 700, height: 1000, confidence: Fraction(hundredths: 70))
        switch film.code {
        case "full": break
        case "odd": poster.thumbnailURL = "file:///etc/passwd"
        default: poster.thumbnailURL = "https://p.example/thumbnail-\(film.code).jpg"
        }
        return Page([poster], of: Poster.table)
    }
}

/// Pictures of 1 MB that are as wide as the number in their address says.
private final class FakeWeb: ThumbnailSource {
    private let addresses = Mutex<[String]>([])

    /// What was requested, in its order.
    var requested: [String] { addresses.withLock { $0 } }

    func picture(at address: String) async throws(Fault) -> Picture {
        addresses.withLock { $0.append(address) }
        await Task.yield()
        if address.contains("404") { throw Fault(.unavailable, "the picture cannot be had") }
        let width = Int(address.filter(\.isNumber)) ?? 1
        return Picture(
            bytes: [UInt8](repeating: 0, count: 1 << 20), kind: .jpg, width: width, height: 1)
    }
}
