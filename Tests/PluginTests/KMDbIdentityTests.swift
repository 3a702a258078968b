import BoxOffice
import Foundation
import Loopback
import SlowLane
import Testing

@testable import KMDb

/// The matching of films of KMDb with those of KOBIS, by the recorded answer and by made-up ones.
@Suite struct KMDbIdentityTests {
    /// Returns the ten films as KOBIS describes them, with the rating numbers in `numbers` if given.
    private static func films(_ numbers: [String]? = nil) throws -> [Film] {
        try KMDbFilm.recordedAtKOBIS().enumerated().map { index, row in
            var film = Film(
                code: row["movieCd"] ?? "", title: row["movieNm"] ?? "",
                year: Int(row["openDt"]?.prefix(4) ?? ""))
            film.productionYear = Int(row["prdtYear"] ?? "")
            film.directors = (row["directors"] ?? "").split(separator: ",").map(String.init)
            film.ratingNumbers = [numbers?[index] ?? row["auditNo"] ?? ""]
            return film
        }
    }

    private static func posters(
        of film: Film, in body: [UInt8]? = nil, from source: KMDb = KMDb()
    ) throws -> [Poster] {
        let request = try #require(source.request(for: film))
        let body = try body ?? KMDbFilm.recordedAnswer()
        let answer = Answer(body: body, fetchedAt: Instant(secondsSince1970: 0))
        return source.posters(of: film, in: [try source.read(answer, to: request)])
    }

