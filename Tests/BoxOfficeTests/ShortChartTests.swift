import Testing

@testable import BoxOffice
@testable import Engine

/// The charts with fewer rows or figures than their source gives: they are written and reported, and
/// provisional until the same answer comes a day later.
@Suite struct ShortChartTests {
    private let archive = ScriptedArchive()
    private let today = Day(daysSince1970: 20_000)

    private func request(_ filter: ChartFilter = ChartFilter()) -> Request {
        let period = Period(of: .daily, containing: today.advanced(by: -10))
        return .about(.edition(ChartEdition(period, filter: filter)))
    }

    /// Runs a request some hours after `today` began, to a service that answers `rows`: one digit for
    /// each row, 0 for a row without figures.
    private func ask(
        _ rows: String, hours: Int, _ mode: ArchiveMode = .normal,
        _ filter: ChartFilter = ChartFilter(), allowsEmpty: Bool = false, clockDifference: Int = 0
    ) async throws -> (page: Page, isAsked: Bool) {
        let moment = Instant(startOf: today).secondsSince1970 + hours * 3600
        var answer = Answer(
            body: Array(rows.utf8), fetchedAt: Instant(secondsSince1970: moment))
        answer.clockDifference = clockDifference
        let transport = ScriptedTransport([.success(answer)])
        var setup = ExportSetup(
            from: LineSource(), over: transport, today: today.advanced(by: hours / 24))
        setup.archive = archive
        setup.archiveMode = mode
        setup.allowsEmpty = allowsEmpty
        let page = try await setup.fetcher().page(for: request(filter), from: LineSource())
        return (page, !transport.sent.isEmpty)
    }

    @Test(
        "It is reported, requested in every run, and final when the same comes a day later",
        arguments: [
            ("12", "the chart has only 2 of 3 rows"), ("1", "the chart has only 1 of 3 rows"),
            ("120", "1 of 3 rows of the chart lack figures"),
            ("000", "3 of 3 rows of the chart lack figures"),
        ])
    func healing(rows: String, note: String) async throws {
        for hours in [0, 1, 23] {
            let (page, isAsked) = try await ask(rows, hours: hours)
            #expect(isAsked && page.count == rows.count && page.state.isShort)
            #expect(!page.state.isFinal && page.note?.message.hasPrefix(note) == true)
        }
        let confirmed = try await ask(rows, hours: 24)
        #expect(confirmed.isAsked && confirmed.page.state.isFinal && !confirmed.page.state.isShort)
        #expect(confirmed.page.note == nil)
        #expect(try await !ask("123", hours: 25).isAsked)
    }

    @Test("Another short answer restarts the day, and a complete one ends it")
    func changes() async throws {
        _ = try await ask("12", hours: 0)
        #expect(try await ask("13", hours: 24).page.state.isShort)
        #expect(try await ask("13", hours: 47).page.state.isShort)
        let state = try await ask("123", hours: 47).page.state
        #expect(state.isFinal && !state.isShort && !state.isProvisional)
        #expect(try await !ask("12", hours: 48).isAsked)
    }

    @Test("It replaces no fuller answer until it comes again a day later")
    func fuller() async throws {
        _ = try await ask("123", hours: 0)
        for (rows, hours) in [("12", 1), ("1", 2), ("120", 3), ("1", 26)] {
            let (page, isAsked) = try await ask(rows, hours: hours, .refresh)
            #expect(isAsked && page.count == 3 && page.rowsWithoutFigures == 0)
            #expect(page.note?.code == "fuller-rows-kept")
            #expect(!page.state.isFinal && !page.state.isShort && page.state.isProvisional)
        }
        // In doubt, it is requested without --refresh too.
        #expect(try await ask("1", hours: 40).isAsked)
        let (page, _) = try await ask("1", hours: 50)
        #expect(page.count == 1 && page.note == nil && page.state.isFinal)
        #expect(archive.kept.values.first?.body == Array("1".utf8))
    }

