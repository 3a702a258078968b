internal import BoxOffice

/// The charts of one day, that of all films and those of the nations, joined into one.
struct DeepChart {
    private let all: Page
    private let nations: [(nation: ChartFilter.Nation, page: Page)]
    /// The number of rows of a full chart; nil if that varies.
    private let full: Int?
    /// The lines of the chart of all films in its order, then those of films only on nations'
    /// charts.
    private var entries: [ChartEntry]
    /// The number of lines of the chart of all films.
    private let count: Int
    /// The nations whose charts have each film, by the code of the film.
    private var nationsOfFilms: [String: [ChartFilter.Nation]] = [:]

    /// Joins the charts of a day.
    ///
    /// - Parameters:
    ///   - pages: the chart of all films, then those of the `nations` in their order.
    ///   - nations: the nations whose charts together hold every film of the whole one.
    ///   - rows: the number of rows of a full chart; nil if that varies.
    /// - Throws: a ``Fault`` of kind `notPublished` if a nation's chart is not there yet, of kind
    ///   `malformed` if the charts contradict each other because they were made at different
    ///   moments, or of kind `usage` if the rows are not those of a common chart.
    init(_ pages: [Page], of nations: [ChartFilter.Nation], rows: Int?) throws(Fault) {
        let charts = try pages.map { page throws(Fault) in
            try page.chartEntries(else: .chartsAreItsOwn)
        }
        for (page, entries) in zip(pages, charts) {
            if let fault = page.disorder {
                throw fault.about(.films(of: entries.first?.edition.filter.nation))
            }
        }
        try checkPublished(charts)
        all = pages.first ?? Page([], of: ChartEntry.table)
        self.nations = Array(zip(nations, pages.dropFirst()))
        full = rows
        entries = charts.first ?? []
        count = entries.count
        try addFilmsOfNations()
        try checkWhole()
        rankFilmsOfNations()
    }

    /// Adds the films that are only on nations' charts.
    ///
    /// - Throws: a ``Fault`` if a film has two values of a figure.
    private mutating func addFilmsOfNations() throws(Fault) {
        var places = Dictionary(zip(entries.map(\.movieCode), entries.indices)) { one, _ in one }
        for (nation, page) in nations {
            for entry in page.records(ChartEntry.self) {
                let known = nationsOfFilms[entry.movieCode]?.first
                nationsOfFilms[entry.movieCode, default: []].append(nation)
                if let place = places[entry.movieCode] {
                    let other = place < count ? nil : known
                    try entries[place].check(against: entry, of: nation, other: other)
                    entries[place].addFigures(of: entry)
                    continue
                }
                var entry = entry
                entry.edition = ChartEdition(entry.edition.period, source: entry.edition.source)
                (entry.rank, entry.rankChange, entry.salesShare) = (nil, nil, nil)
                places[entry.movieCode] = entries.count
                entries.append(entry)
            }
        }
    }

    /// Checks that the charts together hold all the films that they must.
    private func checkWhole() throws(Fault) {
        let stray = entries.prefix(count).first { nationsOfFilms[$0.movieCode] == nil }
        if let stray { throw .onNoNationsChart(stray) }
        guard isFull(all), let last = entries.prefix(count).last?.audienceCount else { return }
        for entry in entries.dropFirst(count) {
            guard let admissions = entry.audienceCount, admissions > last else { continue }
            throw .missingFromWhole(entry, admissions, last)
        }
    }

    /// Ranks the films that are only on nations' charts, where no film without a chart can come
    /// before them.
    private mutating func rankFilmsOfNations() {
        let pages = [all] + nations.map(\.page)
        let lasts = nations.compactMap { $0.page.records(ChartEntry.self).last?.movieCode }
        guard isFull(all), pages.allSatisfy(\.missingRows.isEmpty),
            entries.allSatisfy({ $0.audienceCount != nil })
        else { return }
        // A chart of a nation may be cut, however short it is.
        let least = entries.filter { lasts.contains($0.movieCode) }.compactMap(\.audienceCount)
            .max()
        let admissions = entries.map { $0.audienceCount ?? 0 }
        for place in count..<entries.count where admissions[place] >= least ?? 0 {
            entries[place].rank = 1 + admissions.count { $0 > admissions[place] }
        }
    }

