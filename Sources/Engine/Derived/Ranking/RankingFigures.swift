package import BoxOffice

/// The figures of one day for a ranking: the films on its charts, and the most admissions that any
/// other film can have.
package struct RankingDay: Sendable {
    /// A film, with the charts that it is on.
    struct Film: Sendable {
        /// The film's line.
        let entry: ChartEntry
        /// The charts of nations that it is on, a bit each; one bit if a single chart is read.
        let charts: Int
    }

    /// The films whose admissions, of the day and in total, are known.
    let films: [Film]
    /// The number of rows without admissions of the day or in all, unless that is told of the chart.
    let rowsLeftOut: Int
    /// The most admissions of a film that is not on the chart, for each chart that bounds films:
    /// those of the nations, or the only one; nil where nothing bounds them.
    let caps: [Int?]
    /// The time of the oldest answer.
    let fetchedAt: Instant?

    /// Reads the charts of a day.
    ///
    /// - Parameters:
    ///   - pages: the chart, or that of all films and then those of the nations.
    ///   - joined: the same charts as one.
    ///   - isFiltered: true if a single chart counts only some films, so that it may be short.
    ///   - policy: what the source says about its charts.
    /// - Throws: a ``Fault`` of kind `usage` if the rows are not those of a common chart, or have
    ///   no admissions, and of kind `malformed` if they are not in their order.
    init(
        _ pages: [Page], joined: Page, isFiltered: Bool, _ policy: ChartPolicy
    ) throws(Fault) {
        let entries = try joined.chartEntries(else: .ownRows)
        let known = entries.filter {
            $0.audienceCount != nil && $0.audienceTotal != nil
                && ($0.salesAmount != nil && $0.salesTotal != nil || !policy.givesAllFigures)
        }
        if known.isEmpty, !entries.isEmpty, !policy.givesAllFigures { throw .noAdmissions }
        let own = Set(entries.map(\.movieCode))
        guard own.count == entries.count, !own.contains("") else { throw .filmsWithoutCode }
        rowsLeftOut = policy.givesAllFigures ? 0 : entries.count - known.count
        if let fault = joined.disorder { throw fault }
        let nations = pages.dropFirst()
        let charts = nations.isEmpty ? pages[...] : nations
        let codes = charts.map { Set($0.records(ChartEntry.self).map(\.movieCode)) }
        films = known.map { entry in
            let bits = codes.indices.reduce(0) {
                codes[$1].contains(entry.movieCode) ? $0 | 1 << $1 : $0
            }
            return Film(entry: entry, charts: bits == 0 ? 1 << codes.count - 1 : bits)
        }
        let isShort = !isFiltered && pages.first.map { $0.isShort(policy) } ?? true
        caps = charts.map { page in
            // The films of an empty chart of a nation are below those of the chart of all films.
            isShort ? nil : (page.isEmpty ? pages.first ?? page : page).cap(policy)
        }
        fetchedAt = joined.fetchedAt
    }

    /// Returns the most admissions of a film off the charts of `set`, bits; nil if nothing bounds
    /// them.
    fileprivate func cap(ofCharts set: Int) -> Int? {
        let own = caps.indices.filter { set & 1 << $0 != 0 }.map { caps[$0] }
        return own.contains(nil) ? nil : own.compactMap(\.self).max()
    }
}

extension Page {
    /// Returns the most admissions of a film that is not on the chart, those of its last row; nil if
    /// that is not known.
    fileprivate func cap(_ policy: ChartPolicy) -> Int? {
        let entries = records(ChartEntry.self)
        let lacksFigures =
            policy.givesAllFigures && rowsWithoutFigures > 0
            || entries.contains { $0.audienceCount == nil || $0.audienceTotal == nil }
        return missingRows.isEmpty && !lacksFigures ? entries.last?.audienceCount : nil
    }
}

extension Fault {
    fileprivate static let filmsWithoutCode = Fault(
        .malformed, "ranking-films-without-code",
        "two rows of the chart have the same movie_code, or one has none, so films cannot be told apart"
    )

    static func rowsLeftOut(_ count: Int) -> Fault {
        Fault(
            .malformed, "ranking-rows-left-out",
            "rows left out, because they have no admissions of the day or in all: \(count)")
    }

    static let noAdmissions = Fault(
        .usage, "ranking-without-admissions",
        "the charts of this source have no admissions of the day and in all, by which films are ranked",
        hint: .askAnotherSource)
}

