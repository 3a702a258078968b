/// A plugin that makes requests to a service and reads the answers.
///
/// Its roles are the protocols it conforms to: a ``Source`` has figures, a ``Register`` knows
/// films, people and companies, a ``PosterSource`` finds posters. One type may have several roles.
///
/// A provider does no input or output. The host sends the requests, in parallel if that makes
/// sense, retries them, and passes every answer back to be read. A provider is therefore a value
/// that can be tested with bytes alone.
///
/// A provider must
/// - read the same bytes into the same page, at any time and on any thread;
/// - recognise a refusal in ``read(_:to:)``, and throw it as a ``Fault``;
/// - throw for an answer that it does not understand, and never guess a figure.
public protocol Provider: Sendable {
    /// The provider's name, summary and options.
    var manifest: Manifest { get }

    /// The service that gets the requests, or nil if the provider makes every answer itself.
    var service: Service? { get }

    /// The facts about its charts, if it has any, that are known without a request: when they are
    /// final, how many rows they have.
    var policy: ChartPolicy { get }

    /// Returns the provider with these values of its options.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the values contradict each other.
    func with(_ options: PluginOptions) throws(Fault) -> Self

    /// Returns the answer to `request` if the provider has it built in, so that no service is
    /// asked.
    func ownAnswer(to request: Request) -> Answer?

    /// Returns the page of `request` if the provider has its records without an answer, as a source of
    /// files has; nil if there is an answer to read.
    ///
    /// - Throws: a ``Fault`` if there is no such page.
    func ownPage(for request: Request) throws(Fault) -> Page?

    /// Reads the answer to `request`, which came with an HTTP status of success.
    ///
    /// - Throws: a ``Fault`` that distinguishes a refused key, an exhausted quota or a failing
    ///   service from an invalid answer.
    func read(_ answer: Answer, to request: Request) throws(Fault) -> Page

    /// Returns the fault that the body of an answer with another HTTP status describes, if it says
    /// more than the status.
    func fault(in answer: Answer) -> Fault?

    /// The provider as a register of films, people and companies; nil if it is none.
    var register: (any Register)? { get }

    /// True if its answers are kept for other runs, and recorded, although no service gives them.
    var keepsAnswers: Bool { get }
}

extension Provider {
    /// None: the provider makes every answer itself.
    public var service: Service? { nil }

    /// The policy of most charts: see ``ChartPolicy``.
    public var policy: ChartPolicy { ChartPolicy() }

    /// Returns the provider itself, because it has no options.
    public func with(_ options: PluginOptions) throws(Fault) -> Self { self }

    /// Returns nil: the service is asked.
    public func ownAnswer(to request: Request) -> Answer? { nil }

    /// Returns nil: there is an answer to read.
    public func ownPage(for request: Request) throws(Fault) -> Page? { nil }

    /// Returns nil: the HTTP status says everything.
    public func fault(in answer: Answer) -> Fault? { nil }

    /// None.
    public var register: (any Register)? { nil }

    /// False: a provider makes the same answers again at no cost.
    public var keepsAnswers: Bool { false }

    /// True if it answers `request` itself.
    package func isOwn(_ request: Request) -> Bool {
        ownAnswer(to: request) != nil || (try? ownPage(for: request)) != nil
    }

    /// Returns the page of a request that it answers itself; nil if it does not, or cannot.
    package func builtInPage(for request: Request) -> Page? {
        if let page = try? ownPage(for: request) { return page }
        return ownAnswer(to: request).flatMap { try? read($0, to: request) }
    }

    /// True if its answers are kept for other runs, and recorded.
    package var isKept: Bool { service != nil || keepsAnswers }

    /// The provider for readers: the service that it asks, such as `영화진흥위원회 KOBIS`, or else its
    /// name.
    package var credit: String {
        guard let service else { return manifest.name }
        return [service.publisher, service.title].compactMap(\.self).joined(separator: " ")
    }
}

/// A provider of figures: charts, or a dataset of its own.
///
/// In addition to the duties of every ``Provider``, a source must make the requests of a query
/// lazily, in the order in which their rows are written.
public protocol Source: Provider {
    /// The charts that the source has, and their days.
    var holdings: Holdings { get }

    /// Returns the requests for `query`: at least one, each made only when it is pulled.
    ///
    /// A request that becomes known only from a previous answer, such as the next page of a search,
    /// comes with the ``Page`` of that answer.
    func requests(for query: Query) -> AnySequence<Request>

    /// Returns the source's own dataset of the rows that answer `query`; nil if they have the
    /// columns of the common model or, for ``Query/rows``, which `bo-export rows` asks, if there
    /// are none.
    func dataset(for query: Query) -> Dataset?

    /// Returns the columns that are written if the user chooses none.
    func defaultColumns(for query: Query) -> [String]

    /// The address of a film's web page, with `{code}` for the film's code; nil if films have none.
    var filmPage: String? { get }

    /// Returns the source's own names for the values of columns, by the name of the column, as far
    /// as they are known: `audience_count` is `audiCnt`.
    ///
    /// Databases show them to readers who look a figure up in the documentation of the service.
    func origins(for query: Query) -> [String: String]

    /// Returns notes for readers on the figures in the charts that answer `query`.
    ///
    /// Documents for people show them, in the language of their headers.
    func notes(for query: Query) -> [SourceNote]
}

extension Source {
    /// Returns nil: rows have the columns of the common model.
    public func dataset(for query: Query) -> Dataset? { nil }

