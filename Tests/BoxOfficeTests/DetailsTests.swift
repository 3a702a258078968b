import Synchronization
import Testing

@testable import BoxOffice
@testable import Engine

/// The sources of details: the order in which they are asked, and the results.
@Suite struct DetailsTests {
    private static let imdb = Column("imdb_id", "IMDb", .text)
    private static let genres = Column("genres", "장르", .list)
    private static let directors = Column("directors", "감독", .list)

    /// The source that knows the IMDb code and the genres of film 1.
    private let ids = FakeDetails(
        "ids", [imdb, genres], ["1": [.text("tt1"), .list(["from ids"])]])
    /// The source that knows the genres and the directors of films 1 and 2.
    private let people = FakeDetails(
        "people", [directors, genres],
        [
            "1": [.list(["A"]), .list(["from people"])],
            "2": [.list(["B"]), .list(["from people"])],
        ])

    private static let edition = ChartEdition(
        Period(of: .daily, containing: Day(daysSince1970: 10_000)))

    /// Returns the plan of a chart with `enrichment`.
    private func plan(with enrichment: Enrichment, keepsGoing: Bool = false) throws -> Plan {
        let period = Self.edition.period
        let query = Query.chart(ChartQuery(periods: Periods(from: period, to: period)))
        return try Plan(
            [SourcePlan(Asked(query), to: ScriptedSource(), enrichment: enrichment)],
            at: Instant(startOf: Day(daysSince1970: 20_000)), keepsGoing: keepsGoing)
    }

    /// Returns the details columns of a chart's rows with the films of `codes`, page by page.
    private func rows(
        _ pages: [[String]], _ details: [any DetailsSource], keepsGoing: Bool = false,
        _ fetcher: Fetcher? = nil, register: (any Register)? = nil,
        posters: [any PosterSource] = []
    ) async throws -> (columns: [String], rows: [[Value]], summary: ExportSummary, areFinal: [Bool])
    {
        let enrichment = try Enrichment(details: details, register: register, posters: posters)
        let plan = try plan(with: enrichment, keepsGoing: keepsGoing)
        let fetcher =
            fetcher
            ?? Fetcher(over: ScriptedTransport([]), kept: KeptAnswers(nil, terms: plan.terms))
        let lookups = try #require(FilmLookups(of: plan.sourcePlans[0], plan, fetcher))
        let names = enrichment.detailColumns.map(\.name)
        var rows: [[Value]] = []
        var areFinal: [Bool] = []
        for codes in pages {
            let entries = codes.map { ChartEntry($0, in: Self.edition, of: "scripted") }
            var answer = FetchedPage(
                sourcePlan: 0, subject: .edition(Self.edition),
                page: Page(entries, of: ChartEntry.table), next: nil)
            answer.page.state.isFinal = true
            var page = try lookups.begin(answer, limit: .max, seen: [])
            page = try await lookups.search.lookUp(page)
            lookups.choose(&page)
            let done = try await lookups.finish(page).page
            rows += try done.rows(try done.dataset.indices(of: names))
            areFinal.append(done.state.isFinal)
        }
        var summary = ExportSummary()
        await lookups.report(to: &summary)
        return (names, rows, summary, areFinal)
    }

    @Test("Warnings about films are merged by their codes, whatever their order")
    func mergedWarnings() {
        let faults = [
            Fault(.malformed, "a", "x"), Fault(.malformed, "b", "w"), Fault(.malformed, "a", "v"),
        ]
        for order in [faults, Array(faults.reversed())] {
            var warnings = FilmWarnings()
            for fault in order { warnings.warn(fault) }
            #expect(warnings.warnings.map(\.message) == ["v, and 1 more such film", "w"])
        }
    }

