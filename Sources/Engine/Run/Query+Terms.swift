internal import BoxOffice

extension Query {
    /// What rows are selected by, besides what ``DocumentDescription`` has for charts.
    var terms: [DocumentDescription.Term] {
        let terms: [(String, String?)] =
            switch self {
            case .chart, .rows: []
            case .trend(let query):
                [
                    ("films", query.films.map(\.description).joined(separator: ", ")),
                    ("pivot", query.pivot?.name),
                ]
            case .movies(let search):
                [
                    ("title", search.title), ("director", search.director),
                    ("opened", search.opened.map(Self.years)),
                    ("produced", search.produced.map(Self.years)),
                ]
            case .people(let search): [("name", search.name), ("film", search.film)]
            case .companies(let search): [("name", search.name), ("ceo", search.ceo)]
            case .movie(let codes), .person(let codes), .company(let codes):
                [("codes", codes.joined(separator: ", "))]
            case .codes(let table): [("table", table)]
            }
        return terms.compactMap { name, value in
            value.map { DocumentDescription.Term(name, $0) }
        }
    }

    private static func years(_ years: ClosedRange<Int>) -> String {
        years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)..\(years.upperBound)"
    }
}
