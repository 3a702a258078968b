package import BoxOffice

extension Source {
    /// Refuses a query that needs another role than the source's.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(_ query: Query) throws(Fault) {
        switch query {
        case .chart(let query): try holdings.check(query)
        case .trend:
            guard self is any Register || ChartedFilms(of: self) != nil else {
                throw .noTitles(holdings)
            }
        case .rows:
            guard ownDataset != nil else { throw .noRows(manifest.name) }
        case .movies, .movie, .people, .person, .companies, .company, .codes:
            guard self is any Register else { throw .onlyCharts(holdings) }
        }
    }
}

extension Fault {
    fileprivate static func noTitles(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "no-register",
            "\(holdings.name) has no register in which films could be looked up",
            hint: "ask another source")
    }

    fileprivate static func onlyCharts(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "only-charts", "\(holdings.name) holds nothing but charts",
            hint: "ask another source")
    }

    fileprivate static func noRows(_ source: String) -> Fault {
        Fault(
            .usage, "no-rows", "the source \(source) has no dataset of its own",
            hint: "'bo-export plugins' shows what the sources give")
    }
}

/// The films on the charts of a source that has no register, but all its answers built in.
struct ChartedFilms: Sendable {
    let source: any Source
    let charts: ChartQuery

    /// Takes the films of `source`; nil if it would have to ask for charts.
    init?(of source: any Source) {
        let holdings = source.holdings
        guard let last = holdings.last, let chart = holdings.charts.first else { return nil }
        let first = Period(of: chart, containing: holdings.first)
        let query = ChartQuery(
            periods: Periods(from: first, to: Period(of: chart, containing: last)))
        let request = source.requests(for: .chart(query)).first { _ in true }
        guard let request, source.ownAnswer(to: request) != nil else { return nil }
        self.source = source
        charts = query
    }
}
