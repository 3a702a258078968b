package import BoxOffice

/// A document of charts from an earlier command: its parts, their places in its bytes, and the times
/// when they were requested.
///
/// A document that another command wrote is refused.
package struct ExistingDocument: Sendable {
    /// The records of one period from one source, which are next to each other.
    package struct Part: Sendable {
        /// The subject of the records.
        package let about: DocumentPart
        /// The range of the records in the document.
        package fileprivate(set) var bytes: Range<Int>
        /// The time when the oldest of the records was requested, if the records contain it.
        package fileprivate(set) var askedAt: Instant?
        /// The time when the newest of them was; those of a region that is in doubt may be older.
        package fileprivate(set) var newestAt: Instant?
        /// True if all records say that they are final, false if one says that it is not; nil if no
        /// column tells.
        package fileprivate(set) var isFinal: Bool?
        /// True if a record has an empty time: it lacked something that is to be requested again.
        fileprivate(set) var isLacking = false
        /// The number of records.
        package fileprivate(set) var rows = 0
        /// The records of each edition, by its values in the ``filterColumns``.
        fileprivate var editions: [[String]: Records] = [:]
    }

    /// The records of an edition.
    struct Records: Sendable {
        /// The ranges of them in the document.
        fileprivate(set) var bytes = RangeSet<Int>()
        /// The number of all of them.
        fileprivate(set) var rows = 0
        /// The number of those that lack figures which every row of the source has.
        fileprivate var withoutFigures = 0
        /// The numbers of those without a rank beyond the rows that are asked for, by the figures
        /// that they lack: a bit for each of ``figureIndices``.
        fileprivate var ranked: [UInt16: Int] = [:]
        /// The number of figures that they have together.
        fileprivate var figures = 0
        /// The numbers of those with a value in each of the ``placeIndices``.
        fileprivate var places: [Int: Int] = [:]

        /// Returns the number of those without such a rank that have all of `figures`.
        fileprivate func whole(with figures: UInt16) -> Int {
            ranked.filter { $0.key & figures == 0 }.values.reduce(0, +)
        }
    }

    /// The columns by name, in their order.
    package let columns: [String]
    /// The parts of the document, in their order.
    package private(set) var parts: [Part] = []
    /// True if its markers of new films are English words; nil if it has none.
    package private(set) var hasEnglishMarkers: Bool?
    private var places: [DocumentPart: Int] = [:]

    let charts: ChartQuery
    /// The requested sources, in their order: their names, their values in the column `source`, the
    /// charts, whose regions each source may name differently, and their currencies.
    private let sources: [(name: String, inRows: String?, charts: ChartQuery, currency: String?)]
    private let top: Int
    /// The most films that a period of plain charts can have, if deep charts must be told apart;
    /// else nil.
    private let most: Int?
    /// The films of the last part, if they are counted.
    private var films: Set<String> = []

    /// The indices of the columns, the first ones of each name.
    private let indices: [String: Int]
    /// The columns that tell the editions of a period apart.
    private let filterColumns: [String]
    /// In charts that are joined, the index of a column in which only films on the chart of all films
    /// have a value, and that of the rank.
    private let placeIndices: [Int]
    /// The column that shows the period, and the indices of the columns with figures.
    private let dayColumn: String
    private let figureIndices: [Int]
    /// The bits of those that are not computed from others, which are missing where a divisor is 0.
    private let ownFigures: UInt16
    /// The figures that records of a source have, a bit for each of ``figureIndices``.
    private var figures: [String: UInt16] = [:]
    /// Those of counts and amounts, whose digits may be written in groups.
    private let countIndices: [Int]

    /// Begins with only the columns; at most `top` records are wanted of each edition of `charts`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if no column shows the period of a record, or the
    ///   film, the region or the source that tells records apart.
    package init(
        of charts: ChartQuery, columns: [String],
        from sourcePlans: [SourcePlan] = [], top: Int = .max
    ) throws(Fault) {
        self.charts = charts
        self.columns = columns
        sources = sourcePlans.map { sourcePlan in
            let own = sourcePlan.charts ?? charts
            return (
                sourcePlan.source.manifest.name, sourcePlan.sourceInRows, own,
                sourcePlan.source.policy.territory.currency.knownCode
            )
        }
        self.top = top
        let policy = sourcePlans.count == 1 ? sourcePlans.first?.source.policy : nil
        let isPlain = charts.nations.isEmpty && charts.regions.count <= 1
        most = isPlain && policy?.nations.isEmpty == false ? policy?.rows : nil
        let indices = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        self.indices = indices
        filterColumns = ["region", "nation", "kind"].filter { indices[$0] != nil }
        let places = [ChartEntry.columnOfWhole(among: columns) ?? "rank", "rank"].eachOnce
        placeIndices = charts.nations.isEmpty ? [] : places.compactMap { indices[$0] }
        // A week does not show which of its days a daily chart covers.
        let days = ["date", "from"] + (charts.chart == .daily ? [] : ["year_week"])
        guard let day = days.first(where: columns.contains) else { throw .noPeriods }
        dayColumn = day
        let own = ChartEntry.figures.compactMap { indices[$0] }
        figureIndices = own + DerivedColumn.figures.compactMap { indices[$0] }
        ownFigures = 1 << UInt16(own.count) - 1
        countIndices = own.filter {
            columns[$0] != "sales_share" && !columns[$0].hasSuffix("_rate")
        }
        let hasRegions = !charts.regions.isEmpty || charts.heldFilters.contains { $0.region != nil }
        guard !hasRegions || indices["region"] != nil else { throw .noRegions }
        // Without it, amounts would be taken for won.
        let needsSource =
            sourcePlans.count > 1
            || sourcePlans.contains { $0.source.policy.territory.currency.isForeign }
        guard !needsSource || indices["source"] != nil else { throw .noSources }
    }

    /// Returns the charts that the source of that name is asked for.
    func charts(of source: String) -> ChartQuery {
        sources.first { $0.name == source }?.charts ?? charts
    }

    /// Adds the record with these cells, which is at `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it has another number of cells or other names,
    ///   belongs to another chart or region, is not where this command would have written it, or has
    ///   a figure that `reader` does not know.
    package mutating func add(
        _ cells: [(name: String?, text: String?)], at range: Range<Int>,
        by reader: (any RecordReader)? = nil
    ) throws(Fault) {
        guard cells.count == columns.count else {
            throw .cellCount(cells.count, expected: columns.count)
        }
        for (cell, column) in zip(cells, columns) {
            if let name = cell.name, name != column { throw .anotherColumn(name, column) }
        }
        for index in countIndices {
            guard let text = cells[index].text, !text.isEmpty, reader?.mayBeCount(text) == false
            else { continue }
            throw .notAFigure(text, in: columns[index])
        }
        // Empty if the value is missing, nil without that column.
        func text(_ column: String) -> String? { indices[column].map { cells[$0].text ?? "" } }
        let source = try source(of: text)
        let about = DocumentPart(try period(of: text), of: source)
        if parts.last?.about != about { try begin(about, at: range.lowerBound) }
        let last = parts.count - 1
        parts[last].bytes = parts[last].bytes.lowerBound..<range.upperBound
        parts[last].rows += 1
        if let answer = text("is_final") {
            parts[last].isFinal = parts[last].isFinal != false && answer == "true"
        }
        if let time = text("fetched_at"), time.isEmpty {
            parts[last].isLacking = true
        } else if let time = text("fetched_at") {
            guard let askedAt = Instant(time) else { throw .notAValue(time, of: "fetched_at") }
            parts[last].askedAt = min(parts[last].askedAt ?? askedAt, askedAt)
            parts[last].newestAt = max(parts[last].newestAt ?? askedAt, askedAt)
        }
        try checkFilter(of: about, text)
        if hasEnglishMarkers == nil, let marker = text("rank_marker") {
            let isEnglish = RankChange.englishMarkers.values.contains(marker)
            if isEnglish || RankChange.englishMarkers[marker] != nil {
                hasEnglishMarkers = isEnglish
            }
        }
        if let text = text("currency"), !text.isEmpty,
            let asked = sources.first(where: { $0.name == source }), text != asked.currency ?? ""
        {
            throw .anotherCurrency(text, asked.currency ?? "")
        }
        let key = filterColumns.map { text($0) ?? "" }
        var known = parts[last].editions[key] ?? Records()
        guard known.rows < top else { throw .moreRows(about.period, than: top) }
        if let most {
            // Duplicate lines are repaired, so films are counted instead of lines.
            if let code = text("movie_code") { films.insert(code) }
            let count = indices["movie_code"] == nil ? known.rows + 1 : films.count
            guard count <= most else { throw .moreRows(about.period, than: most) }
        }
        known.bytes.insert(contentsOf: range)
        let had = count(in: &known, rank: text("rank").flatMap { Int($0) }) {
            cells[$0].text?.isEmpty == false
        }
        figures[source, default: 0] |= had
        parts[last].editions[key] = known
    }

    /// Counts a record among the `records` of its edition, and returns the figures that it has.
    ///
    /// The records of the document and those that may replace them are counted here alone. The `rank`
    /// is nil if it is not known; `hasValue` tells whether the record has one in the column of an index.
    @discardableResult
    private func count(
        in records: inout Records, rank: Int?, hasValue: (Int) -> Bool
    ) -> UInt16 {
        // A film that is only on its nation's chart has neither `is_new` nor a share.
        let isOnWhole = placeIndices.first.map(hasValue) ?? charts.nations.isEmpty
        var (had, lacked, bit) = (UInt16(0), UInt16(0), UInt16(1))
        for index in figureIndices {
            if hasValue(index) {
                had |= bit
            } else if isOnWhole || columns[index] != "sales_share" {
                lacked |= bit
            }
            bit <<= 1
        }
        records.rows += 1
        records.figures += had.nonzeroBitCount
        for index in placeIndices where hasValue(index) {
            records.places[index, default: 0] += 1
        }
        if lacked & ownFigures != 0 { records.withoutFigures += 1 }
        // Where the first row is missing, others stand in its place.
        if rank.map({ $0 <= top }) ?? true { records.ranked[lacked, default: 0] += 1 }
        return had
    }

    /// Refuses a row of a region, nation or kind that is not requested, because it would be lost.
    private func checkFilter(
        of about: DocumentPart, _ text: (String) -> String?
    ) throws(Fault) {
        let charts = charts(of: about.source)
        // A file may hold any of them; periods that it does not hold are not replaced.
        if filterColumns.isEmpty || charts.held != nil && !charts.asks(for: about.period) { return }
        var asked = charts.editions(of: about.period)
        for name in filterColumns {
            let value = text(name) ?? ""
            asked.removeAll { $0.value(of: name)?.text ?? "" != value }
            guard asked.isEmpty else { continue }
            throw name == "region" ? .anotherRegion(value) : .anotherFilter(name, value)
        }
    }

    /// Returns the source of the record that has these texts in its columns.
    private func source(of text: (String) -> String?) throws(Fault) -> String {
        let only = sources.first?.name ?? ""
        guard let name = text("source") else { return only }
        if let known = sources.first(where: { $0.inRows == name }) { return known.name }
        if sources.count == 1, sources.first?.inRows == nil { return only }
        throw .anotherSource(name, sources.map(\.name).joined(separator: ", "))
    }

    /// Begins a part, which must come where this command would have written it.
    private mutating func begin(_ about: DocumentPart, at start: Int) throws(Fault) {
        if let last = parts.last?.about, order(of: last) >= order(of: about) {
            throw last.period == about.period && last.source != about.source
                ? .sourcesInDisorder(about.source, last.source)
                : .disorder(about.period, last.period)
        }
        films = []
        places[about] = parts.count
        parts.append(Part(about: about, bytes: start..<start))
    }

    /// Returns the place of a part in the document: by period, then in the order of the sources.
    private func order(of part: DocumentPart) -> (Day, Int) {
        (part.period.from, sources.firstIndex { $0.name == part.source } ?? sources.count)
    }

    /// Returns the period of the record that has these texts in its columns.
    private func period(of text: (String) -> String?) throws(Fault) -> Period {
        let name = text(dayColumn) ?? ""
        let chart = charts.chart
        let isWeek = dayColumn == "year_week"
        let day = isWeek ? Week(compact: name)?.monday : Day(name)
        guard let day else { throw .notAValue(name, of: dayColumn) }
        let period = Period(of: chart, containing: day)
        guard isWeek || period.from == day,
            text("year_week").map({ $0 == period.week.compact }) ?? true,
            text("to").map({ $0 == "\(period.to)" }) ?? true,
            text("chart").map({ $0 == chart.rawValue }) ?? true
        else { throw .anotherChart(name, chart) }
        return period
    }

    /// The part with that subject; nil if there is none.
    package subscript(about: DocumentPart) -> Part? { places[about].map { parts[$0] } }

    /// Returns the values of `edition` in the ``filterColumns``.
    private func key(of edition: ChartEdition) -> [String] {
        filterColumns.map { edition.value(of: $0)?.text ?? "" }
    }

    /// Returns the records of `edition` in the document; nil if there are none.
    func records(of edition: ChartEdition) -> Records? {
        self[DocumentPart(edition.period, of: edition.source)]?.editions[key(of: edition)]
    }

    /// Returns true if the document shows which records are of `edition`, and not of another one of
    /// its period.
    func tellsRecords(of edition: ChartEdition) -> Bool {
        charts(of: edition.source).editions(of: edition.period).count {
            key(of: $0) == key(of: edition)
        } == 1
    }

    /// Returns the number of `records`, those of an edition, and that of whole ones among `rows`,
    /// which are to replace them and have their ranks after the columns, if something is lost; nil if
    /// rows, figures and places are no fewer.
    ///
    /// A row is whole if it has each figure that `source` has anywhere in the document. A lost rank or
    /// place on the chart of all films counts as a lost row, so that more rows make up for it.
    /// Ranks that the document does not show count only in a short chart: a table may begin with any.
    func loss(
        of records: Records, to rows: [[Value]], from source: String, _ state: EditionState
    ) -> (Int, Int)? {
        var new = Records()
        let countsRanks = state.isShort || indices["rank"] != nil
        for row in rows {
            count(in: &new, rank: countsRanks ? row.last?.integer : nil) { row[$0] != .missing }
        }
        let had = figures[source] ?? 0
        let lost = placeIndices.reduce(0) {
            max($0, records.places[$1, default: 0] - new.places[$1, default: 0])
        }
        let numbers = [
            (records.whole(with: had), new.whole(with: had), new.whole(with: had)),
            (records.rows, new.rows - lost, max(0, new.rows - lost)),
            (records.figures, new.figures, new.whole(with: had)),
        ]
        return numbers.first { $0.0 > $0.1 }.map { (records.rows, $0.2) }
    }

    /// Returns true if `part` has all its records: for each requested edition, as many as the charts
    /// of the source have.
    func isWhole(_ part: Part, _ policy: ChartPolicy) -> Bool {
        let asked = charts(of: part.about.source).editions(of: part.about.period)
        guard !part.isLacking, Set(part.editions.keys) == Set(asked.map(key)) else { return false }
        let isBare = part.editions.values.contains { $0.withoutFigures > 0 }
        if policy.givesAllFigures, isBare { return false }
        let whole = min(top, policy.rows ?? .max, ChartPolicy.maxRows) * asked.count
        let most = charts.nations.isEmpty ? whole : min(top, whole * charts.nations.count)
        // If there are more records than a chart has, some are duplicates. If there are fewer, some
        // are lost, unless the chart covers only some regions or a kind of films.
        if part.rows > most { return false }
        let isFiltered = !charts.regions.isEmpty || charts.kind != nil
        return policy.rows == nil || isFiltered || part.rows >= whole
    }

    /// Returns the subjects of the parts, in their order, once the `new` ones are in place.
    package func order(with new: some Sequence<DocumentPart>) -> [DocumentPart] {
        Set(places.keys).union(new).sorted { order(of: $0) < order(of: $1) }
    }

    /// Returns the extent of the document with these numbers of rows in new parts.
    package func extent(with new: [DocumentPart: Int]) -> DocumentExtent {
        let rows = Dictionary(uniqueKeysWithValues: parts.map { ($0.about, $0.rows) })
        return rows.merging(new) { $1 }.reduce(into: DocumentExtent()) {
            $0.rows += $1.value
            if $1.value > 0 { $0.cover($1.key.period.from, $1.key.period.to) }
        }
    }
}

