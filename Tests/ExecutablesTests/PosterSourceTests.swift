import Foundation
import Testing

@testable import BoxOffice
@testable import Engine
@testable import Executables

/// Sources of posters that are executables.
@Suite(.timeLimit(.minutes(10))) struct PosterSourceTests {
    private let film = Film(
        code: "20192193", title: "기생충 \"P\"", year: 2019, genres: ["드라마", "가족"])

    /// Makes a source of posters that runs `body` for every film.
    private func source(_ shop: Workshop, _ body: String) throws -> PluginFile {
        try shop.plugin(
            .posters,
            #","options":[{"name":"size","type":"integer","minimum":1,"maximum":9,"default":3,"#
                + #""help":"h"}]"#,
            """
            while IFS= read -r film; do
                printf '%s\\n' "$film" >>asked
                \(body)
                echo '{"end":{}}'
            done
            """)
    }

    private func posters(_ shop: Workshop, _ file: PluginFile) async throws -> [Poster] {
        let host = shop.host
        return try await host.supervise { [film] () async throws(Fault) in
            let source = try await ExecutableSource(file, host: host)
            let transport = PluginTransport(
                to: source.endpoint, besides: Nowhere(), now: { Instant(secondsSince1970: 0) },
                count: { (_) async throws(Fault) in })
            guard let request = source.request(for: film) else { return [] }
            let answer = try await transport.send(request)
            return try source.read(answer, to: request).records(Poster.self)
        }
    }

    private static func poster(_ fields: [String: String] = [:]) -> String {
        let all = [
            "url": "\"https://a.example/p.jpg\"", "width": "700", "height": "1000",
            "thumbnail_url": "null", "page_url": "null", "confidence": "0.87",
        ].merging(fields) { $1 }
        let text = all.filter { $0.value != "" }.map { "\"\($0.key)\":\($0.value)" }.sorted()
        return "echo '{\"poster\":{\(text.joined(separator: ","))}}'"
    }

    @Test("It gets a film with all that is known of it, and returns posters, the best first")
    func asked() async throws {
        let shop = try Workshop()
        let file = try source(
            shop,
            Self.poster(["page_url": "\"http://a.example/%EA%B0%80\""]) + "\n"
                + Self.poster(["url": "\"https://b.example/가.jpg\"", "confidence": "0.5"]))
        let posters = try await posters(shop, file)
        #expect(
            shop.lines("asked") == [
                #"{"film":{"code":"20192193","title":"기생충 \"P\"","year":2019,"#
                    + #""genres":["드라마","가족"]},"options":{"size":3}}"#
            ])
        #expect(
            posters.map(\.imageURL) == [
                "https://a.example/p.jpg", "https://b.example/%EA%B0%80.jpg",
            ])
        #expect(posters.map(\.width) == [700, 700] && posters.map(\.height) == [1000, 1000])
        #expect(posters.map(\.pageURL) == ["http://a.example/%EA%B0%80", nil])
        #expect(posters.first?.confidence == BoxOffice.Decimal(87, places: 2))
        #expect(posters.first?.movieCode == film.code)
    }

    @Test("A hundred posters are accepted, and one more is refused")
    func bound() async throws {
        let shop = try Workshop()
        func many(_ count: Int) throws -> PluginFile {
            try source(
                shop, "for i in $(seq \(count)); do \(Self.poster()); done")
        }
        #expect(try await posters(shop, try many(100)).count == 100)
        let fault = await #expect(throws: Fault.self) {
            try await posters(shop, try many(101))
        }
        #expect(fault?.message == "the plugin 'test': it gives more than 100 posters")
    }

    @Test("A check finds no fault in a good one, and asks for films and options of all sorts")
    func check() async throws {
        let shop = try Workshop()
        let file = try source(shop, "case \"$film\" in *20192193*) \(Self.poster());; esac")
        #expect(try await shop.problems(of: file) == [])
        let asked = shop.lines("asked").joined(separator: "\n")
        for part in [#""title":"""#, "👩‍👩‍👧", #"\u0000"#, #""size":9"#, #""year":null"#] {
            #expect(asked.contains(part), "\(part)")
        }
    }
}