    @Test("The ten recorded films get their posters, two by code and eight by rating number")
    func recorded() throws {
        var matches: [Poster.Match: Int] = [:]
        for film in try Self.films() {
            let posters = try Self.posters(of: film)
            let poster = try #require(posters.first, "\(film.title)")
            let own = try #require(Self.found(title: film.title).first)
            let addresses = try #require(own["posters"] as? String).split(separator: "|")
            #expect(posters.map(\.imageURL) == addresses.map(String.init))
            #expect(poster.pageURL == own["kmdbUrl"] as? String)
            #expect(poster.confidence == Decimal(100, places: 2) && poster.width == nil)
            matches[try #require(poster.match), default: 0] += 1
        }
        #expect(matches == [.code: 2, .ratingNumber: 8])
    }

    @Test("A code of another provider is not mistaken for one of KOBIS")
    func otherProvider() throws {
        var count = 0
        for var film in try Self.films() {
            film.ratingNumbers = []
            film.directors = []
            guard try Self.posters(of: film).first?.match == .code else { continue }
            count += 1
            film.provider = "kobis"
            #expect(try !Self.posters(of: film).isEmpty)
            film.provider = "cinemart"
            #expect(try Self.posters(of: film).isEmpty, "\(film.title)")
        }
        #expect(count == 2)
    }

    @Test(
        "With the numbers shuffled among them, none gets a poster",
        arguments: 1...SlowLane.cases(9, quick: 2))
    func shuffled(by distance: Int) throws {
        let numbers = try Self.films().flatMap(\.ratingNumbers)
        let moved = numbers.indices.map { numbers[($0 + distance) % numbers.count] }
        for film in try Self.films(moved) {
            // Also if the search finds only the film with that title.
            let alone = try Self.answer(Self.found(title: film.title))
            #expect(try Self.posters(of: film, in: alone).isEmpty)
            #expect(try Self.posters(of: film).isEmpty)
        }
    }

    /// Returns the recorded films with that title.
    private static func found(title: String) throws -> [[String: Any]] {
        let body = try Data(KMDbFilm.recordedAnswer())
        let recorded = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        let results = (recorded?["Data"] as? [[String: Any]])?.first?["Result"] as? [[String: Any]]
        return (results ?? []).filter { ($0["title"] as? String)?.contains(title) == true }
    }

    private static func answer(_ films: [[String: Any]], total: Int? = nil) throws -> [UInt8] {
        let answer: [String: Any] = [
            "Data": [["TotalCount": total ?? films.count, "Result": films]]
        ]
        return Array(try JSONSerialization.data(withJSONObject: answer))
    }

    // MARK: - Made-up films

    private static let film = {
        var film = Film(code: "20250001", title: "봄, 밤!", year: 2025)
        film.productionYear = 2024
        film.directors = ["홍 길동"]
        film.ratingNumbers = ["2025-MF00001"]
        return film
    }()

    private static func found(
        _ number: String, title: String = "봄 밤", year: Int? = 2024, director: String = "홍길동",
        codes: Set<String> = [], ratings: Set<String> = []
    ) -> FoundFilm {
        FoundFilm(
            number: number, titles: [title.folded], directors: [director.folded],
            productionYear: year, releaseYear: 2025, codes: codes, ratingNumbers: ratings,
            posters: ["http://p/\(number)"])
    }

    private static let code: Set = ["20250001"]
    private static let otherCode: Set = ["20259999"]
    private static let rating: Set = ["2025-MF00001"]
    private static let otherRating: Set = ["2025-MF09999"]

    @Test(
        "Code decides, then number, then likeness, and a contradiction gives no match",
        arguments: [
            ("the code", [found("1", codes: code)], Poster.Match.code, 100),
            ("the number", [found("1", director: "", ratings: rating)], .ratingNumber, 100),
            (
                "the number, with a subtitle", [found("1", title: "봄밤: 확장판", ratings: rating)],
                .ratingNumber, 100
            ),
            (
                "the number of a film of that title by others",
                [found("1", year: 2010, director: "임꺽정", ratings: rating)], nil, 0
            ),
            ("the number of another part", [found("1", title: "봄 낮", ratings: rating)], nil, 0),
            (
                "the number of another film",
                [found("1", title: "x", director: "임꺽정", ratings: rating)], nil, 0
            ),
            (
                "the number of a film of other years",
                [found("1", title: "x", year: 1990, ratings: rating)], nil, 0
            ),
            ("likeness", [found("1")], .likeness, 90),
            ("a year apart", [found("1", year: 2023)], .likeness, 85),
            (
                "code and number of the same film among others",
                [found("1", codes: code, ratings: rating), found("2", ratings: otherRating)],
                .code, 100
            ),
            (
                "a number that two films have, one with the code",
                [found("1", codes: code, ratings: rating), found("2", ratings: rating)], .code, 100
            ),
            ("listed twice", [found("1", codes: code), found("1", codes: code)], .code, 100),
            ("nothing", [], nil, 0),
            ("two with the code", [found("1", codes: code), found("2", codes: code)], nil, 0),
            (
                "two films with the number",
                [found("1", ratings: rating), found("2", ratings: rating)], nil, 0
            ),
            (
                "code and number of two films",
                [found("1", codes: code), found("2", ratings: rating)], nil, 0
            ),
            ("another number", [found("1", codes: code, ratings: otherRating)], nil, 0),
            ("another code", [found("1", codes: otherCode, ratings: rating)], nil, 0),
            ("likeness and another code", [found("1", codes: otherCode)], nil, 0),
            ("likeness and another number", [found("1", ratings: otherRating)], nil, 0),
            ("two alike", [found("1"), found("2")], nil, 0),
            ("another director", [found("1", director: "임꺽정")], nil, 0),
            ("no director", [found("1", director: "")], nil, 0),
            ("two years apart", [found("1", year: 2022)], nil, 0),
            ("the title alone", [found("1", year: 1974, director: "임꺽정")], nil, 0),
            ("another title", [found("1", title: "봄")], nil, 0),
        ] as [(String, [FoundFilm], Poster.Match?, Int)])
    func rules(what: String, results: [FoundFilm], match: Poster.Match?, confidence: Int) {
        for results in [results, results.reversed()] {
            let found = FilmIdentity(of: Self.film).match(among: results)
            #expect(found?.match == match, "\(what)")
            #expect(found?.confidence.units ?? 0 == confidence, "\(what)")
            if match != nil { #expect(found?.found.number == "1") }
        }
    }

    @Test("Invalid rating numbers and dates are ignored; case and spaces do not matter")
    func ratingNumbers() {
        for (text, number) in [
            (" 2022-mf00017 ", "2022-MF00017"), ("-", nil), ("", nil), ("미정", nil),
            ("2022", "2022"),
        ] {
            #expect(text.asRatingNumber == number)
        }
        for (text, year) in [
            ("1996", 1996), ("199604", 1996), ("19960412", 1996), ("19960400", 1996),
            ("19960000", 1996), ("199600", 1996), ("1996-04-12", 1996), ("99999900", nil),
            ("12ab34cd5600", nil), ("19961301", nil), ("0000", nil), ("1996년", nil), ("", nil),
        ] {
            #expect(text.year == year, "\(text)")
        }
        for (text, plain) in [
            (" !HS 옥토넛 !HE  : !HS극장판!HE", "옥토넛 : 극장판"), ("!", "!"), ("!H !HSE", "!H E"),
            ("안녕!HELLO", "안녕!HELLO"),
        ] {
            #expect(text.withoutMarks == plain)
        }
    }

    @Test("Without details only the code counts, and likeness counts only with all results at hand")
    func withoutDetails() {
        let film = Film(code: "20250001", title: "봄, 밤!", year: 2025)
        func match(_ found: FoundFilm) -> Poster.Match? {
            FilmIdentity(of: film).match(among: [found])?.match
        }
        #expect(match(Self.found("1", codes: Self.code, ratings: Self.rating)) == .code)
        #expect(match(Self.found("1", ratings: Self.rating)) == nil)
        #expect(match(Self.found("1")) == nil)
        let parts = FilmIdentity(of: Self.film)
        #expect(parts.match(among: [Self.found("1")], areAll: false) == nil)
        #expect(
            parts.match(among: [Self.found("1", ratings: Self.rating)], areAll: false)?.match
                == .ratingNumber)
    }
}
