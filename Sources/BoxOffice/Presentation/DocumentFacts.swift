/// What a document for readers says of itself: what it is about, and what it lacks.
///
/// It has no time and no path, so that the same rows give the same document.
public struct DocumentFacts: Sendable {
    /// A fact: a label, and a text behind it.
    public typealias Line = (label: String, text: String)

    private let document: DocumentDescription
    private let isKorean: Bool
    /// The names of the columns that are written.
    private let columns: [String]

    /// Describes the document of that layout.
    public init(_ layout: Layout) {
        document = layout.document
        isKorean = layout.header != .en
        columns = layout.columns.map(\.name)
    }

    /// What the document is called.
    public var title: Line {
        let text =
            document.periods == nil
            ? Heading(isKorean: isKorean).name(ofDocument: document)
            : document.title(isKorean: isKorean)
        return (either("제목", "title"), text)
    }

    /// What the document is about: its source, chart, period and filters.
    public var subject: [Line] {
        var lines = [source]
        if let chart = document.chart {
            lines.append((either("구분", "chart"), Heading(isKorean: isKorean).name(of: chart)))
        }
        return lines + [period].compactMap(\.self) + [
            (either("조건", "filters"), filters ?? either("없음", "none"))
        ]
    }

    /// The same for a line below the title: source, period, and filters if there are any.
    ///
    /// The title names the chart or, of runs, the films.
    public var origin: [Line] {
        let filters = document.trend == nil ? filters : nil
        return [source, period, filters.map { (either("조건", "filters"), $0) }].compactMap(\.self)
    }

    private var source: Line { (either("출처", "source"), document.creditLine) }

    private var period: Line? {
        guard let days = document.days, let periods = document.periods else { return nil }
        let count = periods.count
        let unit = document.chart == .daily ? ("일", "day") : ("주", "week")
        let length = either("\(count)\(unit.0)", "\(count) \(unit.1)\(count == 1 ? "" : "s")")
        return (either("기간", "period"), "\(days) (\(length))")
    }

    /// What the rows are narrowed to; nil if they are not.
    private var filters: String? {
        let filter = ChartFilter(region: nil, nation: document.nation, kind: document.kind)
        let words =
            document.regions.map(\.name) + Heading(isKorean: isKorean).narrowing(of: filter)
            + document.terms.map(text)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private func text(of term: DocumentDescription.Term) -> String {
        if isKorean, term.name == "top" { return "\(term.value)위까지" }
        return "\((isKorean ? Self.koreanTerms[term.name] : nil) ?? term.name): \(term.value)"
    }

    private static let koreanTerms = [
        "title": "영화명", "director": "감독", "opened": "개봉", "produced": "제작연도", "name": "이름",
        "film": "참여 영화", "ceo": "대표자", "films": "영화", "pivot": "값", "codes": "코드", "table": "코드",
    ]

    /// What is missing, a line each; one that says so if nothing is.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - rows: how many rows it has.
    public func missing(_ ending: DocumentEnding, rows: Int) -> [Line] {
        var texts = ending.missing.prefix(Self.mostLines).map(text)
        if ending.missing.count > Self.mostLines {
            let count = ending.missing.count
            texts.append(either("모두 \(count)건", "\(count) in all"))
        }
        if let total = ending.total, total > rows {
            texts.append(either("전체 \(total)건 가운데 \(rows)건만 있음", "only \(rows) of \(total) rows"))
        }
        // They come in any order, and name files of this machine if these cannot be written.
        let warnings = ending.warnings.filter {
            [.notFound, .notPublished, .unavailable, .malformed, .notYet].contains($0.kind)
        }
        texts += warnings.sorted { $0.message < $1.message }.prefix(Self.mostLines).map(text)
        if texts.isEmpty { texts = [either("없음", "nothing")] }
        return texts.map { (either("빠진 것", "missing"), $0) }
    }

    /// What readers should know of the figures, a line each.
    ///
    /// The source says what the figures mean, as far as their columns are written.
    ///
    /// - Parameter remarks: what the document's format has to say.
    public func notes(_ remarks: [Fault]) -> [Line] {
        let notes = document.notes.filter { note in note.column.map(columns.contains) ?? true }
        return (notes.map { text(of: $0.message) } + remarks.map(text)).map {
            (either("참고", "note"), $0)
        }
    }

    private func text(of fault: Fault) -> String { text(of: fault.wording) }

    /// The message in the language of the headers, whatever that of the process is.
    private func text(of message: Message) -> String {
        message.text(in: isKorean ? .koreanLibrary : .english)
    }

    private func either(_ korean: String, _ english: String) -> String {
        isKorean ? korean : english
    }

    /// How many missing things are named.
    private static let mostLines = 1000
}

extension DocumentDescription {
    /// Where the figures are from, for readers.
    public var creditLine: String { (credits.isEmpty ? sources : credits).joined(separator: ", ") }

    /// The days that the document covers: `2022-05-30 ~ 2022-06-05`; nil if it is not a chart.
    public var days: String? {
        guard let periods else { return nil }
        let (first, last) = (periods.first.from, periods.last.to)
        return first == last ? "\(first)" : "\(first) ~ \(last)"
    }
}
