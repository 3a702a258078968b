import BoxOffice
import KOBIS
import KakaoImages
import Testing

/// Addresses that services return, which are written and fetched.
@Suite struct PosterAddressTests {
    private static let columns = ["poster_url", "poster_thumbnail_url", "poster_page_url"]
    /// Characters that no valid address contains, as JSON writes them.
    private static let odd = [
        #"\u001b[31m"#, #"\n"#, #"\r\n=1+1"#, #"\t"#, #"\u0000"#, #"\u007f"#, #"\u009b31m"#, " ",
        #"\u00a0"#, #"\u202e"#, #"\u2028"#, #"\""#, "<b>", #"\\"#, "`", "{", "|", "^",
        "%", "%zz",
    ]

    /// Returns the rows read from a search that found one picture with these addresses.
    private func read(
        picture: String = "https://a.example/p.jpg", thumbnail: String = "https://a.example/t",
        page: String = "https://a.example/1"
    ) throws -> [[Value]] {
        let source = KakaoImages()
        let film = Film(code: "1", title: "범죄도시2", year: 2022)
        let request = try #require(source.request(for: film))
        let body = """
            {"documents":[{"image_url":"\(picture)","thumbnail_url":"\(thumbnail)",\
            "doc_url":"\(page)","display_sitename":"","width":700,"height":1000}]}
            """
        return try source.read(Answer(body), to: request).values(of: Self.columns)
    }

    @Test("A picture at an invalid address is not a candidate", arguments: odd)
    func pictures(odd: String) throws {
        #expect(try read(picture: "https://a.example/\(odd)x") == [])
        #expect(try read(picture: "https://a\(odd).example/p") == [])
    }

    @Test("A thumbnail and a page at an invalid address are left out", arguments: odd)
    func others(odd: String) throws {
        let rows = try read(
            thumbnail: "https://a.example/\(odd)x", page: "http://a.example/x\(odd)y")
        #expect(rows == [[.text("https://a.example/p.jpg"), .missing, .missing]])
    }

    @Test(
        "An address has a web scheme, a host, and no user name",
        arguments: [
            "javascript:alert(1)", "ftp://a.example/", "https://", "https:///p", "https:a",
            "http://u@a.example/", "http://u:p@a.example/", "//a.example/p", "", "https://?a",
            "http://a.example:99999/", "http://a.example:x/", "http://[::1/", "http://:80/",
        ])
    func shapes(address: String) throws {
        #expect(try read(picture: address) == [])
        let rows = try read(thumbnail: address, page: address)
        #expect(rows == [[.text("https://a.example/p.jpg"), .missing, .missing]])
    }

    @Test(
        "A valid address stays as it is",
        arguments: [
            "https://a.example/%EA%B0%80?x=1&y=[2]#z", "HTTP://A.example:8080/~a/(b)!$'*+,;=:@",
            "http://[2001:db8::1]:80/p", "https://a.example?x",
        ])
    func good(address: String) throws {
        let rows = try read(picture: address, thumbnail: address, page: address)
        #expect(rows == [[.text(address), .text(address), .text(address)]])
    }

    @Test(
        "Letters of other alphabets are percent-encoded after the host, and refused in it",
        arguments: [
            ("https://a.example/범/1.jpg?q=죄#2", "https://a.example/%EB%B2%94/1.jpg?q=%EC%A3%84#2"),
            ("https://a.example/\u{301}.x.com/", "https://a.example/%CC%81.x.com/"),
            ("https://가.example/1", nil), ("https://127.0.0.1\u{301}/", nil),
            ("https://a.example?é", "https://a.example?%C3%A9"), ("가", nil), ("http:가/", nil),
        ] as [(String, String?)])
    func alphabets(address: String, expected: String?) throws {
        let rows = try read(picture: address, thumbnail: address, page: address)
        #expect(rows == (expected.map { [[.text($0), .text($0), .text($0)]] } ?? []))
    }

    @Test("A home page may be in any alphabet, but must be one word")
    func homePages() throws {
        let body = #"""
            {"peopleInfoResult":{"peopleInfo":{"peopleCd":"1","peopleNm":"가","homepages":[
            "www.송.kr","http://a.kr/\n=1+1","http://a.kr/\u202eb","a b"],"filmos":[]}}}
            """#
        let page = try KOBIS(.json).read(body, to: .person(codes: ["1"]))
        #expect(try page.values(of: ["home_pages"]) == [[.list(["www.송.kr"])]])
    }

    @Test("A poster of any source is written only with valid addresses")
    func ofAnySource() throws {
        var poster = Poster(
            movieCode: "1", query: "", imageURL: "https://a/\u{1B}", width: 1, height: 1,
            confidence: Decimal(1, places: 2))
        poster.thumbnailURL = "https://a/\n"
        poster.pageURL = "javascript:x"
        let page = Page([poster], of: Poster.table)
        #expect(try page.values(of: Self.columns) == [[.missing, .missing, .missing]])
    }
}