/// A collector that adds up the admissions and sales of films as the charts come, oldest first.
///
/// It holds what is known of each film, and no days: the most that a film can have sold on days off
/// the charts is the difference of two running sums.
package struct RankingFigures: Folding {
    private let query: RankingQuery
    private let source: any Source
    private var films: [String: FilmSums] = [:]
    /// The caps of the period's days so far, for each set of charts that a film may be on; the
    /// index is the bits of the set, minus one.
    private var caps: [Caps]
    private var fetchedAt: Instant?

    /// Prepares to collect the days of `query` from `source`.
    init(of query: RankingQuery, from source: any Source) {
        self.query = query
        self.source = source
        caps = Array(repeating: Caps(), count: 1 << max(1, query.nations.count) - 1)
    }

    /// Adds the figures of a day, nil if its charts were not available; all rows come at the end.
    package mutating func add(_ day: RankingDay?, of period: Period) -> [DerivedRows] {
        let (query, before) = (query, caps)
        let isCounted = query.days.covers(period)
        if isCounted {
            for index in caps.indices { caps[index].add(day?.cap(ofCharts: index + 1)) }
        }
        guard let day else { return [] }
        if let moment = day.fetchedAt { fetchedAt = min(fetchedAt ?? moment, moment) }
        for film in day.films {
            let code = film.entry.movieCode
            films[code, default: FilmSums(of: code, in: query, sets: before.count)]
                .add(film, isCounted: isCounted, after: before, caps)
        }
        return []
    }

    /// Returns the films that were on a chart on a day of the period, by their admissions in it.
    package func finish() -> (rows: [DerivedRows], remarks: [Fault]) {
        var ranked = films.values.compactMap { film in
            film.sums(upTo: caps).map { (entry: film.entry, sums: $0) }
        }
        ranked.sort { one, other in
            one.sums.audience.precedes(other.sums.audience)
                ?? (one.entry.movieCode < other.entry.movieCode)
        }
        // A film on no chart has one nation.
        let capsOfOthers = (0..<max(1, query.nations.count)).map { caps[1 << $0 - 1].sum }
        let most = capsOfOthers.contains(nil) ? nil : capsOfOthers.compactMap(\.self).max()
        let sure = ranked.map(\.sums.audience).provedPlaces(above: most)
        return ([query.rows(of: ranked, sure, fetchedAt, from: source)], [])
    }
}

extension RankingQuery {
    /// Returns the rows of films, the best first.
    ///
    /// - Parameters:
    ///   - ranked: the films; an entry without a rank gets that of its place.
    ///   - sure: for each of them, true if its rank is sure.
    ///   - fetchedAt: the time of the oldest answer.
    ///   - source: the source of the figures.
    func rows(
        of ranked: [(entry: RankingEntry, sums: (audience: Bounds, sales: Bounds?))],
        _ sure: [Bool], _ fetchedAt: Instant?, from source: any Source
    ) -> DerivedRows {
        var fits = true
        let entries = zip(ranked, sure).enumerated().map { index, film in
            var (entry, sums) = film.0
            entry.rank = entry.rank == 0 ? index + 1 : entry.rank
            entry.isRankSure = film.1
            entry.source = source.manifest.name
            entry.territory = source.policy.territory
            entry.fetchedAt = fetchedAt
            entry.audience = sums.audience.upTo64Bits
            entry.sales = sums.sales?.upTo64Bits
            fits = fits && entry.audience == sums.audience && entry.sales == sums.sales
            return entry
        }
        let span = days.first.from...days.last.to
        return DerivedRows(
            Page(entries, of: RankingEntry.table), on: entries.isEmpty ? nil : span,
            remarks: fits ? [] : [.tooLarge(span, of: source.manifest.name)])
    }
}

/// A sum of the most admissions that a film off the charts can have had.
private struct Caps: Sendable {
    private var known: Int128 = 0
    private var unknownDays = 0
    private var days = 0

    /// Adds the cap of a day; nil stands for a day on which nothing bounds the admissions.
    mutating func add(_ cap: Int?) {
        days += 1
        known += Int128(cap ?? 0)
        unknownDays += cap == nil ? 1 : 0
    }

    /// The sum; nil if there is a day on which nothing bounds the admissions.
    var sum: Int128? { unknownDays > 0 ? nil : known }

    /// True if no day was added.
    var isEmpty: Bool { days == 0 }

    static func - (later: Caps, earlier: Caps) -> Caps {
        var caps = later
        caps.known -= earlier.known
        caps.unknownDays -= earlier.unknownDays
        caps.days -= earlier.days
        return caps
    }
}

/// The sums of a film's admissions and sales, as far as they are known.
private struct FilmSums: Sendable {
    /// The film, with the texts and counts of its last line in the period.
    private(set) var entry: RankingEntry
    /// The accumulated figures on the last day so far with a line.
    private var last: (people: Int128, money: Int128)?
    /// The caps of the days up to that one.
    private var capsAtLast: [Caps] = []
    /// The charts that it was seen on.
    private var charts = 0
    /// The sums for each set of charts that it may turn out to be on.
    private var sums: [FilmBounds]
    private var hasSales = true

