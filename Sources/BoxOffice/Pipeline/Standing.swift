/// What a document of a chart has that was written before: which periods, where in its bytes, and
/// when they were asked for.
///
/// A document that was not written by the same command is not understood, and refused.
public struct Standing: Sendable {
    /// The records of one period, which stand one behind the other.
    public struct Segment: Sendable {
        /// The period.
        public let period: Period
        /// Where the records lie.
        public fileprivate(set) var bytes: Range<Int>
        /// When the oldest of the records was asked for, where they tell.
        public fileprivate(set) var askedAt: Instant?
        /// How many records there are.
        public fileprivate(set) var rows = 0
        fileprivate var regions: Set<String> = []
    }

    /// The columns by name, in their order.
    public let columns: [String]
    /// The periods the document has, in their order.
    public private(set) var segments: [Segment] = []

    private let query: ChartQuery
    private let places: Places

    /// Where in a record those cells stand that tell what it is about.
    private struct Places {
        let day: Int
        let week: Int?
        let end: Int?
        let chart: Int?
        let region: Int?
        let askedAt: Int?

        init(in columns: [String], of query: ChartQuery) throws(Fault) {
            func place(_ name: String) -> Int? { columns.firstIndex(of: name) }
            // A week does not tell which of its days a daily chart is of.
            let day = place("date") ?? place("from")
            guard let day = day ?? (query.chart == .daily ? nil : place("year_week")) else {
                throw .noPeriods
            }
            self.day = day
            week = place("year_week")
            end = place("to")
            chart = place("chart")
            region = place("region")
            askedAt = place("fetched_at")
            guard query.regions.isEmpty || region != nil else { throw .noRegions }
        }
    }

    /// Begins with nothing but the columns.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where no column tells the period of a record.
    public init(of query: ChartQuery, columns: [String]) throws(Fault) {
        self.query = query
        self.columns = columns
        places = try Places(in: columns, of: query)
    }

    /// Adds the record with these cells, which lies at `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where it has another number of cells or other
    ///   names, is of another chart or region, or stands behind one of a later period.
    public mutating func add(_ cells: [RecordCell], at range: Range<Int>) throws(Fault) {
        guard cells.count == columns.count else {
            throw .cellCount(cells.count, expected: columns.count)
        }
        for (cell, column) in zip(cells, columns) {
            if let name = cell.name, name != column { throw .anotherColumn(name, column) }
        }
        let period = try period(of: cells)
        if let last = segments.last, last.period != period {
            guard last.period.from < period.from else { throw .disorder(period, last.period) }
        }
        if segments.last?.period != period {
            segments.append(Segment(period: period, bytes: range.lowerBound..<range.lowerBound))
        }
        let last = segments.count - 1
        segments[last].bytes = segments[last].bytes.lowerBound..<range.upperBound
        segments[last].rows += 1
        if let place = places.askedAt {
            guard let askedAt = cells[place].text.flatMap({ Instant($0) }) else {
                throw .notAValue(cells[place].text, of: "fetched_at")
            }
            segments[last].askedAt = min(segments[last].askedAt ?? askedAt, askedAt)
        }
        if let place = places.region {
            let region = cells[place].text ?? ""
            let isAsked =
                region.isEmpty
                ? query.regions.isEmpty : query.regions.contains { $0.name == region }
            guard isAsked else { throw .anotherRegion(region) }
            if !region.isEmpty { segments[last].regions.insert(region) }
        }
        let filters = [("nation", query.nation?.rawValue), ("kind", query.kind?.rawValue)]
        for (name, asked) in filters {
            guard let place = columns.firstIndex(of: name) else { continue }
            let text = cells[place].text ?? ""
            guard text == asked ?? "" else { throw .anotherFilter(name, text) }
        }
    }

