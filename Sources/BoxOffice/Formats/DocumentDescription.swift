/// The description of a document, which its format gets before the first row.
public struct DocumentDescription: Sendable {
    /// The name of the dataset, such as `chart`.
    public var dataset: String
    /// The names of the columns that identify a row of the dataset; empty if none do.
    package var key: [String] = []
    /// The origins of columns by their names, as far as they are known: the source's own name for
    /// the value, or the columns that it is computed from.
    package var origins: [String: String] = [:]
    /// The names of the columns that sources of details add.
    package var columnsOfDetails: Set<String> = []
    /// True if other documents have the other requested periods.
    package var isPart = false
    /// The bookmarks of the reader of earlier documents; nil if the document has everything.
    package var bookmarks: Bookmarks?
    /// The last correction of final editions that the rows contain.
    package var lastCorrection = Bookmarks.CorrectionMark()
    /// The most rows to write of each edition; nil for all.
    public var top: Int?
    /// True if an edition without rows may replace one that has some.
    package var allowsEmpty = false
    /// The requested periods; nil if the document is not a chart.
    public var periods: Periods?
    /// The periods of ``periods`` that exist, if the source has only some; nil for all.
    package var heldPeriods: [Period]?
    /// True if the editions have different filters, whatever ``regions``, ``nation`` and ``kind``
    /// say.
    package var hasSeveralFilters = false
    /// The regions, with one edition each; empty means the whole country.
    public var regions: [Region] = []
    /// The origin of the films, or nil for all films.
    public var nation: ChartFilter.Nation?
    /// The kind of release, or nil for all films.
    public var kind: ChartFilter.Kind?
    /// What is said and shown of rows that are made from charts; nil if the document has others.
    package var face: Face?
    /// True if each chart is joined from those of all films and of each nation.
    public var isDeep = false
    /// The names of the providers of the figures, details and posters.
    public var sources: [String]
    /// The sources of the rows, in their order: one, unless the document joins several.
    public var figures: [FigureSource]
    /// The same providers for readers, each once, with the service that they ask:
    /// `KOBIS (kobis-json)`.
    public var credits: [String] = []
    /// The search terms, and the number of rows that charts are limited to.
    package var terms: [Term] = []
    /// The moment the run began.
    ///
    /// A format that writes it does not produce the same bytes for the same rows.
    public var begun: Instant?
    /// The base of links to files on this machine, such as those to kept pictures (`poster_file`);
    /// nil if there are no such links.
    package var linkBase: LinkBase?

    /// A term that rows were selected by.
    package struct Term: Hashable, Sendable {
        /// The name, such as `title`, `opened` or `top`.
        package let name: String
        /// The value, as the user gave it.
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// The name and the value, such as `opened: 2024`.
        package var wording: Message { Message("term.\(name)", "\(name): \(value)") }
    }

    /// Makes the description of a document of rows from `sources`.
    public init(dataset: String, sources: [String] = []) {
        self.dataset = dataset
        self.sources = sources
        figures = [FigureSource(sources.first ?? dataset)]
    }

    /// The chart, or nil if the document is not a chart.
    public var chart: Chart? { periods?.first.chart }

    /// The number of periods; nil if the document is not a chart.
    package var periodCount: Int? {
        periods.map { periods in heldPeriods?.count(where: periods.covers) ?? periods.count }
    }

    /// Returns the source called `name`, or the first one if there is none of that name.
    public func source(_ name: String) -> FigureSource {
        figures.first { $0.name == name } ?? figures.first ?? FigureSource(dataset)
    }

    /// True if the rows are from several sources.
    public var joinsSources: Bool { figures.count > 1 }

    /// The currencies of the amounts, each once, in the order of the sources.
    public var currencies: [Currency] {
        figures.map(\.territory.currency).inAmounts
    }
}

/// A source of the rows of a document.
public struct FigureSource: Hashable, Sendable {
    /// The name by which users choose it, such as `kobis-json`; also in ``ChartEdition/source``.
    public let name: String
    /// The name in the keys of databases; see ``Holdings/secondReadingOf``.
    package var nameInKeys: String
    /// The source for readers: the service that it asks, such as `KOBIS`, with its name if another
    /// source of the document asks the same.
    public var credit: String
    /// The territory its charts are from: country, currency, language of titles.
    public var territory: Territory
    /// The first period to request from it; nil if that is the first of the document.
    ///
    /// Among several sources with bookmarks, some resume later than others.
    package var first: Period?
    /// True if it is asked for anything; among several sources, some may have none of the requested
    /// charts.
    package var isAsked = true
    /// The regions to request from it, under its own names.
    package var regions: [Region] = []
    /// The names of its columns; empty if they are those of the document.
    package var columns: [String] = []
    /// Notes for readers on its figures.
    public var notes: [SourceNote] = []
    /// The address of a film's web page, with `{code}` for the film's code; nil if films have none.
    public var filmPage: String?

    /// Makes a source of which only the name and territory are known.
    public init(_ name: String, territory: Territory = Territory()) {
        self.name = name
        nameInKeys = name
        credit = name
        self.territory = territory
    }

    /// Returns the address of the web page of the film with that code; nil if films have none.
    public func filmPage(of code: String) -> String? {
        guard let filmPage, filmPage.contains("{code}") else { return nil }
        return filmPage.replacing("{code}", with: code.percentEncoded, maxReplacements: 1)
    }
}
