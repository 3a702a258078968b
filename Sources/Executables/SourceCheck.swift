internal import BoxOffice

/// What a check looks at in a source.
struct SourceCheck {
    let check: PluginCheck
    let manifest: PluginManifest
    let clock: CheckClock

    /// Looks at everything that a source must do.
    func look(_ findings: inout CheckFindings) throws(Fault) {
        let source = try ExecutableSource(check.file, manifest, host: check.host)
        for (what, query) in queries(of: source) {
            let rows = try findings.look("it answers a query for \(what)") { () throws(Fault) in
                try self.rows(for: query, of: source)
            }
            guard rows != nil || clock.isOver else { continue }
            try findings.look("it answers the same twice") { () throws(Fault) in
                guard try rows == self.rows(for: query, of: source) else {
                    throw Fault(
                        .malformed, "check-answers-differ", "two answers to the same query differ")
                }
            }
            for option in manifest.manifest.options {
                for value in option.trials {
                    let what = "it takes \(option.assignment(of: value))"
                    try findings.look(what) { () throws(Fault) in
                        var source = source
                        source.options = try PluginOptions(
                            ["\(option.name)=\(value)"], for: manifest.manifest)
                        do throws(Fault) {
                            _ = try self.rows(for: query, of: source)
                        } catch {
                            guard option.mayRefuse(value, with: error) else { throw error }
                        }
                    }
                }
            }
        }
    }

    /// What to ask: the newest period of every chart, or its own dataset.
    private func queries(of source: ExecutableSource) -> [(String, Query)] {
        guard case .charts(let charts, _, _) = manifest.rows else {
            return [("its dataset", .rows)]
        }
        return charts.compactMap { chart in
            let periods = try? PeriodSelection().periods(
                of: chart, today: check.today, holdings: source.holdings)
            return periods.map {
                ("the \(chart) chart of \($0.first)", .chart(ChartQuery(periods: $0)))
            }
        }
    }

    /// The lines of all answers to `query`, which were read and found right, and after which there
    /// is nothing more.
    private func rows(for query: Query, of source: ExecutableSource) throws(Fault) -> [UInt8] {
        try clock.require()
        let session = Session(source)
        var lines: [UInt8] = []
        for request in source.requests(for: query) {
            var request: Request? = request
            while let asked = request {
                let answer = Answer(
                    body: try session.answer(to: asked),
                    fetchedAt: Instant(secondsSince1970: 0))
                lines += answer.body
                request = try source.read(answer, to: asked).next
            }
        }
        try session.close()
        return lines
    }
}
