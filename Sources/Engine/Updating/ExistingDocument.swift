package import BoxOffice

/// A document of a chart from an earlier run: its periods, where they are in its bytes, and when
/// they were requested.
///
/// A document that another command wrote is refused.
package struct ExistingDocument: Sendable {
    /// The records of one period, which are next to each other.
    package struct Segment: Sendable {
        /// The period.
        package let period: Period
        /// The range of the records in the document.
        package fileprivate(set) var bytes: Range<Int>
        /// When the oldest of the records was requested, if the records contain that.
        package fileprivate(set) var askedAt: Instant?
        /// How many records there are.
        package fileprivate(set) var rows = 0
        /// How many of them each region has, by its name; empty if no column shows it.
        fileprivate(set) var rowsOfRegions: [String: Int] = [:]
        /// How many records lack figures that every row of the source has, by the name of the region.
        fileprivate(set) var rowsWithoutFigures: [String: Int] = [:]

        /// How many whole records there are of `edition`.
        func fullRows(of edition: ChartEdition) -> Int {
            let region = rowsOfRegions.isEmpty ? "" : edition.filter.region?.name ?? ""
            let count = rowsOfRegions.isEmpty ? rows : rowsOfRegions[region] ?? 0
            return count - (rowsWithoutFigures[region] ?? 0)
        }
    }

    /// The columns by name, in their order.
    package let columns: [String]
    /// The periods the document has, in their order.
    package private(set) var segments: [Segment] = []

    let query: ChartQuery
    private let indices: CellIndices
    private let source: String?
    private let top: Int
    /// Whether it has the run of one film, whose records may lack a time and figures.
    let isRun: Bool

    /// The indices of the cells that show what a record is about.
    private struct CellIndices {
        let day: Int
        let week: Int?
        let end: Int?
        let chart: Int?
        let region: Int?
        let askedAt: Int?
        let source: Int?
        let figures: [Int]

        init(in columns: [String], of query: ChartQuery) throws(Fault) {
            func index(_ name: String) -> Int? { columns.firstIndex(of: name) }
            // A week does not show which of its days a daily chart covers.
            let day = index("date") ?? index("from")
            guard let day = day ?? (query.chart == .daily ? nil : index("year_week")) else {
                throw .noPeriods
            }
            self.day = day
            week = index("year_week")
            end = index("to")
            chart = index("chart")
            region = index("region")
            askedAt = index("fetched_at")
            source = index("source")
            figures = ChartEntry.figures.compactMap(index)
            guard query.regions.isEmpty || region != nil else { throw .noRegions }
        }
    }

    /// Begins with only the columns.
    ///
    /// - Parameters:
    ///   - query: the charts that are asked for.
    ///   - columns: the columns of the document.
    ///   - source: the name of the source that is asked, as the column `source` has it; nil if that
    ///     column is the source's own.
    ///   - top: how many records of an edition are wanted at most.
    ///   - isRun: whether it has the run of one film, whose records may lack the time of their request
    ///     and figures.
    /// - Throws: a ``Fault`` of kind `malformed` if no column shows the period of a record.
    package init(
        of query: ChartQuery, columns: [String], source: String? = nil, top: Int = .max,
        isRun: Bool = false
    ) throws(Fault) {
        self.source = source
        self.top = top
        self.isRun = isRun
        self.query = query
        self.columns = columns
        indices = try CellIndices(in: columns, of: query)
    }

    /// Adds the record with these cells, which is at `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it has another number of cells or other names,
    ///   belongs to another chart or region, or comes after a record of a later period.
    package mutating func add(_ cells: [RecordCell], at range: Range<Int>) throws(Fault) {
        guard cells.count == columns.count else {
            throw .cellCount(cells.count, expected: columns.count)
        }
        for (cell, column) in zip(cells, columns) {
            if let name = cell.name, name != column { throw .anotherColumn(name, column) }
        }
        let period = try period(of: cells)
        if let last = segments.last, last.period != period {
            guard last.period.from < period.from else { throw .disorder(period, last.period) }
        }
        if segments.last?.period != period {
            segments.append(Segment(period: period, bytes: range.lowerBound..<range.lowerBound))
        }
        let last = segments.count - 1
        segments[last].bytes = segments[last].bytes.lowerBound..<range.upperBound
        segments[last].rows += 1
        if let index = indices.askedAt,
            !isRun || cells[index].text?.isEmpty == false
        {
            guard let askedAt = cells[index].text.flatMap({ Instant($0) }) else {
                throw .notAValue(cells[index].text, of: "fetched_at")
            }
            segments[last].askedAt = min(segments[last].askedAt ?? askedAt, askedAt)
        }
        if let index = indices.region {
            let region = cells[index].text ?? ""
            let isAsked =
                region.isEmpty
                ? query.regions.isEmpty : query.regions.contains { $0.name == region }
            guard isAsked else { throw .anotherRegion(region) }
            segments[last].rowsOfRegions[region, default: 0] += 1
        }
        if let index = indices.source, let source, let text = cells[index].text, text != source,
            !isRun || !text.isEmpty
        {
            throw .anotherSource(text, source)
        }
        let region = indices.region.map { cells[$0].text ?? "" } ?? ""
        if indices.figures.contains(where: { cells[$0].text?.isEmpty != false }) {
            segments[last].rowsWithoutFigures[region, default: 0] += 1
        }
        let rows = segments[last].rowsOfRegions[region] ?? segments[last].rows
        let regions = indices.region == nil ? max(1, query.regions.count) : 1
        let (most, isUnlimited) = top.multipliedReportingOverflow(by: regions)
        guard isUnlimited || isRun || rows <= most else { throw .moreRows(period, than: top) }
        let filters = [("nation", query.nation?.rawValue), ("kind", query.kind?.rawValue)]
        for (name, asked) in filters {
            guard let index = columns.firstIndex(of: name) else { continue }
            let text = cells[index].text ?? ""
            guard text == asked ?? "" else { throw .anotherFilter(name, text) }
        }
    }

    private func period(of cells: [RecordCell]) throws(Fault) -> Period {
        let text = cells[indices.day].text ?? ""
        let chart = query.chart
        let isWeek = columns[indices.day] == "year_week"
        let day = isWeek ? Week(compact: text)?.monday : Day(text)
        guard let day else { throw .notAValue(text, of: columns[indices.day]) }
        let period = Period(of: chart, containing: day)
        let isOfChart =
            (isWeek || period.from == day)
            && (indices.week.map { cells[$0].text == period.week.compact } ?? true)
            && (indices.end.map { cells[$0].text == "\(period.to)" } ?? true)
            && (indices.chart.map { cells[$0].text == chart.rawValue } ?? true)
        guard isOfChart else { throw .anotherChart(text, chart) }
        return period
    }

    /// How many whole records of `edition` the document has.
    package func fullRows(of edition: ChartEdition) -> Int {
        segments.first { $0.period == edition.period }?.fullRows(of: edition) ?? 0
    }

    /// Whether `segment` has all its records: for each requested region, as many as the charts of
    /// the source have.
    ///
    /// - Parameter top: how many records of an edition are wanted at most.
    func isWhole(_ segment: Segment, top: Int, _ policy: ChartPolicy) -> Bool {
        let regions = Set(query.regions.map(\.name))
        let found = Set(segment.rowsOfRegions.keys).subtracting([""])
        guard found == regions || indices.region == nil else { return false }
        if policy.givesAllFigures, !isRun, !segment.rowsWithoutFigures.isEmpty { return false }
        let (most, _) = min(top, policy.rows ?? ChartPolicy.mostRows)
            .multipliedReportingOverflow(by: max(1, regions.count))
        // More records than a chart has: some are there twice. Fewer: some are lost, if the chart
        // covers all films in the whole country.
        if segment.rows > most { return false }
        let isNarrowed = !query.regions.isEmpty || query.nation != nil || query.kind != nil
        return policy.rows == nil || isNarrowed || segment.rows == most
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
        hint: "it needs date, from or year_week among its columns")

    fileprivate static let noRegions = Fault(
        .malformed, "no-regions", "no column tells the region of a record",
        hint: "it needs region among its columns where regions are asked for")

    fileprivate static func cellCount(_ count: Int, expected: Int) -> Fault {
        Fault(.malformed, "cell-count", "a record has \(count) cells, not \(expected)")
    }

    fileprivate static func anotherColumn(_ name: String, _ expected: String) -> Fault {
        Fault(
            .malformed, "another-column",
            "a record has the column '\(name)' in the place of '\(expected)'")
    }

    fileprivate static func notAValue(_ text: String?, of column: String) -> Fault {
        Fault(.malformed, "cell-value", "'\(text ?? "")' is not a \(column)")
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
            "there are records of the source '\(text)', and \(source) is asked",
            hint: "give the source of the file, or write another file")
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
        Fault(.malformed, "disorder", "the records of \(period) stand behind those of \(last)")
    }
}

extension [ExistingDocument.Segment] {
    /// How much these parts of a document hold.
    package var extent: DocumentExtent {
        reduce(into: DocumentExtent()) { $0.add(rows: $1.rows, of: $1.period) }
    }
}
