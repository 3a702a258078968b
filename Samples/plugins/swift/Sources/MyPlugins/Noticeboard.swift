import BoxOffice

/// A source of posters: the noticeboard of the village cinema, which has two.
///
///     my-export --source village --last 1 --with posters
package struct Noticeboard: PosterSource {
    package let manifest = Manifest(
        name: "noticeboard", summary: "the posters of the village cinema",
        korean: [
            "summary": "마을 극장의 포스터",
            "noticeboard-not-a-film": "영화가 아닌 것의 포스터를 찾았습니다",
        ])

    package init() {}

    package func request(for film: Film) -> Request? {
        guard !film.title.isEmpty else { return nil }
        return Request(
            service: "noticeboard", path: "posters", parameters: [("film", film.code)],
            subject: .film(film))
    }

    /// Returns the answer that a service would send: its pictures, and `end`.
    package func ownAnswer(to request: Request) -> Answer? {
        let pictures = "A1;https://village.example/a1.jpg\nB2;https://village.example/b2.jpg\nend"
        return Answer(body: Array(pictures.utf8), fetchedAt: Instant(secondsSince1970: 0))
    }

    package func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .film(let film) = request.subject else {
            throw Fault(.bug, "noticeboard-not-a-film", "a poster was not for a film")
        }
        var posters: [Poster] = []
        for line in try Lines.lines(of: answer, fields: 2) where line[0] == film.code {
            posters.append(
                Poster(
                    movieCode: film.code, query: film.code, imageURL: line[1], width: 700,
                    height: 1000, confidence: Decimal(100, places: 2)))
        }
        return Page(posters, of: Poster.table)
    }
}
