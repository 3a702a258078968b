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
        let sorted = (parts ?? []).sorted { $0.from < $1.from }
        let ofParts = sorted.first.flatMap { first in
            sorted.last.map { Periods(from: first, to: $0) }
        }
        var query = ChartQuery(
            periods: periods ?? ofParts ?? self.periods, regions: regions ?? self.regions,
            nation: nation, kind: kind)
        query.source = source
        query.nations = nations
        query.held =
            regions == nil
            ? held
            : held?.compactMapValues { filters in
                let own = filters.filter { $0.region.map(query.regions.contains) ?? false }
                return own.isEmpty ? nil : own
            }
        query.skipped = Set(
            query.periods.filter { period in
                if let parts { return !parts.contains(period) }
                return skipped.contains(period) || !self.periods.covers(period)
            })
        return query
    }

    /// The query that is for the last period and asks for nothing.
    package var askingForNothing: ChartQuery {
        limited(to: Periods(from: periods.last, to: periods.last), parts: [])
    }

    /// Returns the same query for only `editions`, which are all that the source has; for nil, the
    /// query itself.
    ///
    /// It is narrowed to the filters that all of them share, because documents name those.
    package func among(_ editions: [Period: [ChartFilter]]?) -> ChartQuery {
        guard let editions else { return self }
        let filters = Set(editions.filter { periods.covers($0.key) }.values.joined())
        func only<Part: Hashable>(_ part: (ChartFilter) -> Part?) -> Part? {
            let parts = Set(filters.map(part))
            return parts.count == 1 ? parts.first ?? nil : nil
        }
        let own = filters.compactMap(\.region)
        let isOfRegions = regions.isEmpty && own.count == filters.count
        var query = ChartQuery(
            periods: periods,
            regions: isOfRegions ? own.sorted { $0.code < $1.code } : regions,
            nation: nation ?? only(\.nation), kind: kind ?? only(\.kind))
        query.source = source
        query.nations = nations
        query.skipped = skipped
        query.held = editions
        return query
    }
}

extension Query {
    /// Makes the query of a document with the answers to `queries`: of charts, for the periods of
    /// all that ask for any; otherwise the first.
    package init(joining queries: [Query]) {
        let charts: [ChartQuery] =
            queries.count < 2
            ? [] : queries.compactMap { if case .chart(let charts) = $0 { charts } else { nil } }
        let asking = charts.filter(\.asksForAny)
        let wanted = asking.isEmpty ? charts : asking
        guard let any = wanted.first,
            let first = wanted.map(\.periods.first).min(by: { $0.from < $1.from }),
            let last = wanted.map(\.periods.last).max(by: { $0.from < $1.from })
        else {
            self = queries.first ?? .rows
            return
        }
        let held = charts.compactMap(\.held)
        let areHeld = held.count == charts.count
        var joined = ChartQuery(
            periods: Periods(from: first, to: last), regions: areHeld ? [] : any.regions,
            nation: any.nation, kind: any.kind)
        joined.nations = any.nations
        self = .chart(
            areHeld
                ? joined.among(held.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }) : joined)
    }
}
