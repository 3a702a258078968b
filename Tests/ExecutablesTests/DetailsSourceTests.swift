import Foundation
import Testing

@testable import BoxOffice
@testable import Engine
@testable import Executables

/// Sources of details that are executables.
@Suite(.timeLimit(.minutes(10))) struct DetailsSourceTests {
    private static let declared =
        #"{"name":"genres"},{"name":"our_id","korean":"자체코드","type":"text"}"#
    private static let right = #"echo '{"details":{"genres":["a","b"],"our_id":"F-1"}}'"#
    private static let end = #"echo '{"end":{}}'"#

    /// Makes a source of details that runs `body` for every film.
    private func source(_ shop: Workshop, _ body: String) throws -> PluginFile {
        try shop.make(
            .details, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            echo started >>starts
            IFS= read -r hello
            echo '{"manifest":{"protocol":1,"name":"test","summary":"s",\
            "columns":[\(Self.declared)]}}'
            while IFS= read -r film; do
                printf '%s\\n' "$film" >>asked
                \(body)
            done
            """)
    }

    /// Returns the rows of details of the films, asked for one after the other.
    private func rows(_ shop: Workshop, _ file: PluginFile, _ films: [Film]) async throws
        -> [[[Value]]]
    {
        let host = shop.host
        return try await host.supervise { () async throws(Fault) in
            let source = try await ExecutableSource(file, host: host)
            let transport = PluginTransport(
                to: source.endpoint, besides: Nowhere(), now: { Instant(secondsSince1970: 0) },
                count: { (_) async throws(Fault) in })
            var rows: [[[Value]]] = []
            for film in films {
                guard let request = source.detailsRequest(for: film) else { continue }
                let page = try source.read(try await transport.send(request), to: request)
                rows.append(try page.rows(Array(page.dataset.columns.indices)))
            }
            return rows
        }
    }

    private func problem(_ shop: Workshop, _ file: PluginFile) async -> Fault? {
        do throws(any Error) {
            _ = try await rows(shop, file, [Film(code: "1", title: "t")])
            return nil
        } catch {
            return error as? Fault
        }
    }

    @Test("It is started once, and gets each film once a run, with all that is known of the film")
    func asked() async throws {
        let shop = try Workshop()
        let file = try source(
            shop, "case \"$film\" in *'\"code\":\"1\"'*) \(Self.right);; esac\n\(Self.end)")
        var film = Film(code: "1", title: "기생충 \"P\"", year: 2019)
        film.openDate = Day("2019-05-30")
        film.source = "kobis-json"
        film.country = Country("KR")
        let unknown = Film(code: "", title: "t")
        let found = try await rows(shop, file, [film, unknown, film, Film(code: "", title: "")])
        let row: [Value] = [.list(["a", "b"]), .text("F-1")]
        #expect(found == [[row], [], [row]])
        #expect(
            shop.lines("asked") == [
                #"{"film":{"code":"1","source":"kobis-json","title":"기생충 \"P\"","#
                    + #""opened":"2019-05-30","year":2019,"country":"KR"},"options":{}}"#,
                #"{"film":{"code":null,"source":null,"title":"t","#
                    + #""opened":null,"year":null,"country":null},"options":{}}"#,
            ])
        #expect(shop.lines("starts").count == 2, "for the manifest, and for the films")
    }

    @Test("One that hangs, or writes without end, is killed")
    func endless() async throws {
        var limits = PluginLimits()
        limits.silence = .milliseconds(300)
        limits.line = 4 << 10
        let shop = try Workshop(limits)
        let hanging = await problem(shop, try source(shop, "sleep 60"))
        #expect(hanging?.kind == .unavailable && hanging?.code == "plugin-timed-out")
        let flooding = await problem(shop, try source(shop, "yes | tr -d '\\n'"))
        #expect(flooding?.kind == .malformed && flooding?.code == "plugin-line-too-long")
    }

    // MARK: - Manifests

    @Test("Known columns have their type and header, and answers are kept as the manifest says")
    func columns() throws {
        let line = Array(
            #"{"manifest":{"protocol":1,"name":"a","summary":"s","keeps":30,"columns":[\#(Self.declared),{"name":"b","type":"date"}]}}"#
                .utf8)
        let manifest = try PluginManifest(line, of: .details, named: "a")
        #expect(
            manifest.columns == [
                Column("genres", "장르", .list), Column("our_id", "자체코드", .text),
                Column("b", "b", .date),
            ])
        #expect(manifest.keptFor == 30)
    }

    // MARK: - The check

    @Test("The check finds no fault in one that keeps to the protocol")
    func checked() async throws {
        let shop = try Workshop()
        let file = try source(
            shop, "case \"$film\" in *20192193*) \(Self.right);; esac\n\(Self.end)")
        #expect(try await shop.problems(of: file) == [])
        let asked = shop.lines("asked").joined()
        for part in [#""code":"20192193""#, #""code":"00000000""#, "<b>&amp;", "긴긴긴"] {
            #expect(asked.contains(part), "\(part)")
        }
    }
}
