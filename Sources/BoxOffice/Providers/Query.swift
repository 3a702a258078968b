/// What a user asks a source for.
public enum Query: Hashable, Sendable {
    /// Editions of a chart.
    case chart(ChartQuery)
    /// The runs of films, from the charts.
    ///
    /// The host makes charts of it: no source is asked for it.
    case trend(TrendQuery)
    /// Films that match a search, newest first.
    case movies(MovieSearch)
    /// The details of the films with these codes.
    case movie(codes: [String])
    /// People that match a search.
    case people(PersonSearch)
    /// The details of the people with these codes.
    case person(codes: [String])
    /// Companies that match a search.
    case companies(CompanySearch)
    /// The details of the companies with these codes.
    case company(codes: [String])
    /// The entries of a code table, by its code.
    case codes(table: String)
    /// The rows of the source's own dataset.
    case rows

    /// Whether the figures are from charts.
    package var isOfCharts: Bool {
        switch self {
        case .chart, .trend: true
        default: false
        }
    }

    /// Whether the rows belong to editions of a chart.
    package var isChart: Bool { if case .chart = self { true } else { false } }

    /// The dataset of the answers, unless the source has one of its own.
    public var dataset: Dataset {
        switch self {
        case .chart: ChartEntry.table.dataset
        case .trend(let query): query.dataset
        case .movies: Movie.searchTable.dataset
        case .movie: Movie.detailsTable.dataset
        case .people: Person.searchTable.dataset
        case .person: Person.detailsTable.dataset
        case .companies: Company.searchTable.dataset
        case .company: Company.detailsTable.dataset
        case .codes: Code.table.dataset
        case .rows: Dataset(name: "rows", columns: [])
        }
    }

    /// The columns that are written by default.
    public var defaultColumns: [String] {
        switch self {
        case .chart(let query): query.defaultColumns
        case .trend(let query): query.defaultColumns
        case .movie: Movie.defaultDetails
        default: dataset.columns.map(\.name)
        }
    }
}

/// Every dataset of the model, for lists of columns.
extension Dataset {
    /// The datasets of the answers to queries, in the order of ``Query``, each followed by the
    /// columns that are derived from it.
    public static let all: [Dataset] = [
        ChartEntry.table.dataset, TrendEntry.table.dataset, Movie.searchTable.dataset,
        Movie.detailsTable.dataset,
        Person.searchTable.dataset, Person.detailsTable.dataset, Company.searchTable.dataset,
        Company.detailsTable.dataset, Code.table.dataset, Poster.table.dataset,
    ].map { dataset in
        let derived = DerivedColumn.available(with: dataset.columns, isChart: false).map(
            \.column)
        return dataset.adding(derived)
    }
}
