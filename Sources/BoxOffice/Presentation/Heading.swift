/// The heading over an edition of a chart, in Korean or in English.
public struct Heading: Sendable {
    private let isKorean: Bool
    private let escaping: @Sendable (String) -> String

    /// Words headings in Korean or in English.
    ///
    /// - Parameters:
    ///   - isKorean: whether headings are in Korean.
    ///   - escaping: makes a text safe for the format; it is called for names that a service gave.
    public init(
        isKorean: Bool, escaping: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.isKorean = isKorean
        self.escaping = escaping
    }

    /// `2022년 6월 5일 (일) 일별 박스오피스` and what the edition is narrowed to, or the same in
    /// English.
    public func text(of edition: ChartEdition) -> String {
        let period = edition.period
        var days = text(of: period.from)
        if period.to != period.from { days += " ~ \(text(of: period.to))" }
        return heading(
            over: period.chart == .daily ? days : "\(text(of: period.week)), \(days)", edition)
    }

    /// The same for a narrow page: `2022년 22주 주말 박스오피스`, without the days of a week.
    public func shortText(of edition: ChartEdition) -> String {
        let period = edition.period
        return heading(
            over: period.chart == .daily ? "\(period.from)" : text(of: period.week), edition)
    }

    private func heading(over days: String, _ edition: ChartEdition) -> String {
        (["\(days) \(name(of: edition.period.chart))"] + narrowing(of: edition.filter))
            .joined(separator: ", ")
    }

    /// `일별 박스오피스` or `daily box office`.
    public func name(of chart: Chart) -> String {
        isKorean ? "\(chart.koreanName) 박스오피스" : "\(chart.rawValue) box office"
    }

    /// What the rows of a document are: `일별 박스오피스`, `영화`, `movies`; the name of the dataset if
    /// it is a plugin's.
    public func name(ofDocument document: DocumentDescription) -> String {
        if let chart = document.chart { return name(of: chart) }
        return (isKorean ? Self.koreanDatasets[document.dataset] : nil) ?? document.dataset
    }

    private static let koreanDatasets = [
        "chart": "박스오피스", "trend": "흥행 추이", "movies": "영화", "movie": "영화 상세", "people": "영화인",
        "person": "영화인 상세",
        "companies": "영화사", "company": "영화사 상세", "codes": "코드",
    ]

    /// What an edition is narrowed to: `서울시`, `한국영화`, `다양성영화`.
    public func narrowing(of filter: ChartFilter) -> [String] {
        let nation = filter.nation.map { nation in
            nation == .korean
                ? isKorean ? "한국영화" : "Korean films" : isKorean ? "외국영화" : "foreign films"
        }
        let kind = filter.kind.map { kind in
            kind == .commercial
                ? isKorean ? "상업영화" : "commercial films" : isKorean ? "다양성영화" : "art films"
        }
        return [filter.region.map { escaping($0.name) }, nation, kind].compactMap(\.self)
    }

    private func text(of week: Week) -> String {
        isKorean ? "\(week.year)년 \(week.number)주" : "\(week)"
    }

    private func text(of day: Day) -> String {
        let weekday = day.weekdayName(isKorean: isKorean)
        return isKorean
            ? "\(day.year)년 \(day.month)월 \(day.dayOfMonth)일 (\(weekday))" : "\(day) (\(weekday))"
    }
}

extension Day {
    /// The day of the week: `수` or `Wed`.
    package func weekdayName(isKorean: Bool) -> String {
        let names =
            isKorean
            ? ["월", "화", "수", "목", "금", "토", "일"]
            : ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return names[(weekday - 1) % 7]
    }
}
