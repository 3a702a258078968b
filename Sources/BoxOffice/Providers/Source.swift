/// A plugin that asks a service and reads its answers.
///
/// Its roles are the protocols it conforms to: a ``Source`` has figures, a ``Register`` knows films,
/// people and companies, a ``PosterSource`` finds posters. One type may have several roles.
///
/// A provider does no input or output. The host sends the requests, in parallel and as often as is
/// sensible, and passes every answer back to be read. A provider is therefore a value that can be
/// tested with bytes alone.
///
/// A provider must
/// - read the same bytes into the same page, at any time and on any thread;
/// - recognise in ``read(_:to:)`` an answer that is a refusal, and throw it as a ``Fault``;
/// - throw for an answer that it does not understand, and never guess a figure.
public protocol Provider: Sendable {
    /// The provider's name, summary and options.
    var manifest: Manifest { get }

    /// The service that gets the requests, or nil if the provider makes every answer itself.
    var service: Service? { get }

    /// The provider with its options set to these values.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the values do not go together.
    func with(_ options: PluginOptions) throws(Fault) -> Self

    /// The answer to `request` if the provider has it built in, so that no service is asked.
    func ownAnswer(to request: Request) -> Answer?

    /// Reads the answer to `request`, which came with an HTTP status of success.
    ///
    /// - Throws: a ``Fault`` that distinguishes a refused key, an exhausted quota or a failing
    ///   service from an answer that is not what it should be.
    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page

    /// What the body of an answer with another HTTP status says, if it says more than the status.
    func fault(in answer: Answer) -> Fault?
}

extension Provider {
    /// None: every answer is the provider's own.
    public var service: Service? { nil }

    /// The provider itself, because it has no options.
    public func with(_ options: PluginOptions) throws(Fault) -> Self { self }

    /// Nothing: the service is asked.
    public func ownAnswer(to request: Request) -> Answer? { nil }

    /// Nothing: the HTTP status says everything.
    public func fault(in answer: Answer) -> Fault? { nil }
}

extension Provider {
    /// The provider for readers, with the service that it asks: `영화진흥위원회 KOBIS (kobis-json)`.
    package var credit: String {
        guard let service else { return manifest.name }
        let title = [service.publisher, service.title].compactMap(\.self).joined(separator: " ")
        return "\(title) (\(manifest.name))"
    }
}

/// A provider of figures: charts, or a dataset of its own.
///
/// Besides what every ``Provider`` must do, a source must make the requests of a query lazily, in
/// the order in which their rows are written.
public protocol Source: Provider {
    /// Which charts the source has, and for which days.
    var holdings: Holdings { get }

    /// What is known about its charts without a request: when they are final, how many rows they
    /// have.
    var policy: ChartPolicy { get }

    /// The requests for `query`: at least one, each made only when it is pulled.
    ///
    /// A request that only becomes known from a previous answer, such as the next page of a search,
    /// comes with the ``Page`` of that answer.
    func requests(for query: Query) -> AnySequence<Request>
}

extension Source {
    /// The policy of most charts: see ``ChartPolicy``.
    public var policy: ChartPolicy { ChartPolicy() }

    /// The name that the keys of databases begin with.
    package var nameInKeys: String { holdings.peer ?? manifest.name }

    /// Whose figures they are: sources with the same name read the same figures.
    package var provider: String { holdings.provider ?? service?.name ?? manifest.name }
}

/// A source whose rows have columns of its own, such as those that `bo-export rows` asks for.
public protocol HasOwnColumns: Source {
    /// The source's own dataset of the rows that answer `query`; nil if they have the columns of the
    /// common model or, for ``Query/rows``, if there are none.
    func dataset(for query: Query) -> Dataset?

    /// The columns that are written if the user chooses none.
    func defaultColumns(for query: Query) -> [String]
}

extension HasOwnColumns {
    /// All columns of the source's own dataset, or else the usual ones of the query.
    public func defaultColumns(for query: Query) -> [String] {
        dataset(for: query)?.columns.map(\.name) ?? query.defaultColumns
    }
}

extension Source {
    /// The dataset that `bo-export rows` asks for; nil if there is none.
    package var ownDataset: Dataset? { (self as? any HasOwnColumns)?.dataset(for: .rows) }

    /// The columns of the rows that answer `query`.
    package func dataset(of query: Query) -> Dataset {
        (self as? any HasOwnColumns)?.dataset(for: query) ?? query.dataset
    }

    /// The columns that are written if the user chooses none.
    package func usualColumns(of query: Query) -> [String] {
        (self as? any HasOwnColumns)?.defaultColumns(for: query) ?? query.defaultColumns
    }
}

/// A source that tells readers of a document more about its figures.
public protocol ExplainsFigures: Source {
    /// The address of a film's web page, with `{code}` for the film's code; nil if films have none.
    var filmPage: String? { get }

