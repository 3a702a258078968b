import Synchronization
import Testing

@testable import BoxOffice
@testable import Engine

/// The small pictures of posters for the exporter.
@Suite struct PosterPictureTests {
    private let web = FakeWeb()
    private let charts = TestSource(manifest: Manifest(name: "s", summary: ""))

    private func fetcher(
        showing pictures: Bool = true, jobs: Int = 4, budget: PictureBudget = PictureBudget()
    ) -> Fetcher {
        var fetcher = Fetcher(
            over: ScriptedTransport([]),
            kept: KeptAnswers(nil, terms: AnswerTerms(now: Instant(secondsSince1970: 0))),
            jobs: jobs)
        fetcher.thumbnails = pictures ? web : nil
        fetcher.budget = budget
        return fetcher
    }

    private func lookups(
        _ fetcher: Fetcher, columns: [String] = ["title"]
    ) throws -> FilmLookups? {
        let period = Period(of: .daily, containing: Day(daysSince1970: 10_000))
        let sourcePlan = SourcePlan(
            Asked(.chart(ChartQuery(periods: Periods(from: period, to: period)))), to: charts,
            enrichment: try Enrichment(posters: [FakePosters()]))
        let plan = try Plan([sourcePlan], at: Instant(startOf: Day(daysSince1970: 20_000)))
        let chosen = try plan.choosing(columns)
        return FilmLookups(of: chosen.sourcePlans[0], chosen, fetcher)
    }

    private func page(of codes: [String]) throws -> FetchedPage {
        let edition = ChartEdition(Period(of: .daily, containing: Day(daysSince1970: 10_000)))
        let entries = codes.map { ChartEntry($0, in: edition) }
        return FetchedPage(
            sourcePlan: 0, subject: .edition(edition), page: Page(entries, of: ChartEntry.table),
            next: nil)
    }

    /// Returns the page with the films of `codes` after `lookups`.
    private func done(_ codes: [String], _ lookups: FilmLookups?) async throws -> BoxOffice.Page {
        let lookups = try #require(lookups)
        var page = try lookups.begin(try page(of: codes), limit: .max, seen: [])
        page = try await lookups.search.lookUp(page)
        lookups.choose(&page)
        page = try await lookups.search.fetchPictures(page)
        return try await lookups.finish(page).page
    }

    /// A store that records the codes under which it keeps pictures.
    private final class NotingStore: PictureStore {
        let codes = Mutex<[String]>([])

        func keep(_ poster: Poster) async throws(Fault) -> String {
            codes.withLock { $0.append(poster.movieCode) }
            return "\(poster.movieCode).png"
        }

        func finish() -> [Fault] { [] }

        func knownPoster(of code: String) -> Poster? {
            code == "s-2"
                ? Poster(
                    movieCode: code, query: "", imageURL: "https://k.example/2",
                    confidence: Decimal(100, places: 2)) : nil
        }

        func picture(in file: String, atMost limit: Int) -> Picture? { nil }
    }

    @Test("Pictures of another source's films are kept under a name with the source")
    func codesOfSources() async throws {
        let store = NotingStore()
        var fetcher = Fetcher(
            over: ScriptedTransport([]),
            kept: KeptAnswers(nil, terms: AnswerTerms(now: Instant(secondsSince1970: 0))))
        fetcher.pictures = store
        fetcher.providerOfPictures = "s"
        _ = try await done(["1"], try lookups(fetcher))
        fetcher.providerOfPictures = "kobis"
        _ = try await done(["1"], try lookups(fetcher))
        #expect(store.codes.withLock(\.self) == ["1", "s-1"])
        let other = fetcher.of(charts)
        #expect(other.keptPoster(of: "2")?.movieCode == "2" && other.keptPoster(of: "1") == nil)
    }

