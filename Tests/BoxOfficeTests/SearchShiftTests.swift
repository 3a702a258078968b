import BoxOffice
import Testing

@testable import Engine

/// Searches in a register that changes between two of their pages.
@Suite struct SearchShiftTests {
    /// The numbers of the films on each page, after the total that the page gives.
    private static let removed: [[UInt8]] = [[5, 1, 2], [4, 4, 5]]
    private static let repeated: [[UInt8]] = [[5, 1, 2], [5, 2, 3], [5, 4]]
    private static let added: [[UInt8]] = [[5, 1, 2], [6, 2, 3], [6, 4, 5]]
    private static let whole: [[UInt8]] = [[5, 1, 2], [5, 3, 4], [5, 5]]

    private func answers(_ pages: [[UInt8]]) -> [Result<Answer, Fault>] {
        pages.map { .success(Answer(status: 200, body: $0, fetchedAt: Instant(startOf: .now))) }
    }

    @Test(
        "A search of which films are missing says so, and one with new films does not",
        arguments: [
            (removed, 4, "4 of 5 came: the register may have changed while it was searched"),
            (repeated, 4, "4 of 5 came: the register may have changed while it was searched"),
            (added, 5, nil), (whole, 5, nil),
        ] as [([[UInt8]], Int, String?)])
    func rows(pages: [[UInt8]], count: Int, warning: String?) async throws {
        let transport = ScriptedTransport(answers(pages))
        let export = ExportSetup(.movies(), from: MovieSource(), over: transport, today: .now)
        let summary = try await export.run()
        #expect(summary.rows == count)
        #expect(summary.warnings.map(\.message) == [warning].compactMap(\.self))
    }

    @Test("With --keep-going a repeated page leaves the rows before it")
    func repetition() async throws {
        let transport = ScriptedTransport(answers([[5, 1, 2], [5, 1, 2]]))
        var setup = ExportSetup(.movies(), from: MovieSource(), over: transport, today: .now)
        await #expect(throws: Fault.self) { try await setup.run() }
        setup.transport = ScriptedTransport(answers([[5, 1, 2], [5, 1, 2]]))
        setup.keepsGoing = true
        let summary = try await setup.run()
        #expect(summary.rows == 2 && summary.missing.map(\.code) == ["page-repeated"])
    }

    @Test(
        "A film is chosen only from a whole search, for which it is made once more",
        arguments: [(removed + whole, 5), (whole, 5), (removed + removed, nil)]
            as [([[UInt8]], Int?)])
    func choice(pages: [[UInt8]], count: Int?) async throws {
        let transport = ScriptedTransport(answers(pages))
        let setup = ExportSetup(.movies(), from: MovieSource(), over: transport, today: .now)
        var finder = FilmFinder(
            in: MovieSource(), at: Instant(startOf: .now), with: try setup.fetcher())
        let search = TitleSearch(query: .movies(), isForPart: false, readsAll: true)
        do throws(Fault) {
            let found = try await finder.movies(search, for: FilmChoice("t"))
            #expect(found?.found.count == count)
        } catch {
            #expect(count == nil && error.code == "search-shifted" && error.kind == .unavailable)
        }
        #expect(transport.sent.count == pages.count)
    }
}

extension Day {
    fileprivate static let now = Day(daysSince1970: 20_000)
}

extension SearchShiftTests {
    @Test("Pages whose records have no identity count with all of them")
    func withoutIdentities() {
        let films = (1...4).map { Movie(code: "\($0)") }
        func pages(_ total: Int?) -> [Page] {
            [Page(films, of: Movie.searchTable, total: total), Page([], of: Movie.searchTable)]
        }
        #expect(pages(4).shift == nil && pages(nil).shift == nil)
        #expect(pages(5).shift?.code == "search-shifted")
    }
}

/// A register of films whose answers are a total and the numbers of films.
private struct MovieSource: Source, Register {
    let manifest = Manifest(name: "register", summary: "")
    let service: Service? = nil
    let holdings = Holdings(of: "it", from: Day(daysSince1970: 0), to: nil, charts: [])

    func requests(for query: Query) -> AnySequence<Request> {
        AnySequence([.about(.page(1, after: 0))])
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .page(let number, let before) = request.subject, let total = answer.body.first
        else { throw Fault(.malformed, "damaged") }
        let films = answer.body.dropFirst().map { Movie(code: "\($0)") }
        let read = before + films.count
        return Page(
            films, of: Movie.searchTable, identity: { $0.code },
            next: read < total ? .about(.page(number + 1, after: read)) : nil, total: Int(total))
    }
}
