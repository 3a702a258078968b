@testable import BoxOffice
import Engine
import Testing

/// The periods of an existing document that are not requested again.
@Suite struct SettlementTests {
    private static let day = Day(daysSince1970: 19_000)

    private static let period = Period(of: .daily, containing: day)

    /// Returns the records of a document that are final a thousand days later, by default of one that
    /// was written after half of these.
    private func records(
        _ records: [[String]], under columns: [String], of query: ChartQuery? = nil,
        _ policy: ChartPolicy, top: Int = .max, writtenAfter days: Int = 500, now: Int = 1000
    ) throws -> FinalRecords {
        let query = query ?? ChartQuery(periods: Periods(from: Self.period, to: Self.period))
        var document = try ExistingDocument(of: query, columns: columns, top: top)
        for (row, texts) in records.enumerated() {
            try document.add(texts.map { (nil, $0) }, at: (row * 10)..<(row * 10 + 10))
        }
        return FinalRecords(
            of: document, now: Instant(startOf: Self.day.advanced(by: now)),
            writtenAt: Instant(startOf: Self.day.advanced(by: days)), policy: policy
        ) { _ in nil }
    }

    /// Returns true if a document with `rows` records of one day, written years ago, is settled.
    private func settled(rows: Int, _ policy: ChartPolicy, top: Int = .max) throws -> Bool {
        let texts = (0..<rows).map { ["\(Self.day)", "\($0 + 1)"] }
        return try records(texts, under: ["date", "rank"], policy, top: top)
            .isSettled(DocumentPart(Self.period))
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
        var query = ChartQuery(periods: Periods(from: Self.period, to: Self.period))
        query.nations = [.korean, .foreign]
        // The eleventh row of the chart of all films has lost its share.
        let texts = (0..<shares + others).map { row in
            ["\(Self.day)", row < shares ? "false" : "", row < min(10, shares) ? "1.0" : ""]
        }
        let finalRecords = try records(
            texts, under: ["date", "is_new", "sales_share"], of: query,
            ChartPolicy(rows: 10, givesAllFigures: true, nations: [.korean, .foreign]))
        #expect(finalRecords.isSettled(DocumentPart(Self.period)) == isSettled)
    }

    @Test(
        "Records that say whether they are final decide, whatever the time of the document",
        arguments: [(["true", "true"], 1, true), (["true", "false"], 500, false)])
    func isFinalColumn(answers: [String], writtenAfter days: Int, isSettled: Bool) throws {
        let finalRecords = try records(
            answers.map { ["\(Self.day)", $0] }, under: ["date", "is_final"], ChartPolicy(),
            writtenAfter: days)
        #expect(finalRecords.isSettled(DocumentPart(Self.period)) == isSettled)
    }

    @Test(
        "Records that say that they are not final are not, however late they were requested",
        arguments: ["true", "false"])
    func isFinalColumn(besideTimes isFinal: String) throws {
        let time = "\(Instant(startOf: Self.day.advanced(by: 500)))"
        let finalRecords = try records(
            [["\(Self.day)", isFinal, time]], under: ["date", "is_final", "fetched_at"],
            ChartPolicy())
        #expect(finalRecords.isSettled(DocumentPart(Self.period)) == (isFinal == "true"))
    }

    @Test(
        "A time of the file among its days is that of a partial run, and one before them is made up",
        arguments: [(-40, 20), (10, 7), (30, 20)])
    func partialRun(writtenAfter days: Int, firstOpen: Int) throws {
        let all = (0..<20).map { Self.period.advanced(by: $0) }
        let query = ChartQuery(periods: Periods(from: all[0], to: all[19]))
        let finalRecords = try records(
            all.map { ["\($0.from)", "1"] }, under: ["date", "rank"], of: query,
            ChartPolicy(finalAfter: 4), writtenAfter: days, now: 100)
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
