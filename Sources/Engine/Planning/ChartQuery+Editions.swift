package import BoxOffice

/// The choice among the editions of a query.
extension ChartQuery {
    /// Returns the query for only some of its editions; nil limits nothing.
    ///
    /// - Parameters:
    ///   - periods: the periods that the query is about then. Those that it did not ask for stay
    ///     so.
    ///   - regions: the regions, as the source names them.
    ///   - parts: the only periods that are asked for, which may lie outside of its own.
    package func limited(
        to periods: Periods? = nil, regions: [Region]? = nil, parts: Set<Period>? = nil
    ) -> ChartQuery {
        var query = self
        query.periods = periods ?? Periods(spanning: parts ?? []) ?? self.periods
        if let regions {
            query.regions = regions
            query.held = held?.compactMapValues { filters in
                let own = filters.filter { $0.region.map(regions.contains) ?? false }
                return own.isEmpty ? nil : own
            }
        }
        query.skipped = Set(
            query.periods.filter { period in
                if let parts { return !parts.contains(period) }
                return skipped.contains(period) || !self.periods.covers(period)
            })
        return query
    }

    /// Makes the query for each of `periods`, which may come in any order; nil if there are none.
    init?(ofEach periods: some Sequence<Period>) {
        let asked = Set(periods)
        guard let all = Periods(spanning: asked) else { return nil }
        self.init(periods: all)
        skipped = Set(all).subtracting(asked)
    }

    /// The query that is for the last period and asks for nothing.
    package var askingForNothing: ChartQuery {
        limited(to: Periods(from: periods.last, to: periods.last), parts: [])
    }

    /// Returns the same query for only `editions`, which are all that the source has; for nil, the
    /// query itself.
    ///
    /// It has the filters that all of them share, because documents name those.
    package func among(_ editions: [Period: [ChartFilter]]?) -> ChartQuery {
        guard let editions else { return self }
        let filters = Set(editions.filter { periods.covers($0.key) }.values.joined())
        func only<Part: Hashable>(_ part: (ChartFilter) -> Part?) -> Part? {
            let parts = Set(filters.map(part))
            return parts.count == 1 ? parts.first ?? nil : nil
        }
        let own = filters.compactMap(\.region)
        var query = self
        if regions.isEmpty, own.count == filters.count {
            query.regions = Array(Set(own)).sorted { $0.code < $1.code }
        }
        query.nation = nation ?? only(\.nation)
        query.kind = kind ?? only(\.kind)
        query.held = editions
        return query
    }
}

extension Query {
    /// Makes the query of a document with the answers to `queries`: of charts, for the periods of
    /// all that ask for any; otherwise the first.
    package init(joining queries: [Query]) {
        let charts = queries.count < 2 ? [] : queries.compactMap(\.charts)
        let asking = charts.filter(\.asksForAny)
        let wanted = asking.isEmpty ? charts : asking
        guard let any = wanted.first,
            let periods = Periods(spanning: wanted.flatMap { [$0.periods.first, $0.periods.last] })
        else {
            self = queries.first ?? .rows
            return
        }
        let held = charts.compactMap(\.held)
        let areHeld = held.count == charts.count
        var joined = ChartQuery(
            periods: periods, regions: areHeld ? [] : any.regions, nation: any.nation,
            kind: any.kind)
        joined.nations = any.nations
        self = .chart(
            areHeld
                ? joined.among(held.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }) : joined)
    }
}
