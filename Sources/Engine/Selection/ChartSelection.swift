package import BoxOffice

/// The periods of a chart that a user wants, and those that each source can be asked for.
package struct ChartSelection: Sendable {
    /// The periods, seen from all sources together.
    package let periods: Periods
    /// For each source, its periods, nil if it has none of them, and the reasons why it lacks the
    /// others.
    package let sources: [(periods: Periods?, unavailable: [Fault])]
    /// What the user should know of a selection of which files alone have only a part.
    package private(set) var remark: Fault?
}

extension PeriodSelection {
    /// Returns the selected periods of `chart` at `sources`; nil if no period of a range is over yet.
    ///
    /// Periods counted from today are over for every source. If a named day is not over for some
    /// sources, or some do not hold a period, those sources are not asked for it in a run that
    /// keeps going.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for periods that a source does not hold, or of kind
    ///   `notYet` for days that are not over for one of several sources.
    package func periods(
        of chart: Chart, from sources: [any Source], at now: Instant, keepsGoing: Bool
    ) throws(Fault) -> ChartSelection? {
        guard sources.allSatisfy({ $0.holdings.editions == nil }) else {
            return try periods(of: chart, withTables: sources, at: now, keepsGoing: keepsGoing)
        }
        let todays = sources.map { $0.policy.territory.today(at: now) }
        for source in sources where sources.count > 1 && !source.holdings.charts.contains(chart) {
            _ = try source.holdings.newest(of: chart, today: todays.min() ?? now.dayInSeoul)
        }
        let found = try periods(of: chart, joining: sources, heldBy: sources, at: now)
        guard let parts = found?.sources, let fault = parts.flatMap(\.unavailable).first else {
            return found
        }
        if parts.allSatisfy({ $0.periods == nil }) {
            throw parts.flatMap(\.unavailable).first { $0.kind == .notYet } ?? fault.refused
        }
        guard keepsGoing else { throw fault.kind == .notYet ? fault : fault.refused }
        return found
    }

    /// Returns the selected periods among all that `all` hold together, with those that each of
    /// `sources` has; nil if no period of a range is over yet.
    private func periods(
        of chart: Chart, joining all: [any Source], heldBy sources: [any Source], at now: Instant
    ) throws(Fault) -> ChartSelection? {
        let todays = sources.map { $0.policy.territory.today(at: now) }
        guard let today = todays.min(), let latest = todays.max(),
            let last = zip(sources, todays).first(where: { $1 == latest })?.0
        else { return nil }
        let found = try periods(
            of: chart, today: today, upTo: latest, holdings: Holdings(joining: all),
            in: last.policy.territory)
        guard let found else { return nil }
        let parts = zip(sources, todays).map { source, today in
            let holdings = source.holdings
            return source.part(of: found, today: today) {
                $0.from >= holdings.first && $0.to <= holdings.last ?? $0.to
            }
        }
        return ChartSelection(periods: found, sources: parts)
    }

