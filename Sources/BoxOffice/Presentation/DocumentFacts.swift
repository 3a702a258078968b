/// The facts that a document for readers states about itself: its subject, and its missing parts.
///
/// They include no time and no path, so that the same rows produce the same document.
package struct DocumentFacts: Sendable {
    /// A fact: a label and its text.
    package typealias Line = (label: String, text: String)

    private let document: DocumentDescription
    private let heading: Heading
    /// The columns that are written.
    private let columns: [Column]
    /// The number of rows written.
    package private(set) var rows = 0
    /// The source of the edition that was begun; nil again after its first row.
    private var begun: String?
    /// The names of the sources that have rows.
    private var sourcesOfRows: Set<String> = []

    /// Prepares the facts of a document with this layout.
    package init(_ layout: Layout) {
        document = layout.document
        heading = Heading(layout)
        columns = layout.columns
    }

    /// Begins the rows of `edition`.
    package mutating func begin(_ edition: ChartEdition) { begun = edition.source }

    /// Counts a row.
    package mutating func addRow() {
        rows += 1
        guard let source = begun else { return }
        sourcesOfRows.insert(document.source(source).name)
        begun = nil
    }

    /// The title of the document.
    package var title: Line {
        line(
            Message("title", ko: "제목"),
            "\(document.days == nil ? heading.name(ofDocument: document) : heading.title(of: document))"
        )
    }

    /// The subject of the document: its sources, chart and period, and its filters or the facts that
    /// stand in their place.
    package var subject: [Line] {
        let chart = document.chart.map {
            line(Message("chart", ko: "구분"), "\(heading.name(of: $0))")
        }
        let lines = sources + [chart, period].compactMap(\.self)
        guard let facts = document.face?.facts else {
            return lines + [line(.filters, filters ?? Message("none", ko: "없음"))]
        }
        return lines + facts.map { line($0.label, $0.text) }
    }

    /// The subject for a line below the title: source, currency, period, and filters if there are
    /// any that the title does not tell.
    package var origin: [Line] {
        let filters = document.face?.facts == nil ? filters : nil
        return [
            line(Self.source, "\(document.creditLine)"), currency, period,
            filters.map { line(.filters, $0) },
        ].compactMap(\.self)
    }

    /// The units of admissions and of amounts in won; nil if there are neither, or if the headers
    /// tell them.
    ///
    /// Other currencies are shown by ``currency`` or by the rows.
    package var units: Line? {
        guard document.face?.hasUnitsInHeadings != true else { return nil }
        let plot = document.face?.plot
        let pivoted = plot?.lineColumn == nil ? plot?.figure : nil
        let known = (columns + [pivoted].compactMap(\.self)).compactMap(document.unit)
        let units = [Message.admissions, .won].filter(known.contains)
        return units.isEmpty ? nil : line(Message("units", ko: "단위"), .list(units))
    }

    private static let source = Message("source", ko: "출처")

    /// The currency of all amounts; nil if it is the won, if there are several, which the rows then
    /// show, or if there are no amounts.
    package var currency: Line? {
        let currencies = document.currencies
        guard hasAmounts, currencies.count == 1, let currency = currencies.first, currency.isForeign
        else { return nil }
        return line(Message("currency", ko: "통화"), "\(currency.code)")
    }

    private var hasAmounts: Bool { columns.contains(where: \.holdsAmounts) }

    /// The sources of the document; with several sources of rows, a line for each with its country,
    /// and with its currency if they differ.
    private var sources: [Line] {
        guard document.joinsSources else {
            return [line(Self.source, "\(document.creditLine)")]
        }
        let tellsCurrency = hasAmounts && document.currencies.count > 1
        let figures = document.figures.map { source in
            let currency = tellsCurrency ? source.territory.currency.knownCode : nil
            return [source.credit, source.territory.country?.code, currency].compactMap(\.self)
                .joined(separator: " · ")
        }
        let others = document.credits.filter { credit in
            !document.figures.contains { $0.credit == credit }
        }
        return (figures + others).map { line(Self.source, "\($0)") }
    }

    private var period: Line? {
        guard let days = document.days, let periods = document.allPeriods else { return nil }
        let count = document.periodCount ?? periods.count
        let length: Message =
            count == 1 ? "" : " (\(Message.length(count, of: periods.first.chart)))"
        return line(Message("period", ko: "기간"), "\(days)\(length)")
    }

    /// The filters of the rows; nil if there are none.
    private var filters: Message? {
        let filter = ChartFilter(region: nil, nation: document.nation, kind: document.kind)
        let words = document.regions.map(\.name) + heading.narrowing(of: filter)
        let all = words.map { Message($0) } + document.terms.map(\.wording)
        guard all.isEmpty else { return .list(all) }
        return document.hasSeveralFilters
            ? Message("they differ from row to row", ko: "행마다 다름") : nil
    }

    /// Returns the missing parts, one per line, or a line that says that nothing is missing.
    ///
    /// - Parameter ending: the end of the document, with its missing parts.
    package func missing(_ ending: DocumentEnding) -> [Line] {
        var texts = ending.missing.prefix(Self.maxLines).map(\.wording)
        if ending.missing.count > Self.maxLines {
            texts.append(Message("\(ending.missing.count) in all", ko: "모두 {1}건"))
        }
        if let total = ending.total, total > rows {
            texts.append(
                Message("only \(rows) of \(total, "row")", ko: "전체 {2}건 가운데 {1}건만 있음"))
        }
        // Warnings come in any order, and those about files that cannot be written name files of
        // this machine.
        let shown = document.face?.shownWarnings ?? []
        let warnings = ending.warnings.filter {
            [.notFound, .notPublished, .unavailable, .malformed, .notYet].contains($0.kind)
                && !shown.contains($0.code)
        }
        texts += warnings.sorted { $0.message < $1.message }.prefix(Self.maxLines).map(\.wording)
        if texts.isEmpty { texts = [Message("nothing", ko: "없음")] }
        return texts.map { line(Message("missing", ko: "빠진 것"), $0) }
    }

    /// Returns notes for readers on the figures, one per line.
    ///
    /// Notes of a source are left out if they are about columns that are not written. If there are
    /// several sources, each note names its source, and sources without a row have none.
    ///
    /// - Parameters:
    ///   - ending: the end of the document, with its provisional periods.
    ///   - remarks: the warnings of the document's format.
    package func notes(
        _ ending: DocumentEnding = DocumentEnding(), _ remarks: [Fault] = []
    ) -> [Line] {
        let names = columns.map(\.name)
        let notes = document.figures.filter {
            !document.joinsSources || sourcesOfRows.contains($0.name)
        }
        .flatMap { source in source.notes.map { ($0.column, naming(source.name, $0.message)) } }
        let hostNotes = document.notes.map { ($0.column, $0.message) }
        let said = (hostNotes + notes).filter { $0.0.map(names.contains) ?? true }.map(\.1).eachOnce
        return provisional(ending) + lines(of: said + remarks.map(\.wording))
    }

    /// Returns a line for each note.
    package func lines(of notes: [Message]) -> [Line] { notes.map { line(Self.note, $0) } }

    /// Returns the days whose figures may still be corrected, a line for each source that has some.
    package func provisional(_ ending: DocumentEnding) -> [Line] {
        ending.provisional.sorted { $0.key < $1.key }.map { source, periods in
            line(Self.note, naming(source, .provisional(periods)))
        }
    }

    private static let note = Message("note", ko: "참고")

    /// Returns `message`, with the source that it is about if the document joins several.
    private func naming(_ source: String?, _ message: Message) -> Message {
        guard document.joinsSources, let source else { return message }
        return message.about(Message(source))
    }

    /// Makes a line in the language of the headers, which may differ from the user's.
    private func line(_ label: Message, _ text: Message) -> Line {
        (heading.text(of: label), heading.text(of: text))
    }

    /// The most missing parts and warnings to list.
    private static let maxLines = 1000
}

