import BoxOffice
import Testing

@testable import KakaoImages

@Suite struct PosterChoiceTests {
    private let film = Film(code: "20204548", title: "범죄도시2", year: 2022)

    private func hit(
        _ width: Int, _ height: Int, url: String = "https://a.example/p.jpg",
        page: String = "https://blog.example/1"
    ) -> Hit {
        var poster = Poster(
            movieCode: film.code, query: PosterChoice.words(for: film), imageURL: url,
            width: width, height: height, confidence: Decimal(0, places: 2), match: .imageSearch)
        poster.pageURL = page
        return Hit(poster: poster)
    }

    @Test("The upright picture is taken, wherever it stands among landscape ones")
    func upright() {
        let hits = [hit(1280, 720), hit(600, 600), hit(700, 1000, url: "https://a.example/x.jpg")]
        let poster = PosterChoice(for: film).best(of: hits)
        #expect(poster?.imageURL == "https://a.example/x.jpg")
        #expect(poster?.query == "범죄도시2 영화 포스터")
        #expect(poster.map { $0.confidence.units >= PosterChoice.threshold } == true)
    }

    @Test(
        "A picture that is too small or not upright is not a poster",
        arguments: [
            (1280, 720), (600, 600), (700, 1200), (70, 100), (199, 285), (600, 770), (1, Int.max),
        ])
    func noPoster(width: Int, height: Int) {
        #expect(PosterChoice(for: film).best(of: [hit(width, height)]) == nil)
    }

    @Test("The poster whose page names the film is preferred, and https to http")
    func provenance() {
        let named = hit(
            700, 1000, url: "https://a.example/b.jpg",
            page: "https://blog.example/%EB%B2%94%EC%A3%84%EB%8F%84%EC%8B%9C%202")
        let choice = PosterChoice(for: film)
        #expect(choice.best(of: [hit(700, 1000), named])?.imageURL == named.poster.imageURL)
        let plain = hit(700, 1000, url: "http://a.example/p.jpg")
        let secure = hit(700, 1000, url: "https://a.example/s.jpg")
        #expect(choice.best(of: [plain, secure])?.imageURL == secure.poster.imageURL)
        #expect(choice.best(of: [plain])?.imageURL == plain.poster.imageURL)
    }

    @Test("Confidence is the sum that its documentation describes")
    func confidence() {
        let best = hit(
            1000, 1430, url: "https://a.example/p.jpg", page: "https://movie.daum.net/범죄도시2")
        #expect(PosterChoice(for: film).best(of: [best])?.confidence == Decimal(60, places: 2))
        // A score of 0.65: 0.45 × 0.65 + 0.15.
        let plain = hit(1000, 1430, url: "http://a.example/p.jpg")
        #expect(PosterChoice(for: film).best(of: [plain])?.confidence == Decimal(44, places: 2))
    }

