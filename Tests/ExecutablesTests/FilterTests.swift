import BoxOffice
import Engine
import Foundation
import Testing

@testable import Executables

/// Charts of executables that can be filtered: the manifests, the queries and the answers.
@Suite(.timeLimit(.minutes(10))) struct FilterTests {
    private static let regions =
        #""regions":[{"name":"서울시","code":"S1"},{"name":"Left Bank","code":"left"}]"#
    private static let all =
        #""filters":{\#(regions),"nations":["korean"],"kinds":["commercial","art"]}"#

    private static let columns = #"{"name":"a","type":"integer"},{"name":"region","type":"text"}"#

    private func manifest(
        _ fields: String, columns: String = Self.columns
    ) throws -> PluginManifest {
        let line =
            #"{"manifest":{"protocol":1,"name":"test","summary":"s","charts":["daily"],"#
            + #""from":"2022-01-01","columns":[\#(columns)]"#
            + (fields.isEmpty ? "" : ",\(fields)") + "}}"
        return try PluginManifest(Array(line.utf8), of: .source, named: "test")
    }

    private func source(
        _ fields: String, columns: String = Self.columns
    ) throws -> ExecutableSource {
        let shop = try Workshop()
        let file = try shop.make(.source, "test", "#!/bin/sh\n")
        let manifest = try manifest(fields, columns: columns)
        return try ExecutableSource(
            PluginEndpoint(file: file, manifest: manifest, host: shop.host))
    }

    private func chart(
        _ region: String? = nil, at source: ExecutableSource, nation: ChartFilter.Nation? = nil,
        kind: ChartFilter.Kind? = nil
    ) throws -> ChartQuery {
        let day = Period(of: .daily, containing: try #require(Day("2022-06-01")))
        let regions = try region.map { try Region.list(named: $0, among: source.holdings.regions) }
        return ChartQuery(
            periods: Periods(from: day, to: day), regions: regions ?? [], nation: nation,
            kind: kind)
    }

    // MARK: - Manifests

    @Test("A manifest lists the filters and the terms of queries; without them nothing changes")
    func fields() throws {
        let plain = try manifest("")
        #expect(plain.filters == nil && !plain.keepsAnswers && plain.callsPerDay == nil)
        #expect(plain.pause == .zero && plain.version == nil)
        let said = try manifest(
            Self.all + #","keeps":true,"version":"2b","pause":0.25,"calls":500"#)
        #expect(
            said.filters
                == PluginManifest.Filters(
                    regions: [
                        Region(code: "S1", name: "서울시"), Region(code: "left", name: "Left Bank"),
                    ], nations: [.korean], kinds: [.commercial, .art]))
        #expect(said.keepsAnswers && said.version == "2b" && said.pause == .milliseconds(250))
        #expect(said.callsPerDay == 500)
    }

    // MARK: - Queries

    @Test("A query has the codes of the manifest, and without filters no new fields")
    func queries() throws {
        let source = try source(Self.all)
        func asked(_ query: ChartQuery, at source: ExecutableSource) -> [String?] {
            source.requests(for: .chart(query)).map { $0.parameters.first?.value }
        }
        let day =
            #"{"query":{"dataset":"chart","chart":"daily","from":"2022-06-01","to":"2022-06-01""#
        #expect(
            asked(try chart("Left Bank,서울", at: source, nation: .korean), at: source) == [
                day + #","region":"left","nation":"korean","kind":null},"options":{}}"#,
                day + #","region":"S1","nation":"korean","kind":null},"options":{}}"#,
            ])
        #expect(
            asked(try chart(at: source, kind: .art), at: source) == [
                day + #","region":null,"nation":null,"kind":"art"},"options":{}}"#
            ])
        let plain = try self.source("")
        #expect(asked(try chart(at: plain), at: plain) == [day + #"},"options":{}}"#])
    }

    @Test(
        "A region is recognised by its name, its code and the spellings of Korean regions",
        arguments: [
            ("서울시", "S1"), ("서울", "S1"), ("서울특별시", "S1"), ("S1", "S1"), ("Left Bank", "left"),
        ])
    func names(word: String, code: String) throws {
        let regions = try source(Self.all).holdings.regions
        #expect(try Region.list(named: word, among: regions).map(\.code) == [code])
    }

    @Test(
        "A region that the manifest does not have is refused with those that it has",
        arguments: [("부산", nil), ("0105001", nil), ("Left Bnak", "Left Bank")])
    func unknown(word: String, meant: String?) throws {
        let regions = try source(Self.all).holdings.regions
        let fault = #expect(throws: Fault.self) { try Region.list(named: word, among: regions) }
        #expect(
            fault?.kind == .usage && fault?.corrections.map(\.meant) == (meant.map { [$0] } ?? []))
        let known = meant == nil ? "서울시, Left Bank" : "Left Bank, 서울시"
        #expect(fault?.message == "there is no region '\(word)'; known are \(known)")
    }

    @Test("A filter that its charts do not have is refused")
    func refused() throws {
        let source = try source(Self.all)
        let day = try #require(Day("2022-06-05"))
        func message(_ query: ChartQuery, _ source: ExecutableSource) -> String? {
            do throws(Fault) {
                _ = try Plan(
                    [SourcePlan(Asked(.chart(query)), to: source)], at: Instant(startOf: day))
                return nil
            } catch {
                return error.kind == .usage ? error.message : "\(error.kind)"
            }
        }
        #expect(message(try chart("서울", at: source, nation: .korean, kind: .art), source) == nil)
        #expect(
            message(try chart(at: source, nation: .foreign), source)
                == "the plugin test has no charts for --nation foreign")
        let byNation = try self.source(#""filters":{"nations":["foreign"]}"#)
        #expect(message(try chart(at: byNation, nation: .foreign), byNation) == nil)
        #expect(
            message(try chart("서울", at: source), byNation)
                == "the plugin test has no charts for --region 서울시")
        #expect(
            message(try chart(at: byNation, kind: .art), byNation)
                == "the plugin test has no charts for --kind art")
        let plain = try self.source("")
        #expect(
            message(try chart(at: source, nation: .korean), plain)
                == "the plugin test holds only charts of the whole country and of all films")
    }

    // MARK: - Answers

    @Test(
        "A row of another region than was asked for is refused, and its column follows the period")
    func rows() throws {
        let source = try source(Self.all)
        let query = Query.chart(try chart("서울", at: source))
        let first = source.requests(for: query).first { _ in true }
        let request = try #require(first)
        func read(_ region: String) throws(Fault) -> Int {
            let lines = "{\"row\":{\"a\":1,\"region\":\(region)}}\n{\"end\":{}}\n"
            let answer = Answer(body: Array(lines.utf8), fetchedAt: Instant(secondsSince1970: 0))
            return try source.read(answer, to: request).count
        }
        #expect(try read("\"서울시\"") == 1)
        for other in ["S1", "null", "Left Bank"] {
            let fault = #expect(throws: Fault.self) {
                try read(other == "null" ? other : "\"\(other)\"")
            }
            #expect(
                fault?.message.hasPrefix(
                    "row 1 of the plugin 'test': 'region' is \(other), but 서울시 was asked for: ")
                    == true, "\(fault as Any)")
        }
        let dated = try self.source(Self.all, columns: #"{"name":"date"},{"name":"rank"}"#)
        let now = Instant(startOf: try #require(Day("2022-06-05")))
        for (query, source, columns) in [
            (query, source, ["a", "region"]), (query, dated, ["date", "region", "rank"]),
            (.chart(try chart(at: dated)), dated, ["date", "rank"]),
        ] {
            let plan = try Plan([SourcePlan(Asked(query), to: source)], at: now)
            #expect(plan.usualColumns == columns)
        }
    }

    @Test(
        "A row of another day, chart, week, source or currency than the host knows is refused",
        arguments: [
            ("date", "\"2022-06-02\"", "2022-06-02, but 2022-06-01"),
            ("chart", "\"weekly\"", "weekly, but daily"),
            ("year_week", "\"190001\"", "190001, but 202222"),
            ("source", "\"kobis-json\"", "kobis-json, but test"),
            ("currency", "\"USD\"", "not KRW"),
        ])
    func otherEdition(column: String, value: String, complaint: String) throws {
        let source = try source("", columns: #"{"name":"rank"},{"name":"\#(column)"}"#)
        let requests = source.requests(for: .chart(try chart(at: source)))
        let request = try #require(requests.first { _ in true })
        let lines = "{\"row\":{\"rank\":1,\"\(column)\":\(value)}}\n{\"end\":{}}\n"
        let answer = Answer(body: Array(lines.utf8), fetchedAt: Instant(secondsSince1970: 0))
        let fault = #expect(throws: Fault.self) { try source.read(answer, to: request) }
        #expect(
            fault?.message.contains("'\(column)' is \(complaint)") == true, "\(fault as Any)")
    }

    // MARK: - The check

    @Test("The check tries every filter, and finds one that is not applied")
    func check() async throws {
        for (body, problems) in [
            (":", [String]()),
            (
                "case \"$query\" in *'\"art\"'*) exit 65 ;; esac",
                [
                    "it answers for every region, nation and kind of its manifest: "
                        + "the plugin 'test': it ended with status 65"
                ]
            ),
        ] {
            let shop = try Workshop()
            let file = try shop.plugin(
                .source,
                #","charts":["daily"],"from":"2022-01-01","keeps":true,"columns":[{"name":"rank"}],"#
                    + Self.all,
                """
                while IFS= read -r query; do
                    printf '%s\\n' "$query" >>asked
                    \(body)
                    echo '{"row":{"rank":1}}'
                    echo '{"end":{}}'
                done
                """)
            let today = try #require(Day("2022-06-08"))
            #expect(try await shop.problems(of: file, on: today) == problems)
            let asked = shop.lines("asked").joined()
            for part in [
                #""region":"S1""#, #""region":"left""#, #""nation":"korean""#,
                #""kind":"commercial""#, #""kind":"art""#, #""from":"2022-06-07""#,
                // The newest final day, because answers for it are kept.
                #""from":"2022-06-04""#,
            ] {
                #expect(asked.contains(part), "\(part)")
            }
        }
    }
}
