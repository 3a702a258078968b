/// The figures of films over the days or weeks of their runs, taken from the rows of a document.
///
/// Formats draw them as lines that are broken where a figure is missing.
public struct TrendSeries: Sendable {
    /// The figures of one film.
    public struct Film: Sendable {
        /// The title, with the code behind it where several films have it.
        public let name: String
        /// The figures by day or week of the run, from 1 up.
        public fileprivate(set) var values: [Int: Value] = [:]
    }

    /// Where the figures are in a row.
    private enum Source: Sendable {
        /// A row a film and day: the indices of the film's code and of the figure.
        case rows(code: Int, figure: Int)
        /// A column a film: their indices.
        case columns([Int])
    }

    /// What the figures are.
    public let column: Column
    /// What they are drawn over, as documents call it: `개봉일차`, `일차`.
    public let number: Column
    /// The chart they are from: the daily or the weekly one.
    public let chart: Chart
    /// The films, in the order of the document.
    public private(set) var films: [Film]
    /// The last day, or week, that the document has a row of.
    public private(set) var last = 0
    private let day: Int
    /// How many of the numbers in ``day`` make a week, if they are days; otherwise 1.
    private let daysPerNumber: Int
    private let source: Source
    private let filmsByCode: [String: Int]

    /// Prepares for the rows of a document of runs; nil if it is none, or lacks the columns: the day
    /// of release, or of the run, and, with a row a film, the film's code and its admissions.
    public init?(_ layout: Layout) {
        guard let query = layout.document.trend else { return nil }
        let headers = query.pivotTable.dataset.columns
        guard let day = layout.index(of: query.number.name) else { return nil }
        self.day = day
        let isDayOfWeek = query.number == .releaseDay && query.chart != .daily
        daysPerNumber = isDayOfWeek ? 7 : 1
        number = isDayOfWeek ? Column("release_week", "개봉주차", .integer) : query.number
        films = headers.dropFirst().map { Film(name: $0.name) }
        chart = query.chart
        filmsByCode = Dictionary(
            zip(query.films.map(\.code), query.films.indices), uniquingKeysWith: { $1 })
        if let pivot = query.pivot {
            let columns = headers.dropFirst().compactMap { layout.index(of: $0.name) }
            guard columns.count == films.count else { return nil }
            (column, source) = (pivot, .columns(columns))
        } else {
            guard let code = layout.index(of: "movie_code"),
                let index = layout.index(of: Self.usualFigure)
            else { return nil }
            column = (layout.columns + layout.unwritten)[index]
            source = .rows(code: code, figure: index)
        }
    }

    /// Whether the numbers count from the opening of each film.
    public var isOfRelease: Bool { number != .ofRun(chart) }

    /// Takes the figures of a row.
    public mutating func add(_ row: Span<Value>) {
        guard case .integer(let day) = row[day], day > 0 else { return }
        switch source {
        case .columns(let columns):
            last = max(last, day)
            for (film, column) in columns.enumerated() where row[column] != .missing {
                films[film].values[day] = row[column]
            }
        case .rows(let code, let figure):
            // A week has the day of release of its last day.
            let number = (day + daysPerNumber - 1) / daysPerNumber
            last = max(last, number)
            guard case .text(let code) = row[code], let film = filmsByCode[code],
                row[figure] != .missing
            else { return }
            films[film].values[number] = row[figure]
        }
    }

    /// Which columns a document with a row a film and day needs.
    public static func needs(for query: TrendQuery) -> Message {
        Message(
            "chart-needs-runs",
            "\(query.number.name), movie_code or audience_count is not among the columns")
    }

    /// What is drawn of documents that have several figures.
    private static let usualFigure = "audience_count"
}
