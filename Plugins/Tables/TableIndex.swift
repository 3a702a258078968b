internal import BoxOffice
internal import Wire

/// The key of an edition of a chart, independent of the spelling in files.
struct EditionKey: Hashable, Sendable {
    let period: Period
    /// The code of the region; nil for the whole country.
    let region: String?
    let nation: ChartFilter.Nation?
    let kind: ChartFilter.Kind?

    init(_ period: Period, _ filter: ChartFilter) {
        self.period = period
        region = filter.region?.code
        nation = filter.nation
        kind = filter.kind
    }
}

/// The place of an edition's rows.
struct EditionPlace: Sendable {
    /// The filter as the file spells it.
    let filter: ChartFilter
    /// The index of the file.
    let file: Int
    /// The ranges of bytes with the rows, each with its first line: one piece if the rows are
    /// contiguous.
    fileprivate(set) var pieces: [(bytes: Range<Int>, line: Int)]
    fileprivate(set) var rows = 1
    /// The time the oldest of the rows was fetched; nil if one of them has no time.
    fileprivate(set) var fetchedAt: Instant?

    /// The number of the first line.
    var line: Int { pieces.first?.line ?? 1 }

    /// Adds a row; `goesOn` is true if it comes right after the last one.
    fileprivate mutating func add(
        _ bytes: Range<Int>, _ line: Int, goesOn: Bool, _ moment: Instant?
    ) {
        rows += 1
        fetchedAt = fetchedAt.flatMap { oldest in moment.map { min($0, oldest) } }
        guard goesOn, let last = pieces.popLast() else { return pieces.append((bytes, line)) }
        pieces.append((last.bytes.lowerBound..<bytes.upperBound, last.line))
    }
}

/// The contents of the files for one source.
struct ProviderTable: Sendable {
    let name: String
    /// The country and currency, each with the line that first names it.
    fileprivate(set) var country: (value: Country, at: Message)?
    fileprivate(set) var currency: (value: Currency, at: Message)?
    /// The largest number of decimal places of an amount; nil if there are no amounts.
    fileprivate(set) var places: Int?
    /// The columns that databases need and that some rows leave empty.
    fileprivate(set) var lacking: Set<String> = []
    /// The editions in the order of their first rows.
    fileprivate(set) var keys: [EditionKey] = []
    fileprivate(set) var editions: [EditionKey: EditionPlace] = [:]

    fileprivate init(_ name: String) { self.name = name }

    /// Notes the country, currency, decimal places and missing columns of a row.
    fileprivate mutating func note(
        _ row: TableRow, _ usual: Currency?, _ line: Message
    ) throws(Fault) {
        if let value = row.country {
            if let known = country, known.value != value {
                throw .severalCountries(name, value.code, known.value.code, known.at)
            }
            country = country ?? (value, line)
        }
        let currency = row.currency ?? usual
        if let value = currency {
            if let known = self.currency, known.value != value {
                throw .severalCountries(name, value.code, known.value.code, known.at)
            }
            self.currency = self.currency ?? (value, line)
        }
        if let amount = row.amounts.first(where: { $0.places > currency?.places ?? .max }) {
            throw .tooManyDecimals(amount, currency?.code ?? "")
        }
        for amount in row.amounts { places = max(places ?? 0, amount.places) }
        if !row.hasCode { lacking.insert("movie_code") }
        if !row.hasSource { lacking.insert("source") }
        if currency == nil, !row.amounts.isEmpty { lacking.insert("currency") }
    }
}

/// The index of the files: the places of the rows of each source and edition.
///
/// It is built by reading every row once, so that errors are found before a row is written. Its
/// size grows with the number of editions, not of rows, as long as the rows of an edition are
/// contiguous.
struct TableIndex: Sendable {
    let files: [TableFile]
    private(set) var forms: [TableForm] = []
    /// The sources in the order of their first rows.
    private(set) var tables: [ProviderTable] = []
    /// The number of pieces of files beyond one for each edition.
    private(set) var pieces = 0
    private let options: PluginOptions
    private let currency: Currency?
    private var places: [String: Int] = [:]
    /// The edition of the last row, and its films.
    private var current: (table: Int, key: EditionKey, file: Int)?
    private var films: Set<String> = []
    /// The last rank, and the films that have it.
    private var tie: (rank: Int?, films: Set<String>) = (nil, [])

    /// Reads all rows of `files`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` if a
    ///   file is not a table of charts.
    init(of files: [TableFile], _ options: PluginOptions) throws(Fault) {
        self.files = files
        self.options = options
        currency = Currency(options[Tables.currency])
        for index in files.indices { try read(index) }
        try checkScattered()
        guard tables.contains(where: { !$0.keys.isEmpty }) else {
            throw Fault(
                .malformed, "table-no-rows",
                "\(Message.list(files.map(\.name))) has no rows")
        }
    }

