import BoxOffice
import Engine
import Testing

@testable import BoxOfficeCommand

/// What terms and columns mean.
@Suite struct GlossaryTests {
    private static let terms = [
        "신작", "진입", "점유율", "확정", "순위확정", "하한", "상한", "잠정", "변동", "누적관객수", "스크린수", "상영횟수", "주간",
        "주말", "주중", "다양성영화", "예술영화", "정정", "관객수", "매출액", "순위증감", "박스오피스", "new entry", "new film",
        "share", "final", "provisional", "at least", "at most", "bound", "marker", "rank change",
        "admissions", "screens", "showings", "box office", "art film", "NEW", "At-Least",
    ]

    @Test(
        "A term has two sentences in both languages, and every column one, by name and Korean header",
        arguments: terms
            + Dataset.all.flatMap(\.columns).flatMap { [$0.name, $0.koreanHeader] }.eachOnce)
    func isComplete(word: String) throws {
        let entry = try Glossary.entry(for: word)
        for catalogue in [Catalogue.english, .korean] {
            let text = entry.text.text(in: catalogue)
            #expect(text.hasSuffix("."))
            let least = Self.terms.contains(word) ? 2 : 1
            #expect(text.split(separator: ". ").count >= least, "\(text)")
            #expect(!entry.word.text(in: catalogue).isEmpty)
            #expect(!entry.place.text(in: catalogue).isEmpty, "\(word)")
            #expect(!text.contains("{"))
            for line in entry.page(in: catalogue).split(separator: "\n") {
                #expect(DisplayWidth()(String(line)) <= 80, "\(line)")
            }
        }
        let korean = entry.text.text(in: .korean)
        #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
        #expect(korean != entry.text.text(in: .english))
    }

    @Test("A column says which datasets have it, and what adds it to a chart")
    func places() throws {
        for (word, place) in [
            ("sales_share", "the column sales_share of chart, trend"),
            (
                "변동",
                "the column rank_marker of chart, trend; on a chart --columns default,rank_marker adds it"
            ),
            ("장르", "the column genres of movies, movie; on a chart --with details adds it"),
            ("포스터", "the column poster_url of posters; on a chart --with posters adds it"),
            ("film_nation", "the column film_nation of chart; on a chart --deep adds it"),
            ("주말", "bo-export weekend"),
        ] {
            #expect(try Glossary.entry(for: word).place.description == place)
        }
    }

    @Test(
        "A word that it does not know is refused as the command refuses it",
        arguments: [
            ("예매율", "only-on-site"), ("seat count", "only-on-site"),
            ("배급사점유율", "no-share-of-companies"), ("평점", "no-box-office"),
            ("weekyl", "no-such-command"), ("점유울", "no-such-term"), ("nope", "no-such-term"),
        ])
    func refuses(word: String, code: String) {
        #expect(throws: Fault.self) { try Glossary.entry(for: word) }
        do throws(Fault) { _ = try Glossary.entry(for: word) } catch {
            #expect(error.code == code && error.kind == .usage)
            #expect(error.advice != nil || !error.corrections.isEmpty)
        }
    }

    @Test(
        "A file that ends in .txt is CSV, which is told where a format of sentences is there",
        arguments: [
            (["-o", "day.txt"], ["csv", "text"], true), (["-o", "day.txt"], ["csv"], false),
            (["-o", "day.csv"], ["csv", "text"], false),
            (["-o", "day.txt", "--format", "csv"], ["csv", "text"], false),
        ])
    func textFiles(words: [String], formats: [String], isTold: Bool) {
        let values = Values(Arguments(words))
        let note = FormatChoice(name: "csv").note(on: values, among: formats)
        #expect((note != nil) == isTold)
    }
}