    private func period(of cells: [RecordCell]) throws(Fault) -> Period {
        let text = cells[places.day].text ?? ""
        let chart = query.chart
        let isWeek = columns[places.day] == "year_week"
        let day = isWeek ? Week(compact: text)?.monday : Day(text)
        guard let day else { throw .notAValue(text, of: columns[places.day]) }
        let period = Period(of: chart, containing: day)
        let isOfChart =
            (isWeek || period.from == day)
            && (places.week.map { cells[$0].text == period.week.compact } ?? true)
            && (places.end.map { cells[$0].text == "\(period.to)" } ?? true)
            && (places.chart.map { cells[$0].text == chart.rawValue } ?? true)
        guard isOfChart else { throw .anotherChart(text, chart) }
        return period
    }

    /// What need not be asked for, because its records are there.
    public struct Settlement: Hashable, Sendable {
        /// The periods whose records were asked for when the figures no longer changed, or a moment
        /// ago.
        public internal(set) var settled: Set<Period> = []
        /// The periods whose records may be older than they look, and whose final answer the archive
        /// has: they are written anew from it, which costs no call.
        public internal(set) var rewritten: Set<Period> = []
    }

    /// Tells which periods of the query need not be asked for.
    ///
    /// Where the records do not tell when they were asked for, the time of the document counts,
    /// which a copy, a restored backup or a checkout makes younger than the records are. So it is
    /// not believed where the archive knows better, nor of what became final in the last month.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - top: how many records of an edition are wanted at most. A chart of all films in the whole
    ///     country has ten; of one with fewer records some are lost.
    ///   - writtenAt: when the document was written.
    ///   - kept: what the archive has of an edition, however old.
    public func settlement(
        now: Instant, top: Int, writtenAt: Instant, kept: (ChartEdition) -> Answer?
    ) -> Settlement {
        let regions = Set(query.regions.map(\.name))
        var settlement = Settlement()
        let isWholeChart = query.regions.isEmpty && query.nation == nil && query.kind == nil
        for segment in segments where segment.regions == regions || places.region == nil {
            // Of a chart of all films lines are lost where there are fewer than ten; of any chart
            // some are there twice where there are more.
            let most = min(top, 10) * max(1, regions.count)
            if segment.rows > most || (isWholeChart && segment.rows < most) { continue }
            if let askedAt = segment.askedAt {
                guard isSettled(segment.period, askedAt, now, kept) else { continue }
                settlement.settled.insert(segment.period)
            } else {
                settle(segment.period, writtenAt, now, kept, &settlement)
            }
        }
        return settlement
    }

    /// Whether records of `period` that were asked for at `askedAt` are settled.
    private func isSettled(
        _ period: Period, _ askedAt: Instant, _ now: Instant, _ kept: (ChartEdition) -> Answer?
    ) -> Bool {
        // What comes from the future was dated by a clock that was wrong.
        guard askedAt <= now else { return false }
        if now.secondsSince1970 - askedAt.secondsSince1970 < Self.secondsOfRest { return true }
        guard Self.isFinal(period, on: askedAt) else { return false }
        // The very answer they are from may have come while the clocks disagreed. The archive is not
        // read for every day of twenty years: no run is without a good clock for months.
        guard period.to.distance(to: now.dayInSeoul) < Self.daysOfUncertainClocks else {
            return true
        }
        return !query.editions(of: period).contains { edition in
            kept(edition).map { $0.isDateUncertain && $0.fetchedAt == askedAt } ?? false
        }
    }

    /// Settles `period`, whose records do not tell when they were asked for.
    private func settle(
        _ period: Period, _ writtenAt: Instant, _ now: Instant, _ kept: (ChartEdition) -> Answer?,
        _ settlement: inout Settlement
    ) {
        let answers = query.editions(of: period).map(kept)
        let known = answers.compactMap(\.self)
        let areFinal = known.allSatisfy { answer in
            answer.fetchedAt <= now && !answer.isDateUncertain
                && Self.isFinal(period, on: answer.fetchedAt)
        }
        let isWhole = known.count == answers.count
        if !areFinal {
            // They are provisional; but what was asked for a moment ago is not asked for again.
            guard isWhole, let oldest = known.map(\.fetchedAt).min() else { return }
            let age = now.secondsSince1970 - min(oldest, writtenAt).secondsSince1970
            if (0..<Self.secondsOfRest).contains(age) { settlement.settled.insert(period) }
        } else if isWhole, isInDoubt(period, writtenAt, now) {
            settlement.rewritten.insert(period)
        } else if isWhole
            || (writtenAt <= now && !isYoung(period, days: Self.daysOfDoubt, now)
                && Self.isFinal(period, on: writtenAt))
        {
            settlement.settled.insert(period)
        }
    }

