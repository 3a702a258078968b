/// Which periods of an existing document need not be asked for, because it has their final records.
public struct Settlement {
    /// The periods whose records were asked for when the figures no longer changed, or a moment ago.
    public private(set) var settled: Set<Period> = []
    /// The periods whose records may be older than they look, and whose final answer the archive
    /// has: they are written anew from it, which costs no call.
    public private(set) var rewritten: Set<Period> = []

    private let document: ExistingDocument
    private let now: Instant
    private let writtenAt: Instant
    private let policy: ChartPolicy
    private let kept: (ChartEdition) -> Answer?

    /// Finds out what is settled.
    ///
    /// If the records do not tell when they were asked for, the time of the document counts. A copy,
    /// a restored backup or a checkout makes that later than the records are, so it is not believed
    /// if the archive knows better, nor for what became final in the last month.
    ///
    /// - Parameters:
    ///   - document: the document that is there.
    ///   - now: the time.
    ///   - top: how many records of an edition are wanted at most.
    ///   - writtenAt: when the document was written.
    ///   - policy: what is known of the source's charts.
    ///   - kept: what the archive has of an edition, however old.
    public init(
        of document: ExistingDocument, now: Instant, top: Int, writtenAt: Instant,
        policy: ChartPolicy, kept: @escaping (ChartEdition) -> Answer?
    ) {
        self.document = document
        self.now = now
        self.writtenAt = writtenAt
        self.policy = policy
        self.kept = kept
        for segment in document.segments where document.isWhole(segment, top: top, policy) {
            if let askedAt = segment.askedAt {
                if isSettled(segment.period, askedAt) { settled.insert(segment.period) }
            } else {
                settle(segment.period)
            }
        }
    }

    /// Whether records of `period` that were asked for at `askedAt` are settled.
    private func isSettled(_ period: Period, _ askedAt: Instant) -> Bool {
        // What comes from the future was dated by a clock that was wrong.
        guard askedAt <= now else { return false }
        if now.secondsSince1970 - askedAt.secondsSince1970 < Self.secondsOfRest { return true }
        guard isFinal(period, on: askedAt) else { return false }
        // The very answer they are from may have come while the clocks disagreed. The archive is not
        // read for every day of twenty years: no machine's clock stays wrong for months.
        guard period.to.distance(to: now.dayInSeoul) < Self.daysOfUncertainClocks else {
            return true
        }
        return !document.query.editions(of: period).contains { edition in
            kept(edition).map { $0.isDateUncertain && $0.fetchedAt == askedAt } ?? false
        }
    }

    /// Settles `period`, whose records do not tell when they were asked for.
    private mutating func settle(_ period: Period) {
        let answers = document.query.editions(of: period).map(kept)
        let known = answers.compactMap(\.self)
        let areFinal = known.allSatisfy { answer in
            answer.fetchedAt <= now && !answer.isDateUncertain
                && isFinal(period, on: answer.fetchedAt)
        }
        let isWhole = known.count == answers.count
        if !areFinal {
            // They are provisional; but what was asked for a moment ago is not asked for again.
            guard isWhole, let oldest = known.map(\.fetchedAt).min() else { return }
            let age = now.secondsSince1970 - min(oldest, writtenAt).secondsSince1970
            if (0..<Self.secondsOfRest).contains(age) { settled.insert(period) }
        } else if isWhole, isInDoubt(period) {
            rewritten.insert(period)
        } else if isWhole
            || (writtenAt <= now && !isYoung(period, days: Self.daysOfDoubt)
                && isFinal(period, on: writtenAt))
        {
            settled.insert(period)
        }
    }

    /// Whether the figures of `period` no longer changed at `moment`.
    private func isFinal(_ period: Period, on moment: Instant) -> Bool {
        policy.isFinal(period, on: moment.dayInSeoul)
    }

    /// Whether the figures of `period` became final less than so many days ago, or are not yet.
    private func isYoung(_ period: Period, days: Int) -> Bool {
        !policy.isFinal(period, on: now.dayInSeoul.advanced(by: -days))
    }

    /// Whether records of `period` may be older than the document looks, so that they are written
    /// anew if that costs no call.
    ///
    /// Either they became final in the last year, or they are the last of the document: then they
    /// may have been provisional when it was written, however long ago that was.
    private func isInDoubt(_ period: Period) -> Bool {
        guard writtenAt <= now, isFinal(period, on: writtenAt), let last = document.segments.last
        else { return true }
        return isYoung(period, days: 400)
            || period.to.distance(to: last.period.to) < policy.finalAfter
    }

    /// Days that became final so many days ago or less must be in the archive, or are asked for.
    private static let daysOfDoubt = 31
    /// For so many days the archive is asked whether a clock was wrong.
    private static let daysOfUncertainClocks = 100
    /// What was asked for less than an hour ago is not asked for again.
    private static let secondsOfRest = 3600
}