    @Test("Every page with a film has its picture, which is requested once")
    func once() async throws {
        let lookups = try #require(try lookups(fetcher()))
        // Both pages are begun before the first is done.
        var first = try lookups.begin(try page(of: ["1", "2", "1"]), limit: .max, seen: [])
        var second = try lookups.begin(try page(of: ["2", "3"]), limit: .max, seen: [])
        second = try await lookups.search.lookUp(second)
        first = try await lookups.search.lookUp(first)
        lookups.choose(&first)
        lookups.choose(&second)
        second = try await lookups.search.fetchPictures(second)
        first = try await lookups.search.fetchPictures(first)
        let one = try await lookups.finish(first).page
        let two = try await lookups.finish(second).page
        #expect(Set(one.pictures.keys) == ["https://p.example/1.jpg", "https://p.example/2.jpg"])
        #expect(Set(two.pictures.keys) == ["https://p.example/2.jpg", "https://p.example/3.jpg"])
        #expect(one.pictures["https://p.example/2.jpg"]?.width == 2)
        #expect(
            web.requested.sorted() == [1, 2, 3].map { "https://p.example/thumbnail-\($0).jpg" })
        #expect(await lookups.warnings.isEmpty)
    }

    @Test(
        "Without a small picture the full one is taken, and an invalid address is not requested")
    func forms() async throws {
        let page = try await done(["full", "elsewhere", "odd"], try lookups(fetcher()))
        #expect(
            Set(page.pictures.keys) == [
                "https://p.example/full.jpg", "https://p.example/odd.jpg",
            ])
        #expect(
            web.requested.sorted() == ["https://p.example/full.jpg", "https://p.example/odd.jpg"])
    }

    @Test("Pictures that are not available cause one warning, and the full size is not tried")
    func missing() async throws {
        let lookups = try #require(try lookups(fetcher(), columns: ["poster_url"]))
        let page = try await done(["404-b", "1", "404-a", "404-c"], lookups)
        #expect(page.pictures.count == 1 && web.requested.count == 4)
        #expect(
            await lookups.warnings == [
                "poster of 404-a: the picture cannot be had, and 2 more such films"
            ])
        let column = try page.dataset.indices(of: ["poster_url"])
        let addresses = try page.rows(column)
        #expect(addresses.first == [.text("https://p.example/404-b.jpg")] && addresses.count == 4)
    }

    @Test(
        "No pictures beyond the limit are fetched, and one warning says so",
        arguments: [PictureBudget(pictures: 2, bytes: 9 << 20), .init(pictures: 9, bytes: 2 << 20)])
    func limit(budget: PictureBudget) async throws {
        // One at a time, because the size of a picture in transfer is not known yet.
        let lookups = try #require(try lookups(fetcher(jobs: 1, budget: budget)))
        let page = try await done(["1", "2", "3", "4", "5"], lookups)
        #expect(page.pictures.count == 2 && web.requested.count == 2)
        _ = try await done(["1", "2", "3"], lookups)
        #expect(web.requested.count == 2)
        let warnings = await lookups.warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("a run fetches ") == true)
        #expect(warnings.first?.hasSuffix("MB of them; 3 more films have only the address") == true)
    }

    @Test("All sources of a run share its limit, and each says what its films lack")
    func limitOfRun() async throws {
        let fetcher = fetcher(jobs: 1, budget: PictureBudget(pictures: 3))
        let first = try #require(try lookups(fetcher))
        let second = try #require(try lookups(fetcher))
        _ = try await done(["1", "2"], first)
        let page = try await done(["3", "4", "5"], second)
        #expect(page.pictures.count == 1 && web.requested.count == 3)
        #expect(await first.warnings == [])
        #expect(
            await second.warnings == [
                "a run fetches at most 3 pictures of posters or 256 MB of them; "
                    + "2 more films have only the address"
            ])
    }

    @Test("If no picture is shown, none is requested, and without a column no poster either")
    func notShown() async throws {
        let fetcher = fetcher(showing: false)
        #expect(try lookups(fetcher) == nil)
        let page = try await done(["1"], try lookups(fetcher, columns: ["poster_url"]))
        #expect(page.pictures.isEmpty && web.requested.isEmpty)
    }

    @Test("A page with more columns keeps its pictures")
    func wider() async throws {
        var page = try await done(["1"], try lookups(fetcher()))
        page.add([], [:])
        #expect(page.pictures.count == 1)
    }
}

extension FilmLookups {
    /// The warnings about missing pictures, in English.
    fileprivate var warnings: [String] {
        get async {
            var summary = ExportSummary()
            await report(to: &summary)
            return summary.warnings.map(\.message)
        }
    }
}

/// A source that finds a poster for every film.
private struct FakePosters: PosterSource {
    let manifest = Manifest(name: "posters", summary: "")

    func request(for film: Film) -> Request? { .about(.film(film)) }

    func ownAnswer(to request: Request) -> Answer? { Answer(0) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else { throw Fault(.bug, "no film") }
        let scheme = film.code == "elsewhere" ? "file" : "https"
        var poster = Poster(
            movieCode: film.code, query: "q", imageURL: "\(scheme)://p.example/\(film.code).jpg",
            width: 700, height: 1000, confidence: Decimal(70, places: 2))
        switch film.code {
        case "full": break
        case "odd": poster.thumbnailURL = "file:///etc/passwd"
        default: poster.thumbnailURL = "https://p.example/thumbnail-\(film.code).jpg"
        }
        return Page([poster], of: Poster.table)
    }
}

/// A source of pictures of 1 MB, as wide as the number in their address.
private final class FakeWeb: ThumbnailSource {
    private let addresses = Mutex<[String]>([])

    /// The requested addresses, in order.
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
