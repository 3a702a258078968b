package import BoxOffice

/// A document of runs from an earlier command: its rows by film and period, and where they are.
package struct ExistingRuns: Sendable {
    /// The rows of one film, which are next to each other.
    package struct Run: Sendable {
        /// The film's code.
        package let code: String
        /// Its rows, one a period.
        package fileprivate(set) var document: ExistingDocument
    }

    /// A part of the document that replaces the existing one.
    package enum Piece: Sendable {
        /// A row of the existing document, by the range of its bytes.
        case old(Range<Int>)
        /// A new row, and the range of the one that it replaces, if there is one.
        case new([UInt8], insteadOf: Range<Int>?)
    }

    /// The columns by name, in their order.
    package let columns: [String]
    /// The runs in the order of the document.
    package private(set) var runs: [Run] = []
    private let query: TrendQuery
    private let charts: ChartQuery
    private let source: String?
    private let code: Int
    /// Where the numbers of the days of a run are: of each column, what it must hold.
    private let days: [(cell: Int, number: @Sendable (TrendFilm, Period) -> Int?)]

    /// Begins with only the columns.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if no column shows the film or the period of a row.
    package init(
        of query: TrendQuery, _ charts: ChartQuery, columns: [String], source: String? = nil
    ) throws(Fault) {
        guard let code = columns.firstIndex(of: "movie_code") else { throw .noCodes }
        // Without it the document may as well be a chart.
        guard columns.contains("on_chart") else { throw .notRuns }
        _ = try ExistingDocument(of: charts, columns: columns)
        self.query = query
        self.charts = charts
        self.source = source
        self.columns = columns
        self.code = code
        let numbers: [(Column, @Sendable (TrendFilm, Period) -> Int?)] = [
            (.releaseDay, { film, period in film.openDate.map(period.to.releaseDay(openedOn:)) }),
            (.ofRun(query.chart), { film, period in film.number(of: period) }),
        ]
        days = numbers.compactMap { column, number in
            columns.firstIndex(of: column.name).map { ($0, number) }
        }
    }

    /// Adds the row with these cells, which is at `range`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if this command would not have written it there.
    package mutating func add(_ cells: [RecordCell], at range: Range<Int>) throws(Fault) {
        let name = cells.indices.contains(code) ? cells[code].text ?? "" : ""
        if runs.last?.code != name {
            guard !runs.contains(where: { $0.code == name }) else { throw .scattered(name) }
            let document = try ExistingDocument(
                of: charts, columns: columns, source: source, isRun: true)
            runs.append(Run(code: name, document: document))
        }
        let last = runs.count - 1
        try runs[last].document.add(cells, at: range)
        guard let period = runs[last].document.segments.last?.period,
            let film = query.films.first(where: { $0.code == name }), film.covers(period)
        else { return }
        for day in days {
            let text = cells[day.cell].text ?? ""
            let number = day.number(film, period)
            guard text == number.map({ "\($0)" }) ?? "" else {
                throw .anotherDay(columns[day.cell], period, text, number)
            }
        }
    }

    /// How much the document holds with `rows` in it.
    package func extent(with rows: [TrendRow] = []) -> DocumentExtent {
        var periods = runs.reduce(into: [String: Set<Period>]()) { periods, run in
            periods[run.code] = Set(run.document.segments.map(\.period))
        }
        for row in rows { periods[row.code, default: []].insert(row.period) }
        return periods.values.joined().reduce(into: DocumentExtent()) { $0.add(rows: 1, of: $1) }
    }

    /// The document with `rows` in it: runs keep their places, and new ones come last.
    package func pieces(with rows: [TrendRow]) -> [Piece] {
        var pieces: [Piece] = []
        for run in runs {
            var old = run.document.segments[...]
            for row in rows where row.code == run.code {
                while let segment = old.first, segment.period.from < row.period.from {
                    pieces.append(.old(segment.bytes))
                    old.removeFirst()
                }
                let replaced = old.first?.period == row.period ? old.popFirst()?.bytes : nil
                pieces.append(.new(row.bytes, insteadOf: replaced))
            }
            pieces += old.map { .old($0.bytes) }
        }
        let codes = Set(runs.map(\.code))
        return pieces
            + rows.filter { !codes.contains($0.code) }.map { .new($0.bytes, insteadOf: nil) }
    }
}

extension Fault {
    fileprivate static let noCodes = Fault(
        .malformed, "no-codes", "no column tells the film of a record",
        hint: "it needs movie_code among its columns")

    fileprivate static let notRuns = Fault(
        .malformed, "no-runs", "no column tells that the records are the runs of films",
        hint: "it needs on_chart among its columns")

    fileprivate static func scattered(_ code: String) -> Fault {
        Fault(
            .malformed, "scattered", "the records of the film '\(code)' do not stand together")
    }

    /// The runs in the document began on other days, or it is from before `release_day` was the
    /// film's own with a first day that was chosen.
    fileprivate static func anotherDay(
        _ column: String, _ period: Period, _ text: String, _ expected: Int?
    ) -> Fault {
        let expected = expected.map { "\($0)" } ?? ""
        return Fault(
            .malformed, "another-first-day",
            "\(column) of \(period) is '\(text)' here, and '\(expected)' in what is asked for",
            hint: "its runs began on another day, or an older version wrote it; write a new file")
    }
}
