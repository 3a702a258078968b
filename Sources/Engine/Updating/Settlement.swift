package import BoxOffice

/// The periods of an existing document that need no request, because it has their final records.
package struct Settlement {
    /// The periods whose records were requested after the figures became final, or a moment ago.
    package private(set) var settled: Set<Period> = []
    /// The periods whose records may be older than they look, and whose final answers are in the
    /// archive.
    ///
    /// They are written again from the archive, which costs no call.
    package private(set) var rewritten: Set<Period> = []

    /// The periods whose records may still change, or became final less than a month ago and were not
    /// requested since, or were provisional when they were written, however long ago: they are
    /// requested again, also where a run asks for other periods.
    package var open: [Period] {
        document.segments.filter { segment in
            guard !settled.contains(segment.period) else { return false }
            let moment = segment.askedAt ?? writtenAt
            // A file may also have a time before its periods, such as one that an archiver made up.
            let wasProvisional =
                segment.period.to < moment.dayInSeoul && !isFinal(segment.period, on: moment)
            return wasProvisional || isYoung(segment.period, days: Self.daysOfDoubt)
        }.map(\.period)
    }

    private let document: ExistingDocument
    private let now: Instant
    private let writtenAt: Instant
    private let policy: ChartPolicy
    private let kept: (ChartEdition) -> Answer?

    /// Determines what is settled.
    ///
    /// If the records do not contain the time of their request, the time of the document counts. A
    /// copy, a restored backup or a checkout has a later time than its records. The time is
    /// therefore not trusted if the archive knows better, nor for figures that became final in the
    /// last month.
    ///
    /// - Parameters:
    ///   - document: the existing document.
    ///   - now: the current time.
    ///   - top: how many records of an edition are wanted at most.
    ///   - writtenAt: when the document was written.
    ///   - policy: what is known about the source's charts.
    ///   - kept: the archive's answer for an edition, however old.
    package init(
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

    /// Whether records of `period` that were requested at `askedAt` are settled.
    private func isSettled(_ period: Period, _ askedAt: Instant) -> Bool {
        // A time in the future comes from a wrong clock.
        guard askedAt <= now else { return false }
        let isFresh = now.secondsSince1970 - askedAt.secondsSince1970 < Self.secondsOfRest
        guard isFresh || isFinal(period, on: askedAt) else { return false }
        // The very answer they come from may have arrived while the clocks disagreed, or may lack
        // rows. A chart shows that itself, the run of a film does not. The archive is not read for
        // every day of twenty years of charts, because no machine's clock stays wrong for months.
        guard document.isRun || period.to.distance(to: now.dayInSeoul) < Self.daysOfUncertainClocks
        else { return true }
        return !document.query.editions(of: period).compactMap(kept).contains { answer in
            answer.isInDoubt
                || (!isFresh && answer.isDateUncertain && answer.fetchedAt == askedAt)
        }
    }

    /// Settles `period`, whose records do not contain the time of their request.
    private mutating func settle(_ period: Period) {
        let answers = document.query.editions(of: period).map(kept)
        let known = answers.compactMap(\.self)
        let areFinal = known.allSatisfy { answer in
            answer.fetchedAt <= now && !answer.isDateUncertain && !answer.isInDoubt
                && isFinal(period, on: answer.fetchedAt)
        }
        let isWhole = known.count == answers.count
        if !areFinal {
            // They are provisional, but what was requested a moment ago is not requested again.
            guard isWhole, let oldest = known.map(\.fetchedAt).min() else { return }
            if known.contains(where: \.isInDoubt) { return }
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

    /// Whether the figures of `period` were final at `moment`.
    private func isFinal(_ period: Period, on moment: Instant) -> Bool {
        policy.isFinal(period, on: moment.dayInSeoul)
    }

    /// Whether the figures of `period` became final less than `days` days ago, or are not final
    /// yet.
    private func isYoung(_ period: Period, days: Int) -> Bool {
        !policy.isFinal(period, on: now.dayInSeoul.advanced(by: -days))
    }

    /// Whether records of `period` may be older than the document looks.
    ///
    /// They are then written again if that costs no call. Either they became final in the last
    /// year, or they are the last of the document: then they may have been provisional when it was
    /// written, however long ago that was.
    private func isInDoubt(_ period: Period) -> Bool {
        guard writtenAt <= now, isFinal(period, on: writtenAt), let last = document.segments.last
        else { return true }
        return isYoung(period, days: 400)
            || period.to.distance(to: last.period.to) < policy.finalAfter
    }

    /// Periods that became final at most this many days ago must be in the archive, or are
    /// requested.
    private static let daysOfDoubt = 31
    /// For this many days, the archive is checked for answers that came while the clocks disagreed.
    private static let daysOfUncertainClocks = 100
    /// What was requested less than an hour ago is not requested again.
    private static let secondsOfRest = 3600
}
