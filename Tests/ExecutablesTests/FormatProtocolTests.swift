import BoxOffice
import Engine
import Foundation
import Testing

@testable import Executables

/// The messages to a format besides rows: what the document is about, its editions, what is missing.
@Suite(.timeLimit(.minutes(10))) struct FormatProtocolTests {
    /// Makes a format that writes what it reads; `fields` are added to its manifest.
    private func echo(_ shop: Workshop, _ fields: String = "") throws -> PluginFile {
        try shop.plugin(.format, fields, "exec cat")
    }

    /// Returns the lines that the format writes for the charts of two days, of which the second is
    /// missing.
    private func lines(_ shop: Workshop, _ file: PluginFile) async throws -> [String] {
        let outcome = Outcome()
        let host = shop.host
        let day = Period(of: .daily, containing: Day(daysSince1970: 19_144))
        let query = ChartQuery(
            periods: Periods(
                from: day, to: Period(of: .daily, containing: Day(daysSince1970: 19_145))))
        let plan = try Plan(
            [SourcePlan(Asked(.chart(query)), to: TwoDays())],
            at: Instant(startOf: Day(daysSince1970: 20_000)), keepsGoing: true)
        let export = Export(
            plan, with: Fetcher(over: Nowhere(), kept: KeptAnswers(nil, terms: plan.terms)))
        try await host.supervise { () async throws(Fault) in
            let format = try await ExecutableFormat(file, host: host)
            let layout = plan.layout(
                header: nil, medium: .file,
                options: try PluginOptions(for: format.manifest),
                begun: Instant(secondsSince1970: 1_654_500_000))
            _ = try await export.run(through: format, layout) { _ in Page(outcome: outcome) }
        }
        return outcome.text.split(separator: "\n").map(String.init)
    }

    @Test("It is told what the document is about, and at the end what is missing")
    func document() async throws {
        let shop = try Workshop()
        let lines = try await lines(shop, try echo(shop))
        #expect(
            lines == [
                #"{"columns":[{"name":"rank","korean":"순위","type":"integer"}],"header":null,"#
                    + #""colours":false,"document":{"title":{"en":"daily box office, "#
                    + #"2022-06-01 ~ 2022-06-02","ko":"일별 박스오피스, 2022-06-01 ~ 2022-06-02"},"#
                    + #""dataset":"chart","chart":"daily","from":"2022-06-01","to":"2022-06-02","#
                    + #""regions":[],"nation":null,"kind":null,"sources":["two-days"],"#
                    + #""film_page":"https://films.example/{code}","begun":"2022-06-06T16:20:00+09:00","#
                    + #""figures":[{"name":"two-days","credit":"two-days","country":null,"#
                    + #""currency":"KRW","decimals":0,"language":null,"#
                    + #""film_page":"https://films.example/{code}"}]},"#
                    + #""options":{}}"#,
                #"{"row":{"rank":1}}"#,
                #"{"end":{"missing":[{"code":"gone","message":"2022-06-02: it is gone"}]}}"#,
            ])
    }

    @Test("It is told where the rows of an edition begin, if it asks for that")
    func editions() async throws {
        let shop = try Workshop()
        let lines = try await lines(shop, try echo(shop, #","editions":true"#))
        #expect(
            lines.dropFirst() == [
                #"{"edition":{"chart":"daily","from":"2022-06-01","to":"2022-06-01","region":null,"#
                    + #""nation":null,"kind":null,"source":"two-days"}}"#,
                #"{"row":{"rank":1}}"#,
                #"{"end":{"missing":[{"code":"gone","message":"2022-06-02: it is gone"}]}}"#,
            ])
    }

    @Test("Its traits are those of its manifest, by default those of text of an unknown kind")
    func traits() async throws {
        let shop = try Workshop()
        let plain = try await ExecutableFormat(try echo(shop), host: shop.host)
        #expect(!plain.traits.isBinary && plain.traits.fileEndings == [])
        #expect(!plain.plugin.wantsEditions)
        let page = try await ExecutableFormat(
            try echo(
                shop, #","binary":true,"media_type":"application/zip","endings":["zip","z"]"#),
            host: shop.host)
        #expect(
            page.traits
                == FormatTraits(
                    mediaType: "application/zip", fileEndings: ["zip", "z"], isBinary: true,
                    isStreaming: false))
    }

    @Test("A source brings its policy, and the address of a film's page")
    func policy() async throws {
        let shop = try Workshop()
        func manifest(_ fields: String) async throws -> PluginManifest {
            let file = try shop.plugin(
                .source,
                #","charts":["daily"],"from":"2000-01-01","columns":[{"name":"rank"}]"# + fields,
                "")
            return try await shop.host.manifest(of: file)
        }
        let plain = try await manifest("")
        #expect(plain.policy == ChartPolicy() && plain.filmPage == nil && plain.asksNetwork)
        let own = try await manifest(
            #","rows":20,"final_after":7,"empty_charts":true,"asks_network":false,"#
                + #""film_page":"https://films.example/{code}.html""#)
        #expect(own.policy == ChartPolicy(finalAfter: 7, rows: 20, mayBeEmpty: true))
        #expect(own.filmPage == "https://films.example/{code}.html" && !own.asksNetwork)
    }
}

/// A source with the chart of 2022-06-01, which has one row; that of the day after is missing.
private struct TwoDays: Source {
    let manifest = Manifest(name: "two-days", summary: "")
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: [.daily], canBeFiltered: false)
    let filmPage: String? = "https://films.example/{code}"

    private var table: Table<Int> {
        Table(named: "chart", [Field("rank", "순위", .integer) { .integer($0) }])
    }

    func dataset(for query: Query) -> Dataset? { table.dataset }

    func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(
            query.editions.map {
                Request(service: "", path: "", parameters: [], subject: .edition($0))
            })
    }

    func ownAnswer(to request: Request) -> Answer? {
        Answer(body: [], fetchedAt: Instant(secondsSince1970: 0))
    }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> BoxOffice.Page {
        guard "\(request.subject)".contains("2022-06-01") else {
            throw Fault(.notFound, "gone", "it is gone")
        }
        return BoxOffice.Page([1], of: table)
    }
}
