internal import BoxOffice
internal import Wire

/// What the lines before the council's tables say: the kind of table, the day of the download, the
/// conditions and the period of the next table.
struct SiteLines: Sendable {
    /// A kind of table, by the days that one may cover.
    enum Kind: Sendable {
        case chart(Chart)
        case unit(CalendarUnit)
        case span

        /// The kinds by the council's word for each.
        static let named: [String: Kind] = [
            "일별": .chart(.daily), "주간": .chart(.weekly), "주말": .chart(.weekend),
            "주중": .chart(.weekdays), "월별": .unit(.month), "연도별": .unit(.year), "기간별": .span,
        ]

        /// Returns true if a table of that kind may cover `days`.
        func fits(_ days: ClosedRange<Day>) -> Bool {
            switch self {
            case .chart(let chart): Period(of: chart, covering: days) != nil
            case .unit(let unit): days == unit.days(around: days.lowerBound)
            case .span: true
            }
        }
    }

    private(set) var kind: Kind?
    /// 조회일, the day of the download.
    private(set) var asked: Day?
    /// True if there is a line of conditions.
    private(set) var hasConditions = false
    /// 조회기간 in the line of conditions.
    private(set) var period: ClosedRange<Day>?
    /// The films that the conditions count.
    private(set) var filter = ChartFilter()
    /// True if the table is of the layout "공식통계 기준", which has not all films.
    private(set) var isOfficial = false
    /// The period that the last heading names.
    private(set) var heading: ClosedRange<Day>?
    /// True if a table has begun since these lines.
    private var hasTable = false

    /// True if a line says that the tables are the council's.
    var areOfSite: Bool { kind != nil }

    /// Reads a line; returns false if it is none of those of the council's tables.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` for a table that is no chart, and for a condition or
    ///   a period that is not understood.
    mutating func take(_ line: String) throws(Fault) -> Bool {
        let plain = line.withoutBlanks
        // What was said of other tables does not hold for those that follow.
        let starts = ["■"] + (hasTable ? ["-조회일", "-출처", "▶", "검색조건["] : [])
        if starts.contains(where: plain.hasPrefix) { self = SiteLines() }
        if plain.hasPrefix("■") {
            try takeTitle(String(plain.dropFirst()), line)
        } else if plain.hasPrefix("-조회일") {
            asked = plain.split(separator: ":").last.flatMap { Day(written: String($0)) }
        } else if plain.hasPrefix("-출처") {
        } else if plain.hasPrefix("▶") || plain.hasPrefix("검색조건[") {
            try takeConditions(line)
        } else if plain.hasPrefix("●") || plain.hasPrefix("○") {
            guard let days = ClosedRange<Day>(written: String(plain.dropFirst())),
                kind?.fits(days) ?? true, period.map({ $0.contains(days) }) ?? true
            else {
                // In a table of somebody else it is a note.
                if !areOfSite, heading == nil { return false }
                throw .unknownHeading(line)
            }
            heading = days
        } else {
            return false
        }
        return true
    }

    /// The period of the next table; nil if nothing says it.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if 조회기간 spans several tables, and no heading says
    ///   which of them this one is.
    var days: ClosedRange<Day>? {
        get throws(Fault) {
            if let heading { return heading }
            guard let kind, let period else { return nil }
            guard kind.fits(period) else { throw .severalPeriods(period) }
            return period
        }
    }

    /// Notes that the table with this period begins.
    mutating func beginTable() { hasTable = true }

    /// Forgets the heading, because its table has ended.
    mutating func endTable() { heading = nil }

    private mutating func takeTitle(_ title: String, _ line: String) throws(Fault) {
        let name = title.split(separator: "(").first.map(String.init) ?? ""
        kind = Kind.named.first { "\($0.key)박스오피스" == name }?.value
        guard kind != nil else { throw .otherTable(line.trimmingBlanks) }
        isOfficial = title.contains("공식통계")
    }

