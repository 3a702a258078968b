package import BoxOffice

/// The ranking of the films of a period by whole tables: the rows of one table, or sums over several.
package struct RankingOfTables {
    private let query: RankingQuery
    private let group: TableGroup
    /// True if one table covers exactly the period, so that its rows are the ranking.
    private let isExact: Bool
    private var films: [TableFilm] = []

    /// Returns the rows of the selected period; without a choice, of the only one that there is.
    ///
    /// - Parameters:
    ///   - tables: the tables, of which only whole ones of the films that are asked for count.
    ///   - selection: what the user typed.
    ///   - nation: the origin of the films, or nil for all films.
    ///   - kind: the kind of release, or nil for all films.
    ///   - source: the source of the tables.
    ///   - today: the first day that is not over.
    /// - Throws: a ``Fault`` of kind `usage` if no table covers the period, or if there are several
    ///   and none is chosen, and of kind `malformed` if tables contradict each other.
    package static func rows(
        of tables: [PeriodTable], _ selection: PeriodSelection, nation: ChartFilter.Nation?,
        kind: ChartFilter.Kind?, from source: any Source, today: Day
    ) throws(Fault) -> RowsOfTables {
        // The films of a nation are also in a table of all films.
        let filters = [nation, nil].map { ChartFilter(nation: $0, kind: kind) }.eachOnce
        let whole = try WholeTables(tables, of: filters)
        let isOpen = selection.unit == .day && selection.date == nil
        guard !isOpen || whole.periods.count == 1 else { throw whole.severalPeriods }
        let days = try whole.days(selection, of: source, today: today)
        guard let group = whole.ways(toFill: days).first, !group.tables.isEmpty else {
            throw whole.lacks(Message(days.text as String))
        }
        try group.refuseUnknownFilms()
        let query = RankingQuery(
            days: Periods(of: days),
            period: isOpen ? RowPeriod(ofTable: days) : RowPeriod(days, as: selection.unit),
            nation: nation, kind: kind, held: days)
        let ranking = RankingOfTables(of: query, in: group)
        let rows = ranking.rows(from: source)
        return RowsOfTables(
            [rows], query.faceOfTables(with: rows.page), insteadOf: query.charts,
            remarks: try whole.remarks(on: days, selection, of: source, today: today)
                + ranking.remarks)
    }

    /// Adds up the films of the tables, those of other nations too.
    private init(of query: RankingQuery, in group: TableGroup) {
        (self.query, self.group) = (query, group)
        isExact = group.tables.count == 1 && group.missing.isEmpty
        var known: [String: Int] = [:]
        for (number, table) in group.tables.enumerated() {
            let passed = group.missing.count { $0 < table.days.lowerBound }
            for (place, row) in table.ranked(among: query.nation).enumerated() {
                let key = isExact ? "\(place)" : row.key()
                let index = known[key] ?? films.count
                if index == films.count {
                    known[key] = index
                    let nation = table.filter.nation ?? row.nation
                    let isWanted = query.nation == nil ? true : nation.map { $0 == query.nation }
                    films.append(TableFilm(row: row, isWanted: isWanted))
                }
                films[index].add(row, of: number, after: passed)
            }
        }
        for index in films.indices { films[index].end(after: group.missing.count) }
        if !isExact { findPartners() }
    }

    /// Finds for each film those that may be the same one, and widens its bounds by theirs.
    private mutating func findPartners() {
        let filmsByTitle = Dictionary(grouping: films.indices) {
            FilmChoice.spaceless(films[$0].row.title)
        }
        for films in filmsByTitle.values where films.count > 1 {
            for index in films {
                for other in films where other != index && mayBeOne(index, other) {
                    self.films[index].partners.append(other)
                    let sums = self.films[other].sums
                    self.films[index].widened.audience += sums.audience.orNothing
                    self.films[index].widened.sales += sums.sales.orNothing
                }
            }
        }
    }

    /// Returns true if two films of one title may be one: no download has both.
    private func mayBeOne(_ one: Int, _ other: Int) -> Bool {
        let films = [films[one], films[other]]
        let asked = films.map { Set($0.tables.map { group.tables[$0].askedOn }) }
        return asked[0].isDisjoint(with: asked[1]) && films.contains { $0.row.code == nil }
    }

    /// Returns the rows of the films that are asked for, the best first.
    private func rows(from source: any Source) -> DerivedRows {
        let order = films.indices.filter { films[$0].isRanked }.sorted { one, other in
            let (film, another) = (films[one], films[other])
            return film.widened.audience.precedes(another.widened.audience)
                ?? (isExact ? one < other : film.order < another.order)
        }
        let isDaily = !isExact && group.tables.allSatisfy { $0.days.days.count == 1 }
        let ranked = order.map { index in
            let film = films[index]
            var entry = RankingEntry(query: query, movieCode: film.row.code ?? "")
            entry.rank = isExact ? film.row.rank : 0
            (entry.title, entry.openDate) = (film.row.title, film.row.openDate)
            entry.audienceTotal = film.row.audienceTotal
            if isDaily { (entry.daysOnChart, entry.bestRank) = (film.tables.count, film.bestRank) }
            return (entry: entry, sums: (film.widened.audience, Optional(film.widened.sales)))
        }
        var rows = query.rows(
            of: ranked, provedPlaces(order), Instant(startOf: group.askedOn), from: source)
        rows.provisional = group.provisionalDays(by: source.policy)
        return rows
    }

    /// Returns for each place of `order`, the indices of ranked films, true if it is proved.
    ///
    /// Of films that may be one, each may have the sums of the smaller ones, and of those that are not
    /// ranked; from the second largest down, every film may be one place higher.
    private func provedPlaces(_ order: [Int]) -> [Bool] {
        var most: Int128? = group.missing.isEmpty ? 0 : nil
        for film in films where film.isWanted != false && !film.isRanked {
            most = most.flatMap { most in film.widened.audience.atMost.map { max(most, $0) } }
        }
        let places = Dictionary(uniqueKeysWithValues: zip(order, 0...))
        func isLarger(_ partner: Int, than place: Int) -> Bool {
            places[partner].map { $0 < place } ?? false
        }
        let bounds = order.enumerated().map { place, index in
            films[index].partners.filter { !isLarger($0, than: place) }
                .reduce(films[index].sums.audience) { $0 + films[$1].sums.audience.orNothing }
        }
        // One that is not ranked may take the film out of the ranking.
        let firstUnsure =
            order.indices.first { place in
                films[order[place]].partners.contains {
                    places[$0] == nil || isLarger($0, than: place)
                }
            } ?? order.count
        return bounds.provedPlaces(above: most).enumerated().map { $0 < firstUnsure && $1 }
    }

    /// What the user must know about films that are left out or may be one, and about days without a
    /// table.
    private var remarks: [Fault] {
        let without = films.filter { $0.isWanted == nil }
        let twice = films.filter { $0.isTwice && $0.isWanted == true }
        let mayBeOne = films.filter { $0.isRanked && !$0.partners.isEmpty }
        return [
            group.remark,
            Set(group.tables.map(\.askedOn)).count < 2
                ? nil
                : Fault(
                    .usage, "downloaded-on-several-days",
                    "the tables were downloaded on several days: a film whose title was changed in between counts as two"
                ),
            mayBeOne.titles.map {
                Fault(
                    .usage, "films-may-be-one",
                    "\($0): films of one title with another opening day or nation, in tables of other days, may be one"
                )
            },
            twice.titles.map {
                Fault(
                    .malformed, "film-twice-in-table",
                    "\($0): twice in a table and left out, with \(twice.admissions) admissions; no rank below is sure"
                )
            },
            without.titles.map {
                Fault(
                    .malformed, "films-without-nation",
                    "\($0): left out without a nation, with \(without.admissions) admissions")
            },
        ].compactMap(\.self)
    }
}

