internal import BoxOffice

/// The figures of one day for a ranking: the films on its charts, and the most admissions that any
/// other film can have.
struct RankingDay: Sendable {
    /// A film, with the charts that it is on.
    struct Film: Sendable {
        /// The film's line.
        let entry: ChartEntry
        /// The charts of nations that it is on, a bit each; one bit if a single chart is read.
        let charts: Int
    }

    /// The films whose admissions, of the day and in total, are known.
    let films: [Film]
    /// The most admissions of a film that is not on the chart, for each chart that bounds films:
    /// those of the nations, or the only one; nil where nothing bounds them.
    let caps: [Int?]
    /// The time of the oldest answer.
    let fetchedAt: Instant?

    /// Reads the charts of a day.
    ///
    /// - Parameters:
    ///   - pages: the chart, or that of all films and then those of the nations.
    ///   - joined: the same charts as one.
    ///   - isNarrowed: true if a single chart counts only some films, so that it may be short.
    ///   - policy: what the source says about its charts.
    /// - Throws: a ``Fault`` of kind `usage` if the rows are not those of a common chart, or have
    ///   no admissions, and of kind `malformed` if they are not in their order.
    init(
        _ pages: [Page], joined: Page, isNarrowed: Bool, _ policy: ChartPolicy
    ) throws(Fault) {
        let entries = joined.records(ChartEntry.self)
        guard entries.count == joined.count else { throw .rankingRowsAreItsOwn }
        let known = entries.filter {
            $0.audienceCount != nil && $0.audienceTotal != nil
                && ($0.salesAmount != nil && $0.salesTotal != nil || !policy.givesAllFigures)
        }
        if known.isEmpty, !entries.isEmpty, !policy.givesAllFigures { throw .noAdmissions }
        if let fault = joined.disorder { throw fault }
        let nations = pages.dropFirst()
        let charts = nations.isEmpty ? pages[...] : nations
        let codes = charts.map { Set($0.records(ChartEntry.self).map(\.movieCode)) }
        films = known.map { entry in
            let bits = codes.indices.reduce(0) {
                codes[$1].contains(entry.movieCode) ? $0 | 1 << $1 : $0
            }
            return Film(entry: entry, charts: bits == 0 ? 1 << codes.count - 1 : bits)
        }
        let isShort = !isNarrowed && pages.first.map { $0.isShort(policy) } ?? true
        caps = charts.map { page in
            // The films of an empty chart of a nation are below those of the chart of all films.
            isShort ? nil : (page.isEmpty ? pages.first ?? page : page).cap(policy)
        }
        fetchedAt = joined.fetchedAt
    }
}

extension Page {
    /// Returns the most admissions of a film that is not on the chart, those of its last row; nil if
    /// that is not known.
    fileprivate func cap(_ policy: ChartPolicy) -> Int? {
        let entries = records(ChartEntry.self)
        let lacksFigures =
            policy.givesAllFigures && rowsWithoutFigures > 0
            || entries.contains { $0.audienceCount == nil || $0.audienceTotal == nil }
        return missingRows.isEmpty && !lacksFigures ? entries.last?.audienceCount : nil
    }
}

extension Fault {
    static let rankingRowsAreItsOwn = Fault(
        .usage, "ranking-rows-are-its-own",
        "the charts of this source have columns of its own, so that films cannot be ranked by them",
        hint: "ask another source")

    fileprivate static let noAdmissions = Fault(
        .usage, "ranking-without-admissions",
        "the charts of this source have no admissions of the day and in all, by which films are ranked",
        hint: "ask another source")
}
