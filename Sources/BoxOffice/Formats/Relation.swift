/// What a database makes of a document: rows with a name, typed columns and a key.
///
/// The rows of a chart say which source and edition they belong to, whatever columns the user chose,
/// so those of several sources, charts, regions and periods can be in one table. Key columns come
/// first, and every key begins with the source.
///
/// Amounts are whole numbers of the smallest unit of the source's currency: a column of won then stays
/// one of whole numbers when dollars come, and no database rounds cents.
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
    /// The columns: the source, its currency if rows say it, those of the edition and the rest of the
    /// key, then the others in the order of the document.
    package let columns: [Attribute]
    private let document: DocumentDescription
    /// Whether rows say their source, first of all.
    private let hasSource: Bool
    /// The table that the rows are from, if they are codes.
    private let codeTable: String?
    /// The index of the column with the decimals of amounts; nil if all are in won.
    private let decimals: Int?
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
        codeTable =
            document.dataset == Code.table.dataset.name
            ? document.terms.first { $0.name == "table" }?.value : nil
        hasSource = isChart || !ownKey.isEmpty
        var first = hasSource ? [Column("source", "출처", .text)] : []
        // Several tables may have the same code.
        if codeTable != nil { first.append(Column("class", "분류", .text)) }
        let ofDocument = first.map(\.name)
        // Whoever has loaded won without a currency goes on getting the same columns.
        let isInWon = document.currencies == [.won] && !takesAll
        if !isInWon, isChart || layout.columns.contains(where: { $0.kind == .amount }) {
            first += Self.ofMarket
        }
        decimals = first.firstIndex { $0.name == "decimals" }
        if isChart { first += Self.ofEdition }
        let known = Set(first.map(\.name))
        let isWhole = ownKey.allSatisfy { known.contains($0) || layout.index(of: $0) != nil }
        let key = isWhole && !ownKey.isEmpty ? Set(ownKey + ofDocument) : []
        let hasOthers = ownKey.count > 1 && key.contains("movie_code")
        let ofFilms = Self.filmColumns.union(document.columnsOfDetails)
        func attribute(_ column: Column, _ cell: Int? = nil) -> Attribute {
            Attribute(
                column: column, isKey: key.contains(column.name),
                isOfFilm: hasOthers && ofFilms.contains(column.name), cell: cell)
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
        self.document = document
    }

    /// The indices in ``columns`` of the key, in their order; empty if nothing tells the rows apart.
    package var key: [Int] { columns.indices.filter { columns[$0].isKey } }

    /// The source of the rows of `edition`; nil stands for those of a document without editions.
    package func source(of edition: ChartEdition?) -> FigureSource {
        document.source(edition?.source ?? "")
    }

    /// Puts the values of a row into `cells`, one for each of ``columns``.
    ///
    /// What does not limit a chart is ``Bookmarks/Series/all`` in the key: the region of the whole
    /// country, the origin of all films. Some loaders take an empty text for a missing value.
    ///
    /// - Parameters:
    ///   - row: the row as the document got it.
    ///   - edition: the edition that the row belongs to; nil if the document is not a chart.
    ///   - cells: where the values go: empty, or the values of the last row of the same edition.
    /// - Throws: a ``Fault`` of kind `malformed` if a row of another kind lacks a part of its key, a row
    ///   says that it belongs to another edition, or an amount has more decimals than its currency.
    package func fill(
        _ cells: inout [Value], from row: Span<Value>, in edition: ChartEdition?
    ) throws(Fault) {
        if cells.isEmpty {
            cells = constants(of: source(of: edition))
            if let edition, columnsOfEdition > cells.count { cells += Self.values(of: edition) }
            cells += Array(repeating: .missing, count: columns.count - cells.count)
        }
        let places =
            if let decimals, case .integer(let places) = cells[decimals] { places } else { 0 }
        for (index, cell) in cellsOfEdition where row.indices.contains(cell) {
            let isMissing = row[cell] == .missing
            if row[cell] == cells[index] { continue }
            if let usual = undeclared(index, instead: row[cell], in: edition) {
                cells[index] = isMissing ? usual : row[cell]
            } else if !isMissing {
                throw .otherEdition(columns[index].column, row[cell], cells[index])
            }
        }
        // Through indices, because a copy of each column would take longer than the rest.
        for index in columns.indices {
            if let cell = columns[index].cell {
                cells[index] = row.indices.contains(cell) ? row[cell] : .missing
                if case .amount(let amount) = cells[index] {
                    guard let units = amount.units(withPlaces: places) else {
                        throw .otherDecimals(amount, columns[index].column, places)
                    }
                    cells[index] = .integer(units)
                }
            }
            guard columns[index].isKey, case .missing = cells[index] else { continue }
            throw .noKey(columns[index].column.name, in: name)
        }
    }

    /// What the column of a market at `index` has in rows that do not say it, if these may: a plugin that
    /// declares nothing may have a column of that name and type of its own; nil if they may not.
    private func undeclared(
        _ index: Int, instead value: Value, in edition: ChartEdition?
    ) -> Value? {
        guard let decimals, index == decimals || index == decimals - 1 else { return nil }
        let source = source(of: edition)
        guard !document.joinsSources, source.market == Market() else { return nil }
        let usual = constants(of: source)[index]
        return switch (usual, value) {
        case (.text, .text), (.integer, .integer), (_, .missing): usual
        default: nil
        }
    }

    /// The values of the columns before those of the edition, in all rows of `source`.
    private func constants(of source: FigureSource) -> [Value] {
        var values = hasSource ? [Value.text(source.nameInKeys)] : []
        if let codeTable { values.append(.text(codeTable)) }
        guard decimals != nil else { return values }
        let currency = source.market.currency
        return values + [
            Value(currency.knownCode),
            currency.knownCode == nil ? .missing : .integer(currency.places),
        ]
    }

    /// The name of a source whose charts have no codes of films, if others of the document have some: its
    /// rows would have no key; nil if there is none.
    package static func sourceWithoutKey(_ layout: Layout) -> String? {
        guard layout.document.joinsSources, layout.index(of: "movie_code") != nil else {
            return nil
        }
        return layout.document.figures.first {
            !$0.columns.isEmpty && !$0.columns.contains("movie_code")
        }?.name
    }

    /// The columns that formats with relations need besides those that are written.
    package static let keyColumns: [String] =
        Dataset.all.reduce(into: []) { names, dataset in
            for name in dataset.key where !names.contains(name) { names.append(name) }
        }.filter { $0 != "region" }

    /// What amounts are in: the currency, and how many of their last digits are decimals.
    package static let ofMarket = [
        Column("currency", "통화", .text), Column("decimals", "소수자릿수", .integer),
    ]

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

extension DocumentDescription {
    /// What messages call `edition`: with its source if the rows are of several.
    package func name(of edition: ChartEdition) -> String {
        joinsSources ? "\(edition.source), \(edition)" : "\(edition)"
    }
}

extension Amount {
    /// The amount in a unit with so many decimal places; nil if it has more, or is too large.
    package func units(withPlaces wanted: Int) -> Int? {
        guard places != wanted else { return units }
        guard places < wanted else { return nil }
        return (places..<wanted).reduce(units) { units, _ in
            let (product, isTooLarge) =
                units.map { $0.multipliedReportingOverflow(by: 10) } ?? (0, true)
            return isTooLarge ? nil : product
        }
    }
}

extension Fault {
    fileprivate static func otherDecimals(
        _ amount: Amount, _ column: Column, _ places: Int
    ) -> Fault {
        Fault(
            .malformed, "amount-of-other-decimals",
            "a row has '\(amount)' as \(column.name), and its currency has \(places) decimals")
    }

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
