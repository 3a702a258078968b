import Testing

@testable import BoxOffice
@testable import Engine

/// The writing of rows in the task that reads their answer.
@Suite struct RowWriterTests {
    @Test("Rows are in the order of the requests, whichever task wrote them", arguments: [1, 2, 8])
    func order(jobs: Int) async throws {
        var export = try export(days: 300)
        export.jobs = jobs
        let (summary, text) = try await run(export)
        #expect(summary.rows == 900)
        #expect(text == (0..<300).flatMap { day in (0..<3).map { "\(day).\($0)\n" } }.joined())
    }

    @Test("Short answers after long ones, and long ones after short ones, have their own rows")
    func lengths() async throws {
        let counts: @Sendable (Int) -> Int = { [0, 100, 1, 70, 3, 64][$0 % 6] }
        let (summary, text) = try await run(try export(days: 300, counts))
        #expect(summary.rows == 300 / 6 * 238)
        #expect(
            text == (0..<300).flatMap { day in (0..<counts(day)).map { "\(day).\($0)\n" } }.joined()
        )
    }

    @Test("--top counts the rows of each answer, --limit those of all")
    func bounds() async throws {
        var export = try export(days: 2)
        export.top = 2
        let (summary, top) = try await run(export)
        #expect(summary.rows == 4 && top == "0.0\n0.1\n1.0\n1.1\n")
        export.top = .max
        export.limit = 4
        let (limited, text) = try await run(export)
        #expect(limited.rows == 4 && text == "0.0\n0.1\n0.2\n1.0\n")
    }

    @Test("Records beyond one block are not lost, and stop where they should")
    func blocks() throws {
        let codes = (0..<200).map { Code(code: "\($0)", name: "n", englishName: nil) }
        let page = Page(codes, of: Code.table) { "\((Int($0.code) ?? 0) / 3)" }
        for limit in [0, 1, 21, 22, 65, 66, 67, .max] {
            var seen: Set<String> = ["3"]
            var (cells, rows): ([Value], [Value]) = ([], [])
            try page.forEachRow(columns: [0], limit: limit, seen: &seen, by: &cells) {
                rows.append($1[0])
            }
            let expected = (0..<67).filter { $0 != 3 }.prefix(limit)
            #expect(rows == expected.map { .text("\(3 * $0)") })
        }
    }

    private func export(
        days: Int, _ counts: @escaping @Sendable (Int) -> Int = { _ in 3 }
    ) throws -> ExportSetup {
        let first = Period(of: .daily, containing: Day(daysSince1970: 0))
        let query = ChartQuery(periods: Periods(from: first, to: first.advanced(by: days - 1)))
        var export = ExportSetup(
            .chart(query), from: CountingSource(count: counts), over: NoTransport())
        export.columns = ["code"]
        export.allowsEmpty = true
        return export
    }

    private func run(_ export: ExportSetup) async throws -> (ExportSummary, String) {
        let outcome = Outcome()
        let summary = try await export.run(outcome, as: LineFormat())
        return (summary, outcome.text)
    }
}

/// A source that answers by itself, with a given number of rows per day: `0.0`, `0.1`, `0.2`, `1.0` and
/// so on.
private struct CountingSource: Source {
    let count: @Sendable (Int) -> Int
    let manifest = Manifest(name: "counting", summary: "")
    let holdings = Holdings(
        of: "it", from: Day(daysSince1970: 0), to: nil, charts: Chart.allCases)

    func dataset(for query: Query) -> Dataset? { Code.table.dataset }

    func requests(for query: Query) -> AnySequence<Request> {
        guard case .chart(let query) = query else { return AnySequence([]) }
        return AnySequence(query.editions.lazy.map { .about(.edition($0)) })
    }

    func ownAnswer(to request: Request) -> Answer? { Answer(0) }

    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        guard case .edition(let edition) = request.subject else { throw Fault(.bug, "no edition") }
        let day = edition.period.from.daysSince1970
        return Page(
            (0..<count(day)).map { Code(code: "\(day).\($0)", name: "n", englishName: nil) },
            of: Code.table)
    }
}

private struct NoTransport: Transport {
    var isLocal: Bool { true }

    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(.bug, "nothing was to be sent")
    }
}

/// A format of one cell per line, which looks the same at any place.
private struct LineFormat: Format {
    struct Lines: Document, RowWriter {
        func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
            if case .text(let text) = row[0] { output.append(text + "\n") }
        }
    }

    let manifest = Manifest(name: "line", summary: "")
    let traits = FormatTraits(mediaType: "text/plain", fileEndings: [])

    func document(_ layout: Layout) throws(Fault) -> any Document { Lines() }

    func rowWriter(_ layout: Layout) throws(Fault) -> (any RowWriter)? { Lines() }
}