    init(of code: String, in query: RankingQuery, sets: Int) {
        entry = RankingEntry(query: query, movieCode: code)
        sums = Array(repeating: FilmBounds(), count: sets)
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - film: the line.
    ///   - isCounted: true if it belongs to the period.
    ///   - before: the caps of the days before it.
    ///   - after: the same caps, including those of the day.
    mutating func add(
        _ film: RankingDay.Film, isCounted: Bool, after before: [Caps], _ after: [Caps]
    ) {
        let line = film.entry
        guard let audienceTotal = line.audienceTotal else { return }
        hasSales = hasSales && line.salesAmount != nil && line.salesTotal != nil
        let (people, money) = (Int128(line.audienceCount ?? 0), Int128(line.salesAmount ?? 0))
        let total = (people: Int128(audienceTotal), money: Int128(line.salesTotal ?? 0))
        // The accumulated figures before the day.
        let earlier = (people: total.people - people, money: total.money - money)
        for index in sums.indices {
            if let last {
                let gap = before[index] - capsAtLast[index]
                let grown = (earlier.people - last.people, earlier.money - last.money)
                if gap.isEmpty {
                    sums[index].audience.correct(by: grown.0)
                    sums[index].sales.correct(by: grown.1)
                } else {
                    sums[index].addGap(grown.0, grown.1, gap.sum)
                }
            } else if isCounted {
                let most = max(earlier.people, 0)
                let isFirstDay = before[index].isEmpty
                sums[index].audience.add(
                    min(earlier.people, 0),
                    isFirstDay ? 0 : before[index].sum.map { min($0, most) } ?? most)
                sums[index].sales.add(
                    min(earlier.money, 0), isFirstDay ? 0 : max(earlier.money, 0))
            }
            guard isCounted else { continue }
            sums[index].audience.add(people, people)
            sums[index].sales.add(money, money)
        }
        last = total
        capsAtLast = after
        charts |= film.charts
        guard isCounted else { return }
        entry.daysOnChart = (entry.daysOnChart ?? 0) + 1
        entry.title = line.title
        entry.openDate = line.openDate
        entry.audienceTotal = audienceTotal
        if line.isOnWholeChart, let rank = line.rank {
            entry.bestRank = min(entry.bestRank ?? rank, rank)
        }
    }

    /// Returns the bounds of what it sold in the period; nil if it has no line in it.
    ///
    /// - Parameter caps: the caps of all days of the period.
    func sums(upTo caps: [Caps]) -> (audience: Bounds, sales: Bounds?)? {
        guard entry.daysOnChart != nil, sums.indices.contains(charts - 1) else { return nil }
        var sum = sums[charts - 1]
        let after = caps[charts - 1] - capsAtLast[charts - 1]
        if !after.isEmpty { sum.addRest(after.sum) }
        return (sum.audience.notNegative, hasSales ? sum.sales.notNegative : nil)
    }
}

/// The bounds of a film's admissions and sales over some days.
struct FilmBounds: Sendable {
    var audience = Bounds(exactly: 0)
    var sales = Bounds(exactly: 0)

    /// Adds the growth of the accumulated figures over days without a line.
    ///
    /// - Parameter cap: the most admissions of these days; nil if nothing bounds them.
    mutating func addGap(_ people: Int128, _ money: Int128, _ cap: Int128?) {
        let isTooMuch = cap.map { people > $0 } ?? false
        if people < 0 {
            audience.add(people, cap)
        } else {
            audience.add(isTooMuch ? 0 : people, people)
        }
        if people < 0 || money < 0 {
            sales.add(min(money, 0), nil)
        } else {
            sales.add(isTooMuch ? 0 : money, money)
        }
    }

    /// Adds days without a line that no later figures bound, with at most `cap` admissions.
    mutating func addRest(_ cap: Int128?) {
        audience.add(0, cap)
        sales.add(0, nil)
    }
}

extension [Bounds] {
    /// Returns for each of the bounds, the best first, true if its place is proved: no other one, and
    /// nothing up to `most` that has none, can take it; nil if anything may be outside.
    func provedPlaces(above most: Int128?) -> [Bool] {
        var maxBelow = most
        var sure: [Bool] = []
        for index in indices.reversed() {
            let isAboveRest = maxBelow.map { $0 < self[index].atLeast } ?? false
            let isBelowOthers =
                index == 0 || self[index].atMost.map { $0 < self[index - 1].atLeast } ?? false
            sure.append(isAboveRest && isBelowOthers)
            maxBelow = maxBelow.flatMap { most in self[index].atMost.map { Swift.max(most, $0) } }
        }
        return sure.reversed()
    }
}

extension Bounds {
    /// Adds a number between `least` and `most`, nil if nothing bounds it from above.
    mutating func add(_ least: Int128, _ most: Int128?) {
        self += Bounds(atLeast: least, atMost: most)
    }

    /// The bounds of the same number, or of 0 if it does not belong to a sum.
    var orNothing: Bounds { Bounds(atLeast: min(atLeast, 0), atMost: atMost.map { max($0, 0) }) }

    static func += (sum: inout Bounds, other: Bounds) { sum = sum + other }

    /// Adds a correction of the accumulated figure, which may belong to any earlier day.
    mutating func correct(by difference: Int128) {
        add(min(difference, 0), max(difference, 0))
    }

    /// Returns true if the bounds come before `other` in a ranking, the most first, and one without
    /// an upper bound first among equal ones; nil if they are equal.
    func precedes(_ other: Bounds) -> Bool? {
        if atLeast != other.atLeast { return atLeast > other.atLeast }
        if atMost == other.atMost { return nil }
        guard let atMost else { return true }
        return other.atMost.map { atMost > $0 } ?? false
    }
}
