import Testing

@testable import BoxOffice
@testable import Engine

/// The requests to several sources of one run, and the columns that their rows share.
@Suite struct SeveralSourcesTests {
    private static let abroad = Territory(
        country: Country("US"), currency: Currency("USD") ?? .won, dayEnds: 34 * 60, language: "en")

    /// Returns a source with days from 2022-05-01 up to `last`.
    private func source(
        _ name: String, in territory: Territory = .korea, to last: String? = nil
    ) throws -> TestSource {
        let first = try #require(Day("2022-05-01"))
        return TestSource(
            manifest: Manifest(name: name, summary: ""), policy: ChartPolicy(territory: territory),
            holdings: Holdings(
                of: "it", from: first, to: last.flatMap { Day($0) }, charts: Chart.allCases))
    }

    /// Returns a moment in Seoul.
    private func seoul(_ text: String) throws -> Instant {
        try #require(Instant("\(text):00+09:00"))
    }

    private func days(_ selection: ChartSelection?) -> [String] {
        selection.map { selection in
            selection.sources.map { $0.periods.map { "\($0.first)…\($0.last)" } ?? "none" }
        } ?? []
    }

    @Test(
        "The last day is the newest one that is over for every source",
        arguments: [
            ("2022-06-08T00:30", "2022-06-06"), ("2022-06-08T12:00", "2022-06-06"),
            ("2022-06-08T18:59", "2022-06-06"), ("2022-06-08T19:00", "2022-06-07"),
            ("2022-06-08T23:30", "2022-06-07"), ("2022-06-09T00:30", "2022-06-07"),
        ])
    func last(moment: String, day: String) throws {
        let sources = [try source("here"), try source("there", in: Self.abroad)]
        for selection in [PeriodSelection(), .init(last: 1), .init(date: "yesterday")] {
            let found = try selection.periods(
                of: .daily, from: sources, at: try seoul(moment), keepsGoing: false)
            #expect(days(found) == ["\(day)…\(day)", "\(day)…\(day)"])
        }
        let month = try PeriodSelection(month: "2022-06").periods(
            of: .daily, from: sources, at: try seoul(moment), keepsGoing: false)
        #expect(month?.periods.last.from == Day(day))
    }

    @Test("A named day that is over only for some sources waits, or is missing for the others")
    func named() throws {
        let sources = [try source("here"), try source("there", in: Self.abroad)]
        func selection(_ day: String, keepsGoing: Bool) throws -> ChartSelection? {
            try PeriodSelection(date: day).periods(
                of: .daily, from: sources, at: try seoul("2022-06-08T12:00"),
                keepsGoing: keepsGoing)
        }
        let fault = #expect(throws: Fault.self) { try selection("2022-06-07", keepsGoing: false) }
        #expect(fault?.kind == .notYet && fault?.code == "not-over-for-all")
        let found = try #require(try selection("2022-06-07", keepsGoing: true))
        #expect(days(found) == ["2022-06-07…2022-06-07", "none"])
        #expect(found.sources.map(\.unavailable.count) == [0, 1])
        #expect(found.sources[1].unavailable[0].scope.source == "there")
        let today = #expect(throws: Fault.self) { try selection("2022-06-08", keepsGoing: true) }
        #expect(today?.kind == .usage)
    }

