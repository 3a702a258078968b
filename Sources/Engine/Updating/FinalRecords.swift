package import BoxOffice

/// The rules for which parts of an existing document need no request, because it has their final
/// records; they apply to the parts from one source.
///
/// If the records contain neither the time of their request nor whether they are final, the time of
/// the document counts. A copy, a restored backup or a checkout has a later time than its records. The
/// time is therefore not trusted if the archive knows better, nor for figures that became final in the
/// last month.
package struct FinalRecords {
    private let document: ExistingDocument
    private let now: Instant
    /// The time when the document was written.
    private let writtenAt: Instant
    /// The name of the source, as parts of the document have it.
    private let source: String
    private let policy: ChartPolicy
    /// False if only the archive may answer.
    private let mayAsk: Bool
    /// The function that returns the archive's answer for an edition, however old.
    private let kept: (ChartEdition) -> Answer?

    /// Prepares the decision about the parts of one source.
    package init(
        of document: ExistingDocument, now: Instant, writtenAt: Instant, source: String = "",
        policy: ChartPolicy, mayAsk: Bool = true, kept: @escaping (ChartEdition) -> Answer?
    ) {
        self.document = document
        self.now = now
        self.writtenAt = writtenAt
        self.source = source
        self.policy = policy
        self.mayAsk = mayAsk
        self.kept = kept
    }

    /// Returns the parts that `plan` asks for and that are still to be requested, and the other
    /// open parts of the document: no figure may stay provisional only because a run asks for
    /// yesterday alone.
    ///
    /// - Parameter rewrites: true if parts that only need to be written again from the archive
    ///   count.
    package func remaining(
        of plan: Plan, rewrites: Bool = true
    ) -> (asked: [DocumentPart], others: [DocumentPart]) {
        let asked = plan.parts.filter { $0.source == source }
        let wanted = Set(asked)
        let others = document.parts.filter {
            $0.about.source == source && !wanted.contains($0.about)
        }
        return (
            asked.filter { !isSettled($0, rewrites: rewrites) },
            others.filter { isOpen($0) && !isSettled($0.about, rewrites: rewrites) }.map(\.about)
        )
    }

    /// Returns true if the records of `part` may still change, became final less than a month ago,
    /// or were provisional when they were written, however long ago.
    private func isOpen(_ part: ExistingDocument.Part) -> Bool {
        let today = policy.territory.today(at: part.askedAt ?? writtenAt)
        // A time before all periods is one that an archiver made up. A file whose last run did not have
        // everything has a time before some of them, which may have been provisional.
        let first =
            document.parts.first { $0.about.source == source && part.askedAt == nil } ?? part
        let wasProvisional =
            part.isFinal == false
            || first.about.period.to < today && !policy.isFinal(part.about.period, on: today)
        return wasProvisional || part.isLacking
            || becameFinal(part.about.period, within: daysOfDoubt)
    }

    /// Returns true if the document has all records of that part, and they were requested after the
    /// figures became final, or a moment ago.
    ///
    /// - Parameter rewrites: true if records that may be older than they look, and whose final
    ///   answers are in the archive, are to be written again from there, which costs no call.
    package func isSettled(_ about: DocumentPart, rewrites: Bool = true) -> Bool {
        guard let part = document[about], document.isWhole(part, policy) else { return false }
        let period = about.period
        let editions = document.charts(of: source).allEditions(of: period)
        guard let askedAt = part.askedAt else {
            return isSettled(part, by: editions.map(kept), rewrites: rewrites)
        }
        // Records that lack something are not final, however late they were requested. A time in the
        // future comes from a wrong clock.
        let areFinal = part.isFinal != false && policy.isFinal(period, at: askedAt)
        guard askedAt <= now, isFresh(askedAt) || areFinal else {
            return askedAt <= now && hasOnlyOlder(editions.map(kept), than: askedAt)
        }
        // The answer that they come from may have arrived while the clocks disagreed. The archive is
        // not read for every day of twenty years, because no machine's clock stays wrong for a year.
        guard becameFinal(period, within: daysOfArchive) else { return true }
        return !editions.compactMap(kept).contains { answer in
            answer.isInDoubt
                || (!isFresh(askedAt) && answer.isDateUncertain && answer.fetchedAt == askedAt)
        }
    }

    /// Returns true if a part is settled whose records do not contain the time of their request.
    private func isSettled(
        _ part: ExistingDocument.Part, by answers: [Answer?], rewrites: Bool
    ) -> Bool {
        let period = part.about.period
        let known = answers.compactMap(\.self)
        let areKept = known.count == answers.count
        if part.isFinal == true { return !known.contains(where: \.isInDoubt) }
        let areFinal = known.allSatisfy { answer in
            answer.fetchedAt <= now && !answer.isDateUncertain && !answer.isInDoubt
                && policy.isFinal(period, at: answer.fetchedAt)
        }
        guard areFinal else {
            // They are provisional, but figures requested a moment ago are not requested again.
            guard areKept, !known.contains(where: \.isInDoubt),
                let oldest = known.map(\.fetchedAt).min()
            else { return false }
            if hasOnlyOlder(answers, than: writtenAt) { return true }
            // The document has nothing from answers that came after it was written.
            return isFresh(min(oldest, writtenAt)) && known.allSatisfy { $0.fetchedAt <= writtenAt }
        }
        if part.isFinal == false || areKept && isInDoubt(part.about) { return areKept && !rewrites }
        return areKept
            || (writtenAt <= now && !becameFinal(period, within: daysOfDoubt)
                && policy.isFinal(period, at: writtenAt))
    }

    /// Returns true if only the archive may answer, and all its answers are older than records of
    /// `moment`: they would put older figures in the place of newer ones.
    private func hasOnlyOlder(_ answers: [Answer?], than moment: Instant) -> Bool {
        !mayAsk && answers.allSatisfy { $0.map { $0.fetchedAt <= moment } ?? false }
    }

    /// Returns true if `moment` was less than an hour ago.
    private func isFresh(_ moment: Instant) -> Bool {
        (0..<3600).contains(now.secondsSince1970 - moment.secondsSince1970)
    }

    /// Returns true if the figures of `period` became final less than `days` days ago, or are not
    /// final yet.
    private func becameFinal(_ period: Period, within days: Int) -> Bool {
        !policy.isFinal(period, on: policy.territory.today(at: now).advanced(by: -days))
    }

    /// Returns true if these records may be older than the document looks: they became final in the
    /// last year, or are the last of the document, and may have been provisional when it was written,
    /// however long ago that was.
    private func isInDoubt(_ about: DocumentPart) -> Bool {
        let period = about.period
        guard writtenAt <= now, policy.isFinal(period, at: writtenAt),
            let last = document.parts.last(where: { $0.about.source == about.source })
        else { return true }
        return becameFinal(period, within: daysOfArchive)
            || period.to.distance(to: last.about.period.to) < policy.finalAfter
    }
}

/// The age in days up to which final figures must be in the archive, or are requested, which costs
/// a call per period.
private let daysOfDoubt = 31

/// The age in days up to which the archive decides about final figures, which costs no call.
private let daysOfArchive = 400
