package import BoxOffice

extension TrendQuery: Derivation {
    package var isDeep: Bool { !nations.isEmpty }
    package var needsFilms: Bool { true }

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
            throw isByFilm ? error.fromOpening : error
        }
        if films.count < choices.count {
            guard let chosen else { return false }
            films = choices.map { $0.placeholder(from: chosen.firstDay, chosen.periods) }
        }
        self.films = films
        return true
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<RunChart>? {
        charts.areWhole ? Reading(try RunChart(charts.joined, of: self)) : nil
    }

    package func sum(from source: any Source) -> TrendFigures {
        TrendFigures(of: self, from: source.manifest.name)
    }

    package var face: Face {
        let named = films.prefix(Self.maxTitles).map(\.title).joined(separator: ", ")
        let titles = Message.titles(named, andMore: films.count - Self.maxTitles)
        var face = Face(
            dataset, usualColumns: defaultColumns, readableColumns: readableColumns,
            title: titles.about(.dataset(dataset.name)))
        face.showsFiguresOfCharts = true
        face.facts = [Face.Fact(.filters, .list(terms.map(\.wording)))]
        face.words = Dictionary(
            dataset.columns.map { ($0.name, [.missing: "–"]) }, uniquingKeysWith: { one, _ in one })
        face.sentences = sentences
        guard !isByFilm else {
            face.firstColumns = [
                "title", "audience_total", "first_weekend", "open_date", "first_week", "multiple",
            ]
            face.notes = Self.notes(isDeep: isDeep)
            face.replacement.columns = defaultColumns
            face.replacement.until = "last_seen"
            face.replacement.passing = ["multiple"]
            face.replacement.counts = ["last_seen"]
            let days = films.compactMap { film in
                film.periods.map { (film.code, $0.first.from...$0.last.to) }
            }
            face.replacement.missing = .runs(Dictionary(days) { $1 })
            return face
        }
        face.columnOfDeepCharts = .onDeepChart
        // For runs that are compared by days or weeks, dates say more.
        face.lastColumns = isCounted ? [Column.releaseDay.name] : []
        face.notes = isDeep ? SourceNote.deepCharts : []
        for name in ["on_chart", "on_deep_chart"] where isDeep {
            face.words[name] = [.boolean(true): "✓", .boolean(false): "✗", .missing: "–"]
        }
        face.plot = plot(of: pivot ?? PlottedRows.value.defaultValue)
        if pivot == nil { face.plot?.choices = PlottedRows.figures.map(plot) }
        guard pivot == nil else {
            face.replacement.table = "trend_pivot"
            face.replacement.scope = []
            face.replacement.missing = .scope
            return face
        }
        face.replacement.columns = defaultColumns
        face.replacement.wider = isDeep ? nil : "on_deep_chart"
        face.replacement.missing = .films(films.map(\.code))
        face.replacement.view = "film_runs"
        return face
    }

    /// The most films that a title names.
    private static let maxTitles = 5

    /// All columns except codes, changes and those implied by an empty figure.
    private var readableColumns: [String] {
        guard !isByFilm else { return defaultColumns.filter { $0 != "movie_code" } }
        guard pivot == nil else { return defaultColumns }
        let left: Set = [
            "title", "movie_code", "on_chart", "rank_change", "year_week", "sales_total",
        ]
        return ["title"] + defaultColumns.filter { !left.contains($0) }
    }

    /// The terms that the films and columns were selected by.
    private var terms: [DocumentDescription.Term] {
        [.init("films", films.map(\.description).joined(separator: ", "))]
            + (pivot.map { [.init("pivot", $0.name)] } ?? [])
    }

    /// Returns the plot of a figure: the lines of the films.
    private func plot(of figure: Column) -> PlottedRows {
        let headers = pivotTable.dataset.columns.dropFirst().map(\.name)
        var plot = PlottedRows(
            zip(films, headers).map { .init($0.code, named: Message($1)) }, of: figure,
            in: pivot == nil ? [figure.name] : headers, by: number.name,
            title: Message("plot-runs", "runs: \(figure.wording)"))
        plot.lineColumn = pivot == nil ? "movie_code" : nil
        // A week has the day of release of its last day.
        plot.numbersPerPlace = number == .releaseDay && chart != .daily ? 7 : 1
        let unit = chart == .daily ? "day" : "week"
        let korean = plot.numbersPerPlace > 1 ? "개봉주차" : number.koreanHeader
        plot.isOfRelease = !isCounted
        plot.placeHeader = Column(
            isCounted ? unit : "\(unit) of release", korean, .integer)
        plot.chart = chart
        plot.places = films.compactMap(\.periods?.count).max() ?? 0
        plot.maxPlaces = TrendSpan.daysAllowed.upperBound
        let starts = Set(films.map(\.firstDay))
        plot.firstDay = starts.count == 1 ? starts.first : nil
        plot.caption = caption
        plot.isNamedInTitle = films.count == 1
        plot.absence = Message("no-trend-chart", "there is no chart of the runs")
        plot.omission = Message(
            "films-without-line",
            "the chart of the runs lacks films without figures from its first day on")
        return plot
    }

    /// The days of the runs, if the user set the first day; nothing if each film has its own.
    private var caption: Message {
        guard isCounted, charts.asksForAny else { return "" }
        let periods = charts.periods
        return "\(periods.text) (\(Message.length(periods.count, of: chart)))"
    }

    private static func notes(isDeep: Bool) -> [SourceNote] {
        let empty = SourceNote(
            "note-runs",
            "a figure is empty if the film was off the chart on a day that it needs, or if that day was not requested or not available; nothing is estimated"
        )
        let deep = SourceNote(
            "note-runs-deep",
            "days_on_chart counts the days on the chart of all, of Korean or of foreign films; best_rank and days_at_1 are those of the chart of all films"
        )
        return [empty] + (isDeep ? [deep] : []) + [
            SourceNote(
                "note-runs-total",
                "audience_total and sales_total are those of the last day on the chart (last_seen)",
                on: "audience_total"),
            SourceNote(
                "note-runs-weekend",
                "first_weekend has Friday to Sunday of the opening week, and is empty for a film that opened on a Saturday or Sunday",
                on: "first_weekend"),
            SourceNote(
                "note-runs-multiple",
                "multiple is audience_total divided by first_weekend; it is empty unless the film was off the chart on the last seven requested days, because its run may go on",
                on: "multiple"),
        ]
            + ["1m", "3m", "5m", "10m"].map {
                SourceNote(
                    "note-runs-days",
                    "days_to_1m and the like are the day of release on which audience_total reached that number; they are empty if it did not on the requested days, or if the film was off the chart on the day before",
                    on: "days_to_\($0)")
            }
    }
}

extension Fault {
    fileprivate static func noTitles(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "no-register",
            "\(holdings.name) has no register in which films could be looked up",
            hint: .askAnotherSource)
    }
}
