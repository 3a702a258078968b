/// The ranks of films over the periods of a chart, taken from the rows of a document.
///
/// Formats draw them as lines that are broken where a film is not on the chart.
public struct RankSeries: Sendable {
    /// The ranks of one film.
    public struct Film: Sendable {
        /// KOBIS's code of the film.
        public let code: String
        /// The title, or the code if there is none.
        public let title: String
        /// The ranks by the index of the period.
        public fileprivate(set) var ranks: [Int: Int] = [:]
    }

    /// The periods, oldest first.
    public let periods: [Period]
    /// The films, in the order in which the rows name them.
    public private(set) var films: [Film] = []
    /// The indices of the periods that have come, also those without a row.
    public private(set) var begunPeriods: Set<Int> = []
    /// Whether there were more films than the series takes.
    public private(set) var hasTooManyFilms = false
    private let drawnRanks: ClosedRange<Int>
    private let mostFilms: Int
    private var current: Int?
    private var filmsByCode: [String: Int] = [:]
    private let code: Int
    private let title: Int
    private let rank: Int

    /// How many periods the document of that layout has ranks of; nil if it has no ranks over several
    /// periods, or lacks the columns: the film's code, its title and its rank.
    public static func periodCount(_ layout: Layout) -> Int? {
        guard let count = layout.document.periods?.count, count > 1,
            ["movie_code", "title", "rank"].allSatisfy({ layout.index(of: $0) != nil })
        else { return nil }
        return count
    }

    /// Prepares for the rows of a document; nil if it has no ranks over several periods.
    ///
    /// - Parameters:
    ///   - layout: the layout of the document.
    ///   - ranks: the ranks that are taken; rows with others are left out.
    ///   - mostFilms: how many films are taken.
    public init?(_ layout: Layout, ranks: ClosedRange<Int>, mostFilms: Int = .max) {
        guard Self.periodCount(layout) != nil, let periods = layout.document.periods,
            let code = layout.index(of: "movie_code"), let title = layout.index(of: "title"),
            let rank = layout.index(of: "rank")
        else { return nil }
        (self.code, self.title, self.rank) = (code, title, rank)
        (drawnRanks, self.mostFilms) = (ranks, mostFilms)
        self.periods = Array(periods)
    }

    /// Turns to the ranks of `period`.
    public mutating func begin(_ period: Period) {
        current = periods.firstIndex(of: period)
        if let current { begunPeriods.insert(current) }
    }

    /// Takes the rank in a row.
    public mutating func add(_ row: Span<Value>) {
        guard let current, case .text(let film) = row[code], case .integer(let place) = row[rank],
            drawnRanks ~= place
        else { return }
        guard let index = filmsByCode[film] ?? newFilm(film, in: row) else {
            hasTooManyFilms = true
            return
        }
        films[index].ranks[current] = place
    }

    /// The index of a film that had no row before; nil if there are films enough.
    private mutating func newFilm(_ code: String, in row: Span<Value>) -> Int? {
        guard films.count < mostFilms else { return nil }
        let name = if case .text(let text) = row[title], !text.isEmpty { text } else { code }
        filmsByCode[code] = films.count
        films.append(Film(code: code, title: name))
        return films.count - 1
    }

    /// The titles of the films, with the code behind those that several films have.
    public var names: [String] {
        let counts = Dictionary(films.map { ($0.title, 1) }, uniquingKeysWith: +)
        return films.map { film in
            counts[film.title, default: 1] > 1 ? "\(film.title) (\(film.code))" : film.title
        }
    }
}
