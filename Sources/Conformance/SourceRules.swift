package import BoxOffice

/// The rules of a source of figures, whatever answers its requests.
package struct SourceRules {
    private let source: any Source
    private let connect: () throws(Fault) -> Connection

    /// Prepares to check `source`; its requests are answered by what `connect` gives.
    package init(_ source: any Source, connect: @escaping () throws(Fault) -> Connection) {
        self.source = source
        self.connect = connect
    }

    /// The newest edition of each chart that is held on `today`, and the rows of its own dataset.
    package func usualQueries(today: Day) -> [Query] {
        let charts = source.holdings.charts.compactMap { chart in
            (try? source.holdings.newest(of: chart, today: today)).map { newest in
                Query.chart(ChartQuery(periods: Periods(from: newest, to: newest)))
            }
        }
        return charts + (source.ownDataset == nil ? [] : [.rows])
    }

    // MARK: - What is looked at

    /// Expects of the source what it says of itself before it is asked for anything.
    package func expectDeclarations(_ findings: inout Findings) {
        findings.expectDeclarations(of: source.manifest)
        let holdings = source.holdings
        findings.expect(
            !holdings.charts.isEmpty || source.ownDataset != nil, .holdings,
            "there are neither charts nor a dataset of its own")
        findings.expect(
            holdings.first <= holdings.last ?? holdings.first, .holdings,
            "the last day is before the first")
        findings.expect(
            source.policy.finalAfter >= 0 && source.policy.rows ?? 1 > 0, .holdings,
            "the policy has a negative number")
        let page = (source as? any ExplainsFigures)?.filmPage ?? "http://a/{code}"
        findings.expect(
            page.isFilmPage, .filmPage, "'\(page)' is no address of the web with one {code} in it")
        let own = source.ownDataset?.name ?? "own"
        findings.expect(
            own.isPluginName && !Dataset.all.contains { $0.name == own }, .holdings,
            "a dataset cannot be called '\(own)'")
    }

    /// Looks at the answers to `queries`.
    package func check(_ queries: [Query], _ findings: inout Findings) {
        for query in queries {
            let most = query.isChart ? source.policy.rows ?? .max : .max
            let questions = Questions(manifest: source.manifest, connect: connect) {
                options, findings throws(Fault) in
                let source = try source.having(options)
                expectQuery(query, of: source, &findings)
                return (source, Array(source.requests(for: query).prefix(8)))
            } expect: { page, _, findings in
                let dataset = source.dataset(of: query)
                findings.expect(
                    page.dataset == dataset, .page,
                    "a page of \(page.dataset.name) answers a query of \(dataset.name)")
                findings.expect(
                    page.count <= most, .page,
                    "an answer has \(page.count) rows, where at most \(most) are promised")
            }
            let what = Message("check-query", "it answers a query for \(query.wording)")
            if questions.lookAtAnswers(what, &findings) || findings.isIncomplete {
                questions.lookAgain(
                    &findings,
                    Message("check-answers-differ", "two answers to the same query differ"))
            }
        }
    }

    /// Looks whether the requests for charts come in the order of the editions, and when they are
    /// pulled.
    func checkOrder(_ findings: inout Findings) {
        guard let chart = source.holdings.charts.first else { return }
        let first = Period(of: chart, containing: source.holdings.first.advanced(by: 7))
        let few = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 4)))
        let many = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 100_000)))
        let editions = few.editions.map(Subject.edition)
        findings.look("its requests come one by one, in order") { findings throws(Fault) in
            let subjects = source.requests(for: .chart(few)).map(\.subject)
            for subject in subjects where !editions.contains(subject) {
                guard case .edition = subject else { continue }
                findings.expect(false, .request, "\(subject) is asked for, but not wanted")
            }
            let indices = subjects.compactMap { editions.firstIndex(of: $0) }
            findings.expect(
                indices == indices.sorted(), .order,
                "the editions are asked for in the order \(subjects.map(\.description))")
            findings.expect(
                isLazy(.chart(many)), .lazy, "all requests are made before the first one is pulled")
        }
    }

    // MARK: - What is expected

    /// Expects columns with names of their own, and requests that are always the same.
    private func expectQuery(_ query: Query, of source: any Source, _ findings: inout Findings) {
        let dataset = source.dataset(of: query)
        let common = query.isChart ? ChartEntry.table.dataset.columns : []
        var names: Set<String> = []
        for column in dataset.columns {
            let (name, rule) = (column.name, Rule.columns)
            let kind = common.first { $0.name == name }?.kind ?? column.kind
            findings.expect(
                names.insert(name).inserted, rule, "the column '\(name)' is there twice")
            findings.expect(
                name.isColumnName, rule,
                "the column '\(name)' is not lower-case letters, digits and underscores")
            findings.expect(
                !column.koreanHeader.isEmpty, rule, "the column '\(name)' has no Korean header")
            findings.expect(
                kind == column.kind, rule, "the column '\(name)' is not what charts have there")
        }
        let usual = source.usualColumns(of: query)
        findings.expect(
            (try? dataset.indices(of: usual)) != nil, .defaultColumns,
            "the default columns are none, unknown, or one is there twice: \(usual)")
        let requests = Array(source.requests(for: query).prefix(8))
        findings.expect(
            !requests.isEmpty && requests == Array(source.requests(for: query).prefix(8)),
            .requests, "there is no request for \(query), or another one the second time")
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

extension Query {
    /// What is asked for, for messages.
    fileprivate var wording: Message {
        switch self {
        case .chart(let query):
            let first = query.periods.first
            return Message("check-chart", "the \(first.chart.wording) chart of \(first)")
        case .rows: return Message("check-dataset", "its dataset")
        default: return Message(dataset.name)
        }
    }
}

/// The rules of a source of posters, whatever answers its requests.
package struct PosterRules {
    private let posters: any PosterSource
    private let connect: () throws(Fault) -> Connection

    /// Prepares to check `posters`; its requests are answered by what `connect` gives.
    package init(_ posters: any PosterSource, connect: @escaping () throws(Fault) -> Connection) {
        self.posters = posters
        self.connect = connect
    }

    /// Expects of the source what it says of itself.
    package func expectDeclarations(_ findings: inout Findings) {
        findings.expectDeclarations(of: posters.manifest)
    }

    /// Looks at the answers for `films`, and for films that nobody knows.
    package func check(_ films: [Film], _ findings: inout Findings) {
        let known = questions(films, areKnown: true)
        let unknown = questions([Samples.unknown])
        let awkward = questions(Samples.awkwardFilms)
        _ = known.lookAtAnswers(Message("check-film", "it answers for a film"), &findings)
        _ = unknown.lookAtAnswers(
            Message("check-unknown-film", "it answers for a film that nobody knows"), &findings)
        _ = awkward.lookAtAnswers(
            Message("check-awkward-titles", "it answers for titles that programs stumble over"),
            &findings)
        known.lookAgain(
            &findings, Message("check-posters-differ", "two answers for the same film differ"))
    }

    /// - Parameter areKnown: whether there must be requests, and posters in pages of candidates.
    private func questions(_ films: [Film], areKnown: Bool = false) -> Questions {
        Questions(manifest: posters.manifest, connect: connect) {
            options, findings throws(Fault) in
            let posters = try posters.having(options)
            let requests = films.compactMap(posters.request)
            findings.expect(
                !(areKnown && requests.count < films.count)
                    && requests == films.compactMap(posters.request),
                .requests, "there is no request for a film, or another one the second time")
            return (posters, requests)
        } expect: { page, request, findings in
            guard case .film(let film) = request.subject, films.contains(film) else {
                return findings.expect(
                    false, .request, "the subject of \(request.target) is not the film")
            }
            let found = posters.posters(of: film, in: [page])
            findings.expect(
                !areKnown || page.dataset == Poster.table.dataset || !found.isEmpty, .page,
                "the page has other columns than posters, and none is chosen from it")
            for poster in found { expect(poster, of: film, &findings) }
        }
    }

    private func expect(_ poster: Poster, of film: Film, _ findings: inout Findings) {
        findings.expect(
            poster.movieCode == film.code, .poster,
            "a poster of \(poster.movieCode) answers a request for \(film.code)")
        findings.expect(
            !posters.searchesImages
                || (poster.match == .imageSearch && poster.confidence.hundredths <= 60), .poster,
            "a poster of an image search has another match, or a confidence above 0.60")
        for address in [poster.imageURL, poster.thumbnailURL, poster.pageURL].compactMap(\.self) {
            findings.expect(
                address.asWebAddress != nil, .poster, "'\(address)' is no address of the web")
        }
        findings.expect(
            poster.width ?? 1 > 0 && poster.height ?? 1 > 0, .poster, "a poster has no size")
    }
}
