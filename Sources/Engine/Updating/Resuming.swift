package import BoxOffice

extension ChartQuery {
    /// Returns the query for what `bookmarks` do not cover; one that asks for nothing if they cover
    /// everything.
    ///
    /// It begins right after them, wherever this one begins: a run after a week without any leaves
    /// no gap. Regions that are further along than others are requested again; the format leaves
    /// out their rows.
    ///
    /// - Parameters:
    ///   - bookmarks: what the reader of the document has; afterwards, as this run sees it.
    ///   - top: the maximum number of rows sent of each edition; `.max` for all.
    ///   - refreshes: true if the periods of this query are sent again.
    /// - Throws: a ``Fault`` of kind `malformed` if a bookmark names a period that is not final,
    ///   lies before everything that the source has, or belongs to another selection, and of kind
    ///   `usage` if the source does not have the periods after it.
    package func resumed(
        from bookmarks: inout Bookmarks, of source: any Source, top: Int, at now: Instant,
        refreshes: Bool = false
    ) throws(Fault) -> ChartQuery {
        let isDeep = !nations.isEmpty
        // A request for as many rows as an edition has is one for all.
        let most = source.policy.rows.map { $0 * max(1, nations.count) } ?? .max
        let all = editions(of: periods.first).map {
            Bookmarks.Series(of: $0, from: source.nameInKeys)
        }
        let (policy, holdings) = (source.policy, source.holdings)
        let today = policy.territory.today(at: now)
        var beginnings = refreshes && asksForAny ? [periods.first] : []
        for series in all {
            let mark = bookmarks[series]
            if mark != Bookmarks.Mark(), mark.isDeep != isDeep { throw .otherDepth(isDeep) }
            if let known = mark.top, min(known, most) != min(top, most) {
                throw .otherTop(known < most ? known : nil)
            }
            if let last = mark.last {
                guard policy.isFinal(last, on: today) else { throw .bookmarkInFuture(last) }
                guard last.advanced(by: 1).from >= holdings.first else {
                    throw .bookmarkTooEarly(last)
                }
            }
            if let next = mark.next { beginnings.append(next) }
            if mark.last == nil, asksForAny { beginnings.append(periods.first) }
        }
        let first = beginnings.min { $0.from < $1.from }
        // One of several sources may have less than is asked for.
        let newest = try holdings.newest(of: chart, today: today)
        let last = newest.from < periods.last.from ? newest : periods.last
        guard let first, first.from <= last.from else { return askingForNothing }
        try holdings.check(first, today: today, in: policy.territory)
        // Refreshed answers replace those in the archive, so they are always sent.
        if refreshes {
            let earlier = bookmarks.refreshedFrom ?? first
            bookmarks.refreshedFrom = earlier.from < first.from ? earlier : first
        }
        return limited(parts: Set(Periods(from: first, to: last)))
    }
}

extension Fault {
    /// - Parameter isDeep: true if this run uses `--deep`.
    fileprivate static func otherDepth(_ isDeep: Bool) -> Fault {
        Fault(
            .malformed,
            isDeep
                ? Message("state-without-deep", "the state is of runs without --deep")
                : Message("state-of-deep", "the state is of runs with --deep"),
            hint: Message(
                "state-of-other-deep.hint", "use --deep as before, or another state file"))
    }

    fileprivate static func bookmarkInFuture(_ period: Period) -> Fault {
        Fault(
            .malformed, "bookmark-in-future",
            "the state says that the figures of \(period) are final, which they are not yet")
    }

    fileprivate static func bookmarkTooEarly(_ period: Period) -> Fault {
        Fault(
            .malformed, "bookmark-too-early",
            "the state ends with \(period), before the first figures of the source")
    }

    /// - Parameter top: the number in the state; nil for all rows.
    fileprivate static func otherTop(_ top: Int?) -> Fault {
        Fault(
            .malformed,
            top.map { Message("state-of-other-top", "the state is of runs with --top \($0)") }
                ?? Message("state-without-top", "the state is of runs without --top"),
            hint: Message("state-of-other-top.hint", "use the same --top, or another state file"))
    }
}
