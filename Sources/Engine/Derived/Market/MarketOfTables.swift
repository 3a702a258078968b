package import BoxOffice

/// The market that whole tables give: exact sums over all films, as far as their nations are known.
package struct MarketOfTables {
    private let tables: WholeTables
    private let query: MarketQuery
    private var remarks: [Fault]

    /// Returns the rows of the selected periods.
    ///
    /// - Parameters:
    ///   - tables: the tables, of which only whole ones of all films count.
    ///   - selection: what the user typed.
    ///   - unit: the length of time that a row covers; nil for a row of each table.
    ///   - nations: the nations that have rows of their own.
    ///   - comparesYears: true if rows have the change from a year before.
    ///   - source: the source of the tables.
    ///   - today: the first day that is not over.
    /// - Throws: a ``Fault`` of kind `usage` if no table covers the periods, and of kind `malformed`
    ///   if tables contradict each other.
    package static func rows(
        of tables: [PeriodTable], _ selection: PeriodSelection, by unit: CalendarUnit?,
        nations: [ChartFilter.Nation], comparesYears: Bool, from source: any Source, today: Day
    ) throws(Fault) -> RowsOfTables {
        let whole = try WholeTables(tables, of: [ChartFilter()])
        let days = try whole.days(selection, of: source, today: today)
        let own = whole.periods.filter { days.contains($0.days) }
        let units = Set(own.map(\.period.unit))
        let common = unit ?? (units.count == 1 ? units.first ?? nil : nil)
        let query = MarketQuery(
            days: Periods(of: days), unit: common ?? .day, nations: nations,
            comparesYears: comparesYears, firstDay: Day(daysSince1970: 0),
            end: days.upperBound.advanced(by: 1) == today ? nil : days.upperBound)
        var market = MarketOfTables(
            tables: whole, query: query,
            remarks: try whole.remarks(on: days, selection, of: source, today: today))
        var rows: [DerivedRows] = []
        let covered = Set(own.flatMap(\.days.days))
        // Of all that the tables have, nothing is missing.
        let isChosen = selection.from ?? selection.month ?? selection.year != nil
        var missing =
            unit == nil && isChosen ? days.days.filter { !covered.contains($0) } : []
        var (isComparable, isCompared) = (false, false)
        for (span, period) in unit == nil ? own : query.spans.map({ ($0, query.period(of: $0)) }) {
            let group = try market.group(for: span)
            missing += group.missing
            guard !group.tables.isEmpty else { continue }
            let days = query.daysBefore(span) ?? []
            let before = try market.sum(on: days)
            let isWhole = before.days == days.count && !days.isEmpty
            isComparable = isComparable || !days.isEmpty
            isCompared = isCompared || isWhole
            var sums = market.sum(of: group.tables).rows(
                of: span, in: period, query, from: source
            ) { isWhole ? before.parts[$0].sales : nil }
            sums.provisional = group.provisionalDays(by: source.policy)
            rows.append(sums)
        }
        guard !rows.isEmpty else {
            let what = unit.map { Message("rows-by", "rows \($0.wording)") }
            throw whole.lacks(what ?? Message(days.text as String))
        }
        let more = [
            TableGroup(tables: [], missing: missing).remark,
            isComparable && !isCompared ? Fault.notCompared : nil,
        ]
        return RowsOfTables(
            rows, query.faceOfTables(inUnits: common != nil), insteadOf: query.charts,
            remarks: market.remarks + more.compactMap(\.self))
    }

    /// Returns the tables that give the figures of `span`: of several ways with different sums, the
    /// one whose oldest table was downloaded last.
    private mutating func group(for span: ClosedRange<Day>) throws(Fault) -> TableGroup {
        let ways = tables.ways(toFill: span)
        guard ways.count > 1 else { return ways[0] }
        // The bounds of nations are narrower if refunds of a film are part of a longer period.
        let sums = ways.map { sum(of: $0.tables).parts[0] }
        let last = ways.indices.reduce(0) { ways[$0].askedOn < ways[$1].askedOn ? $1 : $0 }
        var best = 0
        for (way, other) in zip(ways, sums)
        where other.sales != sums[last].sales || other.audience != sums[last].audience {
            let texts = [sums[last], other].flatMap { [$0.sales, $0.audience] }.map {
                $0?.text(places: 0) ?? ""
            }
            let isEqual = way.askedOn == ways[last].askedOn
            let fault = Fault(
                isEqual ? .malformed : .usage, "tables-add-up-differently",
                "\(RowPeriod(ofTable: span).name): sales of \(texts[0]) and \(texts[1]) admissions by tables downloaded from \(ways[last].askedOn) on, \(texts[2]) and \(texts[3]) by others from \(way.askedOn) on"
            )
            if isEqual { throw fault }
            remarks.append(fault)
            best = last
        }
        return ways[best]
    }

    /// Returns the sum over `days`, one after the other or without a leap day.
    private mutating func sum(on days: [Day]) throws(Fault) -> MarketSum {
        guard let first = days.first, let last = days.last else { return sum(of: []) }
        let isRange = (first...last).days.count == days.count
        var tables: [PeriodTable] = []
        for span in isRange ? [first...last] : days.map({ $0...$0 }) {
            tables += try group(for: span).tables
        }
        return sum(of: tables)
    }

    private func sum(of tables: [PeriodTable]) -> MarketSum {
        var sum = MarketSum(of: query, audience: Bounds(exactly: 0))
        let lacking = TableGroup(tables: tables, missing: []).lacking
        for table in tables { sum.add(table, [nil] + query.nations, without: lacking) }
        return sum
    }
}

