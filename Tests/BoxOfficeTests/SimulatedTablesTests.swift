@testable import BoxOffice
@testable import Engine
import Testing

/// A made-up market of February 2025 and three days of March, for which plain loops tell what its
/// tables must give.
private struct MadeMarket {
    /// A generator of the same numbers for the same seed.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            return mixed ^ (mixed >> 31)
        }
    }

    static let days = 31
    static let first = TableText.day("2025-02-01")
    /// The films, without figures; some share a title, and some have no opening day or nation.
    private(set) var films: [PeriodTable.Film] = []
    /// The admissions and sales of each film and day; nil if it is not shown.
    private(set) var sold: [[(audience: Int, sales: Int)?]] = []
    /// The accumulated figures of each film on each day.
    private(set) var totals: [[(audience: Int, sales: Int)]] = []
    /// The days without a table.
    private(set) var missing: Set<Int> = []

    init(seed: Int, hasRefunds: Bool = false, gaps: Int = 0) {
        var numbers = Numbers(state: UInt64(seed + 1) &* 7919)
        for index in 0..<9 {
            var film = PeriodTable.Film(rank: 0, title: "영화 \(index % 7)")
            film.openDate = index % 3 == 0 ? nil : Self.first.advanced(by: index)
            film.country = ["한국", "미국", ""].randomElement(using: &numbers) ?? ""
            if index >= 7 { film.country = "프랑스" }
            films.append(film)
            let start = Int.random(in: -20..<28, using: &numbers)
            let end = start + Int.random(in: 1...40, using: &numbers)
            let size = Int.random(in: 1...2000, using: &numbers)
            sold.append(
                (0..<Self.days).map { day in
                    guard start <= day, day < end, Int.random(in: 0..<9, using: &numbers) > 0 else {
                        return nil
                    }
                    let least = hasRefunds && day % 7 == 0 ? -size / 4 : 0
                    let audience = Int.random(in: least...size, using: &numbers)
                    return (audience, audience * Int.random(in: 5000...15_000, using: &numbers))
                })
            let people = start < 0 ? Int.random(in: 0...size, using: &numbers) : 0
            var total = (audience: people, sales: 9000 * people)
            totals.append(
                sold[index].map { figures in
                    total.audience += figures?.audience ?? 0
                    total.sales += figures?.sales ?? 0
                    return total
                })
        }
        for _ in 0..<gaps { missing.insert(Int.random(in: 0..<Self.days, using: &numbers)) }
    }

    /// Returns what a film sold in `days`; nil if it was not shown.
    func sum(_ film: Int, _ days: ClosedRange<Int>) -> (audience: Int, sales: Int)? {
        guard days.count > 1 else { return sold[film][days.lowerBound] }
        let figures = sold[film][days].compactMap(\.self)
        guard !figures.isEmpty else { return nil }
        return (
            figures.reduce(0) { $0 + $1.audience }, figures.reduce(0) { $0 + $1.sales }
        )
    }

    /// Returns the table of `days`.
    func table(_ days: ClosedRange<Int>, asked: String = "2025-05-01") -> PeriodTable {
        let range =
            Self.first.advanced(
                by: days.lowerBound)...Self.first.advanced(
                by: days.upperBound)
        var table = PeriodTable(of: range, at: "x")
        table.asked = TableText.day(asked)
        for (index, film) in films.enumerated() {
            guard let sums = sum(index, days) else { continue }
            var row = film
            (row.audience, row.sales) = (sums.audience, sums.sales)
            row.audienceTotal = totals[index][days.upperBound].audience
            row.salesTotal = totals[index][days.upperBound].sales
            table.films.append(row)
        }
        table.order()
        return table
    }

    /// The tables of days, but for those that are missing.
    var tables: [PeriodTable] {
        (0..<Self.days).filter { !missing.contains($0) }.map { table($0...$0) }
    }
}

/// The markets and rankings of many made-up markets.
@Suite struct SimulatedTablesTests {
    private static let all = PeriodSelection(from: "2025-02-01", to: "2025-03-03")

