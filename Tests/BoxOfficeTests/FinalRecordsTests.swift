@testable import BoxOffice
import Engine
import Testing

/// The periods of an existing document that are not requested again.
@Suite struct SettlementTests {
    private static let day = Day(daysSince1970: 19_000)

    /// Returns true if a document with `rows` records of one day, written years ago, is settled.
    private func settled(rows: Int, _ policy: ChartPolicy, top: Int = .max) throws -> Bool {
        let period = Period(of: .daily, containing: Self.day)
        let query = ChartQuery(periods: Periods(from: period, to: period))
        var document = try ExistingDocument(of: query, columns: ["date", "rank"], top: top)
        for rank in 0..<rows {
            try document.add(
                [(nil, "\(Self.day)"), (nil, "\(rank + 1)")],
                at: (rank * 10)..<(rank * 10 + 10))
        }
        let finalRecords = FinalRecords(
            of: document, now: Instant(startOf: Self.day.advanced(by: 1000)),
            writtenAt: Instant(startOf: Self.day.advanced(by: 500)), policy: policy
        ) { _ in nil }
        return finalRecords.isSettled(DocumentPart(period))
    }

    @Test(
        "Charts of a source whose number of rows varies are settled with any",
        arguments: [1, 9, 20])
    func varyingRows(rows: Int) throws {
        #expect(try settled(rows: rows, ChartPolicy()))
    }

    @Test("If a chart has ten rows, nine have lost one and eleven have a duplicate")
    func tenRows() throws {
        let policy = ChartPolicy(rows: 10)
        #expect(try settled(rows: 10, policy))
        #expect(try !settled(rows: 9, policy) && !settled(rows: 11, policy))
        #expect(try settled(rows: 3, policy, top: 3) && !settled(rows: 2, policy, top: 3))
        let fault = #expect(throws: Fault.self) { try settled(rows: 4, policy, top: 3) }
        #expect(fault?.code == "more-rows-than-top")
    }

    @Test(
        "A deep chart has ten to twenty rows, and only those of the chart of all films have a share",
        arguments: [
            (10, 0, true), (10, 10, true), (9, 0, false), (10, 11, false), (11, 5, false),
        ])
    func deep(shares: Int, others: Int, isSettled: Bool) throws {
        let period = Period(of: .daily, containing: Self.day)
        var query = ChartQuery(periods: Periods(from: period, to: period))
        query.nations = [.korean, .foreign]
        var document = try ExistingDocument(of: query, columns: ["date", "is_new", "sales_share"])
        for row in 0..<(shares + others) {
            // The eleventh row of the chart of all films has lost its share.
            let texts =
                row < shares
                ? ["\(Self.day)", "false", row < 10 ? "1.0" : ""] : ["\(Self.day)", "", ""]
            try document.add(texts.map { (nil, $0) }, at: (row * 10)..<(row * 10 + 10))
        }
        let finalRecords = FinalRecords(
            of: document, now: Instant(startOf: Self.day.advanced(by: 1000)),
            writtenAt: Instant(startOf: Self.day.advanced(by: 500)),
            policy: ChartPolicy(rows: 10, givesAllFigures: true, nations: [.korean, .foreign])
        ) { _ in nil }
        #expect(finalRecords.isSettled(DocumentPart(period)) == isSettled)
    }

    @Test(
        "Records that say whether they are final decide, whatever the time of the document",
        arguments: [(["true", "true"], 1, true), (["true", "false"], 500, false)])
    func isFinalColumn(answers: [String], writtenAfter days: Int, isSettled: Bool) throws {
        let period = Period(of: .daily, containing: Self.day)
        let query = ChartQuery(periods: Periods(from: period, to: period))
        var document = try ExistingDocument(of: query, columns: ["date", "is_final"])
        for (row, answer) in answers.enumerated() {
            try document.add(
                [(nil, "\(Self.day)"), (nil, answer)], at: (row * 10)..<(row * 10 + 10))
        }
        let finalRecords = FinalRecords(
            of: document, now: Instant(startOf: Self.day.advanced(by: 1000)),
            writtenAt: Instant(startOf: Self.day.advanced(by: days)), policy: ChartPolicy()
        ) { _ in nil }
        #expect(finalRecords.isSettled(DocumentPart(period)) == isSettled)
    }

    @Test(
        "A time of the file among its days is that of a partial run, and one before them is made up",
        arguments: [(-40, 20), (10, 7), (30, 20)])
    func partialRun(writtenAfter days: Int, firstOpen: Int) throws {
        let all = (0..<20).map { Period(of: .daily, containing: Self.day.advanced(by: $0)) }
        let query = ChartQuery(periods: Periods(from: all[0], to: all[19]))
        var document = try ExistingDocument(of: query, columns: ["date", "rank"])
        for (row, period) in all.enumerated() {
            try document.add(
                [(nil, "\(period.from)"), (nil, "1")], at: (row * 10)..<(row * 10 + 10))
        }
        let finalRecords = FinalRecords(
            of: document, now: Instant(startOf: Self.day.advanced(by: 100)),
            writtenAt: Instant(startOf: Self.day.advanced(by: days)),
            policy: ChartPolicy(finalAfter: 4)
        ) { _ in nil }
        let plan = try Plan(
            [SourcePlan(Asked(.chart(query)), to: TestSource())],
            at: Instant(startOf: Self.day.advanced(by: 100)))
        let others = finalRecords.remaining(of: plan).others
        #expect(others.map(\.period) == Array(all[firstOpen...]))
    }

    @Test("The source says when its figures are final")
    func finalAfter() throws {
        #expect(try settled(rows: 9, ChartPolicy(finalAfter: 400)))
        #expect(try !settled(rows: 9, ChartPolicy(finalAfter: 600)))
    }
}
