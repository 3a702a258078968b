package import BoxOffice

/// The runs of the films that a user names.
package struct Runs: Derivation {
    /// What is shown of them; its films are stand-ins until they are looked up.
    private var query: TrendQuery
    private let choices: [FilmChoice]
    private let span: TrendSpan

    /// Makes the derivation of the runs of `choices`.
    ///
    /// - Parameters:
    ///   - choices: the films as the user named them.
    ///   - span: the part of each run to show.
    ///   - query: what is shown of them, of whatever films.
    package init(of choices: [FilmChoice], _ span: TrendSpan, as query: TrendQuery) {
        self.query = query.of(choices.map { $0.placeholder() })
        self.choices = choices
        self.span = span
    }

    package static var datasets: [Dataset] {
        [TrendEntry.deepTable.dataset, FilmRun.table.dataset]
    }

    package var face: Face { query.face }
    package var isDeep: Bool { !query.nations.isEmpty }
    package var needsFilms: Bool { true }

    package var charts: ChartQuery {
        let none = Period(of: query.chart, containing: Day(daysSince1970: 0))
        return query.charts ?? ChartQuery(periods: Periods(from: none, to: none)).askingForNothing
    }

    package func check(_ source: any Source) throws(Fault) {
        guard source.register != nil || source.builtInCharts != nil else {
            throw .noTitles(source.holdings)
        }
    }

    package mutating func resolve(_ finder: inout FilmFinder) async throws(Fault) -> Bool {
        let (today, holdings) = (finder.today, finder.source.holdings)
        // The days that are the same for every film, if the user chose them.
        let chosen = try span.chosen(today: today, holdings: holdings)
        var films: [TrendFilm] = []
        do throws(Fault) {
            for choice in choices {
                guard let movie = try await finder.movie(choice) else { continue }
                if let day = movie.openDate, day > today { throw .notOpened(movie) }
                let run =
                    if let chosen { chosen } else {
                        try span.run(of: movie, today: today, holdings: holdings)
                    }
                if films.contains(where: { $0.code == movie.code }) {
                    throw .twice(choice.text, movie)
                }
                films.append(
                    TrendFilm(
                        code: movie.code, title: movie.title ?? movie.code,
                        openDate: movie.openDate, firstDay: run.firstDay, periods: run.periods))
            }
        } catch {
            throw query.isByFilm ? error.fromOpening : error
        }
        if films.count < choices.count {
            guard let chosen else { return false }
            films = choices.map { $0.placeholder(from: chosen.firstDay, chosen.periods) }
        }
        query = query.of(films)
        return true
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<RunChart>? {
        charts.areWhole ? Reading(try RunChart(charts.joined, of: query)) : nil
    }

    package func sum(from source: any Source) -> TrendFigures {
        TrendFigures(of: query, from: source.manifest.name)
    }
}

extension Fault {
    fileprivate static func noTitles(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "no-register",
            "\(holdings.name) has no register in which films could be looked up",
            hint: "ask another source")
    }
}