    /// Returns true if a chart has as many rows as charts can have.
    private func isFull(_ page: Page) -> Bool { full.map { page.count >= $0 } ?? false }

    /// The joined chart: films by admissions, then in the order of the chart of all films, then by
    /// code.
    ///
    /// It is as old as the oldest of the answers, because each line relies on all of them.
    var page: Page {
        let pages = [all] + nations.map(\.page)
        let fetchedAt = pages.compactMap(\.fetchedAt).min()
        func key(_ place: Int) -> (Int, Int, String) {
            (-(entries[place].audienceCount ?? -1), min(place, count), entries[place].movieCode)
        }
        let rows = entries.indices.sorted { key($0) < key($1) }.map { place in
            var entry = entries[place]
            entry.fetchedAt = fetchedAt ?? entry.fetchedAt
            return entry
        }
        var page = Page(rows, of: ChartEntry.table, missingRows: all.missingRows)
        page.add(
            [.filmNation],
            Dictionary(
                uniqueKeysWithValues: rows.enumerated().map { index, entry in
                    let nations = nationsOfFilms[entry.movieCode] ?? []
                    return (index, [Value(nations.count == 1 ? nations.first?.rawValue : nil)])
                }))
        page.lacksRows = pages.contains(where: \.lacksRows)
        page.wholeLacksRows = all.lacksRows
        page.fetchedAt = fetchedAt
        page.notes = all.notes + nations.compactMap { note($0, $1) }
        page.state = all.state
        page.state.isFinal = pages.allSatisfy(\.state.isFinal)
        page.state.isShort = pages.contains(where: \.state.isShort)
        page.state.hasNothingToCompare = pages.contains(where: \.state.hasNothingToCompare)
        page.state.earlierFilms = pages.reduce(nil) { $0.merging($1.state.earlierFilms) }
        return page
    }

    /// Returns the remark that a reader needs about the chart of a nation.
    private func note(_ nation: ChartFilter.Nation, _ page: Page) -> Fault? {
        let isTold = page.missingRows.isEmpty || page.state.isConfirmed
        let gaps = isTold ? nil : Fault.missing(rows: page.missingRows)
        return (page.note ?? gaps)?.about(.films(of: nation))
    }
}

extension Page {
    /// Returns true if the chart has fewer rows than a chart of its source has.
    func isShort(_ policy: ChartPolicy) -> Bool { count < policy.rows ?? 0 }

    /// The fault of rows that are not in the order of admissions, from which bounds for films off the
    /// chart and proved ranks follow; nil if they are.
    var disorder: Fault? {
        let entries = records(ChartEntry.self)
        var least = Int.max
        for index in entries.indices {
            guard let count = entries[index].audienceCount else { continue }
            if count > least { return .notInOrder(entries[index], count, least) }
            least = count
        }
        return nil
    }
}

/// Checks that the chart of each nation is published: if one is empty although the chart of all
/// films has rows, the charts of the other nations must hold all of those films.
///
/// - Parameter charts: the chart of all films, then those of the nations.
/// - Throws: a ``Fault`` of kind `notPublished`.
func checkPublished(_ charts: [[ChartEntry]]) throws(Fault) {
    guard charts.dropFirst().contains(where: \.isEmpty), hasStray(charts) else { return }
    throw .nationNotPublished
}

/// Returns true if a film on the chart of all films is on none of those of the nations, if there are
/// any.
///
/// - Parameter charts: the chart of all films, then those of the nations.
func hasStray(_ charts: [[ChartEntry]]) -> Bool {
    guard charts.count > 1, let all = charts.first else { return false }
    let known = Set(charts.dropFirst().joined().map(\.movieCode))
    return !all.allSatisfy { known.contains($0.movieCode) }
}

