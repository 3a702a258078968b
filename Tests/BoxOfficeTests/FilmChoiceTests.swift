@testable import BoxOffice
@testable import Engine
import Testing

/// The choice among films that searches found for a title.
@Suite struct FilmChoiceTests {
    private static func movie(_ code: String, _ title: String, _ opened: String?) -> Movie {
        var movie = Movie(code: code)
        (movie.title, movie.openDate) = (title, opened.flatMap { Day($0) })
        return movie
    }

    @Test(
        "Several films of a title are no choice: each is named in a form that chooses it",
        arguments: [
            (
                [("20050028", "괴물", "2006-07-27"), ("20142801", "괴물", "2014-03-13")],
                ["괴물:2006", "괴물:2014"]
            ),
            (
                [
                    ("20050028", "괴물", "2006-07-27"), ("20060001", "괴 물", "2006-12-01"),
                    ("20142801", "괴물", "2014-03-13"), ("20990001", "괴물", "2099-01-01"),
                ], ["20050028", "20060001", "괴물:2014"]
            ),
        ])
    func candidates(films: [(String, String, String)], choices: [String]) throws {
        let movies = films.map { Self.movie($0, $1, $2) }
        let today = try #require(Day("2026-11-28"))
        var found = FoundTitles(choice: FilmChoice("괴물"), today: today)
        do throws(Fault) {
            _ = try found.match(among: movies, areAll: true)
            Issue.record("a choice was made")
        } catch {
            #expect(error.code == "several-films" && error.kind == .usage)
            #expect(error.candidates == choices && error.corrections.isEmpty)
            #expect(error.hint == "choose one of them: \(choices.joined(separator: ", "))")
        }
        // What is a title and a year chooses that film.
        for choice in choices where choice.contains(":") {
            var found = FoundTitles(choice: FilmChoice(choice), today: today)
            let code = try found.match(among: movies, areAll: true)?.code
            #expect(code == movies.first { "괴물:\($0.openDate?.year ?? 0)" == choice }?.code)
        }
    }
}
