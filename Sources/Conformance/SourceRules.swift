package import BoxOffice

/// The rules of sources of figures, whatever answers their requests.
extension Findings {
    /// Expects valid declarations of `source`, before it is asked for anything.
    package mutating func expectDeclarations(of source: any Source) {
        expectDeclarations(of: source.manifest)
        let (holdings, policy) = (source.holdings, source.policy)
        let page = source.filmPage ?? "http://a/{code}"
        let own = source.dataset(for: .rows)?.name
        let isEmpty = holdings.charts.isEmpty && own == nil
        let isOrdered = holdings.first <= holdings.last ?? holdings.first
        let isCounted =
            policy.finalAfter >= 0 && (1...ChartPolicy.maxRows).contains(policy.rows ?? 1)
        let isNamed = own.map { $0.isPluginName && !Dataset.reservedNames.contains($0) } ?? true
        expect(
            .holdings, (!isEmpty, "there are neither charts nor a dataset of its own"),
            (isOrdered, "the last day is before the first"),
            (isCounted, "the policy has a negative number, or more than 1000 rows"),
            (isNamed, "a dataset cannot be called '\(own ?? "")'"))
        expect(
            page.isFilmPage, .filmPage, "'\(page)' is not a web address with one {code} in it")
        let territory = policy.territory
        let language = territory.language ?? "ko"
        expect(
            .territory, (language.isLanguage, "'\(language)' is not a language of ISO 639"),
            (
                Territory.daysEnd.contains(territory.dayEnds),
                "no day ends \(territory.dayEnds) minutes after 00:00 UTC"
            ))
    }

    /// Checks the answers of `source` to `queries`.
    package mutating func check(
        _ source: any Source, _ queries: [Query], connect: @escaping () throws(Fault) -> Answers
    ) {
        func questions(_ queries: [Query], like query: Query) -> Questions {
            Questions(manifest: source.manifest, connect: connect) {
                options, findings throws(Fault) in
                let source = try options.map(source.with) ?? source
                for query in queries { findings.expect(source, asked: query) }
                return (source, queries.flatMap(source.firstRequests))
            } expect: { page, request, findings in
                let name = source.dataset(of: query).name
                if case .edition(let edition) = request.subject {
                    let isOther = (try? page.check(against: edition)) == nil
                    findings.expect(!isOther, .page, "a row is not of \(request.subject)")
                }
                let isRight = page.dataset == source.dataset(of: query)
                let most = query.isChart ? source.policy.rows ?? .max : .max
                findings.expect(
                    .page, (isRight, "a page of \(page.dataset.name) answers a query of \(name)"))
                findings.expect(
                    page.count <= most, .page,
                    "an answer has \(page.count) rows, where at most \(most) are promised")
                findings.expect(page, of: source.policy.territory)
            }
        }
        for query in queries {
            let questions = questions([query], like: query)
            let what: Message = "it answers a query for \(query.wording)"
            if questions.lookAtAnswers(what, &self) || isIncomplete {
                questions.lookAgain(&self, "two answers to the same query differ")
            }
        }
        guard let query = queries.first, case .chart(let charts) = query else { return }
        let filtered = source.holdings.filtered(charts.periods)
        guard !filtered.isEmpty else { return }
        questions(filtered, like: query).lookAtAnswers(
            "it answers for every region, nation and kind of its manifest", &self)
    }

    /// Expects only rows of `territory`.
    private mutating func expect(_ page: Page, of territory: Territory) {
        let declared = [
            "country": Value(territory.country?.code), "currency": .text(territory.currency.code),
        ]
        for (index, column) in page.dataset.columns.enumerated() {
            let rows = (try? page.rows([index])) ?? []
            for value in rows.joined() {
                if let expected = declared[column.name], value != expected {
                    expect(false, .territory, "a row has another \(column.name) than the policy")
                }
                guard case .decimal(let number) = value else { continue }
                if let places = column.kind.places {
                    let (name, kind) = (column.name, column.kind)
                    expect(
                        number.places == places && places > 0, .columns,
                        "'\(name)' has \(number), which is not of the type '\(kind.rawValue)'")
                } else if number.places > territory.currency.places {
                    let code = territory.currency.code
                    expect(false, .territory, "an amount has more decimals than \(code)")
                }
            }
        }
    }

