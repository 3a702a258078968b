import BoxOffice
import BoxOfficeConformance
import Foundation
import Loopback
import Testing
import Wire

@testable import KMDb

/// Requests to KMDb and its answers, good and bad.
@Suite struct KMDbTests {
    private let film = {
        var film = Film(code: "20228985", title: "생각 그런거 없는데요", year: 2023)
        film.productionYear = 2022
        return film
    }()

    private func page(_ body: String, of film: Film? = nil) throws -> Page {
        try KMDb().read(Answer(body), to: try #require(KMDb().request(for: film ?? self.film)))
    }

    private func posters(_ bodies: String..., of film: Film? = nil) throws -> [Poster] {
        KMDb().posters(of: film ?? self.film, in: try bodies.map { try page($0) })
    }

    private func result(
        _ title: String, total: Int = 1, code: String = "20228985", posters: String = "http://p/1"
    ) -> String {
        """
        {"Data":[{"TotalCount":\(total),"Result":[{"DOCID":"K1","title":"\(title)",\
        "posters":"\(posters)","Codes":{"Code":[{"CodeNm":"FIMS","CodeNo":"\(code)"}]}}]}]}
        """
    }

    @Test("The title is searched for in the years around production and opening, without the key")
    func request() {
        #expect(
            KMDb().request(for: film)?.target == """
                search_json2.jsp?collection=kmdb_new2&detail=Y&title=%EC%83%9D%EA%B0%81%20%EA%B7%B8\
                %EB%9F%B0%EA%B1%B0%20%EC%97%86%EB%8A%94%EB%8D%B0%EC%9A%94&releaseDts=20210101&\
                releaseDte=20241231&listCount=50&startCount=0
                """)
        var reissue = Film(code: "1", title: " 이마 베프 ", year: 2023)
        reissue.productionYear = 1996
        let target = KMDb().request(for: reissue)?.target ?? ""
        #expect(target.contains("releaseDts=19950101&releaseDte=20241231"))
        let undated = Film(code: "1", title: "가")
        #expect(KMDb().request(for: undated)?.target.contains("release") == false)
        #expect(KMDb().request(for: Film(code: "1", title: " -! ")) == nil)
        for year in [Int.min, -1, 0, Int.max] {
            var odd = Film(code: "1", title: "가", year: year)
            odd.productionYear = year
            #expect(KMDb().request(for: odd)?.target == KMDb().request(for: undated)?.target)
            #expect(FilmIdentity(of: odd).match(among: [FoundFilm(titles: ["가"])]) == nil)
        }
    }

    @Test(
        "A code may be a number in JSON, and is compared as it is written",
        arguments: [
            ("20228985", "\"20228985\"", true), ("20228985", "20228985", true),
            ("00228985", "228985", false), ("228985", "\"00228985\"", false),
            ("2022A985", "2022", false), ("+228985", "228985", false),
            ("2022A985", "\"2022A985\"", true), ("20228985", "20228986", false),
            ("99999999999999999999", "99999999999999999999", true),
        ])
    func codes(code: String, written: String, isThere: Bool) throws {
        let film = Film(code: code, title: "x", year: 2023)
        let body = result("다른 제목").replacing("\"20228985\"", with: written)
        #expect(try posters(body, of: film).isEmpty == !isThere)
        var rated = Film(code: "1", title: "다른 제목")
        rated.ratingNumbers = [code]
        let rating = body.replacing(
            "\"Codes\":{\"Code\":[{\"CodeNm\":\"FIMS\",\"CodeNo\":\(written)}]}",
            with: "\"ratings\":{\"rating\":[{\"ratingNo\":\(written)}]}")
        #expect(rating != body)
        #expect(try posters(rating, of: rated).isEmpty == !isThere)
    }