    @Test("The lead over the runner-up counts towards the confidence; the others have no lead")
    func runnerUp() {
        let best = hit(
            1000, 1430, url: "https://a.example/p.jpg", page: "https://movie.daum.net/범죄도시2")
        let like = hit(
            1000, 1430, url: "https://a.example/q.jpg", page: "https://movie.daum.net/범죄도시2")
        let plain = hit(1000, 1430, url: "https://a.example/r.jpg")
        let choice = PosterChoice(for: film)
        // Scores of 1.00, 0.99 for the second place, and 0.69 without title and site.
        #expect(
            choice.posters(among: [best, like, plain, best]).map(\.confidence.units) == [
                45, 44, 31,
            ])
        #expect(
            choice.posters(among: [best, plain]).map(\.confidence.units) == [60, 31])
        let posters = choice.posters(
            among: (0..<80).map { index in
                hit(1000, 1430, url: "https://a.example/\(index).jpg")
            })
        #expect(posters.count == 10 && posters.allSatisfy { $0.match == .imageSearch })
        #expect(posters.allSatisfy { $0.confidence <= Decimal(60, places: 2) })
    }

    @Test(
        "The year is added if the title alone is too vague",
        arguments: [
            ("범죄도시2", "범죄도시2 영화 포스터"), ("1987", "1987 2022 영화 포스터"), ("밀양", "밀양 2022 영화 포스터"),
            ("봄날", "봄날 2022 영화 포스터"), ("기생충", "기생충 영화 포스터"), ("8 1/2", "8 1/2 2022 영화 포스터"),
        ])
    func words(title: String, words: String) {
        #expect(PosterChoice.words(for: Film(code: "1", title: title, year: 2022)) == words)
    }

    @Test("A film that shares its title is searched for with its year; one without a title is not")
    func sharedTitles() {
        var film = Film(code: "1", title: "올드보이", year: 2003)
        film.sharesTitle = true
        #expect(PosterChoice.words(for: film) == "올드보이 2003 영화 포스터")
        let nameless = Film(code: "1", title: " - ", year: 2003)
        #expect(KakaoImages().request(for: nameless) == nil)
    }

    @Test("Titles are encoded strictly, and the key is in no request")
    func request() throws {
        let film = Film(code: "1", title: "A&B #1 + \"C\"", year: 2022)
        #expect(
            KakaoImages().request(for: film)?.target == """
                v2/search/image?query=A%26B%20%231%20%2B%20%22C%22%20%EC%98%81%ED%99%94%20\
                %ED%8F%AC%EC%8A%A4%ED%84%B0&sort=accuracy&page=1&size=80
                """)
    }

    @Test(
        "Both shapes of error are understood, whatever the HTTP status",
        arguments: [
            (400, #"{"code":-10,"msg":"API limit has been exceeded."}"#, Fault.Kind.notYet),
            (401, #"{"errorType":"AccessDeniedError","message":"ip 1.2.3.4"}"#, .keyRefused),
            (403, #"{"errorType":"AccessDeniedError","message":"ip 1.2.3.4"}"#, .keyRefused),
            (403, "", .keyRefused), (401, "<html>", .keyRefused),
            (401, #"{"errorType":"Foo 1.2.3.4"}"#, .keyRefused),
            (403, #"{"errorType":"NotAuthorizedError"}"#, .keyRefused),
            (403, #"{"code":-3,"msg":""}"#, .keyRefused),
            (500, #"{"errorType":"Foo 1.2.3.4"}"#, .unavailable),
            (400, #"{"errorType":"RequestThrottled","message":""}"#, .notYet),
            (400, #"{"errorType":"MissingParameter","message":""}"#, .malformed),
            (400, #"{"code":-2,"msg":""}"#, .malformed),
            (500, #"{"code":-1,"msg":""}"#, .unavailable),
            (400, #"{"code":-7,"msg":""}"#, .unavailable),
            (503, #"{"code":-9798,"msg":""}"#, .unavailable),
        ])
    func faults(status: Int, body: String, kind: Fault.Kind) {
        let fault = KakaoImages().fault(in: Answer(body, status: status))
        #expect(fault?.kind == kind)
        #expect(fault?.message.contains("1.2.3.4") != true)
    }

    @Test("An invalid answer is refused, and odd pictures in a valid one are skipped")
    func answers() throws {
        let source = KakaoImages()
        let request = try #require(source.request(for: film))
        func read(_ body: String) throws -> Page { try source.read(Answer(body), to: request) }
        for body in ["", "<html>", "{}", "[]", #"{"meta":{}}"#, #"{"documents":{}}"#] {
            #expect(throws: Fault.self) { try read(body) }
        }
        #expect(try read(#"{"documents":[],"meta":{"total_count":0}}"#).count == 0)
        let odd = #"""
            {"documents":[{"image_url":"javascript:x","width":700,"height":1000},{},
            {"image_url":"https://a/ b","width":700,"height":1000},
            {"image_url":"https://a/b","width":0,"height":1000},
            {"image_url":"https://a/ok","width":700,"height":1000,"display_sitename":null}]}
            """#
        #expect(try read(odd).values(of: ["poster_url"]) == [[.text("https://a/ok")]])
    }
}

extension PosterChoice {
    /// Returns the most likely poster among `hits`, or nil if none is likely enough.
    fileprivate func best(of hits: [Hit]) -> Poster? { posters(among: hits).first }
}