    /// What the values of columns are called at the source, by the name of the column, as far as that
    /// is known: `audience_count` is `audiCnt`.
    ///
    /// Databases show it to readers who look a figure up in the documents of the service.
    func origins(for query: Query) -> [String: String]

    /// What readers should know of the figures in the charts that answer `query`.
    ///
    /// Documents for people show them, in the language of their headers.
    func notes(for query: Query) -> [SourceNote]
}

extension ExplainsFigures {
    /// None.
    public var filmPage: String? { nil }

    /// Nothing is known.
    public func origins(for query: Query) -> [String: String] { [:] }

    /// How many films its charts have at most, if the policy says that.
    public func notes(for query: Query) -> [SourceNote] { policy.notes }
}

/// A sentence about the figures of a source, for readers of a document.
public struct SourceNote: Hashable, Sendable {
    /// The column that the sentence is about: documents without it leave the sentence out; nil if it
    /// is about all figures.
    public let column: String?
    /// The sentence.
    public let message: Message

    /// Makes a note.
    public init(_ message: Message, on column: String? = nil) {
        self.message = message
        self.column = column
    }
}

/// What is known about a source's charts without a request.
public struct ChartPolicy: Hashable, Sendable {
    /// Where the charts are from: country, currency, the end of a day, the language of titles.
    public var market: Market
    /// The number of days after the last day of a period until its figures are final.
    public var finalAfter: Int
    /// The number of rows of a complete edition, which is also the most it can have; nil if it
    /// varies.
    public var rows: Int?
    /// Whether every row of an edition has sales and admissions, of the period and in all, screens and
    /// shows; an edition that lacks some is then not complete yet.
    public var givesAllFigures: Bool
    /// The nations whose charts together hold every film of the whole chart, with the same figures; empty
    /// if there are none.
    public var nations: [ChartFilter.Nation]
    /// Whether `sales_share` is the film's share of all sales under the chart's filter, those of films
    /// that are not on the chart among them, rounded to a tenth of a percent.
    ///
    /// Bounds of all sales then follow from a chart (``Bounds``).
    public var sharesAreOfAll: Bool
    /// Whether a chart without rows means that nothing was sold, and is an answer like any other.
    ///
    /// If not, something is wrong if the chart covers all films in the whole country and is older than
    /// yesterday. A chart with a filter may be empty.
    public var mayBeEmpty: Bool

    /// Makes a policy.
    ///
    /// By default, figures are final after three days, and a chart has any number of rows but at
    /// least one.
    public init(
        market: Market = Market(), finalAfter: Int = 3, rows: Int? = nil,
        givesAllFigures: Bool = false, mayBeEmpty: Bool = false,
        nations: [ChartFilter.Nation] = [], sharesAreOfAll: Bool = false
    ) {
        self.nations = nations
        self.sharesAreOfAll = sharesAreOfAll
        self.market = market
        self.finalAfter = finalAfter
        self.rows = rows
        self.givesAllFigures = givesAllFigures
        self.mayBeEmpty = mayBeEmpty
    }

    /// What follows for readers: a sum over the rows is no total.
    public var notes: [SourceNote] {
        guard let rows else { return [] }
        return [
            SourceNote(
                Message(
                    "note-chart-rows",
                    "charts have \(rows) films at most, so a sum over them is not the total of all films"
                ))
        ]
    }

    /// Whether the figures of `period` are final on `day`, the one that is not over there yet
    /// (``Market/today(at:)``).
    package func isFinal(_ period: Period, on day: Day) -> Bool {
        day >= period.to.advanced(by: finalAfter)
    }

    /// Refuses a number of rows to write that no chart of the source has.
    ///
    /// - Parameters:
    ///   - isDeep: whether the charts are joined from those of all films and of each nation.
    ///   - mayBeDeep: whether they could be.
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(
        top: Int, isDeep: Bool = false, mayBeDeep: Bool = false
    ) throws(Fault) {
        let whole = rows ?? Self.mostRows
        let deep = whole * max(1, nations.count)
        let most = isDeep ? deep : whole
        guard !(1...most).contains(top) else { return }
        guard mayBeDeep, !isDeep, deep > whole, top > whole else {
            throw Fault(
                .usage, "too-many-rows-wanted", "--top takes a number from 1 to \(most), not \(top)"
            )
        }
        throw Fault(
            .usage, "too-many-rows-without-deep",
            "--top takes a number from 1 to \(most), not \(top); with --deep up to \(deep)",
            hint: "--deep also reads the charts of Korean and of foreign films")
    }

    /// The most rows that any edition of any chart may have: Korea never shows a thousand films in
    /// a day.
    package static let mostRows = 1000
}
