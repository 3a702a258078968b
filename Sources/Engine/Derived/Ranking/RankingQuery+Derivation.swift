package import BoxOffice

extension RankingQuery: Derivation {
    package static var datasets: [Dataset] { [RankingEntry.table.dataset] }
    package var isDeep: Bool { !nations.isEmpty }

    package func check(_ source: any Source) throws(Fault) {
        try source.holdings.check(charts)
        guard source.dataset(of: .chart(charts)) == ChartEntry.table.dataset else {
            throw .rankingRowsAreItsOwn
        }
        guard source.policy.order == .admissions else {
            throw .notByAdmissions(source.manifest.name)
        }
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<RankingDay>? {
        guard charts.areWhole else { return nil }
        return Reading(
            try RankingDay(
                charts.pages, joined: charts.joined, isNarrowed: nation != nil || kind != nil,
                charts.policy))
    }

    package func sum(from source: any Source) -> RankingFigures {
        RankingFigures(of: self, from: source)
    }
}
