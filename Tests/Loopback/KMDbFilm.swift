import Foundation

/// A film of the loopback KMDb.
public struct KMDbFilm: Sendable {
    /// The host of the recorded posters, which tests replace by this machine.
    private static let posterHost = "http://file.koreafilm.or.kr"
    private static let pages = "https://www.kmdb.or.kr/db/kor/detail/movie"

    /// KMDb's own number.
    public var number: String
    /// The title.
    public var title: String
    /// The year of production.
    public var year: Int
    /// The day of the first release, `20230201`; it may be partial.
    public var release = ""
    /// The directors.
    public var directors: [String] = []
    /// The codes at KOBIS.
    public var codes: [String] = []
    /// The numbers of the ratings.
    public var ratingNumbers: [String] = []
    /// The addresses of the posters.
    public var posters: [String] = []

    /// Creates a film; without `posters` it has one of its own.
    public init(
        number: String, title: String, year: Int, release: String = "",
        directors: [String] = [], codes: [String] = [], ratingNumbers: [String] = [],
        posters: [String]? = nil
    ) {
        self.number = number
        self.title = title
        self.year = year
        self.release = release
        self.directors = directors
        self.codes = codes
        self.ratingNumbers = ratingNumbers
        self.posters = posters ?? ["\(Self.posterHost)/thm/02/99/tn_\(number).jpg"]
    }

    /// Returns the films of the recorded answer.
    static func recorded() throws -> [KMDbFilm] {
        struct Answer: Decodable {
            struct Data: Decodable { var Result: [Film] }
            struct Film: Decodable {
                struct Directors: Decodable { var director: [[String: String]] }
                struct Ratings: Decodable { var rating: [[String: String]] }
                struct Codes: Decodable { var Code: [[String: String]] }
                var DOCID, title, prodYear, repRlsDate, posters: String
                var directors: Directors
                var ratings: Ratings
                var Codes: Codes
            }
            var Data: [Data]
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Foundation.Data(recordedAnswer()))
        return answer.Data.flatMap(\.Result).map { film in
            KMDbFilm(
                number: film.DOCID, title: film.title.trimmingCharacters(in: .whitespaces),
                year: Int(film.prodYear) ?? 0, release: film.repRlsDate,
                directors: film.directors.director.compactMap { $0["directorNm"] },
                codes: film.Codes.Code.filter { $0["CodeNm"] == "FIMS" }.compactMap {
                    $0["CodeNo"]
                },
                ratingNumbers: film.ratings.rating.compactMap { $0["ratingNo"] },
                posters: film.posters.split(separator: "|").map(String.init))
        }
    }

    /// Returns the recorded answer: ten films.
    public static func recordedAnswer() throws -> [UInt8] {
        try Array(
            Foundation.Data(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "Fixtures/kmdb.json")))
    }

    /// Returns KOBIS's data on the recorded films: the columns of kmdb-kobis.csv.
    public static func recordedAtKOBIS() throws -> [[String: String]] {
        try Fixture.rows(of: "kmdb-kobis")
    }

    /// Returns true if a search with that query finds the film.
    func isFound(by query: [String: String]) -> Bool {
        func plain(_ text: String) -> String {
            String(text.lowercased().filter { $0.isLetter || $0.isNumber })
        }
        let released = release.isEmpty ? "\(year)0101" : release
        return plain(title).contains(plain(query["title"] ?? ""))
            && released >= query["releaseDts"] ?? "" && released <= query["releaseDte"] ?? "9"
    }

    /// Returns the film as KMDb sends it, with its posters at `url`.
    func json(at url: String, marking: Bool) throws -> String {
        let codes = (codes.isEmpty ? [("", "")] : codes.map { ("FIMS", $0) }).map {
            ["CodeNm": $0.0, "CodeNo": $0.1]
        }
        let film: [String: Any] = [
            "DOCID": number, "title": marking ? " !HS \(title) !HE " : " \(title)",
            "titleEtc": title.filter { $0 != " " }, "prodYear": "\(year)", "repRlsDate": release,
            "directors": ["director": directors.map { ["directorNm": $0] }],
            "ratings": ["rating": ratingNumbers.map { ["ratingNo": $0] }],
            "kmdbUrl": "\(Self.pages)/\(number.prefix(1))/\(number.dropFirst())",
            "posters": posters.map { $0.replacing(Self.posterHost, with: url) }
                .joined(separator: "|"), "stlls": "", "genre": "드라마",
            "Codes": ["Code": codes], "CommCodes": ["CommCode": codes],
        ]
        let data = try JSONSerialization.data(
            withJSONObject: film, options: .withoutEscapingSlashes)
        return String(decoding: data, as: UTF8.self)
    }
}
