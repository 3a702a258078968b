internal import BoxOffice

/// The tables of a run that have every film, one for each period: sums over their films are exact.
struct WholeTables: Sendable {
    private let tables: [ClosedRange<Day>: PeriodTable]
    /// The periods of the tables, the earliest first, and a longer one before those within it.
    let periods: [(days: ClosedRange<Day>, period: RowPeriod)]
    /// What the user must know about tables that were left out.
    let remarks: [Fault]

    /// Chooses among `all`, of which each filter has one for a period, those that count the films of
    /// `filters`, the first one where it has the period.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if none is left.
    init(_ all: [PeriodTable], of filters: [ChartFilter]) throws(Fault) {
        let own = filters.flatMap { filter in
            all.filter { $0.filter == filter && $0.lacks == nil }
        }
        tables = Dictionary(own.map { ($0.days, $0) }) { first, _ in first }
        let leftOut = all.filter { $0.lacks != nil || !filters.contains($0.filter) }
            .sorted { $0.askedOn > $1.askedOn }.map(Fault.leftOut)
        if tables.isEmpty, let fault = leftOut.first { throw fault.refused }
        periods = tables.keys.map { ($0, RowPeriod(ofTable: $0)) }.sorted {
            ($0.0.lowerBound, $1.0.upperBound) < ($1.0.lowerBound, $0.0.upperBound)
        }
        remarks = leftOut.prefix(1).map { $0.saying($0.wording.andMore(leftOut.count - 1)) }
    }

    /// Returns the selected days of `source`; without a choice, those from the first to the last.
    ///
    /// A number of periods is one of tables.
    func days(
        _ selection: PeriodSelection, of source: any Source, today: Day
    ) throws(Fault) -> ClosedRange<Day> {
        try selection.refuseContradictions()
        let count = selection.isLatest ? 1 : max(selection.last ?? 0, 0)
        let own = count > 0 ? periods.suffix(count) : periods[...]
        guard own.count >= count else { throw lacks(Message("--last \(count)" as String)) }
        let first = own.first?.days.lowerBound ?? today
        let last = own.map(\.days.upperBound).max() ?? first
        guard count == 0 else { return first...last }
        let days = try selection.periods(
            of: .daily, among: Array(Periods(of: first...last)), today: today,
            holdings: Holdings(of: source.holdings.name, from: first, to: last, charts: [.daily]))
        return days.first.from...days.last.from
    }

    /// Returns ``remarks``, and that `days` are only a part of the selected month or year.
    func remarks(
        on days: ClosedRange<Day>, _ selection: PeriodSelection, of source: any Source, today: Day
    ) throws(Fault) -> [Fault] {
        let part = try selection.partHeld(
            Periods(of: days), by: source.holdings.name, today: today)
        return remarks + [part].compactMap(\.self)
    }

    /// Returns the ways in which tables fill `days`: one of exactly these days, those of each day,
    /// those of each month; if there is none, the tables that cover most of them.
    func ways(toFill days: ClosedRange<Day>) -> [TableGroup] {
        var ways: [TableGroup] = []
        if let table = tables[days] { ways.append(TableGroup(tables: [table], missing: [])) }
        if days.lowerBound == days.upperBound, !ways.isEmpty { return ways }
        ways += [.day, .month].map { group(within: days, of: $0) }.filter {
            $0.missing.isEmpty && $0.tables.count > 1
        }
        return ways.isEmpty ? [group(within: days, of: nil)] : ways
    }

    /// Returns tables of a length of time, or any, that do not overlap; the longest count first.
    private func group(within days: ClosedRange<Day>, of unit: CalendarUnit?) -> TableGroup {
        var missing = Set(days.days)
        let within = periods.filter {
            days.contains($0.days) && (unit == nil || $0.period.unit == unit)
        }.map(\.days)
        let taken = within.sorted { $0.days.count > $1.days.count }.filter { span in
            guard missing.isSuperset(of: span.days) else { return false }
            missing.subtract(span.days)
            return true
        }
        return TableGroup(
            tables: taken.sorted { $0.lowerBound < $1.lowerBound }.compactMap { tables[$0] },
            missing: missing.sorted())
    }

    /// Returns the fault of days, or of rows, that no table covers.
    func lacks(_ what: Message) -> Fault {
        Fault(
            .usage, "not-in-tables", "the tables do not give \(what): there are those of \(names)")
    }

    /// The fault of a command that takes one period.
    var severalPeriods: Fault {
        Fault(
            .usage, "several-periods",
            "a ranking is of one period, and there are tables of \(names)",
            hint: "choose one with --date, --month or --year, or join them with --from and --to")
    }

    private var names: Message {
        let names = periods.map { Message($0.period.name) }
        return .list(names.prefix(10)).andMore(names.count - 10)
    }
}

/// Tables that together cover some days, the earliest first.
struct TableGroup: Sendable {
    let tables: [PeriodTable]
    /// The days that none of them covers.
    let missing: [Day]

    /// What some of the tables have no column for, of what tells films apart.
    var lacking: Set<String> { tables.reduce(into: []) { $0.formUnion($1.lacking) } }

    /// Refuses several tables of which one lacks what tells films apart: a title may be that of two
    /// films.
    func refuseUnknownFilms() throws(Fault) {
        guard tables.count > 1 else { return }
        for table in tables where table.films.contains(where: { $0.code == nil }) {
            guard let column = table.lacking.min() else { continue }
            throw Fault(
                .usage, "films-not-told-apart",
                "\(table.place): the table has no column \(column), so that its films cannot be told apart from those of the others",
                hint: "a table of exactly the period needs none")
        }
    }

    /// The oldest 조회일.
    var askedOn: Day { tables.map(\.askedOn).min() ?? Day(daysSince1970: 0) }

    /// Returns the days that were not final when their table was downloaded.
    func provisionalDays(by policy: ChartPolicy) -> Set<Period> {
        Set(
            tables.flatMap { table in
                Periods(of: table.days).filter { !policy.isFinal($0, on: table.askedOn) }
            })
    }

    /// The remark that days are missing; nil if none are.
    var remark: Fault? {
        missing.first.map {
            Fault(
                .malformed, "days-in-no-table",
                "\(missing.count, "day is", "days are") in no table, the first is \($0): rows that need them are missing, or have no bounds"
            )
        }
    }
}

extension PeriodTable {
    /// 조회일; a day before all others if the table has none.
    var askedOn: Day { asked ?? Day(daysSince1970: 0) }
}

extension PeriodTable.Film {
    /// Returns what makes it the same film in several tables: its code, or else title, opening day and
    /// nation, but for what is `lacking` in one of them.
    func key(without lacking: Set<String> = []) -> String {
        if let code { return code }
        let day = lacking.contains("open_date") ? nil : openDate?.description
        let nation = lacking.contains("film_nation") ? "" : country
        return "\(FilmChoice.spaceless(title)) \(day ?? "") \(nation)"
    }
}

extension Fault {
    fileprivate static func leftOut(_ table: PeriodTable) -> Fault {
        let lacks =
            table.lacks ?? Message("other-films", "it counts other films than those asked for")
        return Fault(
            .malformed, "table-left-out",
            "\(table.place): the table of \(RowPeriod(ofTable: table.days).name) is left out: \(lacks)",
            hint: table.lacks == nil
                ? "ranking reads it with the same --nation or --kind" : nil)
    }
}
