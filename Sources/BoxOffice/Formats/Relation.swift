/// The form in which a database stores a document: rows with a name, typed columns and a key.
///
/// The rows of a chart name their source and edition, whatever columns the user chose, so the rows
/// of several sources, charts, regions and periods can be in one table. Key columns come first, and
/// every key begins with the source.
///
/// Amounts are whole numbers of the smallest unit of the source's currency: a column of won stays
/// one of whole numbers when dollars are added, and no database rounds cents.
package struct Relation: Sendable {
    /// A column of the rows.
    package struct Attribute: Sendable {
        /// The name, the Korean header and the type.
        package let column: Column
        /// True if the column is part of the key; its values are then never missing.
        package let isKey: Bool
        /// True if the column describes the film and not the row, such as its title: a database may
        /// keep films in a table of their own.
        package let isOfFilm: Bool
        /// The index of the value in the document's row; nil if the value is that of the document
        /// or edition.
        let cell: Int?
    }

    /// The name: `charts` for any chart, otherwise that of the replacement or the dataset.
    package let name: String
    /// The columns: the source, its currency if rows have it, those of the edition and the rest of
    /// the key, then the others in the order of the document.
    package let columns: [Attribute]
    private let document: DocumentDescription
    /// True if the rows name their source, in the first column.
    private let hasSource: Bool
    /// The table that the rows are from, if they are codes.
    private let codeTable: String?
    /// The index of the column with the decimals of amounts; nil if all are in won.
    private let decimals: Int?
    /// The cells of a row that repeat a column of the edition, by the index of that column.
    private let cellsOfEdition: [Int: Int]
    /// The number of the first columns, which have the same values in all rows of an edition.
    package let columnsOfEdition: Int

    /// Makes the relation of documents with this layout.
    ///
    /// Its unwritten columns must include ``UsualColumns/forKeys``, as far as the dataset has them.
    ///
    /// - Parameter takesAll: true if rows have the unwritten columns, too.
    package init(_ layout: Layout, takingAll takesAll: Bool = false) {
        let document = layout.document
        let isChart = document.periods != nil
        name = isChart ? "charts" : document.face?.replacement.table ?? document.dataset
        // Without the film's code, the rows of an edition cannot be told apart.
        let hasFilm = layout.index(of: "movie_code") != nil
        let ownKey = isChart ? (hasFilm ? ChartEntry.table.dataset.key : []) : document.key
        codeTable =
            document.dataset == Code.table.dataset.name
            ? document.terms.first { $0.name == "table" }?.value : nil
        hasSource = isChart || !ownKey.isEmpty
        var first = hasSource ? [Column("source", "출처", .text)] : []
        // Several tables may have the same code.
        if codeTable != nil { first.append(Column("class", "분류", .text)) }
        let documentColumns = first.map(\.name)
        // Databases that were loaded with won and no currency keep getting the same columns.
        let isInWon = document.currencies == [.won] && !takesAll
        let all = layout.columns + layout.unwritten
        let written = takesAll ? all : layout.columns
        if !isInWon, isChart || written.contains(where: { $0.kind == .amount }) {
            first += Self.amountColumns
        }
        decimals = first.firstIndex { $0.name == "decimals" }
        if isChart { first += Self.editionColumns }
        let isWhole = Set((first + all).map(\.name)).isSuperset(of: ownKey)
        let key = isWhole && !ownKey.isEmpty ? Set(ownKey + documentColumns) : []
        let hasOthers = ownKey.count > 1 && key.contains("movie_code")
        let allFilmColumns = Self.filmColumns.union(document.columnsOfDetails)
        columnsOfEdition = first.count
        // The source is left out, because a second reading of a source has another name in its
        // rows.
        cellsOfEdition = first.indices.dropFirst(documentColumns.count).reduce(into: [:]) {
            cells, index in
            cells[index] = all.firstIndex { $0.name == first[index].name }
        }
        var columns = first.map { (column: $0, cell: Int?.none) }
        for index in ownKey.compactMap(layout.index) + written.indices
        where !columns.contains(where: { $0.column.name == all[index].name }) {
            columns.append((all[index], index))
        }
        self.columns = columns.map { column, cell in
            Attribute(
                column: column, isKey: key.contains(column.name),
                isOfFilm: hasOthers && allFilmColumns.contains(column.name), cell: cell)
        }
        self.document = document
    }

    /// The indices in ``columns`` of the key, in their order; empty if nothing identifies the rows.
    package var key: [Int] { columns.indices.filter { columns[$0].isKey } }

    /// Returns the source of the rows of `edition`; nil stands for rows of a document without
    /// editions.
    package func source(of edition: ChartEdition?) -> FigureSource {
        document.source(edition?.source ?? "")
    }

    /// Puts the values of a row into `cells`, one for each of ``columns``.
    ///
    /// A filter that does not limit a chart is ``Bookmarks/Series/all`` in the key: the region of
    /// the whole country, the origin of all films. Some loaders take an empty text for a missing
    /// value.
    ///
    /// - Parameters:
    ///   - row: the row as the document got it.
    ///   - edition: the edition that the row belongs to; nil if the document is not a chart.
    ///   - cells: the destination of the values: empty, or the values of the last row of the same
    ///     edition.
    /// - Throws: a ``Fault`` of kind `malformed` if a row lacks a part of its key, names another
    ///   edition, or has an amount with more decimals than its currency.
    package func fill(
        _ cells: inout [Value], from row: Span<Value>, in edition: ChartEdition?
    ) throws(Fault) {
        if cells.isEmpty {
            cells = values(of: edition)
            cells += Array(repeating: .missing, count: columns.count - cells.count)
        }
        let places = decimals.flatMap { cells[$0].integer } ?? 0
        for (index, cell) in cellsOfEdition where row.indices.contains(cell) {
            let value = row[cell]
            if value != cells[index], value != .missing {
                throw .otherEdition(columns[index].column, value, cells[index])
            }
        }
        // Through indices, because a copy of each column would take longer than the rest.
        for index in columns.indices {
            if let cell = columns[index].cell {
                cells[index] = row.indices.contains(cell) ? row[cell] : .missing
                if case .decimal(let amount) = cells[index], columns[index].column.kind == .amount {
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

    /// Returns the values of the first columns, which all rows of `edition` have in common; nil
    /// stands for a document without editions.
    package func values(of edition: ChartEdition?) -> [Value] {
        let source = source(of: edition)
        var values = hasSource ? [Value.text(source.nameInKeys)] : []
        if let codeTable { values.append(.text(codeTable)) }
        if decimals != nil {
            let currency = source.territory.currency
            let places = currency.knownCode.map { _ in currency.places }
            values += [Value(currency.knownCode), Value(places)]
        }
        guard let edition, columnsOfEdition > values.count else { return values }
        return values
            + Self.editionColumns.map { column in
                let value = edition.value(of: column.name) ?? .missing
                return value == .missing ? .text(Bookmarks.Series.all) : value
            }
    }

    /// Refuses charts of a source without codes of films, beside those of others that have them or, if
    /// `needsCodes` is true, alone: their rows would have no key.
    package static func checkCodes(
        _ layout: Layout, needsCodes: Bool = false
    ) throws(Fault) {
        let document = layout.document
        let hasCodes = layout.index(of: "movie_code") != nil
        guard hasCodes ? document.joinsSources : needsCodes && document.periods != nil else {
            return
        }
        let source = document.figures.first {
            !hasCodes || !$0.columns.isEmpty && !$0.columns.contains("movie_code")
        }
        if let source { throw .noFilmCode(of: source.name) }
    }

    /// The columns that identify the answers to any query.
    static let keyColumns = Dataset.queried.flatMap(\.key).eachOnce.filter { $0 != "region" }

    /// The columns with the units of amounts: the currency, and the number of decimals.
    package static let amountColumns = [
        Column("currency", "통화", .text), Column("decimals", "소수자릿수", .integer),
    ]

    /// The columns of the edition that a row of a chart belongs to, in their order.
    private static let editionColumns = [
        "chart", "year_week", "from", "to", "region", "nation", "kind",
    ].compactMap { name in ChartEntry.table.dataset.columns.first { $0.name == name } }

    /// The columns that describe a film, besides its code.
    private static let filmColumns = Set(
        (Movie.detailsTable.dataset.columns + Poster.table.dataset.columns).map(\.name)
    ).subtracting(["movie_code"])
}

extension DocumentDescription {
    /// Returns the name of `edition` in messages: with its source if the rows are from several.
    package func name(of edition: ChartEdition) -> String {
        joinsSources ? "\(edition.source), \(edition)" : "\(edition)"
    }
}

extension Fault {
    fileprivate static func otherDecimals(
        _ amount: Decimal, _ column: Column, _ places: Int
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

    fileprivate static func noFilmCode(of source: String) -> Fault {
        Fault(
            .usage, "no-film-code",
            "databases and Singer messages need the codes of films, and the charts of \(source) have no movie_code",
            ko: "데이터베이스와 Singer 메시지에는 영화코드가 필요한데, {1}의 박스오피스에는 movie_code가 없습니다",
            hint: "csv, jsonl and workbooks need none",
            hintKo: "csv, jsonl, 통합 문서에는 없어도 됩니다")
    }

    fileprivate static func noKey(_ column: String, in relation: String) -> Fault {
        Fault(
            .malformed, "row-without-key",
            "a row of \(relation) has no \(column), which is part of its key")
    }
}
