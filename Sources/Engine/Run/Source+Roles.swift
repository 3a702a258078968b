package import BoxOffice

extension Source {
    /// Refuses a query that needs another role than the source's.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(_ query: Query) throws(Fault) {
        switch query {
        case .chart(let query): try holdings.check(query)
        case .trend:
            guard self is any Register || ChartedFilms(of: self) != nil else {
                throw .noTitles(holdings)
            }
        case .rows:
            guard ownDataset != nil else { throw .noRows(manifest.name) }
        case .movies, .movie, .people, .person, .companies, .company, .codes:
            guard self is any Register else { throw .onlyCharts(holdings) }
        }
    }
}

extension Fault {
    fileprivate static func noTitles(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "no-register",
            "\(holdings.wording) has no register in which films could be looked up",
            hint: "ask another source")
    }

    fileprivate static func onlyCharts(_ holdings: Holdings) -> Fault {
        Fault(
            .usage, "only-charts", "\(holdings.wording) holds nothing but charts",
            hint: "ask another source")
    }

    fileprivate static func noRows(_ source: String) -> Fault {
        Fault(
            .usage, "no-rows", "the source \(source) has no dataset of its own",
            hint: "'bo-export plugins' shows what the sources give")
    }
}
