import Foundation
import Testing

@testable import BoxOffice
import BoxOfficeConformance
@testable import Engine
@testable import Executables

/// Sources of posters that are executables.
@Suite(.timeLimit(.minutes(10))) struct PosterSourceTests {
    private let film = Film(
        code: "20192193", title: "기생충 \"P\"", year: 2019, genres: ["드라마", "가족"])

    /// Makes a source of posters that runs `body` for every film.
    private func source(_ shop: Workshop, _ body: String) throws -> PluginFile {
        try shop.make(
            .posters, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s","options":[\
            {"name":"size","type":"integer","minimum":1,"maximum":9,"default":3,"help":"h"}]}}'
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

    @Test(
        "An invalid poster is refused, and its fault named",
        arguments: [
            (["url": "null"], "'url' is null"), (["url": "7"], "'url' is 7, but takes a text"),
            (["url": "\"file:///etc/passwd\""], "'url' is not a web address"),
            (["url": "\"https://user:x@a.example/\""], "'url' is not a web address"),
            (["thumbnail_url": "\"a b\""], "'thumbnail_url' is not a web address"),
            (["page_url": "\"javascript:alert(1)\""], "'page_url' is not a web address"),
            (["page_url": ""], "'page_url' is missing"),
            (["width": "0"], "'width' is not a number of pixels"),
            (["height": "null"], "'height' is not a number of pixels"),
            (["width": "7.5"], "'width' is 7.5, but takes a whole number"),
            (["confidence": "1.01"], "'confidence' is 1.01"),
            (["confidence": "0.123"], "'confidence' is 0.123"),
            (["confidence": "null"], "'confidence' is null"),
            (["size": "1"], "a poster has no field 'size'"),
        ])
    func refused(fields: [String: String], message: String) async throws {
        let shop = try Workshop()
        let file = try source(shop, Self.poster() + "\n" + Self.poster(fields))
        let fault = await #expect(throws: Fault.self) { try await posters(shop, file) }
        #expect(fault?.kind == .malformed && fault?.code == "plugin-poster")
        #expect(fault?.message.contains("poster 2 of the plugin 'test'") == true)
        #expect(fault?.message.contains(message) == true, "\(fault as Any)")
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

    @Test("A check finds no fault in a good one, and names the faults of others")
    func check() async throws {
        let shop = try Workshop()
        func problems(_ body: String) async throws -> [String] {
            let file = try source(shop, body)
            let host = shop.host
            return try await host.supervise { () async throws(Fault) in
                try await host.check(file, now: Instant(startOf: Day(daysSince1970: 19_000)))
            }.compactMap { finding in finding.problem.map { "\(finding.what): \($0)" } }
        }
        let known = "case \"$film\" in *20192193*) \(Self.poster());; esac"
        #expect(try await problems(known) == [])
        let asked = shop.lines("asked").joined(separator: "\n")
        for part in [#""title":"""#, "👩‍👩‍👧", #"\u0000"#, #""size":9"#, #""year":null"#] {
            #expect(asked.contains(part), "\(part)")
        }
        let random = Self.poster(["width": "'$(wc -l <asked)'"])
        for (body, message) in [
            (Self.poster(["width": "0"]), "it answers for a film: poster 1 of the plugin"),
            (random, "it answers the same twice: two answers for the same film differ"),
            (
                known + "; case \"$film\" in *00000000*) exit 1;; esac",
                "it answers for an unknown film: the plugin 'test': it ended with status 1"
            ),
            (
                "case \"$film\" in *'👩‍👩‍👧'*) exit 3;; esac",
                "it answers for titles that programs stumble over: the plugin 'test': it ended with"
            ),
            ("case \"$film\" in *'\"size\":9'*) exit 64;; esac", "size=9: the plugin 'test'"),
        ] {
            let problems = try await problems(body)
            #expect(problems.contains { $0.contains(message) }, "\(message): \(problems)")
        }
    }
}
