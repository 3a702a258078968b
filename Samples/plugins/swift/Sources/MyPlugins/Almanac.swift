import BoxOffice

/// A source of details: the village almanac's entries about films.
///
///     my-export --source village --last 1 --with details --details-from almanac
package struct Almanac: DetailsSource {
    package let manifest = Manifest(
        name: "almanac", summary: "what the village almanac says about films",
        korean: [
            "summary": "마을 연감의 영화 정보",
            "almanac-reels": "'{1}'{은/는} 릴 수가 아닙니다",
            "almanac-not-a-film": "영화가 아닌 것의 상세정보를 찾았습니다",
        ])

    /// An entry about a film.
    private struct Entry {
        let genres: [String]
        let reels: Int
    }

    /// `genres` is a column that all sources of details share; `reels` is the almanac's own.
    private static let table = Table<Entry>(
        named: "almanac",
        [
            Field("genres", "장르", .list) { .list($0.genres) },
            Field("reels", "릴수", .integer) { .integer($0.reels) },
        ])

    package var detailColumns: [Column] { Self.table.dataset.columns }

    package init() {}

    /// Returns the request for a film's details; built-in answers need not be kept, but a service's
    /// may be kept for some days.
    package func detailsRequest(for film: Film) -> Request? {
        guard !film.code.isEmpty else { return nil }
        return Request(
            service: "almanac", path: "films", parameters: [("film", film.code)],
            subject: .details(film, keptFor: 0))
    }

    /// Returns the answer that a service would send.
    package func ownAnswer(to request: Request) -> Answer? {
        let films = "A1;드라마;5\nB2;드라마, 가족;4\nend"
        return Answer(body: Array(films.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .details(let film, _) = request.subject else {
            throw Fault(.bug, "almanac-not-a-film", "details were not of a film")
        }
        var entries: [Entry] = []
        for line in try Lines.lines(of: answer, fields: 3) where line[0] == film.code {
            guard let reels = Int(line[2]) else {
                throw Fault(.malformed, "almanac-reels", "'\(line[2])' is not a number of reels")
            }
            let genres = line[1].split(separator: ", ").map(String.init)
            entries.append(Entry(genres: genres, reels: reels))
        }
        return Page(entries, of: Self.table)
    }
}