    /// Expects columns with unique names, and requests that are always the same.
    private mutating func expect(_ source: any Source, asked query: Query) {
        let dataset = source.dataset(of: query)
        let common = query.isChart ? ChartEntry.table.dataset.columns : []
        expect(.columns, of: dataset.columns)
        for column in dataset.columns {
            let (name, kind) = (column.name, column.kind)
            expect(
                common.first { $0.name == name }?.kind ?? kind == kind, .columns,
                "the column '\(name)' has another type than in charts")
        }
        let usual = source.defaultColumns(for: query)
        expect(
            (try? dataset.indices(of: usual)) != nil, .defaultColumns,
            "there are no default columns, or one is unknown or appears twice: \(usual)")
        let requests = source.firstRequests(for: query)
        expect(
            !requests.isEmpty && requests == source.firstRequests(for: query), .requests,
            "there is no request for \(query), or another one the second time")
    }

    /// Checks that the requests for charts come in the order of the editions.
    mutating func checkOrder(of source: any Source) {
        guard let chart = source.holdings.charts.first else { return }
        let first = Period(of: chart, containing: source.holdings.first.advanced(by: 7))
        let query = ChartQuery(periods: Periods(from: first, to: first.advanced(by: 4)))
        let editions = query.editions.map(Subject.edition)
        look("its requests come in order") { findings throws(Fault) in
            let subjects = source.requests(for: .chart(query)).map(\.subject)
            for subject in subjects where !editions.contains(subject) {
                guard case .edition = subject else { continue }
                findings.expect(false, .request, "\(subject) is asked for, but not wanted")
            }
            let indices = subjects.compactMap { editions.firstIndex(of: $0) }
            findings.expect(
                indices == indices.sorted(), .order,
                "the editions are asked for in the order \(subjects.map(\.description))")
        }
    }
}

extension Holdings {
    /// Returns a query for each region, nation and kind that the source itself declares; none if
    /// its regions are those of KOBIS.
    fileprivate func filtered(_ periods: Periods) -> [Query] {
        guard let regions else { return [] }
        return
            (regions.map { ChartQuery(periods: periods, regions: [$0]) }
            + nations.map { ChartQuery(periods: periods, nation: $0) }
            + kinds.map { ChartQuery(periods: periods, kind: $0) }).map(Query.chart)
    }
}

extension Source {
    /// Returns queries for the newest edition of each chart held on `today`, and for its own
    /// dataset.
    package func usualQueries(today: Day) -> [Query] {
        let charts = holdings.charts.compactMap { chart in
            (try? holdings.newest(of: chart, today: today)).map { newest in
                Query.chart(ChartQuery(periods: Periods(from: newest, to: newest)))
            }
        }
        return charts + (dataset(for: .rows) == nil ? [] : [.rows])
    }

    /// Returns the first requests for `query`.
    func firstRequests(for query: Query) -> [Request] { Array(requests(for: query).prefix(8)) }
}

extension Query {
    /// The subject of the query, for messages.
    fileprivate var wording: Message {
        switch self {
        case .chart(let query):
            "the \(query.periods.first.chart.wording) chart of \(query.periods.first)"
        case .rows: "its dataset"
        default: Message(dataset.name)
        }
    }
}

// MARK: - Posters and details

/// The rules of sources of posters and of details, whatever answers their requests.
extension Findings {
    /// Checks the answers of `posters` for `films`, and for films that it does not know.
    package mutating func checkPosters(
        _ posters: any PosterSource, _ films: [Film], connect: @escaping () throws(Fault) -> Answers
    ) {
        // The pages of the film so far.
        var (current, pages): (Film?, [Page]) = (nil, [])
        look(at: films, of: posters.manifest, connect: connect) { options throws(Fault) in
            let posters = try options.map(posters.with) ?? posters
            return (posters, posters.request)
        } expect: { page, film, isKnown, findings in
            if film != current { (current, pages) = (film, []) }
            pages.append(page)
            guard page.next == nil else { return }
            let found = posters.posters(of: film, in: pages)
            current = nil
            findings.expect(
                !isKnown || page.dataset == Poster.table.dataset || !found.isEmpty, .page,
                "the page has other columns than posters, and none is chosen from it")
            for poster in found { findings.expect(poster, of: film, by: posters) }
        }
    }