extension Message {
    fileprivate static let admissions = Message("admissions", ko: "명")
    fileprivate static let won = Message("won", ko: "원")
    /// The label of the filters.
    package static let filters = Message("filters", ko: "조건")

    /// The message that the figures of `periods` may still be corrected, with the last ten of their
    /// spans.
    fileprivate static func provisional(_ periods: Set<Period>) -> Message {
        let spans = periods.spans
        let named = spans.suffix(10).map { Message($0.text) }
        let days = Message.list(named).andMore(spans.count - named.count)
        return Message(
            "figures of \(days) are provisional and may be corrected",
            ko: "{1}의 수치는 잠정치이며, 나중에 정정될 수 있습니다")
    }
}

extension Set<Period> {
    /// The days of the periods, oldest first; consecutive periods form one span.
    package var spans: [ClosedRange<Day>] {
        sorted { ($0.from, $0.to) < ($1.from, $1.to) }.reduce(into: []) { spans, period in
            if let last = spans.last, period.from <= last.upperBound.advanced(by: 1) {
                spans[spans.count - 1] = last.lowerBound...Swift.max(last.upperBound, period.to)
            } else {
                spans.append(period.from...period.to)
            }
        }
    }
}

extension Column {
    /// True if the values are amounts of money, or bounds of them.
    fileprivate var holdsAmounts: Bool { kind == .amount || kindOfBounds == .amount }
}

extension DocumentDescription {
    /// The credit line for readers: the providers of the figures, separated by commas.
    package var creditLine: String { (credits.isEmpty ? sources : credits).joined(separator: ", ") }

    /// Returns the unit of the figures of `column`, admissions or won; nil for others, and if its
    /// cells show their unit.
    package func unit(of column: Column) -> Message? {
        if column.holdsAmounts {
            return currencies == [.won] ? .won : nil
        }
        let isOfAdmissions =
            column.name.hasPrefix("audience") && [.integer, .text].contains(column.kind)
        return isOfAdmissions ? .admissions : nil
    }

    /// The periods of the chart, or the days that rows made from charts are about; nil for any other
    /// document.
    package var allPeriods: Periods? { periods ?? face?.days }

    /// The days that the document covers: `2022-05-30 ~ 2022-06-05`; nil if it has no days of its
    /// own.
    package var days: String? {
        allPeriods.map { ($0.first.from...$0.last.to).text }
    }
}
