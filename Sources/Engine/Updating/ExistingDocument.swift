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
        /// True if all records say that they are final, false if one says that it is not; nil if no
        /// column tells.
        fileprivate(set) var isFinal: Bool?
        /// True if a record has an empty time: it lacked something that is to be requested again.
        fileprivate(set) var isLacking = false
        /// The number of records.
        package fileprivate(set) var rows = 0
        /// The counts of each region, by its name; if no column shows the region, all records are of
        /// the region `""`.
        fileprivate var regions: [String: Counts] = [:]
    }

    /// The counts of records.
    fileprivate struct Counts {
        /// All of them.
        var rows = 0
        /// Those that lack figures which every row of the source has.
        var withoutFigures = 0
        /// Those with a rank among the first ones that are asked for, by the figures that they lack:
        /// a bit for each of ``figureIndices``.
        var ranked: [UInt16: Int] = [:]
        /// Those on the chart of all films.
        var onWhole = 0
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
    /// The number of rows of a deep chart that are on the chart of all films; nil if the records do
    /// not show which are.
    private let rowsOfWhole: Int?
    /// The column of charts that are joined in which only films on the chart of all films have a value;
    /// nil if there is none.
    private let columnOfWhole: String?
    /// The films of the last part, if they are counted.
    private var films: Set<String> = []

    /// The indices of the columns, the first ones of each name.
    private let indices: [String: Int]
    /// The column that shows the period, and the indices of the columns with figures.
    private let dayColumn: String
    private let figureIndices: [Int]
    /// The bits of those that are not computed from others, which are missing where a divisor is 0.
    private let ownFigures: UInt16
    /// The figures that records of a source have, a bit for each of ``figureIndices``.
    private var figures: [String: UInt16] = [:]
    /// Those of counts and amounts, whose digits may be written in groups.
    private let countIndices: [Int]

    /// Begins with only the columns.
    ///
    /// - Parameters:
    ///   - charts: the charts that are requested.
    ///   - columns: the columns of the document.
    ///   - sourcePlans: the sources that are asked.
    ///   - top: the maximum number of records wanted of an edition.
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
        columnOfWhole =
            charts.nations.isEmpty ? nil : ChartEntry.columnOfWhole(among: columns)
        rowsOfWhole = columnOfWhole == nil ? nil : policy?.rows
        let indices = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        self.indices = indices
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
        }
        let region = text("region")
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
        // A film that is only on its nation's chart has neither `is_new` nor a share.
        let isOnWhole = columnOfWhole.flatMap(text)?.isEmpty == false
        let isOfNation = !charts.nations.isEmpty && !isOnWhole
        var (lacked, bit) = (UInt16(0), UInt16(1))
        for index in figureIndices {
            if cells[index].text?.isEmpty == false {
                figures[source, default: 0] |= bit
            } else if !isOfNation || columns[index] != "sales_share" {
                lacked |= bit
            }
            bit <<= 1
        }
        var known = parts[last].regions[region ?? ""] ?? Counts()
        guard known.rows < top else { throw .moreRows(about.period, than: top) }
        if let most {
            // Duplicate lines are repaired, so films are counted instead of lines.
            if let code = text("movie_code") { films.insert(code) }
            let count = indices["movie_code"] == nil ? known.rows + 1 : films.count
            guard count <= most else { throw .moreRows(about.period, than: most) }
        }
        known.rows += 1
        if isOnWhole { known.onWhole += 1 }
        if lacked & ownFigures != 0 { known.withoutFigures += 1 }
        let isBeyond = text("rank").flatMap { Int($0) }.map { $0 > top } ?? false
        // In charts that are joined, films without a rank fill the last places.
        let isPlaced = charts.nations.isEmpty || text("rank")?.isEmpty != true
        if !isBeyond, isPlaced { known.ranked[lacked, default: 0] += 1 }
        parts[last].regions[region ?? ""] = known
    }

    /// Refuses a row of a region, nation or kind that is not requested, because it would be lost.
    private func checkFilter(
        of about: DocumentPart, _ text: (String) -> String?
    ) throws(Fault) {
        let charts = charts(of: about.source)
        // A file may hold any of them; periods that it does not hold are not replaced.
        if charts.held != nil, !charts.asks(for: about.period) { return }
        let parts: [(name: String, of: (ChartFilter) -> String?)] = [
            ("region", \.region?.name), ("nation", \.nation?.rawValue), ("kind", \.kind?.rawValue),
        ]
        let told = parts.compactMap { name, part in text(name).map { (name, part, $0) } }
        guard !told.isEmpty else { return }
        var asked = charts.editions(of: about.period).map(\.filter)
        for (name, part, text) in told {
            asked.removeAll { part($0) ?? "" != text }
            guard asked.isEmpty else { continue }
            throw name == "region" ? .anotherRegion(text) : .anotherFilter(name, text)
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

    /// Returns the records of `edition` in the document.
    package func rows(of edition: ChartEdition) -> RowsBefore {
        let region = indices["region"] == nil ? "" : edition.filter.region?.name ?? ""
        let part = self[DocumentPart(edition.period, of: edition.source)]
        guard let known = part?.regions[region] else {
            return RowsBefore(all: 0, whole: 0, columns: columns)
        }
        let had = figures[edition.source] ?? 0
        let unknown = Set(
            zip(figureIndices, 0...).filter { had & 1 << $1 == 0 }.map { columns[$0.0] })
        let full = known.ranked.filter { $0.key & had == 0 }.values.reduce(0, +)
        let lacked = rowsOfWhole.map { max(0, min($0, top) - known.onWhole) } ?? 0
        return RowsBefore(
            all: known.rows, whole: full - lacked, columns: columns.filter { !unknown.contains($0) }
        )
    }

    /// Returns true if `part` has all its records: for each requested region, as many as the charts
    /// of the source have.
    func isWhole(_ part: Part, _ policy: ChartPolicy) -> Bool {
        guard !part.isLacking else { return false }
        let names = charts(of: part.about.source).regions.map(\.name)
        // The whole country has an empty name.
        let regions = names.isEmpty ? [""] : names
        guard Set(part.regions.keys) == Set(regions) || indices["region"] == nil else {
            return false
        }
        let isBare = part.regions.values.contains { $0.withoutFigures > 0 }
        if policy.givesAllFigures, isBare { return false }
        let whole = min(top, policy.rows ?? .max, ChartPolicy.maxRows) * regions.count
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

/// The records that an existing document has of an edition.
package struct RowsBefore: Sendable {
    /// The number of all of them.
    let all: Int
    /// The number of whole ones.
    let whole: Int
    /// The columns that say what is whole: those of which the source has any value in the document.
    let columns: [String]
}

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
