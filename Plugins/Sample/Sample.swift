public import BoxOffice

/// A source with recorded charts of four stretches of days, films and regions, which needs no key, no
/// network and no file.
///
/// The figures are compiled in as tables of the fields of another source's answers. That source also
/// makes the requests and reads the charts, so the sample shows the same as the network would.
public struct Sample: Source, Register, RecordedSource {
    private let original: any Source
    private let stretch: Stretch

    /// Creates the sample of `original`, the source whose answers were recorded.
    public init(of original: any Source) { self.init(of: original, on: .usual) }

    private init(of original: any Source, on stretch: Stretch) {
        self.original = original
        self.stretch = stretch
    }

    /// `sample`.
    public var manifest: Manifest { Self.manifest }

    /// `sample`, available before a recording is read.
    public static let manifest = Manifest(
        name: "sample",
        summary:
            "recorded charts of 2022, 2018, 2019 and 2011, films and regions: no key, no network",
        korean: korean)

    /// The charts of one stretch of days.
    public var holdings: Holdings {
        var holdings = Holdings(
            of: "the sample", from: stretch.days.lowerBound, to: stretch.days.upperBound,
            charts: [stretch.chart], canBeFiltered: false, provider: original.service?.name)
        holdings.nations = stretch.nations
        holdings.recorded = Self.held
        holdings.usualCount = stretch.isUsedWhole ? stretch.length : 1
        return holdings
    }

    /// The original's, with the nations whose charts were recorded.
    public var policy: ChartPolicy {
        var policy = original.policy
        policy.nations = stretch.nations
        return policy
    }

    /// The table of regions.
    public var codeTables: [String: String] {
        (original.register?.codeTables ?? [:]).filter { $0.key == "regions" }
    }

    /// The original's.
    public var filmPage: String? { original.filmPage }

    /// Returns the original's.
    public func origins(for query: Query) -> [String: String] { original.origins(for: query) }

    /// Returns the original's.
    public func notes(for query: Query) -> [SourceNote] { original.notes(for: query) }

    package func stretches(of chart: Chart, for use: RecordedUse) -> [any RecordedSource] {
        let own = Stretch.all.filter { $0.chart == chart }
        let serving =
            switch use {
            case .charts: own
            case .sums: own.filter(\.isUsedWhole) + own.filter { !$0.isUsedWhole }
            case .films: own.filter { $0 == .usual }
            }
        return (serving.isEmpty ? [.usual] : serving).map { Sample(of: original, on: $0) }
    }

    /// Returns the original's requests; none for people, companies and other tables of codes.
    public func requests(for query: Query) -> AnySequence<Request> {
        switch query {
        case .people, .person, .companies, .company: AnySequence([])
        case .codes(let table) where !codeTables.values.contains(table): AnySequence([])
        default: original.requests(for: query)
        }
    }

    /// Returns the recorded answer to a request for a chart; nil if there is none.
    ///
    /// It is from the morning on which the figures were final.
    public func ownAnswer(to request: Request) -> Answer? {
        guard let edition = request.subject.edition, edition.filter.region == nil,
            edition.filter.kind == nil,
            let stretch = Stretch.all.first(where: { $0.holds(edition.period) })
        else { return nil }
        let (period, nation) = (edition.period, edition.filter.nation)
        let letter = nation.map { $0 == .korean ? "K" : "F" } ?? ""
        let rows = PackageResources.charts_csv.rows(
            startingWith: "\(period.chart.rawValue),\(period.from.compact),\(letter),")
        guard !rows.isEmpty else { return nil }
        let list = rows.map { Value.json(of: $0.map { ($0.name, .text($0.value)) }) }
        let name = period.chart == .daily ? "dailyBoxOfficeList" : "weeklyBoxOfficeList"
        let days = "\(period.from.compact)~\(period.to.compact)"
        let body =
            #"{"boxOfficeResult":{"showRange":"\#(days)","\#(name)":[\#(list.joined(separator: ","))]}}"#
        let day = stretch.days.upperBound.advanced(by: policy.finalAfter)
        let morning = Instant(startOf: day).secondsSince1970 + 9 * 3600
        return Answer(
            body: Array(body.utf8), fetchedAt: Instant(secondsSince1970: morning))
    }

    /// Returns the films of a search, the details of a film, or the regions; nil for charts.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if the film was not recorded.
    public func ownPage(for request: Request) throws(Fault) -> Page? {
        switch request.subject {
        case .page:
            let found = Movie.recorded.filter { $0.matches(request.parameters) }
            return Page(
                found, of: Movie.searchTable, identity: { $0.code }, total: found.count)
        case .code(let code) where codeTables.values.contains(code):
            return Page(
                Region.all.map { Code(code: $0.code, name: $0.name) }, of: Code.table)
        case .code(let code):
            guard let movie = Movie.recorded.first(where: { $0.code == code }) else {
                throw .notRecorded
            }
            return Page([movie], of: Movie.detailsTable)
        case .edition, .film, .details: return nil
        }
    }

    /// Reads the answer as the original does.
    public func read(_ answer: Answer, to request: Request) throws(Fault) -> Page {
        try original.read(answer, to: request)
    }
}

/// Days of a chart that follow each other.
private struct Stretch: Hashable, Sendable {
    let chart: Chart
    let days: ClosedRange<Day>
    /// The nations that have charts of their own, which together hold every film.
    let nations: [ChartFilter.Nation]

    init(
        _ chart: Chart, _ first: String, _ last: String, nations: [ChartFilter.Nation] = []
    ) {
        self.chart = chart
        self.nations = nations
        let first = Day(first) ?? Day(daysSince1970: 0)
        days = first...(Day(last) ?? first)
    }

    /// True if all its days are meant where none are chosen.
    var isUsedWhole: Bool { !nations.isEmpty }

    /// The number of days.
    var length: Int { days.lowerBound.distance(to: days.upperBound) + 1 }

    func holds(_ period: Period) -> Bool {
        period.chart == chart && days.contains(period.from) && days.contains(period.to)
    }

    /// The days whose films are recorded, too.
    static let usual = Stretch(.daily, "2022-05-30", "2022-06-05")

    /// All of them, the usual ones of each chart first.
    static let all = [
        usual, Stretch(.daily, "2018-01-01", "2018-01-07", nations: ChartFilter.Nation.allCases),
        Stretch(.weekly, "2019-07-01", "2019-07-07"),
        Stretch(.weekend, "2011-12-30", "2012-01-01"),
    ]
}

extension Sample {
    /// What was recorded.
    fileprivate static let held = Message(
        "sample-holds",
        "the sample holds the daily charts of 2022-05-30 to 2022-06-05 with the details of their films, those of 2018-01-01 to 2018-01-07 also for Korean and foreign films alone, the weekly chart of 2019-07-01, the weekend chart of 2011-12-30, and the codes of regions"
    )
}

extension Fault {
    /// The fault of a film that was not recorded.
    fileprivate static let notRecorded = Fault(
        .usage, "sample-has-no-film", "this film was not recorded: \(Sample.held)")
}
