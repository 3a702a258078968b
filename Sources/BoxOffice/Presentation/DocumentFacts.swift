/// What a document for readers says of itself: what it is about, and what it lacks.
///
/// It has no time and no path, so that the same rows give the same document.
package struct DocumentFacts: Sendable {
    /// A fact: a label, and a text behind it.
    package typealias Line = (label: String, text: String)

    private let document: DocumentDescription
    private let heading: Heading
    /// The names of the columns that are written.
    private let columns: [String]

    /// Describes the document of that layout.
    package init(_ layout: Layout) {
        document = layout.document
        heading = Heading(layout)
        columns = layout.columns.map(\.name)
    }

    /// What the document is called.
    package var title: Line {
        line(
            Message("fact-title", "title"),
            "\(document.periods == nil ? heading.name(ofDocument: document) : heading.title(of: document))"
        )
    }

    /// What the document is about: its source, chart, period and filters.
    package var subject: [Line] {
        var lines = [source]
        if let chart = document.chart {
            lines.append(line(Message("fact-chart", "chart"), "\(heading.name(of: chart))"))
        }
        return lines + [period].compactMap(\.self) + [
            line(Self.filters, filters ?? Message("fact-no-filters", "none"))
        ]
    }

    /// The same for a line below the title: source, period, and filters if there are any.
    ///
    /// The title names the chart or, of runs, the films.
    package var origin: [Line] {
        let filters = document.trend == nil ? filters : nil
        return [source, period, filters.map { line(Self.filters, $0) }].compactMap(\.self)
    }

    private static let filters = Message("fact-filters", "filters")

    private var source: Line {
        line(Message("fact-source", "source"), "\(document.creditLine)")
    }

    private var period: Line? {
        guard let days = document.days, let periods = document.periods else { return nil }
        let length = Message.length(periods.count, of: periods.first.chart)
        return line(Message("fact-period", "period"), "\(days) (\(length))")
    }

    /// What the rows are narrowed to; nil if they are not.
    private var filters: Message? {
        let filter = ChartFilter(region: nil, nation: document.nation, kind: document.kind)
        let words = document.regions.map(\.name) + heading.narrowing(of: filter)
        let terms = document.terms.map { term in
            Message("term.\(term.name)", "\(term.name): \(term.value)")
        }
        return words.isEmpty && terms.isEmpty ? nil : .list(words.map { Message($0) } + terms)
    }

    /// What is missing, a line each; one that says so if nothing is.
    ///
    /// - Parameters:
    ///   - ending: what the document lacks.
    ///   - rows: how many rows it has.
    package func missing(_ ending: DocumentEnding, rows: Int) -> [Line] {
        var texts = ending.missing.prefix(Self.mostLines).map(\.wording)
        if ending.missing.count > Self.mostLines {
            texts.append(Message("fact-in-all", "\(ending.missing.count) in all"))
        }
        if let total = ending.total, total > rows {
            texts.append(Message("fact-some-rows", "only \(rows) of \(total) rows"))
        }
        // They come in any order, and name files of this machine if these cannot be written.
        let warnings = ending.warnings.filter {
            [.notFound, .notPublished, .unavailable, .malformed, .notYet].contains($0.kind)
        }
        texts += warnings.sorted { $0.message < $1.message }.prefix(Self.mostLines).map(\.wording)
        if texts.isEmpty { texts = [Message("fact-nothing", "nothing")] }
        return texts.map { line(Message("fact-missing", "missing"), $0) }
    }

    /// What readers should know of the figures, a line each.
    ///
    /// The source says what the figures mean, as far as their columns are written.
    ///
    /// - Parameter remarks: what the document's format has to say.
    package func notes(_ remarks: [Fault]) -> [Line] {
        let notes = document.figures.flatMap(\.notes).filter { note in note.column.map(columns.contains) ?? true }
        return (notes.map(\.message) + remarks.map(\.wording)).map {
            line(Message("fact-note", "note"), $0)
        }
    }

    /// A line in the language of the headers, whatever that of the process is.
    private func line(_ label: Message, _ text: Message) -> Line {
        (heading.text(of: label), heading.text(of: text))
    }

    /// How many missing things are named.
    private static let mostLines = 1000
}

extension DocumentDescription {
    /// Where the figures are from, for readers.
    package var creditLine: String { (credits.isEmpty ? sources : credits).joined(separator: ", ") }

    /// The days that the document covers: `2022-05-30 ~ 2022-06-05`; nil if it is not a chart.
    package var days: String? {
        guard let periods else { return nil }
        let (first, last) = (periods.first.from, periods.last.to)
        return first == last ? "\(first)" : "\(first) ~ \(last)"
    }
}
