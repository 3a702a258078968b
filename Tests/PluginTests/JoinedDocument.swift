import BoxOffice

/// A document of made-up weekend charts of several sources: two countries, unless others are given.
struct JoinedDocument {
    /// The sources, in their order.
    var sources = [FigureSource.korean, .american]
    /// The number of weekends, from 2024-01-26 on.
    var weekends = 2
    /// The number of films in each chart.
    var films = 3
    /// The editions that did not come.
    var isMissing: (_ weekend: Int, _ source: FigureSource) -> Bool = { _, _ in false }
    /// The default columns besides source and currency; nil for those of weekend charts.
    var columns: [String]?

    /// The description of the document.
    var description: DocumentDescription {
        var document = DocumentDescription(dataset: "chart", sources: sources.map(\.name))
        document.figures = sources
        document.credits = sources.map(\.credit)
        document.periods = Periods(from: weekend(0), to: weekend(max(weekends, 1) - 1))
        return document
    }

    /// Returns the layout that the host would choose.
    func layout(
        for format: any Format, options: [String] = [], header: Layout.Header? = nil,
        medium: Layout.Medium = .file
    ) throws -> Layout {
        let options = try PluginOptions(options, for: format.manifest)
        let document = description
        let origin =
            (document.joinsSources ? ["source"] : [])
            + (document.currencies.count > 1 ? ["currency"] : [])
        let usual = UsualColumns(
            origin + (columns ?? ChartEntry.defaultColumns(of: .weekend, perRegion: false)))
        let written = format.defaultColumns(of: usual, options)
        let besides = format.unwrittenColumns(of: usual, options).filter { !written.contains($0) }
        return Layout(
            columns: written.compactMap { Self.fields[$0]?.column },
            unwritten: besides.compactMap { Self.fields[$0]?.column }, header: header,
            medium: medium, mayLeaveOutColumns: true, options: options, document: document)
    }

    private static let fields = Dictionary(
        uniqueKeysWithValues: ChartEntry.table.fields.map { ($0.column.name, $0) })

    /// Writes the document and returns its bytes and the format's remarks.
    func written(
        by format: any Format, options: [String] = [], header: Layout.Header? = nil,
        medium: Layout.Medium = .file
    ) throws -> (bytes: [UInt8], remarks: [String]) {
        let layout = try layout(for: format, options: options, header: header, medium: medium)
        let fields = (layout.columns + layout.unwritten).compactMap { Self.fields[$0.name] }
        let editions = (0..<weekends).flatMap { week in
            sources.filter { !isMissing(week, $0) }.map { source -> (ChartEdition, [[Value]]) in
                let edition = ChartEdition(weekend(week), source: source.name)
                let entries = (1..<films + 1).map { entry($0, of: edition, source, week) }
                return (edition, entries.map { entry in fields.map { $0.value(entry) } })
            }
        }
        let (bytes, remarks) = try format.written(layout, of: editions)
        return (bytes, remarks.map(\.message))
    }

    /// Returns the text of the document.
    func text(
        by format: any Format, options: [String] = [], header: Layout.Header? = nil,
        medium: Layout.Medium = .file
    ) throws -> String {
        try written(by: format, options: options, header: header, medium: medium).bytes.text
    }

    /// Returns the film with that rank: the first and the second change places every weekend.
    ///
    /// The codes of the films are the same at all sources.
    private func entry(
        _ rank: Int, of edition: ChartEdition, _ source: FigureSource, _ week: Int
    ) -> ChartEntry {
        let film = week % 2 == 1 && rank < 3 && films > 1 ? 3 - rank : rank
        let isKorean = source.territory.language == "ko"
        var entry = ChartEntry(
            edition: edition, source: source.name, fetchedAt: Instant(secondsSince1970: 0),
            rank: rank, rankChange: week == 0 ? .new : .places(film - rank),
            movieCode: "2024000\(film)", title: isKorean ? "영화 \(film)" : "Film \(film)",
            in: source.territory)
        entry.openDate = weekend(0).from
        let units = [1, 10, 100, 1000, 10_000][source.territory.currency.places]
        entry.salesAmount = 1_234_567 * units / rank + (units > 1 ? 50 : 0)
        entry.salesShare = Decimal(500 / rank, places: 1)
        entry.salesTotal = 12_345_678 * units
        if isKorean {
            entry.audienceCount = 123_456 / rank
            entry.audienceTotal = 1_234_567
            entry.screenCount = 1000 / rank
            entry.showCount = 5000 / rank
        }
        return entry
    }

    private func weekend(_ index: Int) -> Period {
        Period(of: .weekend, containing: Day(daysSince1970: 19_748)).advanced(by: index)
    }
}

extension FigureSource {
    /// Korean charts in won.
    static let korean: FigureSource = {
        var source = FigureSource("kobis-json", territory: .korea)
        source.credit = "KOBIS"
        source.notes = ChartPolicy(rows: 10).notes
        source.notes.append(SourceNote("a share of what Korea sold", on: "sales_share"))
        source.filmPage = "https://korea.example/{code}"
        return source
    }()

    /// American charts in dollars.
    static let american: FigureSource = {
        var source = FigureSource(
            "cinemart",
            territory: Territory(
                country: Country("US"), currency: .init("USD") ?? .won, dayEnds: 34 * 60)
        )
        source.notes = [SourceNote("made up", on: "title")]
        source.filmPage = "https://america.example/{code}"
        return source
    }()
}