    /// Whether the figures of `period` no longer changed at `moment`.
    private static func isFinal(_ period: Period, on moment: Instant) -> Bool {
        Freshness(of: .edition(ChartEdition(period)), fetchedOn: moment.dayInSeoul) == .final
    }

    /// Whether the figures of `period` became final less than so many days ago, or are not yet.
    private func isYoung(_ period: Period, days: Int, _ now: Instant) -> Bool {
        !Self.isFinal(period, on: Instant(startOf: now.dayInSeoul.advanced(by: -days)))
    }

    /// Whether records of `period` may be older than the document looks, so that they are written
    /// anew if that costs no call.
    ///
    /// Either they became final in the last year, or they are the last of the document: then they
    /// may have been provisional when it was written, however long ago that was.
    private func isInDoubt(_ period: Period, _ writtenAt: Instant, _ now: Instant) -> Bool {
        guard writtenAt <= now, Self.isFinal(period, on: writtenAt), let last = segments.last else {
            return true
        }
        return isYoung(period, days: 400, now) || period.to.distance(to: last.period.to) < 3
    }

    /// Days that became final so many days ago or less must be in the archive, or are asked for.
    private static let daysOfDoubt = 31
    /// So many days the archive is asked whether a clock was wrong.
    private static let daysOfUncertainClocks = 100
    /// What was asked for less than an hour ago is not asked for again.
    private static let secondsOfRest = 3600
}

extension Week {
    /// Reads `202222`, as ``compact`` writes it.
    fileprivate init?(compact text: String) {
        guard text.utf8.count == 6 else { return nil }
        self.init("\(text.prefix(4))-W\(text.suffix(2))")
    }
}

extension Fault {
    fileprivate static let noPeriods = Fault(
        .malformed, "no-periods", "no column tells the period of a record",
        hint: "it needs date, from or year_week among its columns")

    fileprivate static let noRegions = Fault(
        .malformed, "no-regions", "no column tells the region of a record",
        hint: "it needs region among its columns where regions are asked for")

    fileprivate static func cellCount(_ count: Int, expected: Int) -> Fault {
        Fault(.malformed, "cell-count", "a record has \(count) cells, not \(expected)")
    }

    fileprivate static func anotherColumn(_ name: String, _ expected: String) -> Fault {
        Fault(
            .malformed, "another-column",
            "a record has the column '\(name)' in the place of '\(expected)'")
    }

    fileprivate static func notAValue(_ text: String?, of column: String) -> Fault {
        Fault(.malformed, "cell-value", "'\(text ?? "")' is not a \(column)")
    }

    fileprivate static func anotherRegion(_ region: String) -> Fault {
        let place = region.isEmpty ? "the whole country" : "the region '\(region)'"
        return Fault(
            .malformed, "another-region", "there are records of \(place), which is not asked for")
    }

    fileprivate static func anotherFilter(_ name: String, _ text: String) -> Fault {
        Fault(
            .malformed, "another-filter",
            "there are records whose \(name) is '\(text)', which is not asked for")
    }

    fileprivate static func anotherChart(_ text: String, _ chart: Chart) -> Fault {
        Fault(.malformed, "another-chart", "the record of '\(text)' is not of the chart \(chart)")
    }

    fileprivate static func disorder(_ period: Period, _ last: Period) -> Fault {
        Fault(.malformed, "disorder", "the records of \(period) stand behind those of \(last)")
    }
}
