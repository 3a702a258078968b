import Foundation
import SlowLane
import Testing

@testable import BoxOffice
import BoxOfficeConformance
@testable import Engine
@testable import Executables

/// Sources of details that are executables.
@Suite(.timeLimit(.minutes(10))) struct DetailsSourceTests {
    private static let declared =
        #"{"name":"genres"},{"name":"our_id","korean":"자체코드","type":"text"}"#
    private static let usual =
        #"{"protocol":1,"name":"test","summary":"s","columns":[\#(declared)]}"#
    private static let right = #"echo '{"details":{"genres":["a","b"],"our_id":"F-1"}}'"#
    private static let end = #"echo '{"end":{}}'"#

    /// Makes a source of details that runs `body` for every film.
    private func source(
        _ shop: Workshop, _ body: String, manifest: String = Self.usual
    ) throws -> PluginFile {
        try shop.make(
            .details, "test",
            """
            #!/bin/sh
            cd '\(shop.folder.path)'
            echo started >>starts
            IFS= read -r hello
            printf '%s\\n' '{"manifest":\(manifest)}'
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

    @Test(
        "An invalid answer is reported in one sentence, with its status",
        arguments: [
            (#"echo '{"details":{"genres":["a"],"our_id":7}}'"#, "'our_id' is 7, but takes a text"),
            (
                #"echo '{"details":{"genres":"a","our_id":null}}'"#,
                "'genres' is the text 'a', but takes a list"
            ),
            (#"echo '{"details":{"genres":null}}'"#, "'our_id' is missing; write null"),
            (
                #"echo '{"details":{"genres":null,"our_id":null,"code":"2"}}'"#,
                "the manifest has no column 'code'"
            ),
            (#"echo '{"details":[]}'"#, "the set of details is not an object"),
            (#"echo '{"details":{},"end":{}}'"#, "a set of details and the end at once"),
            ("\(right)\n\(right)", "it gives details twice for one film"),
            (#"echo '{"row":{}}'"#, "its answer is neither details nor the end"),
            (
                "echo nonsense",
                "its answer is neither details nor the end: 'nonsense'"
            ),
            (right + "\nexit 0", "its answer breaks off before its end"),
            ("exit 0", "its answer breaks off before its end"),
            ("\(end)\n\(end)", "it writes more after the end of its answer"),
            ("\(right)\n\(end)\n\(right)", "it writes more after the end of its answer"),
            ("printf '{'; exit 0", "its output breaks off in the middle of a line"),
        ])
    func malformed(body: String, message: String) async throws {
        let shop = try Workshop()
        let fault = await problem(shop, try source(shop, "\(body)\n\(Self.end)"))
        #expect(fault?.kind == .malformed, "\(String(describing: fault))")
        #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
    }

    @Test(
        "One that fails ends the run with the matching status",
        arguments: [
            ("exit 1", Fault.Kind.unavailable), ("kill -9 $$", .unavailable), ("exit 64", .usage),
            ("exit 75", .notYet), ("exit 77", .keyRefused), ("exit 78", .configuration),
        ])
    func failing(body: String, kind: Fault.Kind) async throws {
        let shop = try Workshop()
        #expect(await problem(shop, try source(shop, body))?.kind == kind)
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

    @Test(
        "Wrong columns and fields of a manifest are reported together",
        arguments: [
            (#""columns":[]"#, "field 'columns' has no columns"),
            (#""keeps":1"#, "field 'columns' has no columns"),
            (#""columns":[{"name":"imdb"}]"#, "column 'imdb': field 'type' is not there"),
            (
                #""columns":[{"name":"genres","type":"text"}]"#,
                "column 'genres': field 'type': 'text' is not what details have there, list"
            ),
            (
                #""columns":[{"name":"title","type":"text"}]"#,
                "column 'title': it is one of charts or posters"
            ),
            (
                #""columns":[{"name":"rank_marker","type":"text"}]"#,
                "column 'rank_marker': it is one of charts or posters"
            ),
            (
                #""columns":[{"name":"budget","type":"amount"}]"#,
                "column 'budget': it holds amounts, and nothing says their currency"
            ),
            (#""columns":[{"name":"A","type":"text"}]"#, "field 'name': 'A' is not a name"),
            (#""columns":[\#(declared),\#(declared)]"#, "column 'genres' is there twice"),
            (#""columns":[\#(declared)],"keeps":-1"#, "field 'keeps': -1 is not in 0 to 36500"),
            (#""columns":[\#(declared)],"keeps":"7""#, "field 'keeps': '7' is not a whole number"),
        ])
    func manifest(fields: String, message: String) async throws {
        let line = Array(
            #"{"manifest":{"protocol":1,"name":"test","summary":"s",\#(fields)}}"#.utf8)
        do throws(Fault) {
            _ = try PluginManifest(line, of: .details, named: "test")
            Issue.record("the manifest is wrong")
        } catch {
            #expect(error.kind == .malformed && error.message.contains(message), "\(error.message)")
        }
    }

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
        #expect(try await problems(shop, file) == [])
        let asked = shop.lines("asked").joined()
        for part in [#""code":"20192193""#, #""code":"00000000""#, "<b>&amp;", "긴긴긴"] {
            #expect(asked.contains(part), "\(part)")
        }
    }

    @Test(
        "The check finds each fault",
        arguments: SlowLane.cases(
            of: [
                ("\(right)\n\(right)", "it gives details twice"),
                (#"echo '{"details":{"genres":7,"our_id":null}}'"#, "'genres' is 7"),
                ("case \"$film\" in *00000000*) exit 1;; esac", "an unknown film"),
                (
                    "case \"$film\" in *'<b>'*) exit 1;; esac",
                    "titles that programs stumble over"
                ),
                (
                    "n=$((n + 1))\necho '{\"details\":{\"genres\":null,\"our_id\":\"'$n'\"}}'",
                    "two answers for the same film differ"
                ),
                ("sleep 60 &", "it was outlived by"),
                ("exit 0", "breaks off"),
            ], quick: 3))
    func found(body: String, message: String) async throws {
        let shop = try Workshop()
        let found = try await problems(shop, try source(shop, "\(body)\n\(Self.end)"))
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    private func problems(_ shop: Workshop, _ file: PluginFile) async throws -> [String] {
        let host = shop.host
        let findings = try await host.supervise { () async throws(Fault) in
            try await host.check(file, now: Instant(startOf: Day(daysSince1970: 19_000)))
        }
        return findings.compactMap { finding in finding.problem.map { "\(finding.what): \($0)" } }
    }
}
