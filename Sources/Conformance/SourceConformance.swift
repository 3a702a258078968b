internal import BoxOffice

/// Checks a source of figures.
struct SourceConformance {
    private let source: any Source
    private let answer: (Request) -> Answer?
    private var provider: ProviderConformance

    init(_ source: any Source, answer: @escaping (Request) -> Answer?) {
        self.source = source
        self.answer = answer
        provider = ProviderConformance(source)
    }

    /// The newest edition of each chart that `source` holds, and the rows of its own dataset.
    static func usualQueries(of source: any Source) -> [Query] {
        let holdings = source.holdings
        let charts = holdings.charts.map { chart in
            let last = holdings.last ?? holdings.first.advanced(by: 30)
            let period = Period(of: chart, containing: last)
            let newest = period.to > last ? period.advanced(by: -1) : period
            return Query.chart(ChartQuery(periods: Periods(from: newest, to: newest)))
        }
        return charts + (source.ownDataset == nil ? [] : [.rows])
    }

    /// Checks every rule.
    mutating func check(_ queries: [Query]) -> [Violation] {
        provider.check()
        checkHoldings()
        for query in queries { check(query) }
        if let chart = source.holdings.charts.first { checkOrder(of: chart) }
        return provider.findings.violations
    }

    private mutating func checkHoldings() {
        let holdings = source.holdings
        provider.expect(
            !holdings.charts.isEmpty || source.ownDataset != nil, .holdings,
            "there are neither charts nor a dataset of its own")
        provider.expect(
            holdings.first <= holdings.last ?? holdings.first, .holdings,
            "the last day is before the first")
        provider.expect(
            source.policy.finalAfter >= 0 && source.policy.rows ?? 1 > 0, .holdings,
            "the policy has a negative number")
        if let page = (source as? any ExplainsFigures)?.filmPage {
            let isAddress = page.hasPrefix("https://") || page.hasPrefix("http://")
            provider.expect(
                isAddress && page.contains("{code}"), .filmPage,
                "'\(page)' is no address of the web with {code} in it")
        }
        let names = Dataset.all.map(\.name)
        if let own = source.ownDataset {
            provider.expect(
                !names.contains(own.name), .holdings,
                "its own dataset has the name of another one, '\(own.name)'")
        }
    }

    /// Checks the columns, the first requests, and the pages of `query`.
    private mutating func check(_ query: Query) {
        let dataset = source.dataset(of: query)
        provider.check(dataset)
        do throws(Fault) {
            _ = try dataset.indices(of: source.usualColumns(of: query))
        } catch {
            provider.expect(false, .defaultColumns, error.message)
        }
        let requests = Array(source.requests(for: query).prefix(8))
        provider.expect(!requests.isEmpty, .requests, "there is no request for \(query)")
        provider.expect(
            requests == Array(source.requests(for: query).prefix(8)), .requests,
            "the requests are others the second time")
        for request in requests {
            provider.check(request)
            provider.checkGarbage(for: request)
            guard let answer = source.ownAnswer(to: request) ?? answer(request) else { continue }
            guard let page = provider.page(in: answer, to: request) else { continue }
            provider.expect(
                page.dataset == dataset, .page,
                "a page of \(page.dataset.name) answers a query of \(dataset.name)")
            if case .chart = query, let most = source.policy.rows {
                provider.expect(
                    page.count <= most, .page,
                    "a page of \(page.count) rows, where the policy says \(most)")
            }
        }
    }

    /// Checks that the requests for charts come in the order of the editions, and when they are
    /// pulled.
    private mutating func checkOrder(of chart: Chart) {
        let first = Period(of: chart, containing: source.holdings.first.advanced(by: 7))
        let few = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 4)))
        let editions = few.editions.map(Subject.edition)
        let subjects = source.requests(for: .chart(few)).map(\.subject)
        for subject in subjects where !editions.contains(subject) {
            if case .edition = subject {
                provider.expect(false, .request, "\(subject) is asked for, but not wanted")
            }
        }
        let indices = subjects.compactMap { editions.firstIndex(of: $0) }
        provider.expect(
            indices == indices.sorted(), .order,
            "the editions are asked for in the order \(subjects.map(\.description))")
        let many = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 100_000)))
        provider.expect(
            isLazy(.chart(many)), .lazy, "all requests are made before the first one is pulled")
    }

    /// Whether the first request comes sooner than the thousands behind it.
    ///
    /// A comparison, because no fixed time suits every machine: if all are made at once, the first
    /// takes as long as ten times those that are then walked.
    private func isLazy(_ query: Query) -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        let requests = source.requests(for: query).makeIterator()
        guard requests.next() != nil else { return true }
        let first = clock.now
        var count = 0
        while count < 10_000, requests.next() != nil { count += 1 }
        guard count > 1000 else { return true }
        return first - start < clock.now - first
    }
}