    @Test("Periods that a source does not hold are refused, or missing for it if another has them")
    func unheld() throws {
        let sources = [try source("long"), try source("short", to: "2022-05-10")]
        func selection(_ from: String, _ to: String, keepsGoing: Bool) throws -> ChartSelection? {
            try PeriodSelection(from: from, to: to).periods(
                of: .daily, from: sources, at: try seoul("2022-06-08T12:00"),
                keepsGoing: keepsGoing)
        }
        let fault = #expect(throws: Fault.self) {
            try selection("2022-05-09", "2022-05-12", keepsGoing: false)
        }
        #expect(fault?.kind == .usage && fault?.scope.from == "2022-05-11")
        let found = try #require(try selection("2022-05-09", "2022-05-12", keepsGoing: true))
        #expect(days(found) == ["2022-05-09…2022-05-12", "2022-05-09…2022-05-10"])
        let nobody = #expect(throws: Fault.self) {
            try selection("2022-04-01", "2022-04-02", keepsGoing: true)
        }
        #expect(nobody?.kind == .usage)
    }

    /// A source with a column of its own.
    private struct OwnSource: Source {
        let manifest: Manifest
        let column: Column
        var service: Service?
        let holdings = Holdings(
            of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

        func dataset(for query: Query) -> Dataset? {
            Dataset(name: "chart", columns: [Column("rank", "순위", .integer), column])
        }

        func requests(for query: Query) -> AnySequence<Request> {
            guard case .chart(let charts) = query else { return AnySequence([]) }
            return AnySequence(
                charts.editions.lazy.map { edition in
                    Request(
                        service: edition.source, path: "\(edition)", parameters: [],
                        subject: .edition(edition))
                })
        }

        func read(_ answer: Answer, to request: Request) throws(Fault) -> BoxOffice.Page {
            throw Fault(.bug, "nobody was to be asked")
        }
    }

    private func plan(_ sources: OwnSource..., regions: [Region] = []) throws -> Plan {
        let days = (1...3).map { Period(of: .daily, containing: Day(daysSince1970: 19_000 + $0)) }
        let query = ChartQuery(periods: Periods(from: days[0], to: days[2]), regions: regions)
        return try Plan(
            sources.map { SourcePlan(Asked(.chart(query)), to: $0) },
            at: Instant(startOf: Day(daysSince1970: 19_100)))
    }

    private func own(_ name: String, _ column: String, _ kind: Column.Kind) -> OwnSource {
        OwnSource(manifest: Manifest(name: name, summary: ""), column: Column(column, column, kind))
    }

    @Test("Requests come by period, and for each in the order of the sources and regions")
    func order() throws {
        let seoul = try Region.list(named: "서울,부산")
        let plan = try plan(own("b", "x", .text), own("a", "x", .text), regions: seoul)
        let next = plan.plannedRequests()
        var found: [String] = []
        while let request = next() {
            found.append("\(request.request.service) \(request.request.path)")
        }
        let days = (19_001...19_003).map { "\(Day(daysSince1970: $0))" }
        let expected = days.flatMap { day in
            ["b", "a"].flatMap { source in seoul.map { "\(source) \(day) \($0.name)" } }
        }
        #expect(found == expected)
    }

    @Test("A column of one source is present for all, and each has the columns of a chart")
    func columns() throws {
        let plan = try plan(own("a", "seats", .integer), own("b", "halls", .text))
        #expect(plan.usualColumns == ["source", "rank", "seats", "halls"])
        let chosen = try plan.choosing(["halls", "currency", "seats", "from"])
        #expect(
            chosen.sourcePlans.map { $0.places.map { $0 != nil } } == [
                [false, true, true, true], [true, true, false, true],
            ])
        let fault = #expect(throws: Fault.self) {
            try self.plan(own("a", "seats", .integer), own("b", "seats", .text))
        }
        #expect(fault?.kind == .usage && fault?.code == "column-of-two-types")
    }

    @Test("Readers see the services without the names of sources, unless two ask the same one")
    func credits() throws {
        let sources = ["a", "b", "c"].map { name in
            var source = own(name, "x", .text)
            if name != "c" {
                source.service = Service(
                    name: "s", title: "KOBIS", publisher: "영화진흥위원회",
                    baseURL: "https://s.example", baseURLVariable: "S_BASE_URL", key: nil)
            }
            return source
        }
        func credits(_ plan: Plan) throws -> [String] {
            let layout = plan.layout(
                header: nil, medium: .file,
                options: try PluginOptions(for: Manifest(name: "f", summary: "")))
            #expect(layout.document.figures.map(\.credit) == layout.document.credits)
            return layout.document.credits
        }
        #expect(try credits(plan(sources[0], sources[2])) == ["영화진흥위원회 KOBIS", "c"])
        let joined = try credits(plan(sources[0], sources[1], sources[2]))
        #expect(joined == ["영화진흥위원회 KOBIS (a)", "영화진흥위원회 KOBIS (b)", "c"])
    }
}
