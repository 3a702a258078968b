package import BoxOffice

/// A table that shows the charts of several regions side by side: a row for each period and rank, and
/// a column for each region.
package struct RegionPivot: Derivation {
    package let charts: ChartQuery

    /// Makes the table of the charts of `charts`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if they are not those of several regions.
    package init(_ charts: ChartQuery) throws(Fault) {
        guard charts.regions.count > 1 else { throw .oneRegion }
        self.charts = charts
    }

    package func check(_ source: any Source) throws(Fault) {
        try source.check(.chart(charts))
        guard source.columns(of: charts).isSuperset(of: ["rank", "title"]) else { throw .ownRows }
    }

    package func read(_ charts: ChartsOfPeriod) throws(Fault) -> Reading<[ChartEntry]>? {
        let entries = try charts.joined.chartEntries(else: .ownRows)
        return charts.areWhole ? Reading(entries) : nil
    }

    package func sum(from source: any Source) -> RegionRows { RegionRows(of: self) }

    package var face: Face {
        let (chart, columns) = (charts.chart, table.dataset.columns.map(\.name))
        // Readers see the days of a week, and no column for what the title says.
        let hidden = charts.periods.count == 1 ? periodColumns : ["year_week"]
        let filter = ChartFilter(nation: charts.nation, kind: charts.kind)
        var face = Face(
            table.dataset, usualColumns: columns,
            readableColumns: columns.filter { !hidden.contains($0) },
            title: .list(
                [
                    Message("box-office", "\(chart.wording) box office"),
                    Message(charts.periods.text), Message("by-region", "by region"),
                ] + filter.wordings))
        face.titleColumns = Set(charts.regions.map(\.name))
        face.days = charts.periods
        face.showsFiguresOfCharts = true
        face.notes = [
            SourceNote(
                "note-regions",
                "a cell has the film of this rank in the region, with its admissions in brackets")
        ]
        return face
    }

    /// The columns of the table, whose rows are values.
    var table: Table<[Value]> {
        let own = ChartEntry.table.dataset.columns.filter {
            (periodColumns + ["rank"]).contains($0.name)
        }
        return Table(
            of: own + charts.regions.map { Column($0.name, $0.name, .text) },
            named: charts.chart.rawValue, key: periodColumns + ["rank"])
    }

    /// The columns that tell the period of a row.
    var periodColumns: [String] { charts.chart == .daily ? ["date"] : ["year_week", "from", "to"] }
}

/// The charts of the regions of one period after the other, as rows.
package struct RegionRows: Folding {
    private let query: RegionPivot
    /// The period whose charts come, and its cells so far, by rank and region.
    private var current: (period: Period, cells: [Int: [Region: String]])?

    /// Prepares to collect the charts of `query`.
    init(of query: RegionPivot) { self.query = query }

    /// Adds the chart of a region, nil if it was not available, and returns the rows of the period
    /// before.
    package mutating func add(_ entries: [ChartEntry]?, of period: Period) -> [DerivedRows] {
        let known = current?.period == period ? current?.cells : nil
        let complete = known == nil ? rows : []
        var cells = known ?? [:]
        for entry in entries ?? [] {
            guard let rank = entry.rank, let region = entry.edition.filter.region else { continue }
            // Films with equal admissions share a rank.
            let before = cells[rank]?[region].map { "\($0) / " } ?? ""
            cells[rank, default: [:]][region] = before + entry.titleAndAdmissions
        }
        current = (period, cells)
        return complete
    }

    package func finish() -> (rows: [DerivedRows], remarks: [Fault]) { (rows, []) }

    /// The rows of the current period; a region that was not available has empty cells.
    private var rows: [DerivedRows] {
        guard let (period, cells) = current, !cells.isEmpty else { return [] }
        let edition = ChartEdition(period)
        let start = query.periodColumns.map { edition.value(of: $0) ?? .missing }
        let rows = cells.sorted { $0.key < $1.key }.map { rank, cells in
            start + [.integer(rank)] + query.charts.regions.map { Value(cells[$0]) }
        }
        return [DerivedRows(Page(rows, of: query.table), on: period.from...period.to)]
    }
}

extension ChartEntry {
    /// The title and the admissions, if they are known: `범죄도시2 (123,456)`.
    fileprivate var titleAndAdmissions: String {
        title + (audienceCount.map { " (\($0.grouped(by: ",")))" } ?? "")
    }
}

extension Fault {
    fileprivate static let oneRegion = Fault(
        .usage, "pivot-of-one-region", "--pivot region takes several regions, a column for each",
        hint: "name them with --region, such as --region 0105001,0105011, or all with --region each"
    )
}