    /// Returns the selected periods at sources some of which read files (``Holdings/editions``).
    ///
    /// If all of them do, the periods are chosen among those that the files hold together;
    /// otherwise the other sources decide.
    private func periods(
        of chart: Chart, withTables sources: [any Source], at now: Instant, keepsGoing: Bool
    ) throws(Fault) -> ChartSelection? {
        let held = sources.map { $0.holdings.editions.map { Set($0.keys) } }
        let all = held.compactMap(\.self).reduce(into: Set<Period>()) { $0.formUnion($1) }
        guard let table = sources.first(where: { $0.holdings.editions != nil }) else { return nil }
        let others = sources.filter { $0.holdings.editions == nil }
        let found: Periods
        var remark: Fault?
        var selections: [(periods: Periods?, unavailable: [Fault])] = []
        if others.isEmpty {
            let (today, holdings) = (table.policy.territory.today(at: now), table.holdings)
            found = try periods(
                of: chart, among: all.sorted { $0.from < $1.from }, today: today,
                holdings: holdings)
            remark = try partHeld(
                found, all.count(where: found.covers), by: holdings.name, today: today)
        } else {
            let selected: ChartSelection?
            do throws(Fault) {
                selected = try periods(of: chart, from: others, at: now, keepsGoing: keepsGoing)
            } catch {
                // The files may hold what none of the others holds.
                guard keepsGoing, error.kind == .usage,
                    let more = try? periods(of: chart, joining: sources, heldBy: others, at: now),
                    more.periods.contains(where: all.contains)
                else { throw error }
                selected = more
            }
            guard let selected else { return nil }
            (found, selections) = (selected.periods, selected.sources)
        }
        // A period that no file holds is missing; one that any of their sources holds is not.
        var unavailable =
            others.isEmpty ? [] : table.part(of: found, isHeld: all.contains).unavailable
        if let fault = unavailable.first, !keepsGoing { throw fault.refused }
        var parts: [(periods: Periods?, unavailable: [Fault])] = []
        for own in held {
            guard let own else {
                parts.append(selections.removeFirst())
                continue
            }
            parts.append((Periods(spanning: own.filter(found.covers)), unavailable))
            unavailable = []
        }
        return ChartSelection(periods: found, sources: parts, remark: remark)
    }
}

extension Holdings {
    /// Joins the holdings of `sources`.
    fileprivate init(joining sources: [any Source]) {
        let all = sources.map(\.holdings)
        if all.count == 1, let only = all.first {
            self = only
            return
        }
        let isOpen = all.contains { $0.last == nil }
        self.init(
            of: Message.list(all.map(\.name)),
            from: all.map(\.first).min() ?? Day(daysSince1970: 0),
            to: isOpen ? nil : all.compactMap(\.last).max(), charts: all.first?.charts ?? [])
    }
}

extension Source {
    /// Returns those of `periods` that the source can be asked for, and the faults for the others;
    /// `isHeld` tells which of them it has, and without `today`, all are over.
    fileprivate func part(
        of periods: Periods, today: Day? = nil, isHeld: (Period) -> Bool
    ) -> (periods: Periods?, unavailable: [Fault]) {
        var held: [Period] = []
        // The periods that are too early, too late, or not over yet.
        var without: [(periods: Periods, isOver: Bool)] = []
        for period in periods {
            let isOver = today.map { period.to < $0 } ?? true
            let isHeld = isHeld(period)
            if isOver && isHeld {
                held.append(period)
            } else if let other = without.last, other.isOver == (isOver || !isHeld),
                other.periods.last.advanced(by: 1) == period
            {
                without[without.count - 1].periods = Periods(from: other.periods.first, to: period)
            } else {
                without.append((Periods(from: period, to: period), isOver || !isHeld))
            }
        }
        let unavailable = without.map { periods, isOver in
            let days = Message(periods.days)
            let fault = isOver ? Fault.notHeld(days, by: self) : .notOver(days, at: self)
            return fault.within(Fault.Scope(periods, of: manifest.name))
        }
        return (Periods(spanning: held), unavailable)
    }
}

extension Fault {
    fileprivate static func notHeld(_ days: Message, by source: some Source) -> Fault {
        Fault(
            .unavailable, "source-does-not-hold",
            "\(source.manifest.name) has no chart of \(days): \(source.holdings.held)",
            hint: "ask for a period that all sources hold; --keep-going writes what the others have"
        )
    }

    fileprivate static func notOver(_ days: Message, at source: some Source) -> Fault {
        Fault(
            .notYet, "not-over-for-all",
            "\(days) is not over yet for \(source.manifest.name), whose days end at \(source.policy.territory.endOfDay) UTC",
            hint: "run the same command again later; --keep-going writes what the others have")
    }

    /// The same fault as a wrong use of the command line.
    package var refused: Fault {
        Fault(.usage, code, wording, hint: advice).within(scope)
    }
}