extension ChartEntry {
    /// The figures that are the same on every chart; a sales share depends on the films of its
    /// chart.
    private static let sharedFigures = table.fields.filter {
        figures.contains($0.column.name) && $0.column.name != "sales_share"
    }

    /// Checks that `entry`, the film's line on the chart of `nation`, has the same figures, where
    /// both lines have them.
    ///
    /// - Parameter other: the nation on whose chart this line is; nil for that of all films.
    fileprivate func check(
        against entry: ChartEntry, of nation: ChartFilter.Nation, other: ChartFilter.Nation?
    ) throws(Fault) {
        for field in Self.sharedFigures {
            let (value, another) = (field.value(self), field.value(entry))
            guard value != .missing, another != .missing, value != another else { continue }
            throw .figuresDiffer(
                self, field.column.name, Message(value.json), .films(of: other),
                Message(another.json), .films(of: nation))
        }
    }

    /// Adds the figures that this line lacks and the film's line on another chart has.
    fileprivate mutating func addFigures(of other: ChartEntry) {
        salesAmount = salesAmount ?? other.salesAmount
        salesChange = salesChange ?? other.salesChange
        salesChangeRate = salesChangeRate ?? other.salesChangeRate
        salesTotal = salesTotal ?? other.salesTotal
        audienceCount = audienceCount ?? other.audienceCount
        audienceChange = audienceChange ?? other.audienceChange
        audienceChangeRate = audienceChangeRate ?? other.audienceChangeRate
        audienceTotal = audienceTotal ?? other.audienceTotal
        screenCount = screenCount ?? other.screenCount
        showCount = showCount ?? other.showCount
    }

    /// The film as messages name it.
    fileprivate var film: Message { Message("film", "'\(title)' (\(movieCode))") }
}

extension Fault {
    fileprivate static let chartsAreItsOwn = Fault(
        .usage, "deep-rows-are-its-own",
        "the charts of this source have columns of its own, so that they cannot be joined",
        hint: "leave out --deep, or ask another source")

    fileprivate static let nationNotPublished = Fault(
        .notPublished, "nation-not-published",
        "the chart of one nation is empty, although films of it are on the chart of all films: it is not published yet",
        hint: "run the same command again later")

    fileprivate static func figuresDiffer(
        _ entry: ChartEntry, _ figure: String, _ value: Message, _ films: Message,
        _ other: Message, _ otherFilms: Message
    ) -> Fault {
        Fault(
            .malformed, "charts-differ",
            "\(entry.film) has two values of \(figure): \(value) on the chart of \(films), \(other) on that of \(otherFilms)",
            hint: .oneMoment)
    }

    fileprivate static func notInOrder(
        _ entry: ChartEntry, _ admissions: Int, _ before: Int
    ) -> Fault {
        Fault(
            .malformed, "not-in-order",
            "the chart is not in the order of admissions: \(entry.film) with \(admissions) comes after a film with \(before)"
        )
    }

    fileprivate static func onNoNationsChart(_ entry: ChartEntry) -> Fault {
        Fault(
            .malformed, "on-no-nations-chart",
            "\(entry.film) is on the chart of all films, but on no nation's chart", hint: .oneMoment
        )
    }

    fileprivate static func missingFromWhole(
        _ entry: ChartEntry, _ admissions: Int, _ last: Int
    ) -> Fault {
        Fault(
            .malformed, "missing-from-whole-chart",
            "\(entry.film) is not on the chart of all films, although its audience_count is \(admissions) and that of the last film there \(last)",
            hint: .oneMoment)
    }
}

extension Message {
    fileprivate static let oneMoment = Message(
        "charts-of-one-moment.hint",
        "the charts were made at different moments: --refresh asks for all of them anew, --keep-going leaves the day out"
    )
}
