/// What a document is about; its format gets this before the first row.
public struct DocumentDescription: Hashable, Sendable {
    /// The name of the dataset, such as `chart`.
    public var dataset: String
    /// The names of the columns that tell a row of the dataset from all others; empty if none do.
    package var key: [String] = []
    /// Where the values of columns come from, by the name of the column, as far as that is known: the
    /// source's own name, or the columns that they are computed from.
    package var origins: [String: String] = [:]
    /// The names of the columns that sources of details add.
    package var columnsOfDetails: Set<String> = []
    /// Whether other documents have the other periods that were asked for.
    package var isPart = false
    /// How far the readers of earlier documents are; nil if the document has everything.
    package var bookmarks: Bookmarks?
    /// How many rows of each edition are written at most; nil for all.
    public var top: Int?
    /// Whether an edition without rows may replace one that has some.
    package var allowsEmpty = false
    /// The periods that were asked for; nil if the document is not a chart.
    public var periods: Periods?
    /// Those of ``periods`` that there are, if their source has some of them and no others; nil for all.
    package var heldPeriods: [Period]?
    /// Whether editions with several filters are among them, whatever ``regions``, ``nation`` and
    /// ``kind`` say of all.
    package var hasSeveralFilters = false
    /// The regions, with one edition each; empty means the whole country.
    public var regions: [Region]
    /// The origin of the films, or nil for all films.
    public var nation: ChartFilter.Nation?
    /// The kind of release, or nil for all films.
    public var kind: ChartFilter.Kind?
    /// The films whose runs the document shows; nil if it shows something else.
    public var trend: TrendQuery?
    /// The market that the document shows; nil if it shows something else.
    public var market: MarketQuery?
    /// The ranking that the document shows; nil if it shows something else.
    public var ranking: RankingQuery?
    /// Whether each chart is joined from those of all films and of each nation.
    public var isDeep = false
    /// The names of the providers of the figures, details and posters.
    public var sources: [String]
    /// The sources of the rows, in their order: one, unless the document joins several.
    public var figures: [FigureSource]
    /// The same providers for readers, each once, with the service that they ask:
    /// `KOBIS (kobis-json)`.
    public var credits: [String] = []
    /// What was searched for, and how far down the charts are written.
    package var terms: [Term] = []
    /// When the run began.
    ///
    /// A format that writes it does not write the same bytes for the same rows.
    public var begun: Instant?
    /// What links to files on this machine start from, such as those to kept pictures
    /// (`poster_file`); nil if nothing leads to files.
    package var linkBase: LinkBase?

    /// One of the terms that rows were selected by.
    package struct Term: Hashable, Sendable {
        /// The name, such as `title`, `opened` or `top`.
        package let name: String
        /// The value, as the user gave it.
        package let value: String

        /// Makes a term.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Describes a document of rows from `sources`.
    public init(dataset: String, sources: [String] = []) {
        self.dataset = dataset
        self.sources = sources
        figures = [FigureSource(sources.first ?? dataset)]
        regions = []
    }

    /// The chart, or nil if the document is not a chart.
    public var chart: Chart? { periods?.first.chart }

    /// How many periods there are; nil if the document is not a chart.
    package var periodCount: Int? {
        periods.map { periods in heldPeriods?.count(where: periods.covers) ?? periods.count }
    }

    /// Whether rows sum up many charts: those of a market or a ranking.
    package var sumsUp: Bool { market != nil || ranking != nil }

    /// The source called `name`; the first one if there is none of that name.
    public func source(_ name: String) -> FigureSource {
        figures.first { $0.name == name } ?? figures.first ?? FigureSource(dataset)
    }

    /// Whether the rows are of several sources.
    public var joinsSources: Bool { figures.count > 1 }

    /// The currencies of the amounts, each once, in the order of the sources.
    public var currencies: [Currency] {
        figures.map(\.market.currency).eachOnce
    }
}

/// A source of the rows of a document.
public struct FigureSource: Hashable, Sendable {
    /// The name that users choose it by, such as `kobis-json`; ``ChartEdition/source`` has it.
    public let name: String
    /// The name in the keys of databases; see ``Holdings/peer``.
    package var nameInKeys: String
    /// The name for readers, with the service that it asks: `KOBIS (kobis-json)`.
    public var credit: String
    /// Where its charts are from: country, currency, language of titles.
    public var market: Market
    /// The first period that it is asked for; nil if that is the first of the document.
    ///
    /// Of several sources with bookmarks, some go on later than others.
    package var first: Period?
    /// Whether it is asked for anything; of several sources, some may have nothing of what is wanted.
    package var isAsked = true
    /// The regions that it is asked for, as it calls them.
    package var regions: [Region] = []
    /// The names of its columns; empty if they are those of the document.
    package var columns: [String] = []
    /// What readers should know of its figures.
    public var notes: [SourceNote] = []
    /// The address of a film's web page, with `{code}` for the film's code; nil if films have none.
    public var filmPage: String?

    /// Names a source of which nothing else is known.
    public init(_ name: String, market: Market = Market()) {
        self.name = name
        nameInKeys = name
        credit = name
        self.market = market
    }

    /// The address of the web page of the film with that code; nil if films have none.
    public func filmPage(of code: String) -> String? {
        guard let filmPage, filmPage.contains("{code}") else { return nil }
        return filmPage.replacing("{code}", with: code.percentEncoded, maxReplacements: 1)
    }
}
