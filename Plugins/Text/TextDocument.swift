internal import BoxOffice

/// A document of paragraphs, each in a line of its own with an empty line between.
struct TextDocument: Document {
    private let layout: Layout
    private let heading: Heading
    private let catalogue: Catalogue
    /// The positions of the columns that are needed, by their names.
    private let places: [String: Int]
    /// The paragraph of the edition whose rows come.
    private var chart: ChartParagraph?
    /// The narrator of rows that are made from charts.
    private var narrator: (any RowNarrator)?
    private var isEmpty = true

    /// Creates the document of a layout.
    init(_ layout: Layout) {
        self.layout = layout
        heading = Heading(layout)
        catalogue = layout.catalogue
        let sentences = layout.document.face?.sentences
        let names = sentences?.columns ?? ChartParagraph.columns
        places = Dictionary(names.compactMap { name in layout.index(of: name).map { (name, $0) } })
        { $1 }
        narrator = sentences?.narrator(layout.options[Text.films])
    }

    /// Begins the paragraph of `edition`.
    mutating func begin(_ edition: ChartEdition, into output: inout ByteBuffer) throws(Fault) {
        let source = layout.document.source(edition.source)
        chart = ChartParagraph(
            films: layout.options[Text.films], in: source.territory.currency)
    }

    /// Keeps what is said of a row.
    mutating func write(_ row: Span<Value>, into output: inout ByteBuffer) throws(Fault) {
        let places = places
        narrator?.add { name in places[name].map { row[$0] } ?? .missing }
        chart?.add { name in places[name].map { row[$0] } ?? .missing }
    }

    /// Writes the paragraph of `edition`.
    mutating func end(
        _ edition: ChartEdition, _ state: EditionState, into output: inout ByteBuffer
    ) throws(Fault) {
        guard let chart = chart.take() else { return }
        let name = Message(heading.name(of: edition.period.chart))
        let days = edition.period.from...edition.period.to
        let source = layout.document.joinsSources ? [edition.source] : []
        let names = heading.narrowing(of: edition.filter) + source
        write(
            chart.sentences(
                in: { length in .place(name, on: days, names.map { .name($0, upTo: length) }) },
                state), into: &output)
    }

    /// Writes what the rows say together, and what is missing or provisional.
    mutating func finish(
        _ ending: DocumentEnding, into output: inout ByteBuffer
    ) throws(Fault) -> [Fault] {
        for paragraph in narrator?.paragraphs ?? [] { write(paragraph, into: &output) }
        let joins = layout.document.joinsSources
        var sentences: [Sentence] = []
        if !ending.missing.isEmpty {
            sentences.append(
                Sentence { length in
                    ending.missing.places(upTo: length, withSources: joins).named.map {
                        Message("The figures of \($0) are missing.", ko: "{1} 자료는 빠져 있다.")
                    } ?? Message("A part is missing.", ko: "빠진 자료가 있다.")
                })
        }
        if narrator != nil {
            let incomplete = ending.warnings.filter { $0.kind == .malformed }
            if let charts = incomplete.places(upTo: 16, withSources: false).named {
                sentences.append(
                    Sentence(
                        Message(
                            "The charts of \(charts) are incomplete, or their figures do not agree.",
                            ko: "{1} 박스오피스는 온전하지 않거나 수치가 서로 맞지 않는다.")))
            }
            let spans = ending.provisional.values.reduce(into: Set()) { $0.formUnion($1) }.spans
            if let days = spans.map(Message.days).named {
                sentences.append(
                    Sentence(
                        Message("The figures of \(days) are provisional.", ko: "{1} 수치는 잠정치다.")))
            }
        }
        write(sentences, into: &output)
        if isEmpty {
            output.append("\(layout.text(of: Message("There are no figures.", ko: "자료가 없다.")))\n")
        }
        return []
    }

    /// Writes a paragraph, if it has any sentences.
    private mutating func write(_ sentences: [Sentence], into output: inout ByteBuffer) {
        guard !sentences.isEmpty else { return }
        let texts = sentences.map { $0.text(in: catalogue) }
        output.append("\(isEmpty ? "" : "\n")\(texts.joined(separator: " "))\n")
        isEmpty = false
    }
}

extension [Fault] {
    /// Returns the days, regions and sources that the faults are about, each once, with names of at
    /// most so many characters.
    fileprivate func places(upTo length: Int, withSources: Bool) -> [Message] {
        compactMap { fault -> Message? in
            let scope = fault.scope
            guard let from = scope.from.flatMap({ Day($0) }),
                let to = scope.to.flatMap({ Day($0) }), from <= to
            else { return nil }
            return Message.days(from...to).note(
                [scope.region, withSources ? scope.source : nil].compactMap(\.self).map {
                    .name($0, upTo: length)
                })
        }.eachOnce
    }
}

extension [Message] {
    /// The first of them, and the number of the others; nil if there are none.
    fileprivate var named: Message? {
        let most = 3
        return isEmpty ? nil : Message.list(prefix(most)).andMore(count - most)
    }
}