    @Test("An empty chart of a region is in doubt as well, and replaces no fuller one")
    func regions() async throws {
        let seoul = ChartFilter(region: Region.all.first)
        let empty = try await ask("", hours: 0, .normal, seoul).page
        #expect(empty.note?.code == "chart-without-rows" && !empty.state.isFinal)
        #expect(try await ask("", hours: 1, .normal, seoul).isAsked)
        #expect(try await ask("1", hours: 2, .normal, seoul).page.state.isFinal)
        let (page, _) = try await ask("", hours: 3, .refresh, seoul)
        #expect(page.count == 1 && page.note?.code == "fuller-rows-kept" && !page.state.isFinal)
        #expect(try await ask("", hours: 28, .normal, seoul).page.isEmpty)
        #expect(try await !ask("1", hours: 29, .normal, seoul).isAsked)
    }

    @Test(
        "A chart of a nation may be cut; one of a kind or region may have any number of rows but none"
    )
    func filtered() async throws {
        let korean = ChartFilter(nation: .korean)
        for (rows, note) in [("", "chart-without-rows"), ("12", "short-chart")] {
            let page = try await ask(rows, hours: 0, .normal, korean).page
            #expect(page.state.isShort && page.note?.code == note)
        }
        #expect(try await ask("12", hours: 24, .normal, korean).page.state.isFinal)
        #expect(try await !ask("", hours: 25, .normal, korean).isAsked)
        #expect(try await ask("12", hours: 0, .normal, ChartFilter(kind: .art)).page.state.isFinal)
    }

    @Test("What --allow-empty accepts is still asked for again")
    func allowed() async throws {
        let korean = ChartFilter(nation: .korean)
        _ = try await ask("123", hours: 0, .normal, korean)
        let page = try await ask("", hours: 1, .refresh, korean, allowsEmpty: true).page
        #expect(page.isEmpty && !page.state.isFinal)
        #expect(try await ask("123", hours: 2, .normal, korean).isAsked)
    }

    @Test("Offline, it is used and reported")
    func offline() async throws {
        _ = try await ask("12", hours: 0)
        let (page, isAsked) = try await ask("123", hours: 1, .offline)
        #expect(!isAsked && page.count == 2 && page.note?.code == "short-chart")
    }

    @Test("A wrong clock confirms nothing, and forgets nothing")
    func clocks() async throws {
        _ = try await ask("12", hours: 0, clockDifference: 86_400)
        #expect(try await ask("12", hours: 30).page.state.isShort)
        #expect(try await ask("12", hours: 60, clockDifference: 86_400).page.state.isShort)
        #expect(try await ask("12", hours: 20, clockDifference: -86_400).page.state.isShort)
        #expect(try await ask("12", hours: 50).page.state.isShort)
        #expect(try await ask("12", hours: 61).page.state.isFinal)
    }

    @Test("A recording stores the moment of the first short answer")
    func recording() throws {
        var answer = Answer(
            body: Array("12".utf8), fetchedAt: Instant(secondsSince1970: 1_700_000_000))
        answer.short = Answer.Short(
            since: Instant(secondsSince1970: 1_699_900_000), checksum: "9ae0daaf")
        let recording = Recording(of: answer, to: request(), freshness: .provisional)
        #expect(try Recording(reading: recording.bytes).answer == answer)
    }
}

/// A source whose charts have three rows, and whose answers are a digit for each row.
private struct LineSource: Source {
    let manifest = Manifest(name: "lines", summary: "")
    let service: Service? = Service(
        name: "s", baseURL: "https://s.example", baseURLVariable: "S_BASE_URL", key: nil)
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)
    var policy: ChartPolicy {
        var policy = ChartPolicy(rows: 3)
        policy.givesAllFigures = true
        return policy
    }

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else { throw Fault(.bug, "no edition") }
        let rows = answer.body.enumerated().map { index, digit in
            var entry = ChartEntry("\(digit)-\(index)", in: edition, rank: index + 1, .places(0))
            if digit != UInt8(ascii: "0") { entry.fill() }
            return entry
        }
        return Page(rows, of: ChartEntry.table)
    }
}