/// A film of whole tables with its sums over them.
private struct TableFilm {
    /// Its last row.
    private(set) var row: PeriodTable.Film
    /// True if it is asked for; nil if its nation is not known.
    let isWanted: Bool?
    private(set) var sums = FilmBounds()
    /// The sums with those of its ``partners``.
    var widened = FilmBounds()
    /// The indices of other films that may be this one.
    var partners: [Int] = []
    /// The indices of the tables that have it, one for each row.
    private(set) var tables: [Int] = []
    private(set) var bestRank = Int.max
    /// The number of days without a table before its last row.
    private var passed = 0

    init(row: PeriodTable.Film, isWanted: Bool?) { (self.row, self.isWanted) = (row, isWanted) }

    /// True if it stands twice in a table, so that one of the rows is of another film.
    var isTwice: Bool { Set(tables).count < tables.count }
    /// True if it has a row in the ranking.
    var isRanked: Bool { isWanted == true && !isTwice }

    /// Its place among films with equal admissions.
    var order: (String, Day, String) {
        (row.title, row.openDate ?? Day(daysSince1970: .max), row.country)
    }

    /// Adds a row of a table, which comes after `passed` days without one.
    mutating func add(_ row: PeriodTable.Film, of table: Int, after passed: Int) {
        if passed > self.passed { addGap(before: row) }
        tables.append(table)
        bestRank = min(bestRank, row.rank)
        sums.audience += Bounds(exactly: Int128(row.audience))
        sums.sales += Bounds(exactly: Int128(row.sales))
        (self.row, self.passed) = (row, passed)
    }

