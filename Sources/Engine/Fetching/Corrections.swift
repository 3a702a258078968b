package import BoxOffice

/// What an archive remembers of a chart whose answer was replaced by another one.
package struct Correction: Hashable, Sendable {
    /// The number: greater than those of all corrections that were remembered before; 0 if no final
    /// answer was replaced.
    package let number: Int
    /// The period of the chart.
    package let period: Period
    /// The films of all earlier answers by their codes, each with its best place, from 0.
    package let films: [String: Int]

    package init(number: Int, period: Period, films: [String: Int]) {
        (self.number, self.period, self.films) = (number, period, films)
    }

    /// True if readers may have passed over the period before its correction.
    package var isOfFinal: Bool { number > 0 }
}

/// What an archive is to remember of an answer that another one replaces: its films by their codes,
/// each with its place, from 0 (of an answer that was not final, those that are gone or stand further
/// back in the new one), and whether it may have been delivered as final.
package typealias ReplacedAnswer = (films: [String: Int], isOfFinal: Bool)

/// The corrections that an archive remembers, the last one of each request.
package struct Corrections: Sendable {
    /// The last correction.
    package let last: Bookmarks.CorrectionMark
    /// The number before which some were lost, because they could not be read; 0 if none were.
    package let lost: Int
    /// The fault of corrections that cannot be read now.
    package let fault: Fault?
    private let byRequest: [String: Correction]

    /// Makes the list of corrections by the names of their requests (``Recording/request``), whose
    /// numbers `archive` gave.
    package init(
        _ byRequest: [String: Correction] = [:], of archive: String = "", lost: Int = 0,
        fault: Fault? = nil
    ) {
        self.byRequest = byRequest
        self.lost = lost
        self.fault = fault
        last = Bookmarks.CorrectionMark(
            max(lost, byRequest.values.map(\.number).max() ?? 0), of: archive)
    }

    /// The number of corrections of final charts.
    package var count: Int { byRequest.values.count(where: \.isOfFinal) }

    /// The correction of the answer to `request`; nil if there is none.
    package subscript(request: Request) -> Correction? {
        byRequest.isEmpty ? nil : byRequest[request.nameInRecordings]
    }

    /// Returns the periods of `chart` with corrections of final answers, oldest first.
    fileprivate func periods(of chart: Chart) -> [Period] {
        Set(byRequest.values.lazy.filter(\.isOfFinal).map(\.period).filter { $0.chart == chart })
            .sorted { $0.from < $1.from }
    }
}

extension ChartQuery {
    /// Returns the query with the final editions that were corrected since the reader had them;
    /// afterwards `bookmarks` name them.
    ///
    /// The archive answers them. Where its answer is lost or in doubt, the service is asked, or, if
    /// that may not be, the reader gets the corrections in another run.
    package func adding(
        _ corrections: Corrections, to bookmarks: inout Bookmarks, of source: any Source,
        in kept: KeptAnswers, mayAsk: Bool
    ) -> ChartQuery {
        guard held == nil else { return self }
        let asked = Set(askedPeriods)
        var query = self
        for period in corrections.periods(of: chart) {
            let own = limited(parts: [period])
            let requests = own.allEditions(of: period).compactMap(source.request)
            for edition in own.editions(of: period) {
                let series = Bookmarks.Series(of: edition, from: source.nameInKeys)
                let mark = bookmarks[series]
                let known = mark.corrections.number(in: corrections.last.archive)
                let own = requests.filter {
                    $0.subject.edition?.filter.region == edition.filter.region
                }
                guard let last = mark.last, period.from <= last.from,
                    own.contains(where: { corrections[$0]?.number ?? 0 > known })
                else { continue }
                bookmarks.corrected[series, default: []].insert(period)
                let isKept = { (request: Request) in
                    (try? kept.usableAnswer(to: request, from: source)) != nil
                }
                if !asked.contains(period), mayAsk || own.allSatisfy(isKept) {
                    query.corrected[period, default: []].insert(edition.filter)
                }
            }
        }
        return query.corrected.isEmpty
            ? self : query.limited(parts: asked.union(query.corrected.keys))
    }
}
