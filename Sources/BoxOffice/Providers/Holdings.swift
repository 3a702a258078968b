/// The charts that a source has, and the days, regions and films that they cover.
public struct Holdings: Hashable, Sendable {
    /// The name of the source in messages: `the Open API of KOBIS`, `the sample`.
    public let name: Message
    /// The first day.
    public let first: Day
    /// The last day, or nil if a new one is added every day.
    public let last: Day?
    /// The charts that are available.
    public let charts: [Chart]
    /// True if there are charts of one region or of some films, besides those of the whole country
    /// and all films.
    public var canBeFiltered: Bool {
        regions?.isEmpty != true || !nations.isEmpty || !kinds.isEmpty
    }
    /// The regions that have charts of their own; nil if they are those of KOBIS.
    package var regions: [Region]?
    /// The origins of films that have charts of their own.
    package var nations: [ChartFilter.Nation]
    /// The kinds of release that have charts of their own.
    package var kinds: [ChartFilter.Kind]
    /// The filters of each period's editions, in their order, if the source has only some editions;
    /// nil if it has every one from the first day to the last.
    package var editions: [Period: [ChartFilter]]?
    /// The sentence about everything that was recorded, if the days are a stretch of recorded ones; nil
    /// otherwise.
    ///
    /// Of a month or year such a source gives the days that it holds.
    package var recorded: Message?
    /// The number of periods, up to the last one, that are meant where none are chosen.
    package var usualCount = 1
    /// The name of the source that has the same figures at another endpoint of the service; nil if
    /// there is none, or if that source names this one.
    ///
    /// Both must return the same rows. The keys of databases begin with the name given here.
    public let secondReadingOf: String?
    /// The name of the service that the figures are from, if the source does not ask it itself; nil
    /// otherwise.
    public let provider: String?

    /// Makes holdings of `charts` from `first` to `last`, for the source called `name`.
    public init(
        of name: Message, from first: Day, to last: Day?, charts: [Chart],
        canBeFiltered: Bool = true, secondReadingOf: String? = nil, provider: String? = nil
    ) {
        self.provider = provider
        regions = canBeFiltered ? nil : []
        nations = canBeFiltered ? ChartFilter.Nation.allCases : []
        kinds = canBeFiltered ? ChartFilter.Kind.allCases : []
        self.secondReadingOf = secondReadingOf
        self.name = name
        self.first = first
        self.last = last
        self.charts = charts
    }

    /// Returns the newest period of `chart` that is over and available.
    ///
    /// - Parameter today: the first day that is not over there (``Territory/today(at:)``).
    package func newest(of chart: Chart, today: Day) throws(Fault) -> Period {
        guard charts.contains(chart) else { throw .noSuchChart(chart, holdings: self) }
        let lastDay = min(today.advanced(by: -1), last ?? today)
        let period = Period(of: chart, containing: lastDay)
        let newest = period.to <= lastDay ? period : period.advanced(by: -1)
        guard newest.from >= first else {
            throw today > first
                ? .notHeld(newest, holdings: self) : .clockIsWrong(today: today, holdings: self)
        }
        return newest
    }

    /// Throws a fault for a filtered chart that the source does not have; periods are checked
    /// separately.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(_ query: ChartQuery) throws(Fault) {
        let region = query.regions.first { regions?.contains($0) == false }
        let nation = query.nation.flatMap { nations.contains($0) ? nil : $0 }
        let kind = query.kind.flatMap { kinds.contains($0) ? nil : $0 }
        let missing = [
            region.map { ("region", Message($0.name)) },
            nation.map { ("nation", Message("nation.\($0)", "\($0.rawValue)")) },
            kind.map { ("kind", Message("kind.\($0)", "\($0.rawValue)")) },
        ].compactMap(\.self).first
        guard let (option, value) = missing else { return }
        throw canBeFiltered || recorded != nil
            ? .notFiltered(self, to: option, value) : .onlyWhole(self)
    }

    /// Throws a fault for a period that is not over yet or not available.
    ///
    /// - Parameters:
    ///   - range: the periods that it is the first or the last of. Of recorded days, another stretch may
    ///     have one of them, so the fault names all.
    ///   - today: the first day that is not over there (``Territory/today(at:)``).
    ///   - territory: the territory that the source's days belong to.
    /// - Throws: a ``Fault`` of kind `usage`, or of kind `configuration` if today's date cannot be
    ///   right.
    package func check(
        _ period: Period, of range: Periods? = nil, today: Day, in territory: Territory = .korea
    ) throws(Fault) {
        guard charts.contains(period.chart) else {
            throw .noSuchChart(period.chart, holdings: self)
        }
        // A file may have days to come, which say nothing about the clock.
        guard today > first || editions != nil else {
            throw .clockIsWrong(today: today, holdings: self)
        }
        guard period.to < today else { throw .notOver(period, today: today, territory) }
        guard period.from >= first, period.to <= last ?? period.to else {
            let named = recorded == nil ? nil : range?.days
            throw .notHeld(named ?? "\(period)", holdings: self)
        }
    }

    /// A sentence about the days that the source has.
    package var held: Message {
        recorded
            ?? last.map { Message("holds-range", "\(name) holds days from \(first) to \($0)") }
            ?? Message("holds-on", "\(name) holds days from \(first) on")
    }
}

