import Testing

@testable import BoxOffice
@testable import Engine

/// The limits on reading an answer: the rows of a chart, and the time.
@Suite struct ChartSizeTests {
    private static let edition = ChartEdition(
        Period(of: .daily, containing: Day(daysSince1970: 10_000)))

    @Test("A chart has at most a thousand rows; other data may have more")
    func rows() async throws {
        let setup = ExportSetup(over: ScriptedTransport([.success(Answer(1))]))
        let read = { (rows: Int, subject: Subject) async throws(Fault) -> Int in
            let source = TestSource { _, _ in
                let code = Code(code: "1", name: "n", englishName: nil)
                return Page([Code](repeating: code, count: rows), of: Code.table)
            }
            return try await setup.fetcher().page(for: .about(subject), from: source).count
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
        let source = TestSource { _, _ in
            let before = ChartEdition(Self.edition.period.advanced(by: -1))
            return Page([ChartEntry(in: before, of: "test")], of: ChartEntry.table)
        }
        let setup = ExportSetup(over: ScriptedTransport([.success(Answer(1))]))
        let fault = await #expect(throws: Fault.self) {
            try await setup.fetcher().page(for: .about(.edition(Self.edition)), from: source)
        }
        #expect(fault?.kind == .malformed && fault?.code == "row-of-other-chart")
    }

    @Test("A source is told how long it may take to read a new answer or a kept one")
    func timeLimit() async throws {
        let request = Request.about(.code("1"))
        // It claims to need an hour to read an answer, and fails if its limit is shorter.
        let source = TestSource { answer, _ throws(Fault) in
            if let limit = answer.timeLimit, limit < .seconds(3600) { throw .overdue(after: limit) }
            return Page([Code(code: "1", name: "n", englishName: nil)], of: Code.table)
        }
        var setup = ExportSetup(over: ScriptedTransport([.success(Answer(1))]))
        let read = { (setup: ExportSetup) async -> Fault? in
            do throws(Fault) {
                _ = try await setup.fetcher().page(for: request, from: source)
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