/// A document that is brought up to date, and what reads a range of its bytes.
package typealias DocumentBefore = (
    document: ExistingDocument, bytes: (Range<Int>) throws(Fault) -> [UInt8]
)

extension Plan {
    /// Checks that a later run with `--update` can go on with the document.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if its columns do not tell records apart.
    package func checkMayGoOn() throws(Fault) {
        guard let charts else { return }
        do throws(Fault) {
            _ = try ExistingDocument(of: charts, columns: columns, from: sourcePlans, top: top)
        } catch {
            throw Fault(.usage, error.code, error.wording, hint: error.advice)
        }
    }
}

extension Week {
    /// Reads `202222`, as ``compact`` writes it.
    fileprivate init?(compact text: String) {
        guard text.utf8.count == 6 else { return nil }
        self.init("\(text.prefix(4))-W\(text.suffix(2))")
    }
}

extension Fault {
    fileprivate static let noPeriods = Fault(
        .malformed, "no-periods", "no column tells the period of a record",
        hint: "--update needs date, from or year_week among the columns")

    fileprivate static let noRegions = Fault(
        .malformed, "no-regions", "no column tells the region of a record",
        hint: "--update needs region among the columns where --region is given")

    fileprivate static let noSources = Fault(
        .malformed, "no-sources", "no column tells the source of a record",
        hint:
            "--update needs source among the columns if there are several sources, or if one has amounts in a currency other than won"
    )