    @Test("A film's cells come from the first source that knows it; the columns are those of all")
    func order() async throws {
        let found = try await rows([["1", "2", "3"]], [ids, people])
        // The columns that every register has come first, in their order.
        #expect(found.columns == ["genres", "directors", "imdb_id"])
        #expect(
            found.rows == [
                [.list(["from ids"]), .missing, .text("tt1")],
                [.list(["from people"]), .list(["B"]), .missing],
                [.missing, .missing, .missing],
            ])
        #expect(ids.asked == ["1", "2", "3"] && people.asked == ["2", "3"])
        #expect(
            found.summary.warnings.map(\.message) == ["details of 3: not known to ids, people"])
        #expect(found.summary.missing.isEmpty && found.areFinal == [true])
    }

    @Test("The reverse order gives the other cells")
    func otherOrder() async throws {
        let found = try await rows([["1"]], [people, ids])
        #expect(found.rows == [[.list(["from people"]), .list(["A"]), .missing]])
        #expect(ids.asked == [])
    }

    @Test("A film is requested once, however many pages have it")
    func once() async throws {
        let found = try await rows([["1", "2"], ["2", "1", "4"]], [ids])
        #expect(found.rows.count == 5 && found.rows[0] == found.rows[3])
        #expect(ids.asked == ["1", "2", "4"])
        #expect(
            found.summary.warnings.map(\.message)
                == ["details of 2: not known to ids, and 1 more such film"])
    }

    @Test("A source is told the film's source, opening day and country")
    func told() async throws {
        _ = try await rows([["1"]], [ids])
        let film = try #require(ids.films.first)
        #expect(film.source == "scripted" && film.title == "t1" && film.openDate == nil)
        #expect(film.country == ScriptedSource().policy.territory.country)
    }

    @Test(
        "Posters are searched for with the data of the chart's own register, whoever gave the details"
    )
    func posters() async throws {
        let orders: [(FakeRegister) -> [any DetailsSource]] = [
            { _ in [ids] }, { [$0] }, { [ids, $0] }, { [$0, ids] },
        ]
        for order in orders {
            let (register, posters) = (FakeRegister(), FakePosterSearch())
            let found = try await rows(
                [["1", "2"], ["2"]], order(register), register: register, posters: [posters])
            #expect(register.asked == ["1", "2"], "each film once")
            #expect(posters.films.map(\.directors) == [["D1"], ["D2"]])
            #expect(found.rows.count == 3 && found.summary.missing.isEmpty)
        }
    }

    @Test("A failing register prevents the search for posters, not the details of other sources")
    func postersWithout() async throws {
        let (register, posters) = (FakeRegister(failing: true), FakePosterSearch())
        let found = try await rows([["1"]], [ids], register: register, posters: [posters])
        #expect(found.rows == [[.list(["from ids"]), .text("tt1")]])
        #expect(posters.films == [] && found.summary.missing.isEmpty)
        #expect(
            found.summary.warnings.map(\.message) == [
                "no poster was searched for 1: it is down"
            ])
    }

    @Test("A source that fails ends the run with one sentence")
    func failure() async throws {
        let broken = FakeDetails("broken", [Self.imdb], [:], failing: ["1"])
        let fault = await #expect(throws: Fault.self) {
            try await rows([["1"]], [broken, ids])
        }
        #expect(fault?.message == "details of 1 from broken: it is down")
        #expect(fault?.kind == .unavailable && fault?.scope.movieCode == "1")
    }

    @Test("A run that keeps going asks the next source, reports losses, and is provisional")
    func keepsGoing() async throws {
        let broken = FakeDetails("broken", [Self.imdb], [:], failing: ["1", "3"])
        let found = try await rows([["1", "3"], ["2"]], [broken, ids], keepsGoing: true)
        #expect(found.rows.first == [.list(["from ids"]), .text("tt1")])
        #expect(
            found.summary.missing.map(\.message).sorted() == [
                "details of 1 from broken: it is down", "details of 3 from broken: it is down",
            ])
        #expect(found.areFinal == [false, true])
        #expect(
            found.summary.warnings.map(\.message) == ["details of 2: not known to broken, ids"])
    }

    @Test("One name with two types is refused, with the names of both sources")
    func types() throws {
        let number = FakeDetails("numbers", [Column("imdb_id", "IMDb", .integer)], [:])
        let text = FakeDetails("texts", [Column("genres", "장르", .text)], [:])
        let two = #expect(throws: Fault.self) { try Enrichment(details: [ids, number]) }
        let reason = "the column 'imdb_id' is text at ids and integer at numbers"
        #expect(two?.kind == .usage && two?.message.hasPrefix(reason) == true)
        let one = #expect(throws: Fault.self) { try Enrichment(details: [text]) }
        #expect(one?.kind == .usage && one?.message.contains("'genres' is list at") == true)
        #expect(throws: Never.self) { try Enrichment(details: [ids, people]) }
    }

    @Test("A column that the rows already have is refused")
    func taken() {
        let titles = FakeDetails("titles", [Column("title", "영화명", .text)], [:])
        let taken = #expect(throws: Fault.self) {
            try plan(with: try Enrichment(details: [titles]))
        }
        #expect(
            taken?.message
                == "the column 'title' of the details of titles is one that the rows of "
                + "scripted have already")
        let rows = [Column("poster_url", "주소", .integer)]
        let fault = #expect(throws: Fault.self) {
            try Enrichment(posters: [FakePosterSearch()]).check(besides: rows, of: "scripted")
        }
        #expect(fault?.hint == "leave posters out of --with")
    }

    @Test("A column whose Korean header is taken is headed by its name")
    func headers() throws {
        let columns = [
            Column("genre", "장르", .text), Column("a", "가", .text), Column("b", "가", .text),
            Column("name", "영화명", .text),
        ]
        let plan = try plan(with: try Enrichment(details: [FakeDetails("a", columns, [:])]))
        let headers = plan.dataset.columns.filter { column in
            columns.contains { $0.name == column.name }
        }
        #expect(headers.map(\.koreanHeader) == ["genre", "가", "b", "name"])
    }

    // MARK: - Kept answers

    @Test(
        "Answers are kept for as many days as the source says, even those about unknown films",
        arguments: [(0, [1, 1, 1]), (1, [1, 0, 1]), (7, [1, 0, 0])])
    func kept(days: Int, asked: [Int]) async throws {
        let archive = ScriptedArchive()
        var counts: [Int] = []
        // The day of the answer, the next, and the one after that.
        for day in [20_000, 20_001, 20_002] {
            let source = FakeDetails("ids", [Self.imdb], [:], keptFor: days)
            let transport = ScriptedTransport([.success(Answer(0))])
            let fetcher = Fetcher(
                over: transport,
                kept: KeptAnswers(
                    archive,
                    terms: AnswerTerms(now: Instant(startOf: Day(daysSince1970: day)))))
            _ = try await rows([["9"]], [source], fetcher)
            counts.append(transport.sent.count)
        }
        #expect(counts == asked && archive.kept.count == (days > 0 ? 1 : 0))
    }

    @Test("Offline, the archive answers at any age, and so does a program that uses no network")
    func offline() async throws {
        let archive = ScriptedArchive()
        let now = AnswerTerms(now: Instant(startOf: Day(daysSince1970: 30_000)))
        let offline = KeptAnswers(archive, mode: .offline, terms: now)
        let source = FakeDetails("ids", [Self.imdb], [:], keptFor: 1)
        let film = Film(code: "9", title: "t9")
        let request = try #require(source.detailsRequest(for: film))
        try archive.store(Answer(0), to: request)
        let nobody = Fetcher(over: ScriptedTransport([]), kept: offline)
        #expect(try await nobody.page(for: request, from: source).isEmpty)
        archive.drop(answerTo: request)
        await #expect(throws: Fault.self) { try await nobody.page(for: request, from: source) }
        let local = Fetcher(over: LocalProgram(), kept: offline)
        #expect(try await local.page(for: request, from: source).isEmpty)
    }
}