extension MarketSum {
    /// Adds a whole table; a film whose nation is not known may be of each.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - nations: the nations of the parts, nil for all films.
    ///   - lacking: what does not tell films apart, because not all tables have it.
    fileprivate mutating func add(
        _ table: PeriodTable, _ nations: [ChartFilter.Nation?], without lacking: Set<String>
    ) {
        let moment = Instant(startOf: table.askedOn)
        fetchedAt = min(fetchedAt ?? moment, moment)
        days += table.days.days.count
        isConsistent = true
        // Two rows of one table are two films, whatever else is known of them.
        var rows: [String: Int] = [:]
        for film in table.films {
            var key = film.key(without: lacking)
            let count = rows[key, default: 0] + 1
            rows[key] = count
            if count > 1 { key += " \(count)" }
            for (index, nation) in nations.enumerated()
            where nation == nil || film.nation ?? nation == nation {
                let isKnown = nation == nil || film.nation != nil
                func bounds(_ figure: Int) -> Bounds {
                    let exact = Bounds(exactly: Int128(figure))
                    return isKnown ? exact : exact.orNothing
                }
                parts[index].sales? += bounds(film.sales)
                parts[index].audience += bounds(film.audience)
                if isKnown { parts[index].films.insert(key) }
            }
        }
    }
}

extension MarketQuery {
    /// Returns what documents need to know about the rows of tables.
    ///
    /// - Parameter inUnits: true if all rows cover the same length of time.
    fileprivate func faceOfTables(inUnits: Bool) -> Face {
        var face = face
        let column = ["audience_at_most"]
        face.usualColumns = face.usualColumns.inserting(column, after: "audience_at_least")
        face.readableColumns = face.readableColumns.inserting(column, after: "audience_at_least")
        face.replacement.columns += column
        let kept = [
            "sales", "nation_share_at_least", "nation_share", "sales_change_rate_at_least",
        ]
        face.notes =
            [
                SourceNote(
                    "note-market-tables",
                    "sales and admissions are sums over all films of whole tables; the bounds differ only where the nation of a film is not known, and films_known counts each film once"
                )
            ] + face.notes.filter { $0.column.map(kept.contains) ?? false }
        face.sentences = sentences(ofTables: true)
        guard !inUnits else { return face }
        face.title = .list([.dataset(face.dataset.name), Message(days.text)])
        face.facts?.removeFirst()
        face.plot = nil
        return face
    }
}