    /// Adds what it sold on days without a table before `next`, as far as accumulated figures tell.
    private mutating func addGap(before next: PeriodTable.Film) {
        let isFirst = tables.isEmpty
        let before = isFirst ? (0, 0) : (row.audienceTotal, row.salesTotal)
        guard let people = grown(next.audienceTotal, next.audience, before.0),
            let money = grown(next.salesTotal, next.sales, before.1)
        else { return sums.addRest(nil) }
        guard isFirst else { return sums.addGap(people, money, nil) }
        sums.audience.correct(by: people)
        sums.sales.correct(by: money)
    }

    private func grown(_ total: Int?, _ figure: Int, _ before: Int?) -> Int128? {
        guard let total, let before else { return nil }
        return Int128(total) - Int128(figure) - Int128(before)
    }

    /// Adds the days without a table after its last row; there are `count` of them in all.
    mutating func end(after count: Int) {
        if count > passed { sums.addRest(nil) }
        widened = sums
    }
}

extension [TableFilm] {
    /// The first title, with the number of others; nil if there are none.
    fileprivate var titles: Message? {
        let titles = map { "'\($0.row.title)'" }.eachOnce
        return titles.first.map { Message($0).andMore(titles.count - 1) }
    }

    /// The admissions of all of them.
    fileprivate var admissions: Int128 { reduce(0) { $0 + $1.sums.audience.atLeast } }
}

extension PeriodTable {
    /// Returns its films, with the ranks that those of `nation` have among themselves.
    fileprivate func ranked(among nation: ChartFilter.Nation?) -> [Film] {
        guard let nation, filter.nation == nil else { return films }
        let ranks = films.filter { $0.nation == nation }.map(\.rank).sorted()
        let places = Dictionary(zip(ranks, 1...)) { first, _ in first }
        return films.map { film in
            var film = film
            film.rank = places[film.rank] ?? film.rank
            return film
        }
    }
}

extension RankingQuery {
    /// Returns what documents need to know about the rows of tables.
    fileprivate func faceOfTables(with page: Page) -> Face {
        var face = face
        let lacking = page.records(RankingEntry.self).filter(\.movieCode.isEmpty).map(\.title)
        face.unkeyed = lacking.first.map { title in
            Fault(
                .usage, "ranking-without-codes",
                "\(Message("'\(title)'" as String).andMore(lacking.count - 1)): no film code, by which rows are kept apart",
                hint: "csv, jsonl, workbooks and pages need none")
        }
        face.sentences = sentences(ofTables: true)
        face.replacement.emptyIfDeep = nil
        face.notes =
            [
                SourceNote(
                    "note-ranking-tables",
                    "the ranks are among all films of whole tables, whose admissions and sales are added up; bounds differ only if a day is in no table, or if films of one title may be one"
                )
            ]
            + face.notes.filter {
                ["audience_total", "audience", "is_rank_sure"].contains($0.column)
            }
        return face
    }
}