extension Fault {
    fileprivate static func notOver(_ period: Period, today: Day, _ territory: Territory) -> Fault {
        let reason: Message =
            if period.from > today {
                toCome(period)
            } else if territory.dayEnds != Territory.korea.dayEnds {
                Message("\(period) is not over yet", ko: "아직 끝나지 않은 기간입니다: {1}")
            } else if period.from == period.to {
                Message(
                    "\(period) is today, which is not over yet", ko: "오늘은 아직 끝나지 않았습니다: {1}")
            } else {
                Message("\(period) is still running", ko: "아직 끝나지 않은 기간입니다: {1}")
            }
        return notOver(reason, today: today, territory)
    }

    /// Makes the fault of a month or year that begins after `today`.
    package static func notBegun(_ span: String, today: Day, in territory: Territory) -> Fault {
        notOver(toCome(span), today: today, territory)
    }

    private static func toCome(_ period: some CustomStringConvertible) -> Message {
        Message("\(period) has not come yet", ko: "아직 오지 않은 기간입니다: {1}")
    }

    private static func notOver(_ reason: Message, today: Day, _ territory: Territory) -> Fault {
        let place = territory.country.map { " (\($0.code))" } ?? ""
        return Fault(
            .usage, "not-over",
            territory.isOfSeoul
                ? "\(reason): in Seoul it is \(today)"
                : Message(
                    "not-over-there",
                    "\(reason): the source's days\(place) end at \(territory.endOfDay) UTC, so its newest is \(today.advanced(by: -1))"
                ),
            hint: "a chart is complete when its last day is over; the newest is --date latest")
    }

    /// Makes the fault of a period, month or year that the source has no chart of.
    package static func notHeld(_ what: some CustomStringConvertible, holdings: Holdings) -> Fault {
        Fault(
            .usage, "not-held",
            holdings.recorded == nil
                ? "there is no chart of \(what): \(holdings.held)"
                : Message("not-recorded", "no such chart of \(what) was recorded: \(holdings.held)")
        )
    }

    fileprivate static func noSuchChart(_ chart: Chart, holdings: Holdings) -> Fault {
        if let recorded = holdings.recorded {
            return Fault(
                .usage, "chart-not-recorded", "there is no \(chart.wording) chart here: \(recorded)"
            )
        }
        let charts = Message.list(holdings.charts.map(\.wording))
        let held = holdings.charts.isEmpty ? Message("no charts", ko: "없음") : charts
        let span: Message =
            holdings.last.map {
                Message(" from \(holdings.first) to \($0)", ko: ", {1}부터 {2}까지")
            } ?? ""
        return Fault(
            .usage,
            "no-such-chart",
            "there is no \(chart.wording) chart here: \(holdings.name) holds \(held)\(span)")
    }

    fileprivate static func onlyWhole(_ holdings: Holdings) -> Fault {
        Fault(
            .usage,
            "only-whole",
            "\(holdings.name) holds only charts of the whole country and of all films",
            hint: "leave out --region, --nation and --kind, or ask another source")
    }

    fileprivate static func notFiltered(
        _ holdings: Holdings, to option: String, _ value: Message
    ) -> Fault {
        Fault(
            .usage, "not-narrowed", "\(holdings.name) has no charts for --\(option) \(value)",
            hint: holdings.recorded ?? "leave out --\(option), or ask another source")
    }

    fileprivate static func clockIsWrong(today: Day, holdings: Holdings) -> Fault {
        Fault(
            .configuration,
            "clock-is-wrong",
            "the clock of this machine says \(today), before the first chart (\(holdings.first))",
            hint: "set the clock")
    }
}
