@testable import BoxOffice
@testable import Engine

/// An export assembled for a test, one part at a time.
struct ExportSetup {
    var query: Query
    var source: any Source
    var transport: any Transport
    var today: Day
    var columns: [String]?
    var top = Int.max
    var limit = Int.max
    var jobs = 4
    var keepsGoing = false
    var allowsEmpty = false
    var needsCodes = false
    var archive: (any AnswerArchive)?
    var archiveMode = ArchiveMode.normal
    var isCrossCheck = false
    var retry = Retry(retries: 0)
    var timeLimit: Duration?
    let tally = Tally()

    init(
        _ query: Query? = nil, from source: any Source = ScriptedSource(),
        over transport: any Transport, today: Day = Day(daysSince1970: 20_000)
    ) {
        let period = Period(of: .daily, containing: today)
        self.query = query ?? .chart(ChartQuery(periods: Periods(from: period, to: period)))
        self.source = source
        self.transport = transport
        self.today = today
    }

    /// Returns the plan.
    func plan() throws(Fault) -> Plan {
        let sourcePlan = SourcePlan(
            Asked(query), to: source, secondReading: isCrossCheck ? source : nil)
        var plan = try Plan(
            [sourcePlan], at: Instant(startOf: today), top: top, limit: limit,
            keepsGoing: keepsGoing, allowsEmpty: allowsEmpty)
        plan.needsCodes = needsCodes
        return try columns.map { names throws(Fault) in try plan.choosing(names) } ?? plan
    }

    /// Returns the fetcher.
    func fetcher() throws(Fault) -> Fetcher {
        var fetcher = Fetcher(
            over: transport,
            kept: KeptAnswers(archive, mode: archiveMode, terms: try plan().terms), jobs: jobs)
        fetcher.retry = retry
        fetcher.timeLimit = timeLimit
        fetcher.tally = tally
        return fetcher
    }

    /// Returns the export.
    func export() throws(Fault) -> Export { Export(try plan(), with: try fetcher()) }

    /// Runs the export into one document.
    @discardableResult
    func run(
        _ outcome: Outcome = Outcome(), as format: any Format = FakeFormat()
    ) async throws(Fault) -> ExportSummary {
        try await export().run(format, .empty) { _ in FakeSink(outcome: outcome) }
    }
}

extension Retry {
    /// Returns a policy that retries without waiting.
    static func withoutWaits(retries: Int = 3) -> Retry {
        var retry = Retry(retries: retries)
        retry.sleep = { _ in }
        return retry
    }
}
