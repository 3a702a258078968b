package import BoxOffice

/// The plan of an export: pure values, checked once.
///
/// An ``Export`` with a ``Fetcher`` carries it out.
package struct Plan: Sendable {
    /// The query for the sources: that of all ``sourcePlans`` together.
    package private(set) var query: Query
    /// The sources of the rows, each with its query, in their order: one, or several for charts.
    package private(set) var sourcePlans: [SourcePlan] {
        didSet { query = Query(joining: sourcePlans.map(\.query)) }
    }
    /// What makes the rows from charts; nil if they are the sources' own.
    package let derivation: (any Derivation)?
    /// What documents and databases need to know about such rows, made once.
    package let face: Face?
    /// The maximum number of rows written from each answer.
    package let top: Int
    /// The maximum number of rows written in all.
    package let limit: Int
    /// True if requests that fail are left out of the document instead of ending the run.
    package var keepsGoing: Bool
    /// True if an edition without rows is accepted, whatever the source's policy says.
    package let allowsEmpty: Bool
    /// The start of the run.
    package let now: Instant
    /// True if messages name their source, because the run asks several.
    package var namesSources: Bool
    /// The bookmarks of earlier documents, if the documents continue those.
    package var bookmarks: Bookmarks?
    /// The last correction of final charts that the archive remembered at the start.
    package var lastCorrection = Bookmarks.CorrectionMark()

    /// True if rows are kept by the codes of their films, so that none may lack one.
    package var needsCodes = false

    /// What else is asked for about films, as `--with` names it, whatever the sources have.
    package var kinds: Set<String> = []

    /// True if markers of new films are written in English words.
    package var hasEnglishMarkers = false

    /// All available columns: those of the sources, then those of the enrichment, then those
    /// derived from them.
    package let dataset: Dataset
    /// The columns of the dataset that are written, in their order, by index.
    package private(set) var written: [Int] = []
    /// Columns that are not written but whose values the format needs, by index.
    package private(set) var unwritten: [Int] = []

    /// Plans an export of the answers to `sourcePlans`, in the usual columns.
    ///
    /// - Parameters:
    ///   - sourcePlans: the sources, each with its query; at least one.
    ///   - now: the start of the run.
    ///   - top: the maximum number of rows written from each answer.
    ///   - limit: the maximum number of rows written in all.
    ///   - keepsGoing: true if requests that fail are left out instead of ending the run.
    ///   - allowsEmpty: true if an edition without rows is accepted.
    ///   - joins: true if rows of several sources stand in one table.
    /// - Throws: a ``Fault`` of kind `usage` if a source does not answer such queries, the charts
    ///   do not have `top` rows, or two sources have columns with the same name and different
    ///   types.
    package init(
        _ sourcePlans: [SourcePlan], at now: Instant, top: Int = .max,
        limit: Int = .max, keepsGoing: Bool = false, allowsEmpty: Bool = false,
        joins: Bool = true
    ) throws(Fault) {
        for sourcePlan in sourcePlans {
            let source = sourcePlan.source
            do throws(Fault) {
                if let derivation = sourcePlan.derivation {
                    try derivation.check(source)
                } else {
                    try source.check(sourcePlan.query)
                }
                if top != .max, let charts = sourcePlan.charts {
                    try source.policy.check(top: top, isDeep: !charts.nations.isEmpty)
                }
            } catch {
                throw sourcePlans.count > 1 ? error.about(source.manifest.name) : error
            }
        }
        for sourcePlan in sourcePlans { try sourcePlan.checkDetails() }
        query = Query(joining: sourcePlans.map(\.query))
        self.sourcePlans = sourcePlans
        derivation = sourcePlans.first?.derivation
        face = derivation?.face
        self.top = top
        self.limit = limit
        self.keepsGoing = keepsGoing
        self.allowsEmpty = allowsEmpty
        self.now = now
        namesSources = sourcePlans.count > 1
        dataset = try Dataset(joining: sourcePlans, inOneTable: joins)
        write(usualColumns.compactMap(dataset.index(ofColumn:)))
    }

    /// Returns the words that messages use for the subject of a request of `sourcePlan`, an index.
    func wording(of subject: Subject, _ sourcePlan: Int) -> Message {
        named(subject.wording, by: sourcePlans[sourcePlan].source.manifest.name)
    }

    /// Returns `subject`, with the name of its source if the run asks several.
    func named(_ subject: Message, by source: String) -> Message {
        namesSources ? Message("source-and-subject", "\(source), \(subject)") : subject
    }

    /// The first of the sources; unless charts are exported, the only one.
    package var source: any Source { sourcePlans[0].source }

    /// The charts that are exported; nil if the rows are something else.
    package var charts: ChartQuery? { derivation == nil ? query.charts : nil }

    /// The periods of the rows; nil if they have none, or if each film has its own.
    package var periods: Periods? { charts?.periods ?? face?.days }

    /// True if charts are joined from those of all films and of each nation.
    package var isDeep: Bool { derivation?.isDeep ?? (charts?.nations.isEmpty == false) }

    /// The column that exists only if the charts are deep; nil if there is none.
    package var deepColumn: Column? {
        charts == nil ? face?.columnOfDeepCharts : .filmNation
    }

    /// True if rows of several sources are joined.
    package var joinsSources: Bool { sourcePlans.count > 1 }

    /// True if rows are joined, or are without codes that another source is searched for.
    package var asksSeveral: Bool {
        joinsSources || sourcePlans.contains { $0.enrichment?.codes != nil }
    }

    /// True if two readings of a source are compared.
    package var isCrossCheck: Bool { sourcePlans.contains { $0.secondReading != nil } }

    /// The reasons why sources are not asked for all periods.
    package var unavailable: [Fault] { sourcePlans.flatMap(\.unavailable) }

    /// Returns the plan with more faults for periods that sources lack.
    package func adding(_ unavailable: [Fault]) -> Plan {
        var plan = self
        if !sourcePlans.isEmpty { plan.sourcePlans[0].unavailable += unavailable }
        return plan
    }

    /// The plan without the faults for periods that sources lack, to be used for other periods.
    package var forgettingUnavailable: Plan {
        var plan = self
        for index in sourcePlans.indices { plan.sourcePlans[index].unavailable = [] }
        return plan
    }

    /// True if there is anything to request: no period of a chart may be over yet.
    package var hasRequests: Bool { sourcePlans.contains(where: \.hasRequests) }

    /// The columns that are written by default: those of the sources, then those of the enrichment.
    ///
    /// If sources are joined, the name of the source comes first, and its currency if there are
    /// several; columns that only later sources have follow those of the first.
    package var usualColumns: [String] {
        let first = joinsSources ? ["source"] + (currencies.count > 1 ? ["currency"] : []) : []
        let looked = sourcePlans.flatMap { $0.enrichment?.columns.map(\.name) ?? [] }
        return
            (first + sourcePlans.flatMap(\.usualColumns)
            + looked.filter { !Poster.columnsOnRequest.contains($0) })
            .eachOnce
    }

    /// Returns the usual columns of documents of `format`; if it does not tell the currency itself
    /// and not all amounts are in won, with the columns of the source and its currency.
    package func usualColumns(for format: any Format) -> UsualColumns {
        let usual = usualColumns
        guard query.charts != nil, dataset.index(of: "currency") != nil,
            !format.traits.tellsCurrency,
            joinsSources && currencies.count > 1 || currencies.contains(where: \.isForeign)
        else { return UsualColumns(usual, face) }
        return UsualColumns(Column.origin + usual.filter { !Column.origin.contains($0) }, face)
    }

    /// The currencies of the sources, each once.
    package var currencies: [Currency] {
        sourcePlans.map(\.source.policy.territory.currency).inAmounts
    }

    /// The names of the columns that are written.
    package var columns: [String] { written.map { dataset.columns[$0].name } }

    /// The positions in a row of markers that are written in English words.
    var englishMarkers: [Int] {
        guard hasEnglishMarkers else { return [] }
        return wanted.indices.filter { dataset.columns[wanted[$0]].kind == .marker }
    }

    /// The columns whose values a row has: those that are written, then the others that the format
    /// needs.
    package var wanted: [Int] { written + unwritten }

    /// Returns true if rows have the values of the column `name`, written or not.
    package func hasValues(of name: String) -> Bool {
        wanted.contains { dataset.columns[$0].name == name }
    }

    /// Sets the columns to write, and the others that have values.
    private mutating func write(_ written: [Int], besides unwritten: [Int] = []) {
        self.written = written
        self.unwritten = unwritten
        for index in sourcePlans.indices {
            sourcePlans[index].find(wanted.map { dataset.columns[$0].name })
        }
    }

    /// Returns the plan with these columns.
    ///
    /// - Parameters:
    ///   - names: the columns to write, in their order.
    ///   - unwritten: other columns whose values the format wants, if they exist.
    /// - Throws: a ``Fault`` of kind `usage` for an unknown column.
    package func choosing(
        _ names: [String], unwritten: [String] = []
    ) throws(Fault) -> Plan {
        var plan = self
        do throws(Fault) {
            let written = try dataset.indices(of: names)
            let others = unwritten.compactMap(dataset.index(ofColumn:))
            plan.write(written, besides: Set(others).subtracting(written).sorted())
        } catch {
            guard let name = names.first(where: { dataset.index(of: $0) == nil }),
                let (option, isGiven) = option(adding: name)
            else { throw error }
            throw isGiven
                ? .had(by: sourcePlans, name) : .needs(option, for: name, hint: error.advice)
        }
        return plan
    }

    /// Returns the option that adds the column `name`, and whether it was given; nil if none does.
    private func option(adding name: String) -> (String, isGiven: Bool)? {
        if query.isChart, derivation == nil, let kind = Enrichment.whatAdds(name) {
            return ("--with \(kind)", kinds.contains(kind))
        }
        guard let deep = deepColumn, deep.name == name || deep.koreanHeader == name else {
            return nil
        }
        return ("--deep", false)
    }

    /// Returns the plan for only some of its charts, in the same columns; nil limits nothing.
    ///
    /// - Parameters:
    ///   - periods: the periods that documents are about; those that were not asked for stay so.
    ///   - region: a region of the chart, with its place among them.
    ///   - parts: the only charts that are asked for.
    package func limited(
        to periods: Periods? = nil, region: (Int, Region)? = nil, parts: [DocumentPart]? = nil
    ) -> Plan {
        var plan = self
        plan.sourcePlans = sourcePlans.map { $0.limited(to: periods, region: region, parts: parts) }
        return plan
    }

    /// Returns the plan for only one of its sources, in the same columns.
    package func limited(to sourcePlan: SourcePlan) -> Plan {
        var plan = self
        plan.sourcePlans = [sourcePlan]
        return plan
    }

    /// The plans for each region alone; only the plan itself if there are no regions.
    package var byRegion: [Plan] {
        guard let query = charts, !query.regions.isEmpty else { return [self] }
        return query.regions.enumerated().map { limited(region: $0) }
    }

    /// The charts that the archive answers in any mode, because it saw a correction of them.
    package var correctedEditions: Set<ChartEdition> {
        let charts = sourcePlans.compactMap(\.charts)
        return Set(charts.flatMap { $0.corrected.keys.flatMap($0.allEditions) })
    }

    /// The parts of a document that the plan asks for: the periods of each source's chart.
    package var parts: [DocumentPart] { sourcePlans.flatMap(\.parts) }

    /// Returns the layout of the documents.
    ///
    /// - Parameters:
    ///   - header: the language of the headers, or nil to let the format choose.
    ///   - medium: where the documents are shown.
    ///   - mayLeaveOutColumns: true if the user chose no columns, so that some may be left out.
    ///   - options: the options of the format.
    ///   - begun: the start of the run.
    package func layout(
        header: Layout.Header?, medium: Layout.Medium, mayLeaveOutColumns: Bool = false,
        options: PluginOptions, begun: Instant? = nil
    ) -> Layout {
        Layout(
            columns: written.map { dataset.columns[$0] },
            unwritten: unwritten.map { dataset.columns[$0] }, header: header, medium: medium,
            mayLeaveOutColumns: mayLeaveOutColumns, options: options,
            document: description(begun: begun))
    }

    /// The origins of the values, by the name of the column, as far as they are known.
    private var origins: [String: String] {
        var origins = DerivedColumn.origins
        for sourcePlan in sourcePlans.reversed() {
            for case let register as any Source in sourcePlan.enrichment?.details ?? [] {
                origins.merge(register.origins(for: .movie(codes: []))) { $1 }
            }
            let own = sourcePlan.source.origins(for: query)
            let kept = face?.columnsOfCharts
            origins.merge(kept.map { kept in own.filter { kept.contains($0.key) } } ?? own) { $1 }
        }
        return origins
    }

    /// Returns the description of the documents.
    private func description(begun: Instant?) -> DocumentDescription {
        let providers =
            (sourcePlans.map { $0.source as any Provider }
            + sourcePlans.flatMap { $0.enrichment?.providers ?? [] })
            .reduce(into: [any Provider]()) { known, provider in
                if joinsSources, known.contains(where: { $0.manifest == provider.manifest }) {
                    return
                }
                known.append(provider)
            }
        var document = DocumentDescription(
            dataset: dataset.name, sources: providers.map(\.manifest.name))
        document.figures = sourcePlans.map { $0.figures(for: query) }
        let credits = document.figures.map(\.credit)
        for (index, credit) in credits.enumerated()
        where credits.count(where: { $0 == credit }) > 1 {
            document.figures[index].credit += " (\(document.figures[index].name))"
        }
        if let query = charts {
            document.periods = query.periods
            document.heldPeriods = query.held.map { Array($0.keys) }
            document.hasSeveralFilters = query.hasSeveralFilters
            document.regions = query.regions
        }
        document.nation = query.charts?.nation
        document.kind = query.charts?.kind
        document.face = face
        document.isDeep = isDeep
        document.terms = query.terms
        if top != .max { document.terms.append(.init("top", "\(top)")) }
        let others = providers.map(\.credit).filter { !credits.contains($0) }
        document.credits = (document.figures.map(\.credit) + others).eachOnce
        document.key = dataset.key
        document.columnsOfDetails = Set(
            sourcePlans.flatMap { $0.enrichment?.detailColumns.map(\.name) ?? [] })
        document.origins = origins
        document.bookmarks = bookmarks
        document.lastCorrection = lastCorrection
        document.top = top == .max ? nil : top
        document.allowsEmpty = allowsEmpty
        document.begun = begun
        return document
    }
}