    fileprivate static func sourcesInDisorder(_ source: String, _ last: String) -> Fault {
        Fault(
            .malformed, "sources-in-disorder",
            "the records of \(source) come after those of \(last) within a period",
            hint: "give the sources in the order of the file")
    }

    fileprivate static func cellCount(_ count: Int, expected: Int) -> Fault {
        Fault(.malformed, "cell-count", "a record has \(count, "cell"), not \(expected)")
    }

    fileprivate static func anotherColumn(_ name: String, _ expected: String) -> Fault {
        Fault(
            .malformed, "another-column",
            "a record has the column '\(name)' instead of '\(expected)'")
    }

    fileprivate static func notAValue(_ text: String?, of column: String) -> Fault {
        Fault(.malformed, "cell-value", "'\(text ?? "")' is not a \(column)")
    }

    fileprivate static func notAFigure(_ text: String, in column: String) -> Fault {
        Fault(
            .malformed, "cell-figure",
            "'\(text)' in the column \(column) is not a figure as this command writes it",
            hint: "-O null= and -O thousands= must be as when the file was written")
    }

    fileprivate static func anotherRegion(_ region: String) -> Fault {
        let place =
            region.isEmpty
            ? Message("records-whole-country", "the whole country")
            : Message("records-region", "the region '\(region)'")
        return Fault(
            .malformed, "another-region", "there are records of \(place), which is not asked for")
    }