    /// Checks the answers of `details` for `films`, and for films that it does not know.
    ///
    /// - Returns: true if there were details among them.
    @discardableResult package mutating func checkDetails(
        _ details: any DetailsSource, _ films: [Film],
        connect: @escaping () throws(Fault) -> Answers
    ) -> Bool {
        var isKnown = false
        look(at: films, of: details.manifest, connect: connect) { options throws(Fault) in
            let details = try options.map(details.with) ?? details
            return (details, details.detailsRequest)
        } expect: { page, _, _, findings in
            isKnown = isKnown || !page.isEmpty
            let names = page.dataset.columns.map(\.name)
            let lacking = details.detailColumns.map(\.name).filter { !names.contains($0) }
            findings.expect(
                .details, (page.count <= 1, "a film has several records of details"),
                (
                    page.isEmpty || lacking.isEmpty,
                    "the page lacks columns: \(lacking.joined(separator: ", "))"
                ))
        }
        return isKnown
    }

    /// Expects valid declarations of `details`, before it is asked for anything.
    package mutating func expectDeclarations(ofDetails details: any DetailsSource) {
        expectDeclarations(of: details.manifest)
        expect(!details.detailColumns.isEmpty, .details, "there are no columns of details")
        expect(.details, of: details.detailColumns)
        for column in details.detailColumns {
            let refusal = column.refusalAsDetails ?? ""
            expect(refusal.isEmpty, .details, "the column '\(column.name)' \(refusal)")
        }
    }

    /// Expects that all `columns` have names, each once, and headers; else `rule` is broken.
    private mutating func expect(_ rule: Rule, of columns: [Column]) {
        var names: Set<String> = []
        for column in columns {
            let name = column.name
            expect(
                rule, (names.insert(name).inserted, "the column '\(name)' is there twice"),
                (
                    name.isColumnName,
                    "the column '\(name)' is not lower-case letters, digits and underscores"
                ), (!column.koreanHeader.isEmpty, "the column '\(name)' has no Korean header"))
        }
    }

    /// Checks the answers for `films`, for films that the provider does not know, and for odd
    /// titles.
    ///
    /// - Parameters:
    ///   - provider: returns the provider with these options, or the usual ones, and its request
    ///     for a film.
    ///   - expect: checks a page about a film; the flag is true if the film is known.
    private mutating func look(
        at films: [Film], of manifest: Manifest, connect: @escaping () throws(Fault) -> Answers,
        _ provider: @escaping (PluginOptions?) throws(Fault) -> (any Provider, (Film) -> Request?),
        expect: @escaping (Page, Film, Bool, inout Findings) -> Void
    ) {
        func questions(_ films: [Film], areKnown: Bool = false) -> Questions {
            Questions(manifest: manifest, connect: connect) { options, findings throws(Fault) in
                let (provider, request) = try provider(options)
                let requests = films.compactMap(request)
                let isRight = requests == films.compactMap(request)
                findings.expect(
                    isRight && (requests.count == films.count || !areKnown), .requests,
                    "there is no request for a film, or another one the second time")
                return (provider, requests)
            } expect: { page, request, findings in
                guard let film = request.subject.film, films.contains(film) else {
                    return findings.expect(
                        false, .request, "the subject of \(request.target) is not the film")
                }
                expect(page, film, areKnown, &findings)
            }
        }
        let known = questions(films, areKnown: true)
        known.lookAtAnswers("it answers for a film", &self)
        questions([Samples.unknown]).lookAtAnswers("it answers for an unknown film", &self)
        questions(Samples.awkwardFilms).lookAtAnswers(
            "it answers for titles that programs stumble over", &self)
        known.lookAgain(&self, "two answers for the same film differ")
    }

    private mutating func expect(_ poster: Poster, of film: Film, by posters: any PosterSource) {
        let (code, confidence) = (poster.movieCode, poster.confidence)
        let isSure = poster.match != .imageSearch || confidence > Decimal(60, places: 2)
        expect(
            .poster, (code == film.code, "a poster of \(code) answers a request for \(film.code)"),
            (
                confidence.places == 2 && (0...100).contains(confidence.units),
                "a poster has the confidence \(confidence), not 0 to 1 with two decimals"
            ),
            (poster.width ?? 1 > 0 && poster.height ?? 1 > 0, "a poster has no size"))
        expect(
            !(posters.searchesImages && isSure), .poster,
            "a poster of an image search has another match, or a confidence above 0.60")
        for address in [poster.imageURL, poster.thumbnailURL, poster.pageURL].compactMap(\.self) {
            expect(.poster, (address.asWebAddress != nil, "'\(address)' is not a web address"))
        }
    }
}

extension Subject {
    /// The film whose posters or details are requested; nil for everything else.
    fileprivate var film: Film? {
        switch self {
        case .film(let film), .details(let film, _): film
        case .edition, .page, .code: nil
        }
    }
}
