package import BoxOffice

extension Source {
    /// Refuses a query that needs a role that the source does not have.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(_ query: Query) throws(Fault) {
        switch query {
        case .chart(let query): try holdings.check(query)
        case .rows:
            guard dataset(for: .rows) != nil else { throw .noRows(manifest.name) }
        case .movies, .movie, .people, .person, .companies, .company, .codes:
            guard register != nil else { throw .onlyCharts(holdings) }
            guard firstRequest(for: query) != nil else { throw .notAnswered(holdings) }
        }
    }

    /// The nations whose charts together hold every film of the whole one (``ChartPolicy/nations``).
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the source has no such charts.
    package var nations: [ChartFilter.Nation] {
        get throws(Fault) {
            guard !policy.nations.isEmpty else { throw .noNations(self) }
            guard policy.order == .admissions else { throw .notByAdmissions(manifest.name) }
            return policy.nations
        }
    }

    /// All the charts of a source that has all its answers built in; nil if it would have to
    /// request them.
    var builtInCharts: ChartQuery? {
        guard let last = holdings.last, let chart = holdings.charts.first else { return nil }
        var query = ChartQuery(
            periods: Periods(
                from: Period(of: chart, containing: holdings.first),
                to: Period(of: chart, containing: last)))
        query.held = holdings.editions
        return firstRequest(for: .chart(query)).map(isOwn) == true ? query : nil
    }

    /// Returns the first request for `query`; nil if there is none.
    package func firstRequest(for query: Query) -> Request? {
        requests(for: query).first { _ in true }
    }

    /// Returns the request for `edition`; nil if there is none.
    func request(for edition: ChartEdition) -> Request? {
        let filter = edition.filter
        var query = ChartQuery(
            periods: Periods(from: edition.period, to: edition.period),
            regions: filter.region.map { [$0] } ?? [], nation: filter.nation, kind: filter.kind)
        query.source = edition.source
        return firstRequest(for: .chart(query))
    }
}

extension Message {
    /// The advice to ask another source.
    static let askAnotherSource = Message("ask-another-source", "ask another source")
}

extension Fault {
    fileprivate static func noNations(_ source: some Source) -> Fault {
        Fault(
            .usage, "no-nations",
            "\(source.manifest.name) has no charts of nations that together make up the whole one",
            hint: source.holdings.recorded
                ?? "ask another source, or only for the chart of all films")
    }

    fileprivate static func notAnswered(_ holdings: Holdings) -> Fault {
        Fault(.usage, "not-answered", "there is nothing of this kind here: \(holdings.held)")
    }

    static func notByAdmissions(_ source: String) -> Fault {
        Fault(
            .usage, "not-by-admissions",
            "\(source) does not say that its charts are ordered by admissions, so they do not bound films that are not on them",
            hint: .askAnotherSource)
    }

    fileprivate static func onlyCharts(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "only-charts", "\(holdings.name) holds nothing but charts",
            hint: .askAnotherSource)
    }

    fileprivate static func noRows(_ source: String) -> Fault {
        Fault(
            .usage, "no-rows", "--source \(source) has no dataset of its own",
            hint: "'bo-export plugins' shows what the sources give")
    }
}