    /// Reads `검색조건 [ 조회기간: 2022   영화구분: 전체   국적: 전체 ]`.
    private mutating func takeConditions(_ line: String) throws(Fault) {
        hasConditions = true
        guard let open = line.firstIndex(of: "["), let close = line.lastIndex(of: "]"), open < close
        else { throw .unknownCondition(line.trimmingBlanks) }
        // A name is the word before a colon; what stands before it is the value of the one before.
        let parts = line[line.index(after: open)..<close].split(
            separator: ":", omittingEmptySubsequences: false
        ).map { String($0).trimmingBlanks.split(whereSeparator: \.isWhitespace).map(String.init) }
        for (index, part) in parts.enumerated().dropFirst() {
            guard let name = parts[index - 1].last else { throw .unknownCondition(line) }
            let isLast = index == parts.count - 1
            let value = part.dropLast(isLast ? 0 : 1).joined(separator: " ")
            try takeCondition(name, value)
        }
    }

    private mutating func takeCondition(_ name: String, _ value: String) throws(Fault) {
        switch name {
        case "조회기간":
            guard let days = ClosedRange<Day>(written: value.withoutBlanks) else {
                throw .unknownCondition("\(name): \(value)")
            }
            period = days
        case _ where !Self.narrowing.contains(name): throw .unknownCondition("\(name): \(value)")
        case _ where value == "전체": return
        case "국적" where ChartFilter.Nation.koreanNames[value] != nil:
            filter.nation = ChartFilter.Nation.koreanNames[value]
        case "영화구분" where value == "일반영화": filter.kind = .commercial
        case "영화구분" where ChartFilter.Kind.koreanNames[value] != nil:
            filter.kind = ChartFilter.Kind.koreanNames[value]
        case "지역" where Region.korean(value) != nil: filter.region = Region.korean(value)
        default: throw .filtered(name, value)
        }
    }

    /// The conditions that leave films out unless they are 전체.
    private static let narrowing = [
        "국적", "영화구분", "지역", "제작사", "배급사", "감독명", "배우명", "등급별", "장르별",
    ]
}

extension ClosedRange<Day> {
    /// Reads the days of a heading or of 조회기간, without spaces: `2025년10월09일(목)`, `2024년03월`,
    /// `2022`, `202403~202403`, `2023-01-01~2023-06-30`; nil for any other text, such as a range
    /// without one of its ends.
    init?(written text: String) {
        let ends = text.split(
            separator: text.contains("~") ? "~" : "..", omittingEmptySubsequences: false
        ).map { Self.days(of: String($0)) }
        guard (1...2).contains(ends.count), let first = ends.first ?? nil,
            let last = ends.last ?? nil,
            first.lowerBound <= last.upperBound
        else { return nil }
        self = first.lowerBound...last.upperBound
    }

    private static func days(of text: String) -> ClosedRange<Day>? {
        if let day = Day(written: text) { return day...day }
        if let week = Week(text) { return week.monday...week.monday.advanced(by: 6) }
        guard let date = TypedDate(text), date.dayOfMonth == nil,
            let day = Day(year: date.year, month: date.month ?? 1, day: 1)
        else { return nil }
        return (date.month == nil ? CalendarUnit.year : .month).days(around: day)
    }
}

extension Period {
    /// The days that it covers.
    var days: ClosedRange<Day> { from...to }

    /// Makes the period of `chart` that covers these days; nil if there is none.
    init?(of chart: Chart, covering days: ClosedRange<Day>) {
        self.init(of: chart, containing: days.lowerBound)
        guard self.days == days else { return nil }
    }
}

extension Fault {
    fileprivate static func otherTable(_ line: String) -> Fault {
        Fault(
            .malformed, "table-of-other-kind",
            "'\(line.excerpt)' is no table of charts",
            hint:
                "of the council's tables, 일별, 주간, 주말, 주중, 월별, 연도별 and 기간별 박스오피스 can be read")
    }

    fileprivate static func unknownHeading(_ line: String) -> Fault {
        Fault(
            .malformed, "table-heading",
            "'\(line.trimmingBlanks.excerpt)' names no period of its table")
    }

    fileprivate static func severalPeriods(_ days: ClosedRange<Day>) -> Fault {
        Fault(
            .malformed, "table-several-periods",
            "the tables are of \(days.text), and no heading says which part of it this one is")
    }

    fileprivate static func unknownCondition(_ text: String) -> Fault {
        Fault(
            .malformed, "table-condition", "the condition '\(text.excerpt)' is not understood")
    }

    fileprivate static func filtered(_ name: String, _ value: String) -> Fault {
        Fault(
            .malformed, "table-narrowed",
            "the table has only the films of \(name) '\(value.excerpt)', for which there is no column",
            hint: "download it with \(name) 전체")
    }
}
