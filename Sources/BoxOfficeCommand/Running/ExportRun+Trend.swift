internal import BoxOffice
internal import Engine

extension ExportRun {
    /// `query` with the films that are looked up; nil if that takes requests and `lookup` may make
    /// none.
    func lookedUp(
        _ query: Query, of trend: TrendChoice, by lookup: inout TrendLookup
    ) async throws(Fault) -> TrendQuery? {
        guard case .trend(let trendQuery) = query else { return nil }
        return try await lookup.films(trend.films).map(trendQuery.of)
    }

    /// Shows what a run would ask for: the lookups and, as far as the archive knows the films, the
    /// charts.
    func showTrend(
        _ plan: Plan, _ trend: TrendChoice, _ kept: KeptAnswers, _ console: Console,
        planned: (Query) throws(Fault) -> Plan, remaining: (Plan) throws(Fault) -> Plan
    ) async throws(Fault) -> Int32 {
        let archived = Fetcher(over: NoTransport(), kept: kept)
        var lookup = try TrendLookup(trend.span, for: plan, with: archived, mayAsk: false)
        var query = try await lookedUp(plan.query, of: trend, by: &lookup)
        if query == nil, !output.update, case .trend(let trendQuery) = plan.query {
            query = lookup.placeholders(trend.films).map(trendQuery.of)
        }
        let plan =
            if let query { try remaining(try planned(.trend(query))) } else { plan }
        return try DryRun(plan: plan, kept: kept, environment: console.environment)
            .show(lookups: lookup.requests, isWhole: query != nil, on: console)
    }

    /// Says that there is no chart to ask for.
    func noteNothingToDo(_ today: Day, _ console: Console) -> Int32 {
        console.note(
            "nothing-to-do",
            Message(
                "there is nothing to do yet: of this range no period is over on \(today)",
                ko: "아직 할 일이 없습니다. 이 범위에는 {1}까지 끝난 기간이 없습니다"))
        return ExitStatus.success
    }
}

/// The films whose runs are asked for, before they are looked up.
struct TrendChoice: Sendable {
    /// The films as they were named.
    let films: [FilmChoice]
    /// Which part of their runs is asked for.
    let span: TrendSpan
}