/// The subject of a document, or of a part of one: the periods of a source.
package struct DocumentPart: Hashable, Sendable {
    /// The periods; only one if it is a part of an existing document.
    package let periods: Periods
    /// The name of the source; empty if the rows of several are joined.
    package let source: String

    /// Makes the part of `periods` from a source.
    package init(_ periods: Periods, of source: String = "") {
        self.periods = periods
        self.source = source
    }

    /// Makes the part of one period.
    package init(_ period: Period, of source: String = "") {
        self.init(Periods(from: period, to: period), of: source)
    }

    /// The first period.
    package var period: Period { periods.first }
}

extension Fault {
    fileprivate static func needs(_ option: String, for name: String, hint: Message?) -> Fault {
        Fault(
            .usage, "column-needs-lookup",
            "the column '\(name)' is there only with \(option)", hint: hint)
    }

    fileprivate static func had(by sourcePlans: [SourcePlan], _ name: String) -> Fault {
        let sources = sourcePlans.map { Message("'\($0.source.manifest.name)'" as String) }
        return Fault(
            .usage, "column-of-no-source",
            "the rows of \(Message.list(sources)) have no column '\(name)': nothing is known of their films there"
        )
    }
}

extension Query {
    /// The terms that rows are selected by, besides those that ``DocumentDescription`` has for
    /// charts.
    var terms: [DocumentDescription.Term] {
        let terms: [(String, String?)] =
            switch self {
            case .chart, .rows: []
            case .movies(let title, let director, let opened, let produced):
                [
                    ("title", title), ("director", director), ("opened", opened.map(Self.years)),
                    ("produced", produced.map(Self.years)),
                ]
            case .people(let name, let film): [("name", name), ("film", film)]
            case .companies(let name, let ceo): [("name", name), ("ceo", ceo)]
            case .movie(let codes), .person(let codes), .company(let codes):
                [("codes", codes.joined(separator: ", "))]
            case .codes(let table): [("table", table)]
            }
        return terms.compactMap { name, value in
            value.map { DocumentDescription.Term(name, $0) }
        }
    }

    private static func years(_ years: ClosedRange<Int>) -> String {
        years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)..\(years.upperBound)"
    }
}
