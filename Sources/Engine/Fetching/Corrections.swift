package import BoxOffice

/// What an archive remembers of a final chart whose answer was replaced by another one.
package struct Correction: Hashable, Sendable {
    /// The number: greater than those of all corrections that were remembered before.
    package let number: Int
    /// The period of the chart.
    package let period: Period
    /// The films of all earlier answers by their codes, each with its best place, from 0.
    package let films: [String: Int]

    /// Makes a correction.
    package init(number: Int, period: Period, films: [String: Int]) {
        (self.number, self.period, self.films) = (number, period, films)
    }
}

/// The corrections that an archive remembers, the last one of each request.
package struct Corrections: Sendable {
    /// The number of the last correction; 0 if there is none.
    package let last: Int
    /// The fault of corrections that could not be read.
    package let fault: Fault?
    private let ofRequests: [String: Correction]

    /// Makes the list of corrections by the names of their requests (``Recording/request``).
    package init(_ ofRequests: [String: Correction] = [:], fault: Fault? = nil) {
        self.ofRequests = ofRequests
        self.fault = fault
        last = ofRequests.values.map(\.number).max() ?? 0
    }

    /// The correction of the answer to `request`; nil if there is none.
    package subscript(request: Request) -> Correction? {
        ofRequests.isEmpty ? nil : ofRequests["\(request.service) \(request.target)"]
    }

    /// Returns the periods of `chart` with corrections, oldest first.
    fileprivate func periods(of chart: Chart) -> [Period] {
        Set(ofRequests.values.lazy.map(\.period).filter { $0.chart == chart })
            .sorted { $0.from < $1.from }
    }
}

extension ChartQuery {
    /// Returns the query with the final editions that were corrected since the reader had them,
    /// which the archive answers; afterwards `bookmarks` name them.
    ///
    /// An edition whose answer is missing or may be short is left out. It is remembered with a new
    /// number as soon as there is a final answer again.
    package func adding(
        _ corrections: Corrections, to bookmarks: inout Bookmarks, of source: any Source,
        in kept: KeptAnswers
    ) -> ChartQuery {
        guard held == nil else { return self }
        let asked = Set(askedPeriods)
        var query = self
        for period in corrections.periods(of: chart) {
            let own = limited(parts: [period])
            let requests = ([own] + nations.map(own.narrowed)).flatMap {
                source.requests(for: .chart($0))
            }
            for edition in own.editions(of: period) {
                let series = Bookmarks.Series(of: edition, from: source.nameInKeys)
                let mark = bookmarks[series]
                let own = requests.filter {
                    $0.subject.edition?.filter.region == edition.filter.region
                }
                guard let last = mark.last, period.from <= last.from,
                    own.contains(where: { corrections[$0]?.number ?? 0 > mark.corrections })
                else { continue }
                if !asked.contains(period) {
                    guard own.allSatisfy({ kept.hasFinalAnswer(to: $0, from: source) }) else {
                        continue
                    }
                    query.corrected[period, default: []].insert(edition.filter)
                }
                bookmarks.corrected[series, default: []].insert(period)
            }
        }
        return query.corrected.isEmpty
            ? self : query.limited(parts: asked.union(query.corrected.keys))
    }
}