    @Test("It keeps to the contract of sources of posters")
    func contract() throws {
        let body = try KMDbFilm.recordedAnswer()
        let violations = Conformance.violations(ofPosters: KMDb(), films: [film]) { _ in
            Answer(body: body, fetchedAt: Instant(secondsSince1970: 0))
        }
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test("Marks around matching words, spaces, case and width do not matter")
    func marks() throws {
        let body =
            #"{"title":" !HS ＡＢＣ !HE  : !HS 사랑 !HE 이야기","titleEtc":"abc^다른 제목^안녕!HELLO"}"#
        let found = try FoundFilm(reading: Tree(.json, Array(body.utf8)).root)
        #expect(found.titles == ["abc사랑이야기", "abc", "다른제목", "안녕hello"])
    }

    @Test("A result that cannot be read is left out if another one is the film")
    func oddResult() throws {
        let body = result("생각")
        let odd = body.replacing("\"Result\":[", with: #""Result":[{"posters":["x"]},"#)
        #expect(try posters(odd).count == 1)
        let empty = body.replacing("\"DOCID\"", with: #""ratings":"","directors":"","DOCID""#)
        #expect(try posters(empty).count == 1)
    }

    @Test(
        "Raw control characters in strings are spaces; other broken JSON is refused",
        arguments: ["\u{1}", "\n", "\t\u{1F}"])
    func controls(text: String) throws {
        #expect(try posters(result("\(text)생각")).count == 1)
        #expect(try posters(result("생각", code: "2022\(text)8985")).isEmpty)
    }

    @Test(
        "An invalid answer is refused",
        arguments: [
            "", " ", "<html>점검</html>", "[]", "null", "12", #"{"Data":{}}"#, #"{"Data":[1]}"#,
            #"{"Data":[{"Result":{}}]}"#, #"{"Data":[{"Result":[{"title":"a"#,
            #"{"Data":[{"Result":[{"title":["a"]}]}]}"#,
        ])
    func broken(body: String) throws {
        #expect { try page(body) } throws: { ($0 as? Fault)?.kind == .malformed }
    }

    @Test(
        "Nothing found is an empty page",
        arguments: [
            #"{"Data":[]}"#, #"{"Data":[{"TotalCount":0,"Count":0}]}"#,
            #"{"Data":[{"TotalCount":0,"Count":0,"Result":[]}]}"#,
            #"{"Data":[{"TotalCount":0,"Count":0,"Result":null}]}"#,
            #"{"Data":[{"TotalCount":0,"Count":0,"Result":""}]}"#,
            #"{"Data":[{"TotalCount":9223372036854775807},{"TotalCount":9223372036854775807}]}"#,
        ])
    func nothing(body: String) throws {
        let page = try page(body)
        #expect(page.count == 0 && page.next == nil)
    }

    @Test("An object without data means a refused key, and its text is reported on one line")
    func refused() throws {
        let body = #"{"errorCode":"010","error":{"message":"등록되지\n 않은 \u001b[31m키"}}"#
        #expect { try page(body) } throws: { error in
            let fault = error as? Fault
            return fault?.kind == .keyRefused && fault?.code == "kmdb-key"
                && fault?.message == "KMDb refused the key: 010, 등록되지 않은 [31m키"
        }
        #expect { try page("{}") } throws: { ($0 as? Fault)?.message == "KMDb refused the key" }
        #expect {
            try page(#"{"m":"\#(String(repeating: "긴 ", count: 500))"}"#)
        } throws: {
            ($0 as? Fault).map { $0.kind == .keyRefused && $0.message.count < 200 } ?? false
        }
    }

    @Test("Posters without a valid web address are left out, and there are at most twenty")
    func addresses() throws {
        let posters = "javascript:x| http://p/1 |http://p/1||ftp://p/2|https://p/a b|https://p/3"
        let records = try self.posters(result("생각", posters: posters))
        #expect(records.map(\.imageURL) == ["http://p/1", "https://p/3"])
        let many = (0..<1000).map { "http://p/\($0)" }.joined(separator: "|")
        #expect(try self.posters(result("생각", posters: many)).count == 20)
        #expect(try self.posters(result("생각", posters: "")).isEmpty)
    }

    @Test("Films on different pages contradict each other as they do on one page")
    func contradictions() throws {
        var numbered = film
        numbered.ratingNumbers = ["2022-MF00001"]
        let number = "2022-MF00001"
        let one = found("A", number: number, "http://p/wrong")
        #expect(try posters(one, of: numbered).first?.match == .ratingNumber)
        #expect(try posters(one, one, of: numbered).first?.match == .ratingNumber)
        for other in [
            found("B", number: number, ""), found("B", code: film.code, ""),
            found("B", code: film.code, "http://p/right"),
        ] {
            #expect(try posters(one, other, of: numbered).isEmpty)
            #expect(try posters(other, one, of: numbered).isEmpty)
        }
        let twice = found("A", code: film.code, "http://p/1")
        #expect(try posters(twice, found("B", code: film.code, "")).isEmpty)
    }

    /// Returns a page with one of two results.
    private func found(
        _ id: String, code: String = "", number: String = "", _ posters: String
    ) -> String {
        let codes = code.isEmpty ? "" : "{\"CodeNm\":\"FIMS\",\"CodeNo\":\"\(code)\"}"
        let numbers = number.isEmpty ? "" : "{\"ratingNo\":\"\(number)\"}"
        return """
            {"Data":[{"TotalCount":2,"Result":[{"DOCID":"\(id)","title":"\(film.title)",\
            "posters":"\(posters)","Codes":{"Code":[\(codes)]},"ratings":{"rating":[\(numbers)]}}]}]}
            """
    }

    @Test("The recorded answer announces 257 results and has ten; it is the last page all the same")
    func recordedAsItIs() throws {
        let body = String(decoding: try KMDbFilm.recordedAnswer(), as: UTF8.self)
        #expect(body.contains("\"TotalCount\": 257"))
        #expect(try page(body).next == nil && page(body).count == 10)
        #expect(try posters(body).first?.match == .code)
    }

    @Test("A search with more results is read further, up to four pages")
    func pages() throws {
        var request = try #require(KMDb().request(for: film))
        var starts: [String] = []
        let films = (0..<50).map { #"{"DOCID":"\#($0)","title":"x"}"# }.joined(separator: ",")
        let body = Array(#"{"Data":[{"TotalCount":10000,"Result":[\#(films)]}]}"#.utf8)
        for _ in 0..<10 {
            starts.append(request.parameters.last { $0.name == "startCount" }?.value ?? "")
            #expect(request.subject == .film(film))
            let page = try KMDb().read(
                Answer(body: body, fetchedAt: Instant(secondsSince1970: 0)), to: request)
            guard let next = page.next else { break }
            request = next
        }
        #expect(starts == ["0", "50", "100", "150"])
        #expect(try page(#"{"Data":[{"TotalCount":10000,"Result":[]}]}"#).next == nil)
    }
}