/// A source of details that knows some films, fails for others, and records its requests.
private final class FakeDetails: DetailsSource {
    let manifest: Manifest
    let detailColumns: [Column]
    private let known: [String: [Value]]
    private let failing: Set<String>
    private let days: Int?
    private let state = Mutex<[Film]>([])

    /// - Parameter keptFor: the number of days for which an answer is good; nil if the source makes its
    ///   own answers.
    init(
        _ name: String, _ columns: [Column], _ known: [String: [Value]],
        failing: Set<String> = [], keptFor days: Int? = nil
    ) {
        manifest = Manifest(name: name, summary: "")
        detailColumns = columns
        self.known = known
        self.failing = failing
        self.days = days
    }

    /// The films requested from it, sorted by code.
    var films: [Film] { state.withLock { $0 }.sorted { $0.code < $1.code } }
    var asked: [String] { films.map(\.code) }

    func detailsRequest(for film: Film) -> Request? {
        state.withLock { $0.append(film) }
        return .about(.details(film, keptFor: days ?? 0), service: manifest.name)
    }

    func ownAnswer(to request: Request) -> Answer? { days == nil ? Answer(0) : nil }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .details(let film, _) = request.subject else { throw Fault(.bug, "no film") }
        guard !failing.contains(film.code) else {
            throw Fault(.unavailable, "it is down", outlook: .lasting)
        }
        let fields = detailColumns.enumerated().map { index, column in
            Field<[Value]>(column) { $0[index] }
        }
        return Page(known[film.code].map { [$0] } ?? [], of: Table(named: "details", fields))
    }
}

/// A register that knows the director of each film, and records its requests.
private final class FakeRegister: Register {
    let manifest = Manifest(name: "register", summary: "")
    private let isFailing: Bool
    private let state = Mutex<[String]>([])

    init(failing isFailing: Bool = false) { self.isFailing = isFailing }

    var asked: [String] { state.withLock { $0 }.sorted() }

    func requests(for query: Query) -> AnySequence<Request> {
        guard case .movie(let codes) = query else { return AnySequence([]) }
        return AnySequence(codes.map { Request.about(.code($0), service: "register") })
    }

    func ownAnswer(to request: Request) -> Answer? {
        if case .code(let code) = request.subject { state.withLock { $0.append(code) } }
        return Answer(0)
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard !isFailing else { throw Fault(.unavailable, "it is down", outlook: .lasting) }
        guard case .code(let code) = request.subject else { throw Fault(.bug, "no film") }
        var movie = Movie(code: code)
        movie.directors = [Credit(name: "D\(code)")]
        return Page([movie], of: Movie.detailsTable)
    }
}

/// A source without any posters, which records the requested films.
private final class FakePosterSearch: PosterSource {
    let manifest = Manifest(name: "search", summary: "")
    private let state = Mutex<[Film]>([])

    var films: [Film] { state.withLock { $0 }.sorted { $0.code < $1.code } }

    func request(for film: Film) -> Request? {
        state.withLock { $0.append(film) }
        return .about(.film(film))
    }

    func ownAnswer(to request: Request) -> Answer? { Answer(0) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        Page([], of: Poster.table)
    }
}

/// A program on this machine that knows no film.
private struct LocalProgram: Transport {
    func isOffline(_ request: Request) -> Bool { true }
    func send(_ request: Request) async throws(Fault) -> Answer { Answer(0) }
}