    @Test("Markets are those of plain sums, by day, by month and by nation")
    func markets() throws {
        for seed in 0..<200 {
            let made = MadeMarket(seed: seed, hasRefunds: true)
            let days = made.tables
            let february = made.table(0...27)
            let march = Array(days.suffix(3))
            let cases: [([PeriodTable], CalendarUnit?, [[ClosedRange<Int>]])] = [
                (days, nil, (0..<31).map { [$0...$0] }),
                (days, .month, [(0..<28).map { $0...$0 }, (28..<31).map { $0...$0 }]),
                ([february] + march, .year, [[0...27] + (28..<31).map { $0...$0 }]),
                ([february] + days, .month, [[0...27], (28..<31).map { $0...$0 }]),
            ]
            let (tables, unit, rows) = cases[seed % cases.count]
            let (found, remarks) = try TableText.market(tables, by: unit, nations: true)
            let expected = rows.flatMap { tiles in
                [nil, .korean, .foreign].map { Self.sums(made, tiles, of: $0) }
            }
            let figures = found.map { [$0.sales?.short, $0.audience?.short, "\($0.films)"] }
            #expect(figures == expected, "seed \(seed)")
            #expect(remarks.isEmpty)
        }
    }

    /// Returns the sales, admissions and films of a nation, or of all, in tables of some days each.
    private static func sums(
        _ made: MadeMarket, _ tiles: [ClosedRange<Int>], of nation: ChartFilter.Nation?
    ) -> [String?] {
        var (sales, audience, films) = ((0, 0), (0, 0), 0)
        for (index, film) in made.films.enumerated() {
            let isKnown = nation == nil || film.country != ""
            if isKnown, nation != nil, (film.country == "한국") != (nation == .korean) { continue }
            var isShown = false
            for tile in tiles {
                guard let figures = made.sum(index, tile) else { continue }
                isShown = true
                sales.0 += isKnown ? figures.sales : min(0, figures.sales)
                sales.1 += isKnown ? figures.sales : max(0, figures.sales)
                audience.0 += isKnown ? figures.audience : min(0, figures.audience)
                audience.1 += isKnown ? figures.audience : max(0, figures.audience)
            }
            films += isShown && isKnown ? 1 : 0
        }
        return [sales, audience].map { $0.0 == $0.1 ? "\($0.0)" : "\($0.0)…\($0.1)" }
            + ["\(films)"]
    }

    @Test("Rankings of days, or of a month and days, are those of plain sums")
    func rankings() throws {
        for seed in 0..<200 {
            let made = MadeMarket(seed: seed, hasRefunds: true)
            let days = made.tables
            let isOfMonth = seed % 2 == 0
            let nation: ChartFilter.Nation? = seed % 3 == 0 ? .korean : nil
            let tables = isOfMonth ? [made.table(0...27)] + days.suffix(3) : days
            let (rows, _) = try TableText.ranking(tables, Self.all, nation: nation)
            var films: [(index: Int, audience: Int, sales: Int)] = []
            var most = 0
            for index in made.films.indices {
                guard let sums = made.sum(index, 0...30) else { continue }
                let country = made.films[index].country
                if nation != nil, country != "한국" {
                    most = country == "" ? max(most, sums.audience) : most
                    continue
                }
                films.append((index, sums.audience, sums.sales))
            }
            films.sort { one, other in
                let (film, another) = (made.films[one.index], made.films[other.index])
                if one.audience != other.audience { return one.audience > other.audience }
                if film.title != another.title { return film.title < another.title }
                let never = TableText.day("9999-01-01")
                return film.openDate ?? never < another.openDate ?? never
            }
            let expected = films.enumerated().map { place, film in
                let isSure =
                    film.audience > most
                    && films.allSatisfy {
                        $0.index == film.index || $0.audience != film.audience
                    }
                let title = made.films[film.index].title
                return "\(place + 1)\(isSure ? "" : "?") \(title) \(film.audience) \(film.sales)"
            }
            #expect(rows.map(\.text) == expected, "seed \(seed)")
            for (row, film) in zip(rows, films) where !isOfMonth {
                let shown = (0..<31).filter { made.sold[film.index][$0] != nil }
                #expect(row.daysOnChart == shown.count)
                #expect(row.audienceTotal == made.totals[film.index][30].audience)
                let ranks = shown.map { day in
                    1
                        + made.films.indices.count { other in
                            guard let figures = made.sold[other][day],
                                let own = made.sold[film.index][day]
                            else { return false }
                            let isCompared = nation == nil || made.films[other].country == "한국"
                            return isCompared && figures.audience > own.audience
                        }
                }
                #expect(row.bestRank == ranks.min())
            }
        }
    }

