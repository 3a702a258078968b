import Testing

@testable import BoxOffice
@testable import Engine

@Suite struct CrossCheckTests {
    private func movie(_ change: (inout Movie) -> Void = { _ in }) -> Page {
        var movie = Movie(code: "1")
        movie.title = "\u{E9}\n나"
        movie.actors = [Credit(name: "가", role: "a"), Credit(name: "나", role: "b")]
        movie.audits = [
            Movie.Audit(number: "1", rating: "전체"), Movie.Audit(number: "2", rating: "15세"),
        ]
        change(&movie)
        return Page([movie], of: Movie.detailsTable)
    }

    private func fault(_ change: @escaping (inout Movie) -> Void) -> Fault? {
        do throws(Fault) {
            try movie().compare(with: movie(change), "json", "xml")
            return nil
        } catch {
            return error
        }
    }

    @Test("Lists in another order are equal")
    func same() {
        #expect(fault { $0.actors.reverse() } == nil)
        #expect(fault { $0.audits.reverse() } == nil)
    }

    @Test("A difference in a figure, in the bytes of a text, or in combined fields is found")
    func different() {
        let changes: [(inout Movie) -> Void] = [
            { $0.runningMinutes = 100 }, { $0.title = nil }, { $0.genres = ["드라마"] },
            { $0.title = "\u{E9}\n나 " }, { $0.title = "e\n나" }, { $0.title = "e\u{301}\n나" },
            { $0.actors[0].englishRole = "A" },
            { movie in
                movie.actors[0].role = "b"
                movie.actors[1].role = "a"
            },
        ]
        for change in changes { #expect(fault(change)?.kind == .malformed) }
        let fault = fault { $0.runningMinutes = 100 }
        #expect(
            fault?.message
                == "the sources differ in row 1, running_minutes: nothing in json, 100 in xml")
    }
}
