/// What a database makes of a document: rows with a name, typed columns and a key.
///
/// The rows of a chart say which source and edition they belong to, whatever columns the user chose,
/// so those of several sources, charts, regions and periods can be in one table. Key columns come
/// first, and every key begins with the source.
package struct Relation: Hashable, Sendable {
    /// A column of the rows.
    package struct Attribute: Hashable, Sendable {
        /// The name, the Korean header and the type.
        package let column: Column
        /// Whether the column is part of the key; its values are then never missing.
        package let isKey: Bool
        /// Whether the column says something about the film and not about the row, such as its
        /// title: a database may keep films in a table of their own.
        package let isOfFilm: Bool
        let content: Content
    }

    /// Where the values of a column come from.
    enum Content: Hashable, Sendable {
        /// The value at that index of the row.
        case cell(Int)
        /// The document: all rows have this value.
        case constant(String)
        /// The edition that the row belongs to.
        case chart, week, from, to, region, nation, kind
    }

    /// The name: `charts` for any chart, that of the dataset for everything else.
    package let name: String
    /// The columns: the source, those of the edition and the rest of the key, then the others in the
    /// order of the document.
    package let columns: [Attribute]
    /// The cells of a row that say what the edition says, by the index of the column.
    private let cellsOfEdition: [Int: Int]
    /// How many of the columns, which are the first, have the same values in all rows of an edition.
    package let columnsOfEdition: Int

    /// Describes the rows of documents with that layout.
    ///
    /// Its unwritten columns must include ``keyColumns``, as far as there are any.
    package init(_ layout: Layout) {
        let document = layout.document
        let isChart = document.periods != nil
        name =
            isChart
            ? "charts"
            : document.trend?.pivot != nil ? "trend_pivot" : document.dataset
        // Without the code of the film, nothing tells the rows of an edition apart.
        let hasFilm = layout.index(of: "movie_code") != nil
        let ownKey = isChart ? (hasFilm ? ChartEntry.table.dataset.key : []) : document.key
        var first: [(column: Column, content: Content)] = []
        if isChart || !ownKey.isEmpty {
            first.append((Self.source, .constant(document.sourceInKeys)))
        }
        if document.dataset == Code.table.dataset.name,
            let table = document.terms.first(where: { $0.name == "table" })
        {
            first.append((Self.codeClass, .constant(table.value)))
        }
        if isChart { first += Self.ofEdition }
        let known = Set(first.map(\.column.name))
        let isWhole = ownKey.allSatisfy { known.contains($0) || layout.index(of: $0) != nil }
        let names = ownKey + first.filter(\.content.isConstant).map(\.column.name)
        let key = isWhole && !ownKey.isEmpty ? Set(names) : []
        let hasOthers = ownKey.count > 1 && key.contains("movie_code")
        func attribute(_ column: Column, _ content: Content) -> Attribute {
            Attribute(
                column: column, isKey: key.contains(column.name),
                isOfFilm: hasOthers && Self.filmColumns.contains(column.name), content: content)
        }
        var columns = first.map(attribute)
        let all = layout.columns + layout.unwritten
        columnsOfEdition = first.count
        cellsOfEdition = columns.indices.reduce(into: [:]) { cells, index in
            // A second reading of a source has another name in its rows.
            if columns[index].content.isConstant { return }
            cells[index] = all.firstIndex { $0.name == columns[index].column.name }
        }
        for name in ownKey where !known.contains(name) {
            guard let index = layout.index(of: name) else { continue }
            columns.append(attribute(all[index], .cell(index)))
        }
        for (index, column) in layout.columns.enumerated()
        where !columns.contains(where: { $0.column.name == column.name }) {
            columns.append(attribute(column, .cell(index)))
        }
        self.columns = columns
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
    ///   - cells: where the values go.
    /// - Throws: a ``Fault`` of kind `malformed` if a row of another kind lacks a part of its key, or
    ///   a row says that it belongs to another edition.
    package func fill(
        _ cells: inout [Value], from row: Span<Value>, in edition: ChartEdition?
    ) throws(Fault) {
        cells.removeAll(keepingCapacity: true)
        for index in 0..<columnsOfEdition {
            cells.append(columns[index].content.value(in: edition))
            try checkKey(cells[index], at: index)
        }
        for _ in columnsOfEdition..<columns.count { cells.append(.missing) }
        try refill(&cells, from: row)
    }

    /// Puts the values of another row of the same edition into `cells`, which has those of a row.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the row lacks a part of its key, or says that it
    ///   belongs to another edition.
    package func refill(_ cells: inout [Value], from row: Span<Value>) throws(Fault) {
        for (index, cell) in cellsOfEdition where row.indices.contains(cell) {
            try check(row[cell], against: cells[index], columns[index].column)
        }
        for index in columnsOfEdition..<columns.count {
            guard case .cell(let cell) = columns[index].content else { continue }
            cells[index] = row.indices.contains(cell) ? row[cell] : .missing
            try checkKey(cells[index], at: index)
        }
    }

    /// Puts the key of a film in an edition of a chart into `cells`, and no other value of its row.
    package func fill(
        _ cells: inout [Value], ofFilm code: String, in edition: ChartEdition
    ) throws(Fault) {
        cells.removeAll(keepingCapacity: true)
        for (index, attribute) in columns.enumerated() {
            let isFilm = attribute.isKey && attribute.column.name == "movie_code"
            cells.append(isFilm ? .text(code) : attribute.content.value(in: edition))
            try checkKey(cells[index], at: index)
        }
    }

    private func check(
        _ value: Value, against edition: Value, _ column: Column
    ) throws(Fault) {
        if case .missing = value { return }
        guard value == edition else { throw .otherEdition(column, value, edition) }
    }

    private func checkKey(_ value: Value, at index: Int) throws(Fault) {
        guard case .missing = value, columns[index].isKey else { return }
        throw .noKey(columns[index].column.name, in: name)
    }

    /// The columns that formats with relations need besides those that are written.
    package static let keyColumns: [String] =
        Dataset.all.reduce(into: []) { names, dataset in
            for name in dataset.key where !names.contains(name) { names.append(name) }
        }.filter { !["region", "nation", "kind"].contains($0) }

    /// The source that the rows are from.
    private static let source = Column("source", "출처", .text)

    /// The table that a code is in: several may have the same code.
    private static let codeClass = Column("class", "분류", .text)

    /// The columns of the edition that a row of a chart belongs to, in their order.
    private static let ofEdition: [(column: Column, content: Content)] = {
        let contents: [(String, Content)] = [
            ("chart", .chart), ("year_week", .week), ("from", .from), ("to", .to),
            ("region", .region), ("nation", .nation), ("kind", .kind),
        ]
        let columns = ChartEntry.table.dataset.columns
        return contents.compactMap { name, content in
            columns.first { $0.name == name }.map { ($0, content) }
        }
    }()

    /// The columns that say something about a film, besides its code.
    private static let filmColumns: Set<String> = {
        let columns = Movie.detailsTable.dataset.columns + Poster.table.dataset.columns
        return Set(columns.map(\.name)).subtracting(["movie_code"])
    }()
}

extension Relation.Content {
    /// Whether all rows of a document have the value.
    fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }

    /// The value in all rows of `edition`.
    fileprivate func value(in edition: ChartEdition?) -> Value {
        if case .constant(let text) = self { return .text(text) }
        guard let edition else { return .missing }
        return switch self {
        case .cell, .constant: .missing
        case .chart: .text(edition.period.chart.rawValue)
        case .week: .text(edition.period.week.compact)
        case .from: .date(edition.period.from)
        case .to: .date(edition.period.to)
        case .region: .text(edition.filter.region?.name ?? Bookmarks.Series.all)
        case .nation: .text(edition.filter.nation?.rawValue ?? Bookmarks.Series.all)
        case .kind: .text(edition.filter.kind?.rawValue ?? Bookmarks.Series.all)
        }
    }
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
