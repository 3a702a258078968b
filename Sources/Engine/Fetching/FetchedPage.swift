package import BoxOffice

/// A request of an export, with the requests that go with it.
struct PlannedRequest: Sendable {
    /// The index of the source plan that it belongs to.
    let sourcePlan: Int
    /// The request to the source.
    let request: Request
    /// The requests for the charts of nations that are read together with it.
    var companions: [Request] = []
    /// The same requests to the source of the second reading; empty without a cross-check.
    var secondRequests: [Request] = []
    /// The fault with which it was already answered, ahead of its turn; nil if it was not.
    var fault: Fault?

    /// The first day of the requested period; nil if the request is not for a chart.
    fileprivate var firstDay: Day? { request.subject.edition?.period.from }
}

extension Plan {
    /// Returns a function that gives all requests known from the start, one at a time: by period,
    /// and within a period in the order of the sources.
    func plannedRequests() -> () -> PlannedRequest? {
        let asked = sourcePlans.enumerated().filter { $1.hasRequests }
        let streams = asked.map { $1.plannedRequests(as: $0) }
        var waiting = streams.map { $0() }
        return {
            // A source without requests left comes last.
            let days = waiting.map { $0.map { $0.firstDay?.daysSince1970 ?? 0 } ?? .max }
            let next = days.min().flatMap(days.firstIndex(of:))
            guard let next, let request = waiting[next] else { return nil }
            waiting[next] = streams[next]()
            return request
        }
    }
}

extension SourcePlan {
    /// Returns a function that gives the requests known from the start, one at a time.
    fileprivate func plannedRequests(as index: Int) -> () -> PlannedRequest? {
        let requests = requests(to: source)
        let secondRequests = secondReading.map { self.requests(to: $0) }
        return {
            guard let all = requests.next(), let request = all.first else { return nil }
            return PlannedRequest(
                sourcePlan: index, request: request, companions: Array(all.dropFirst()),
                secondRequests: secondRequests?.next() ?? [])
        }
    }

    /// Returns the requests to `source`, the source plan's own or the second reading's, that are known
    /// from the start: those that go together in one element, the chart of all films before those
    /// of nations, until one of the charts has no more.
    package func requests(to source: any Source) -> AnyIterator<[Request]> {
        let charts = query.charts
        let companions = charts?.nations.compactMap { charts?.filtered(to: $0) } ?? []
        let queries = [query] + companions.map(Query.chart)
        let requests = queries.map { source.requests(for: $0).makeIterator() }
        return AnyIterator {
            let next = requests.compactMap { $0.next() }
            return next.count == requests.count ? next : nil
        }
    }
}

/// The page that answers a request of an export, on its way into a document.
struct FetchedPage: Sendable {
    /// The index of the source plan that it answers.
    let sourcePlan: Int
    /// The subject of the request.
    let subject: Subject
    /// The page; without records if there is a fault.
    var page: Page
    /// The reason why there is no page, if the run goes on without it.
    var fault: Fault?
    /// The request for the next page, or nil.
    let next: PlannedRequest?
    /// What the derivation read from the charts, if rows are made from them.
    var reading: Reading<any Sendable>?
    /// The rows as they stand in the document, if they were written where the page was read.
    var written: (bytes: [UInt8], count: Int)?

    /// The edition that the rows belong to; nil if they are not from a chart.
    var edition: ChartEdition? { subject.edition }

    /// Writes the rows, if they look the same anywhere in the document.
    ///
    /// Only bytes then go from one processor to another, a fraction of the size of the records. The
    /// page must not depend on other pages, nor be so long that its rows should be passed on one by
    /// one.
    mutating func write(
        by writer: any RowWriter, _ plan: Plan, _ cells: inout [Value]
    ) throws(Fault) {
        guard plan.limit == .max, page.standsAlone, page.count <= 1000 else { return }
        var buffer = ByteBuffer(room: 256 * page.count)
        var count = 0
        var seen: Set<String> = []
        let columns = plan.sourcePlans[sourcePlan].places
        try page.forEachRow(
            columns: columns, inEnglish: plan.englishMarkers, limit: plan.top, seen: &seen,
            by: &cells
        ) { _, row throws(Fault) in
            try writer.write(row, into: &buffer)
            count += 1
        }
        written = (buffer.taken(), count)
        page.dropRecords()
    }

    /// Returns the fault for rows or figures that are missing inside the answer; nil if none are.
    func shortage(of plan: Plan) -> Fault? {
        // Rows that are not wanted are not missed.
        let top = plan.charts == nil ? .max : plan.top
        var fault = page.note
        // That older rows stay says more than that they have a gap.
        if fault?.code != "fuller-rows-kept", !page.missingRows.isEmpty, !page.state.isConfirmed {
            let wanted = page.missingRows.filter { $0.lowerBound <= top }.map {
                $0.lowerBound...min($0.upperBound, top)
            }
            fault = wanted.isEmpty ? nil : Fault.missing(rows: wanted)
        }
        return fault.map { about($0, of: plan) }
    }

    /// Returns `fault` with what the page is about.
    func about(_ fault: Fault, of plan: Plan) -> Fault {
        let source = plan.sourcePlans[sourcePlan].source.manifest.name
        return fault.about(
            plan.wording(of: subject, sourcePlan), subject.scope(of: source, areFilms: false))
    }
}