    fileprivate static func anotherFilter(_ name: String, _ text: String) -> Fault {
        Fault(
            .malformed, "another-filter",
            "there are records whose \(name) is '\(text)', which is not asked for")
    }

    fileprivate static func anotherSource(_ text: String, _ source: String) -> Fault {
        Fault(
            .malformed, "another-source",
            "the file has records of the source '\(text)', but this run asks \(source)",
            hint: "give the source of the file, or write another file")
    }

    fileprivate static func anotherCurrency(_ text: String, _ currency: String) -> Fault {
        Fault(
            .malformed, "another-currency",
            currency.isEmpty
                ? Message(
                    "currency-unsaid",
                    "the file has amounts in \(text), but the new ones have no currency")
                : Message(
                    "currency-other",
                    "the file has amounts in \(text), but the new ones are in \(currency)"))
    }

    fileprivate static func moreRows(_ period: Period, than top: Int) -> Fault {
        Fault(
            .malformed, "more-rows-than-top",
            "the chart of \(period) has more rows here than the \(top) that are wanted",
            hint: "ask for more rows, or write another file: no row is dropped from this one")
    }

    fileprivate static func anotherChart(_ text: String, _ chart: Chart) -> Fault {
        Fault(
            .malformed, "another-chart",
            "the record of '\(text)' is not of the chart \(chart.wording)")
    }

    fileprivate static func disorder(_ period: Period, _ last: Period) -> Fault {
        Fault(.malformed, "disorder", "the records of \(period) come after those of \(last)")
    }
}