    @Test("Without some of the days, the truth lies within the bounds, and no rank is sure")
    func gaps() throws {
        for seed in 0..<200 {
            let made = MadeMarket(seed: seed, gaps: 1 + seed % 9)
            let (rows, _) = try TableText.ranking(made.tables + [.empty(0), .empty(30)], Self.all)
            var left = made.films.indices.filter { index in
                (0..<31).contains { made.sold[index][$0] != nil && !made.missing.contains($0) }
            }
            #expect(rows.count == left.count)
            for row in rows {
                #expect(!row.isRankSure)
                let place = left.firstIndex { index in
                    let (film, sums) = (made.films[index], made.sum(index, 0...30))
                    guard film.title == row.title, film.openDate == row.openDate, let sums else {
                        return false
                    }
                    return row.audience?.holds(sums.audience) == true
                        && row.sales?.holds(sums.sales) == true
                }
                #expect(place != nil, "seed \(seed): \(row.text)")
                guard let place else { continue }
                let index = left.remove(at: place)
                let shown = (0..<31).filter {
                    made.sold[index][$0] != nil && !made.missing.contains($0)
                }
                let isBounded = made.missing.allSatisfy { day in
                    shown[0] < day && day < shown[shown.count - 1]
                }
                #expect(!isBounded || row.audience?.atLeast == row.audience?.atMost)
            }
        }
    }

    @Test(
        "If opening days change between two downloads, bounds hold the truth, and so do sure ranks")
    func downloads() throws {
        for seed in 0..<200 {
            let made = MadeMarket(seed: seed)
            var tables = (0..<15).map { made.table($0...$0, asked: "2025-05-01") }
            for day in 15..<31 {
                var table = made.table(day...day, asked: "2025-06-01")
                for index in table.films.indices
                where ["영화 3", "영화 4"].contains(table.films[index].title) {
                    table.films[index].openDate = TableText.day("2025-01-01")
                }
                tables.append(table)
            }
            let (rows, _) = try TableText.ranking(tables, Self.all)
            let sums = made.films.indices.map { made.sum($0, 0...30)?.audience }
            for row in rows {
                // The films that the row may be of, by its title.
                let truths = made.films.indices.filter { made.films[$0].title == row.title }
                    .compactMap { sums[$0] }
                #expect(truths.contains { row.audience?.holds($0) == true }, "seed \(seed)")
                guard row.isRankSure else { continue }
                let ranks = truths.map { sum in 1 + sums.count { $0 ?? -1 > sum } }
                #expect(ranks.contains(row.rank), "seed \(seed): \(row.text)")
            }
        }
    }
}

extension PeriodTable {
    /// A table without films of a day outside of the market, counted from its first.
    fileprivate static func empty(_ day: Int) -> PeriodTable {
        var table = PeriodTable(
            of: TableText.days("\(MadeMarket.first.advanced(by: day == 0 ? -1 : 31))"), at: "x")
        table.asked = TableText.day("2025-05-01")
        return table
    }
}

extension Bounds {
    fileprivate func holds(_ number: Int) -> Bool {
        atLeast <= number && atMost.map { $0 >= number } ?? true
    }
}
