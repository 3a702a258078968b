/// What a database makes of a document: rows with a name, typed columns and a key.
///
/// The rows of a chart say which source and edition they belong to, whatever columns the user chose,
/// so those of several sources, charts, regions and periods can be in one table. Key columns come
/// first, and every key begins with the source.
package struct Relation: Sendable {
    /// A column of the rows.
    package struct Attribute: Sendable {
        /// The name, the Korean header and the type.
        package let column: Column
        /// Whether the column is part of the key; its values are then never missing.
        package let isKey: Bool
        /// Whether the column says something about the film and not about the row, such as its
        /// title: a database may keep films in a table of their own.
        package let isOfFilm: Bool
        /// The index of the value in the document's row; nil for what the document or the edition says.
        let cell: Int?
    }

    /// The name: `charts` for any chart, that of the dataset for everything else.
    package let name: String
    /// The columns: the source, those of the edition and the rest of the key, then the others in the
    /// order of the document.
    package let columns: [Attribute]
    /// What the document says in the first columns of all rows.
    private let constants: [Value]
    /// The cells of a row that say what the edition says, by the index of the column.
    private let cellsOfEdition: [Int: Int]
    /// How many of the columns, which are the first, have the same values in all rows of an edition.
    package let columnsOfEdition: Int

    /// Describes the rows of documents with that layout.
    ///
    /// Its unwritten columns must include ``keyColumns``, as far as there are any.
    ///
    /// - Parameter takesAll: whether rows have the unwritten columns, too.
    package init(_ layout: Layout, takingAll takesAll: Bool = false) {
        let document = layout.document
        let isChart = document.periods != nil
        name =
            isChart
            ? "charts"
            : document.trend?.pivot != nil ? "trend_pivot" : document.dataset
        // Without the code of the film, nothing tells the rows of an edition apart.
        let hasFilm = layout.index(of: "movie_code") != nil
        let ownKey = isChart ? (hasFilm ? ChartEntry.table.dataset.key : []) : document.key
        var first: [Column] = []
        var constants: [Value] = []
        if isChart || !ownKey.isEmpty {
            first.append(Column("source", "출처", .text))
            constants.append(.text(document.source("").nameInKeys))
        }
        if document.dataset == Code.table.dataset.name,
            let table = document.terms.first(where: { $0.name == "table" })
        {
            // Several tables may have the same code.
            first.append(Column("class", "분류", .text))
            constants.append(.text(table.value))
        }
        let ofDocument = first.map(\.name)
        if isChart { first += Self.ofEdition }
        let known = Set(first.map(\.name))
        let isWhole = ownKey.allSatisfy { known.contains($0) || layout.index(of: $0) != nil }
        let key = isWhole && !ownKey.isEmpty ? Set(ownKey + ofDocument) : []
        let hasOthers = ownKey.count > 1 && key.contains("movie_code")
        func attribute(_ column: Column, _ cell: Int? = nil) -> Attribute {
            Attribute(
                column: column, isKey: key.contains(column.name),
                isOfFilm: hasOthers && Self.filmColumns.contains(column.name), cell: cell)
        }
        let all = layout.columns + layout.unwritten
        columnsOfEdition = first.count
        // A second reading of a source has another name in its rows.
        cellsOfEdition = first.indices.dropFirst(ofDocument.count).reduce(into: [:]) {
            cells, index in
            cells[index] = all.firstIndex { $0.name == first[index].name }
        }
        var columns = first.map { attribute($0) }
        let written = (takesAll ? all : layout.columns).indices
        for index in ownKey.compactMap(layout.index) + written
        where !columns.contains(where: { $0.column.name == all[index].name }) {
            columns.append(attribute(all[index], index))
        }
        self.columns = columns
        self.constants = constants
    }

    /// The indices in ``columns`` of the key, in their order; empty if nothing tells the rows apart.
    package var key: [Int] { columns.indices.filter { columns[$0].isKey } }

    /// Puts the values of a row into `cells`, one for each of ``columns``.
    ///
    /// What does not limit a chart is ``Bookmarks/Series/all`` in the key: the region of the whole
    /// country, the origin of all films. Some loaders take an empty text for a missing value.
    ///
    /// - Parameters:
    ///   - row: the row as the document got it.
    ///   - edition: the edition that the row belongs to; nil if the document is not a chart.
    ///   - cells: where the values go: empty, or the values of the last row of the same edition.
    /// - Throws: a ``Fault`` of kind `malformed` if a row of another kind lacks a part of its key, or
    ///   a row says that it belongs to another edition.
    package func fill(
        _ cells: inout [Value], from row: Span<Value>, in edition: ChartEdition?
    ) throws(Fault) {
        if cells.isEmpty {
            cells = constants
            if let edition, columnsOfEdition > constants.count {
                cells += Self.values(of: edition)
            }
            cells += Array(repeating: .missing, count: columns.count - cells.count)
        }
        for (index, cell) in cellsOfEdition where row.indices.contains(cell) {
            if case .missing = row[cell] { continue }
            guard row[cell] == cells[index] else {
                throw .otherEdition(columns[index].column, row[cell], cells[index])
            }
        }
        // Through indices, because a copy of each column would take longer than the rest.
        for index in columns.indices {
            if let cell = columns[index].cell {
                cells[index] = row.indices.contains(cell) ? row[cell] : .missing
            }
            guard columns[index].isKey, case .missing = cells[index] else { continue }
            throw .noKey(columns[index].column.name, in: name)
        }
    }

    /// The columns that formats with relations need besides those that are written.
    package static let keyColumns: [String] =
        Dataset.all.reduce(into: []) { names, dataset in
            for name in dataset.key where !names.contains(name) { names.append(name) }
        }.filter { !["region", "nation", "kind"].contains($0) }

    /// The columns of the edition that a row of a chart belongs to, in their order.
    private static let ofEdition = [
        "chart", "year_week", "from", "to", "region", "nation", "kind",
    ].compactMap { name in ChartEntry.table.dataset.columns.first { $0.name == name } }

    /// The values of ``ofEdition`` in all rows of `edition`.
    private static func values(of edition: ChartEdition) -> [Value] {
        let series = Bookmarks.Series(of: edition, from: "")
        let period = edition.period
        let texts = [series.region, series.nation, series.kind].map(Value.text)
        return [
            .text(series.chart.rawValue), .text(period.week.compact), .date(period.from),
            .date(period.to),
        ] + texts
    }

    /// The columns that say something about a film, besides its code.
    private static let filmColumns = Set(
        (Movie.detailsTable.dataset.columns + Poster.table.dataset.columns).map(\.name)
    ).subtracting(["movie_code"])
}

extension Fault {
    fileprivate static func otherEdition(
        _ column: Column, _ value: Value, _ edition: Value
    ) -> Fault {
        let texts = [value, edition].map { $0.readable(as: column.kind) }
        return Fault(
            .malformed, "row-of-other-edition",
            "a row has '\(texts[0])' as \(column.name) in an edition of '\(texts[1])'")
    }

    fileprivate static func noKey(_ column: String, in relation: String) -> Fault {
        Fault(
            .malformed, "row-without-key",
            "a row of \(relation) has no \(column), which tells it from the others")
    }
}
