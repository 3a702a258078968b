internal import BoxOffice
internal import Engine

/// What a check looks at in a source.
struct SourceCheck {
    /// The check that this is a part of.
    let check: PluginCheck
    /// The plugin's manifest.
    let manifest: PluginManifest
    /// The time that is left.
    let clock: CheckClock

    /// Looks at everything that a source must do.
    func look(_ findings: inout CheckFindings) throws(Fault) {
        let source = try ExecutableSource(check.file, manifest, host: check.host)
        for (what, query) in queries(of: source) {
            let rows = try findings.look(
                Message("check-query", "it answers a query for \(what)")
            ) { () throws(Fault) in
                try self.rows(for: query, of: source)
            }
            guard rows != nil || clock.isOver else { continue }
            try findings.look(
                Message("check-same-answer", "it answers the same twice")
            ) { () throws(Fault) in
                guard try rows == self.rows(for: query, of: source) else {
                    throw Fault(
                        .malformed, "check-answers-differ", "two answers to the same query differ")
                }
            }
            try check.tryOptions(of: manifest.manifest, &findings) { options throws(Fault) in
                _ = try self.rows(for: query, of: try source.with(options))
            }
        }
    }

    /// What to ask for: the newest period of every chart, or its own dataset.
    private func queries(of source: ExecutableSource) -> [(Message, Query)] {
        guard case .charts(let charts, _, _) = manifest.rows else {
            return [(Message("check-dataset", "its dataset"), .rows)]
        }
        return charts.compactMap { chart in
            let periods = try? PeriodSelection().periods(
                of: chart, today: check.today, holdings: source.holdings)
            return periods.map {
                (
                    Message("check-chart", "the \(chart.wording) chart of \($0.first)"),
                    .chart(ChartQuery(periods: $0))
                )
            }
        }
    }

    /// The lines of all answers to `query`, once they have been read and found right and nothing
    /// comes after them.
    private func rows(for query: Query, of source: ExecutableSource) throws(Fault) -> [UInt8] {
        try clock.require()
        let connection = PluginConnection(source.endpoint)
        var lines: [UInt8] = []
        for request in source.requests(for: query) {
            var request: Request? = request
            while let asked = request {
                let answer = Answer(
                    body: try connection.answer(to: asked),
                    fetchedAt: Instant(secondsSince1970: 0))
                lines += answer.body
                request = try source.read(answer, to: asked).next
            }
        }
        try connection.close()
        return lines
    }
}
