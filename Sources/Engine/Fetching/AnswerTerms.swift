package import BoxOffice

/// The rules that decide whether an answer is accepted, whether it is final, and when it may be
/// used instead of a new one.
///
/// They depend only on the plan and the source's policy.
package struct AnswerTerms: Sendable {
    /// The start of the run.
    package let now: Instant
    /// The known facts about the source's charts.
    package var policy = ChartPolicy()
    /// True if an edition without rows is always accepted.
    package var allowsEmpty = false
    /// True if charts of nations are read together with the chart of all films, which shows whether
    /// they may be empty.
    package var readsNationsWithWhole = false
    /// True if two sources are compared.
    package var isCrossCheck = false
    /// True if a search may be used instead of a new one for as long as it is kept.
    var takesSearches = false

    /// Returns true if `kept`, an answer about `subject`, may be used instead of a new one.
    ///
    /// For a single answer this is decided only here, for runs, dry runs and messages. The archive
    /// mode is applied first (``KeptAnswers/usableAnswer(to:from:)``). ``FinalRecords`` decides which
    /// periods of an existing document are requested again.
    func mayUse(_ kept: Answer, about subject: Subject) -> Bool {
        // Figures are corrected years later, so a cross-check compares what both sources say today.
        if case .film = subject {} else if isCrossCheck { return false }
        // An answer from the future was dated by a wrong clock.
        let (day, today) = (kept.fetchedAt.dayInSeoul, now.dayInSeoul)
        guard day <= today else { return false }
        let freshness = Freshness(of: subject, in: kept, policy)
        if takesSearches, case .page = subject {
            return freshness.end(of: subject, fetchedOn: day).map { today <= $0 } ?? true
        }
        return freshness.isGood(on: today)
    }

    /// Returns true if a page about `subject` with `count` rows is worth keeping; an empty one may
    /// have rows on another day.
    func isWorthKeeping(count: Int, about subject: Subject) -> Bool {
        switch subject {
        case .film: count > 0  // A poster may appear tomorrow.
        case .edition(let edition): count > 0 || refusal(ofEmpty: edition) == nil
        case .page, .code, .details: true
        }
    }

    /// Refuses an answer about `subject` that cannot be complete with `count` rows.
    func check(count: Int, about subject: Subject) throws(Fault) {
        switch subject {
        case .edition(let edition):
            let most = policy.rows ?? ChartPolicy.maxRows
            guard count <= most else { throw .tooManyRows(count, of: most) }
            if count == 0, !allowsEmpty, let refusal = refusal(ofEmpty: edition) { throw refusal }
        case .code:
            guard count > 0 else { throw .unknownCode }
        case .page, .film, .details: break
        }
    }

    /// Returns the fault of a page that lacks something its source always gives; nil if it lacks
    /// nothing.
    ///
    /// A chart of a region or of a kind of release may have any number of rows but none, and no gaps
    /// in their numbers. One of a nation may be that short in truth, and be cut all the same.
    func shortage(of page: Page, about subject: Subject) -> Fault? {
        guard let edition = subject.edition else { return nil }
        if page.isEmpty, !policy.mayBeEmpty { return .noRows }
        if edition.filter.isOfNationAlone, let rows = policy.rows, page.count < rows {
            return .shortChart(page.count, of: rows)
        }
        let gaps = page.missingRows.reduce(0) { $0 + $1.count }
        if gaps > 0 { return .shortChart(page.count, of: page.count + gaps) }
        let count = policy.givesAllFigures ? page.rowsWithoutFigures : 0
        return count > 0 ? .figuresMissing(count, of: page.count) : nil
    }

    /// Returns the fault of a page that may be wrong, until the same answer comes a day later: one
    /// that lacks something, or whose rows are not in the order of its source.
    func doubt(of page: Page, about subject: Subject) -> Fault? {
        shortage(of: page, about: subject) ?? (policy.order == .admissions ? page.disorder : nil)
    }

    /// Returns the reason to refuse an edition without rows; nil if it may be empty.
    ///
    /// Yesterday's figures are published some time after midnight. On earlier days, a chart of a
    /// region or of some films may be empty. For a chart of all films in the whole country, the
    /// source's policy decides.
    private func refusal(ofEmpty edition: ChartEdition) -> Fault? {
        guard !policy.mayBeEmpty, !isReadWithWhole(edition), edition.ofAllFilms == nil else {
            return nil
        }
        if isNew(edition) { return .notPublished(in: policy.territory) }
        return edition.filter == ChartFilter() ? .emptyChart : nil
    }

    /// Returns true if the page about `subject` is empty, and only the chart of all films shows
    /// whether it is published.
    func leavesOpen(_ page: Page, about subject: Subject) -> Bool {
        guard page.isEmpty, !policy.mayBeEmpty, let edition = subject.edition else { return false }
        return edition.ofAllFilms != nil && !isReadWithWhole(edition) && isNew(edition)
    }

    private func isReadWithWhole(_ edition: ChartEdition) -> Bool {
        readsNationsWithWhole && edition.filter.nation != nil
    }

    /// Returns true if the edition may not be published yet.
    private func isNew(_ edition: ChartEdition) -> Bool {
        edition.period.to.distance(to: policy.territory.today(at: now)) <= 1
    }

    /// Returns the same terms for the answers of `provider`.
    func of(_ provider: any Provider) -> AnswerTerms {
        var terms = self
        terms.policy = provider.policy
        return terms
    }
}