    private mutating func read(_ number: Int) throws(Fault) {
        let file = files[number]
        var form = try TableForm(of: file, options)
        var count = form.columns.count
        try file.forEachRecord(
            in: form.start..<file.size, from: form.line, hasQuotes: form.hasQuotes
        ) { record, range, line throws(Fault) in
            let values = try form.values(of: record)
            if count != form.columns.count {
                if let missing = form.columns.lacking.first { throw .lacks(missing, file.name) }
                if form.columns.contains(where: { Column.isOfRuns($0.name) }) {
                    throw .runs(file.name)
                }
                count = form.columns.count
            }
            try add(TableRow(values, form, options), of: number, range, line)
            return true
        }
        forms.append(form)
    }

    private mutating func add(
        _ row: TableRow, of number: Int, _ range: Range<Int>, _ line: Int
    ) throws(Fault) {
        let key = EditionKey(row.period, row.filter)
        let table = places[row.source] ?? tables.count
        if table == tables.count {
            places[row.source] = table
            tables.append(ProviderTable(row.source))
        }
        try tables[table].note(row, currency, files[number].place(line))
        let isCurrent = current.map { $0 == (table, key, number) } ?? false
        if !isCurrent {
            current = (table, key, number)
            films = []
            tie = (nil, [])
        }
        guard insertFilm(of: row) else { throw .filmTwice(row) }
        guard let place = tables[table].editions[key] else {
            tables[table].keys.append(key)
            tables[table].editions[key] = EditionPlace(
                filter: row.filter, file: number, pieces: [(range, line)],
                fetchedAt: row.fetchedAt)
            return
        }
        guard place.file == number else {
            throw .editionTwice(row.edition, files[place.file].place(place.line))
        }
        guard place.rows < ChartPolicy.mostRows else { throw .tooManyRows(row.edition) }
        if !isCurrent { pieces += 1 }
        // Changed in place, because a copy would also copy the pieces.
        tables[table].editions[key]?.add(range, line, goesOn: isCurrent, row.fetchedAt)
    }

    /// Notes the film of a row; false if the edition already has it.
    ///
    /// Without codes, adjacent films may have the same rank and title.
    private mutating func insertFilm(of row: TableRow) -> Bool {
        if row.hasCode { return films.insert(row.film).inserted }
        guard let rank = row.rank else { return true }
        if rank != tie.rank {
            films.formUnion(tie.films)
            tie = (rank, [])
        }
        tie.films.insert(row.film)
        return !films.contains(row.film)
    }

    /// Throws if a film is listed twice in an edition whose rows are not contiguous.
    private func checkScattered() throws(Fault) {
        guard pieces > 0 else { return }
        for table in tables {
            for place in table.keys.compactMap({ table.editions[$0] }) where place.pieces.count > 1
            {
                try checkScattered(place)
            }
        }
    }

    private func checkScattered(_ place: EditionPlace) throws(Fault) {
        var form = forms[place.file]
        var films: Set<String> = []
        for piece in place.pieces {
            try files[place.file].forEachRecord(
                in: piece.bytes, from: piece.line, hasQuotes: form.hasQuotes
            ) { record, _, _ throws(Fault) in
                let values = try form.values(of: record)
                let row = try TableRow(values, form, options)
                let isKnown = row.hasCode || row.rank != nil
                guard !isKnown || films.insert(row.film).inserted else { throw .filmTwice(row) }
                return true
            }
        }
    }

    /// Reads the bytes of the rows of an edition.
    func bytes(at place: EditionPlace) throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in place.pieces { bytes += try files[place.file].bytes(piece.bytes) }
        return bytes
    }

    /// Returns the values of the rows in `bytes` of a file.
    func values(in bytes: [UInt8], of number: Int) throws(Fault) -> [[Value]] {
        var form = forms[number]
        var rows: [[Value]] = []
        let file = files[number]
        let piece = TableFile(at: file.path, name: file.name, size: bytes.count) {
            Array(bytes[$0])
        }
        try piece.forEachRecord(in: 0..<bytes.count, hasQuotes: form.hasQuotes) {
            record, _, _ throws(Fault) in
            rows.append(try form.values(of: record))
            return true
        }
        return rows
    }
}

extension Fault {
    static func editionTwice(_ edition: ChartEdition, _ other: Message) -> Fault {
        Fault(
            .malformed, "table-edition-twice",
            "the chart of \(edition) is there twice: first in \(other)")
    }

    fileprivate static func filmTwice(_ row: TableRow) -> Fault {
        Fault(
            .malformed, "table-film-twice",
            "the film '\(row.title.excerpt)' is there twice in the chart of \(row.edition)")
    }

    fileprivate static func tooManyRows(_ edition: ChartEdition) -> Fault {
        Fault(
            .malformed, "table-too-many-rows",
            "the chart of \(edition) has more than \(ChartPolicy.mostRows) rows")
    }

    fileprivate static func severalCountries(
        _ source: String, _ code: String, _ other: String, _ line: Message
    ) -> Fault {
        Fault(
            .malformed, "table-two-countries",
            "the rows of '\(source)' say \(code) here, and \(other) in \(line)",
            hint: "a source has one country and one currency; give the others another source")
    }

    fileprivate static func tooManyDecimals(_ amount: Decimal, _ currency: String) -> Fault {
        Fault(
            .malformed, "table-decimals", "'\(amount)' has more decimals than \(currency) has")
    }
}
