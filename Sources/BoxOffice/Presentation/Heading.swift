/// The headings of a document and of the editions of a chart, in the language of its headers.
public struct Heading: Sendable {
    private let catalogue: Catalogue
    private let escaping: @Sendable (String) -> String
    /// The name of the document's chart, made once because it is in the heading of every edition.
    private var named: (chart: Chart, name: String)?
    /// True if editions from several sources follow each other, so that each heading names its
    /// source.
    private var namesSources = false

    /// Prepares the headings of a document with this layout.
    ///
    /// - Parameters:
    ///   - layout: the layout of the document.
    ///   - escaping: makes a text safe for the format; it is called for names that a service gave.
    public init(_ layout: Layout, escaping: @escaping @Sendable (String) -> String = { $0 }) {
        self.init(in: layout.catalogue, escaping: escaping)
        named = layout.document.chart.map { ($0, name(of: $0)) }
        namesSources = layout.document.joinsSources
    }

    /// Prepares headings in the language of `catalogue`.
    package init(
        in catalogue: Catalogue, escaping: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.catalogue = catalogue
        self.escaping = escaping
    }

    /// Returns a heading for the whole document, such as `일별 박스오피스, 2022-05-30 ~ 2022-06-05`.
    public func title(of document: DocumentDescription) -> String {
        if let face = document.face { return text(of: face.title) }
        guard let periods = document.periods else { return document.dataset }
        let filter = ChartFilter(
            region: document.regions.count == 1 ? document.regions.first : nil,
            nation: document.nation, kind: document.kind)
        guard periods.first != periods.last else {
            return text(of: ChartEdition(periods.last, filter: filter))
        }
        let days = "\(periods.first.from) ~ \(periods.last.to)"
        return ([name(of: periods.last.chart), days] + narrowing(of: filter))
            .joined(separator: ", ")
    }

    /// Returns `2022년 6월 5일 (일) 일별 박스오피스`, `2022년 6월 3일(금)~5일(일) 주말 박스오피스`, or the same in
    /// English, and the filters of the edition; then the source, if the document joins several.
    public func text(of edition: ChartEdition) -> String {
        let period = edition.period
        let days =
            period.chart == .daily ? period.from.dateAndWeekday : period.week.naming(period)
        return heading(over: text(of: days), edition)
    }

    /// Returns the heading for a narrow page: `2022년 22주 주말 박스오피스`, without the days of a week.
    public func shortText(of edition: ChartEdition) -> String {
        let period = edition.period
        return heading(
            over: period.chart == .daily ? "\(period.from)" : text(of: period.week.wording),
            edition)
    }

    private func heading(over days: String, _ edition: ChartEdition) -> String {
        let source = namesSources ? edition.source : ""
        return
            (["\(days) \(name(of: edition.period.chart))"] + narrowing(of: edition.filter)
            + (source.isEmpty ? [] : [escaping(source)])).joined(separator: ", ")
    }

    /// Returns `일별 박스오피스` or `daily box office`.
    public func name(of chart: Chart) -> String {
        if let named, named.chart == chart { return named.name }
        return text(of: Message("box-office", "\(chart.wording) box office"))
    }

    /// Returns the name of the rows of a document: `일별 박스오피스`, `영화`, `movies`; the name of the
    /// dataset if there is no wording for it.
    public func name(ofDocument document: DocumentDescription) -> String {
        if let chart = document.chart { return name(of: chart) }
        return text(of: .dataset(document.dataset))
    }

    /// Returns the names of the filters of an edition: `서울시`, `한국영화`, `다양성영화`.
    public func narrowing(of filter: ChartFilter) -> [String] {
        return [filter.region.map { escaping($0.name) }].compactMap(\.self)
            + filter.wordings.map(text)
    }

    /// Returns `message` in the language of the headings.
    func text(of message: Message) -> String { message.text(in: catalogue) }
}

extension Day {
    /// `2022-06-05 (Sun)`.
    fileprivate var dateAndWeekday: Message {
        Message(
            "\(self) (\(weekdayWording))", ko: "\(year)년 \(month)월 \(dayOfMonth)일 ({2})")
    }

    /// The short name of the day of the week, such as `Sun`.
    package var weekdayWording: Message {
        Message(Message(weekdayNames.english), ko: weekdayNames.korean)
    }

    fileprivate var weekdayNames: (english: String, korean: String) {
        Self.weekdays[weekday - 1]
    }

    /// The names of the days of the week from Monday on.
    private static let weekdays: [(english: String, korean: String)] = [
        ("Mon", "월"), ("Tue", "화"), ("Wed", "수"), ("Thu", "목"), ("Fri", "금"), ("Sat", "토"),
        ("Sun", "일"),
    ]
}

extension Week {
    /// `2022-W22`.
    fileprivate var wording: Message { Message("\(self)", ko: "\(year)년 \(number)주") }

    /// Returns the days of `period`, which is in this week: in Korean
    /// `2026년 10월 30일(금)~11월 1일(일)`, in English also the week.
    fileprivate func naming(_ period: Period) -> Message {
        let (first, last) = (period.from, period.to)
        return Message(
            "\(self), \(first.dateAndWeekday) ~ \(last.dateAndWeekday)",
            ko: Message.korean(first...last) { "(\($0.weekdayNames.korean))" })
    }
}

extension ChartFilter {
    /// The names of the nation and the kind of films: `Korean films`, `art films`.
    package var wordings: [Message] {
        let kind = kind.map { kind in
            kind == .commercial
                ? Message("commercial films", ko: "상업영화")
                : Message("art films", ko: "다양성영화")
        }
        return [nation.map(Message.films), kind].compactMap(\.self)
    }
}

extension Message {
    /// Returns the name of the rows of a dataset; the dataset's own if there is no wording for it.
    package static func dataset(_ name: String) -> Message { Message("dataset.\(name)", "\(name)") }

    /// Returns the name of the films of a nation: `Korean films`, or `all films` for nil.
    package static func films(of nation: ChartFilter.Nation?) -> Message {
        switch nation {
        case nil: Message("all films", ko: "전체 영화")
        case .korean: Message("Korean films", ko: "한국영화")
        case .foreign: Message("foreign films", ko: "외국영화")
        }
    }

    /// Returns `titles` followed by the number of films that they do not name, if there are any.
    package static func titles(_ titles: String, andMore more: Int) -> Message {
        more > 0 ? Message("\(titles) and \(more) more", ko: "{1} 외 {2}편") : Message(titles)
    }

    /// The message that a document, or a part of it, has no rows.
    package static let documentEmpty = Message("There are no rows", ko: "자료가 없습니다")

    /// Returns the length of `count` editions of `chart`, in days or weeks.
    package static func length(_ count: Int, of chart: Chart) -> Message {
        chart == .daily
            ? Message("\(count, "day")", ko: "{1}일") : Message("\(count, "week")", ko: "{1}주")
    }
}