extension ChartPolicy {
    /// Returns true if the figures of `period` were final at `moment`.
    func isFinal(_ period: Period, at moment: Instant) -> Bool {
        isFinal(period, on: territory.today(at: moment))
    }
}

extension ChartEdition {
    /// The edition of all films, if this one is of a kind of films, or of those of a nation in a
    /// region; nil for any other.
    var ofAllFilms: ChartEdition? {
        guard filter.kind != nil || filter.nation != nil && filter.region != nil else { return nil }
        return ChartEdition(period, filter: ChartFilter(region: filter.region), source: source)
    }
}

extension AnswerTerms {
    /// Makes the usual terms of a run that starts at `now`.
    package init(at now: Instant) { self.init(now: now) }
}

extension Plan {
    /// The terms for the answers of this plan, whatever the source.
    package var terms: AnswerTerms {
        AnswerTerms(
            now: now, allowsEmpty: allowsEmpty,
            readsNationsWithWhole: query.charts?.nations.isEmpty == false,
            isCrossCheck: isCrossCheck)
    }
}

extension Fault {
    fileprivate static func tooManyRows(_ count: Int, of most: Int) -> Fault {
        Fault(
            .malformed, "too-many-rows", "the chart has \(count) rows; the limit is \(most)")
    }

    fileprivate static func shortChart(_ count: Int, of most: Int) -> Fault {
        Fault(
            .malformed, "short-chart",
            "the chart has only \(count) of \(most) rows; it stays provisional until the same comes a day later"
        )
    }

    fileprivate static let noRows = Fault(
        .malformed, "chart-without-rows",
        "the chart is empty; it stays provisional until the same comes a day later")

    fileprivate static func figuresMissing(_ count: Int, of rows: Int) -> Fault {
        Fault(
            .malformed, "figures-missing",
            "\(count) of \(rows) rows of the chart lack figures; it stays provisional until the same comes a day later"
        )
    }

    fileprivate static let unknownCode = Fault(
        .notFound, "unknown-code", "not found: nothing is known under this code")

    fileprivate static let emptyChart = Fault(
        .malformed, "empty-chart",
        "the chart is empty, but no chart of the whole country ever is",
        hint: "--allow-empty accepts a chart without rows")

    fileprivate static func notPublished(in territory: Territory) -> Fault {
        Fault(
            .notPublished, "not-published", "the chart is not published yet",
            hint: territory.isOfSeoul
                ? "it comes soon after midnight in Seoul; --allow-empty accepts a chart without rows"
                : Message(
                    "not-published-there.hint",
                    "ask again some hours later; --allow-empty accepts a chart without rows"))
    }
}