    /// Returns all columns of the source's own dataset, or else the usual ones of the query.
    public func defaultColumns(for query: Query) -> [String] {
        dataset(for: query)?.columns.map(\.name) ?? query.defaultColumns
    }

    /// None.
    public var filmPage: String? { nil }

    /// Returns no names.
    public func origins(for query: Query) -> [String: String] { [:] }

    /// Returns the notes of the policy, on the most films that charts have.
    public func notes(for query: Query) -> [SourceNote] { policy.notes }

    /// Returns the dataset of the rows that answer `query`.
    package func dataset(of query: Query) -> Dataset { dataset(for: query) ?? query.dataset }

    /// The name that the keys of databases begin with.
    package var nameInKeys: String { holdings.secondReadingOf ?? manifest.name }

    /// The name of the provider of the figures: sources with the same name read the same figures.
    package var provider: String { holdings.provider ?? service?.name ?? manifest.name }
}

/// A sentence about the figures of a source, for readers of a document.
public struct SourceNote: Hashable, Sendable {
    /// The column that the sentence is about, without which documents leave it out; nil if it is
    /// about all figures.
    public let column: String?
    /// The sentence.
    public let message: Message

    /// Makes a note.
    public init(_ message: Message, on column: String? = nil) {
        self.message = message
        self.column = column
    }

    /// Makes a note whose wordings in other languages a catalogue has under `code`.
    package init(_ code: String, _ message: Message, on column: String? = nil) {
        self.init(Message(code, message), on: column)
    }
}

/// The facts about a source's charts that are known without a request.
public struct ChartPolicy: Hashable, Sendable {
    /// The figure by which the rows of a chart are ordered, the largest first.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// Admissions of the period.
        case admissions = "audience_count"
        /// Ticket sales of the period.
        case sales = "sales_amount"
    }

    /// The territory that the charts are from: country, currency, the end of a day, the language of
    /// titles.
    public var territory: Territory
    /// The number of days after the last day of a period until its figures are final.
    public var finalAfter: Int
    /// The number of rows of a complete edition, which is also the most it can have, 1 to 1000; nil
    /// if it varies.
    public var rows: Int?
    /// True if every row of an edition has sales and admissions, of the period and in all, screens
    /// and shows; an edition that lacks some is then not complete yet.
    public var givesAllFigures: Bool
    /// The nations whose charts together contain every film of the whole chart, with the same
    /// figures; empty if there are none.
    public var nations: [ChartFilter.Nation]
    /// True if `sales_share` is the film's share of all sales under the chart's filter, including
    /// those of films that are not on the chart, rounded to a tenth of a percent.
    ///
    /// Bounds of all sales can then be computed from a chart (``Bounds``).
    public var sharesAreOfAll: Bool
    /// True if a chart without rows means that nothing was sold, and is an answer like any other.
    ///
    /// If false, an empty chart is an error if it covers all films in the whole country and is
    /// older than yesterday. A chart with a filter may be empty.
    public var mayBeEmpty: Bool
    /// The order of the rows; nil if the source does not say.
    ///
    /// Charts in order of admissions bound those of the films that are not on them: rankings and the
    /// ranks of joined charts need such charts, and refuse one that is in another order.
    public var order: Order?

    /// Makes a policy.
    ///
    /// By default, figures are final after three days, and a chart has any number of rows but at
    /// least one.
    public init(
        territory: Territory = Territory(), finalAfter: Int = 3, rows: Int? = nil,
        givesAllFigures: Bool = false, mayBeEmpty: Bool = false,
        nations: [ChartFilter.Nation] = [], sharesAreOfAll: Bool = false, order: Order? = nil
    ) {
        self.order = order
        self.nations = nations
        self.sharesAreOfAll = sharesAreOfAll
        self.territory = territory
        self.finalAfter = finalAfter
        self.rows = rows
        self.givesAllFigures = givesAllFigures
        self.mayBeEmpty = mayBeEmpty
    }

    /// The consequences for readers: a sum over the rows is not the total.
    public var notes: [SourceNote] {
        guard let rows else { return [] }
        return [
            SourceNote(
                "note-chart-rows",
                "charts have \(rows, "film") at most, so a sum over them is not the total of all films"
            )
        ]
    }

    /// Returns true if the figures of `period` are final on `day`, the first day that is not over
    /// there (``Territory/today(at:)``).
    package func isFinal(_ period: Period, on day: Day) -> Bool {
        day >= period.to.advanced(by: finalAfter)
    }

    /// Throws a fault for a number of rows that no chart of the source has.
    ///
    /// - Parameters:
    ///   - isDeep: true if the charts are joined from those of all films and of each nation.
    ///   - mayBeDeep: true if they could be.
    /// - Throws: a ``Fault`` of kind `usage`.
    package func check(
        top: Int, isDeep: Bool = false, mayBeDeep: Bool = false
    ) throws(Fault) {
        let whole = min(rows ?? Self.maxRows, Self.maxRows)
        let deep = whole * max(1, nations.count)
        let most = isDeep ? deep : whole
        guard !(1...most).contains(top) else { return }
        guard mayBeDeep, !isDeep, deep > whole, top > whole else {
            throw Fault(
                .usage, "too-many-rows-wanted", "--top takes a number from 1 to \(most), not \(top)"
            ).of("top")
        }
        throw Fault(
            .usage, "too-many-rows-without-deep",
            "--top takes a number from 1 to \(most), not \(top); with --deep up to \(deep)",
            hint: "--deep also reads the charts of Korean and of foreign films"
        ).of("top")
    }

    /// The most rows that any edition of any chart may have: Korea never shows a thousand films in
    /// a day.
    package static let maxRows = 1000
}
