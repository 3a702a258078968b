import Testing

@testable import BoxOffice
@testable import Engine

/// The limits on reading an answer: the rows of a chart, and the time.
@Suite struct ChartSizeTests {
    private static let edition = ChartEdition(
        Period(of: .daily, containing: Day(daysSince1970: 10_000)))

    @Test("A chart has at most a thousand rows; other data may have more")
    func rows() async throws {
        let setup = ExportSetup(
            from: RowsSource(rows: 0), over: ScriptedTransport([.success(Answer(1))]),
            today: Day(daysSince1970: 20_000))
        let read = { (rows: Int, subject: Subject) async throws(Fault) -> Int in
            try await setup.fetcher().page(for: .about(subject), from: RowsSource(rows: rows)).count
        }
        #expect(try await read(1000, .edition(Self.edition)) == 1000)
        #expect(try await read(40_000, .page(1, after: 0)) == 40_000)
        for rows in [1001, 40_000] {
            let fault = await #expect(throws: Fault.self) {
                try await read(rows, .edition(Self.edition))
            }
            #expect(fault?.kind == .malformed)
            #expect(fault?.message == "the chart has \(rows) rows; the limit is 1000")
        }
    }

    @Test("A row of another day than the one that was asked for is refused")
    func otherDay() async throws {
        let source = DayBefore()
        let setup = ExportSetup(
            from: source, over: ScriptedTransport([.success(Answer(1))]),
            today: Day(daysSince1970: 20_000))
        let fault = await #expect(throws: Fault.self) {
            try await setup.fetcher().page(for: .about(.edition(Self.edition)), from: source)
        }
        #expect(fault?.kind == .malformed && fault?.code == "row-of-other-chart")
    }

    @Test("A source is told how long it may take to read a new answer or a kept one")
    func timeLimit() async throws {
        let request = Request.about(.code("1"))
        var setup = ExportSetup(
            from: RowsSource(rows: 1), over: ScriptedTransport([.success(Answer(1))]),
            today: Day(daysSince1970: 20_000))
        let read = { (setup: ExportSetup) async -> Fault? in
            do throws(Fault) {
                _ = try await setup.fetcher().page(for: request, from: SlowSource())
                return nil
            } catch {
                return error
            }
        }
        #expect(await read(setup) == nil)
        setup.timeLimit = .seconds(1)
        let fault = await read(setup)
        #expect(fault?.kind == .unavailable && fault?.outlook == .passing)
        #expect(fault?.message == "reading the answer takes longer than 1 s")
        let archive = ScriptedArchive()
        try archive.keep(Answer(1), to: request, .final)
        setup.archive = archive
        setup.archiveMode = .offline
        #expect(await read(setup)?.kind == .unavailable)
        setup.timeLimit = nil
        #expect(await read(setup) == nil)
    }
}

/// A source that claims to need an hour to read an answer, and fails if its limit is shorter.
private struct SlowSource: Source {
    let manifest = Manifest(name: "slow", summary: "")
    let holdings = Holdings(of: "it", from: Day(daysSince1970: 0), to: nil, charts: [])

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        if let limit = answer.timeLimit, limit < .seconds(3600) {
            throw .overdue(after: answer.timeLimit)
        }
        return Page([Code(code: "1", name: "n", englishName: nil)], of: Code.table)
    }
}

/// A source that reads every answer as the chart of the day before.
private struct DayBefore: Source {
    let manifest = Manifest(name: "before", summary: "")
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else { throw Fault(.bug, "no edition") }
        let before = ChartEdition(edition.period.advanced(by: -1), filter: edition.filter)
        let entry = ChartEntry(
            edition: before, source: "before", fetchedAt: answer.fetchedAt, rank: 1,
            rankChange: .new, movieCode: "1", title: "t")
        return Page([entry], of: ChartEntry.table)
    }
}

/// A source that reads every answer as the same number of rows.
private struct RowsSource: Source {
    let rows: Int
    let manifest = Manifest(name: "rows", summary: "")
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

    func requests(for query: Query) -> AnySequence<Request> { AnySequence([]) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        let code = Code(code: "1", name: "n", englishName: nil)
        return Page([Code](repeating: code, count: rows), of: Code.table)
    }
}
