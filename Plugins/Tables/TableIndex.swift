internal import BoxOffice
internal import Wire

/// The tables in the files of a run: the rows of each source and edition.
///
/// Every file is read to its end first, so that what is wrong is told before a row is written.
struct TableIndex: Sendable {
    let files: [OpenedFile]
    /// The forms of the tables.
    private(set) var forms: [TableForm] = []
    /// The editions, in the order of their first rows.
    private(set) var editions: [TableEdition] = []
    /// The whole tables in whose place later ones that may lack films are among ``editions``: sums
    /// need all films.
    private(set) var olderWholes: [TableEdition] = []
    /// What the rows say of each source.
    private(set) var sources = SourceFacts()
    /// What the user should know about the files.
    private(set) var remarks: [Fault] = []
    private var places: [EditionKey: Int] = [:]
    /// All tables of an edition that was downloaded several times, by its place in ``editions``.
    private var downloads: [Int: [TableEdition]] = [:]
    /// All columns of rows: those of every chart, then the others of the files.
    private(set) var columns: [Column] = []
    /// The index of each column by its name.
    private(set) var indices: [String: Int] = [:]
    /// The columns that are written by default: those of the files, in their order.
    private(set) var usual: [String] = []
    private let options: TableOptions
    private let today: Day

    /// Reads all rows of `files`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names file and line, or of kind `usage` if a
    ///   file is not a table of charts.
    init(of files: [OpenedFile], _ options: TableOptions, today: Day) throws(Fault) {
        (self.files, self.options, self.today) = (files, options, today)
        for number in files.indices { try read(number) }
        for index in editions.indices {
            guard let facts = sources.of[editions[index].key.source] else { continue }
            try editions[index].settleAmounts(by: facts, forms[editions[index].form])
        }
        for (place, tables) in downloads.sorted(by: { $0.key < $1.key }) {
            choose(tables, at: place)
        }
        guard !editions.isEmpty else {
            throw Fault(
                .malformed, "table-no-rows",
                "\(Message.list(files.map(\.name))) has no rows")
        }
        let own = forms.flatMap(\.values).eachOnce
        usual = own.map(\.name)
        columns = (ChartEntry.table.dataset.columns + own).eachOnce
        indices = Dictionary(
            columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        tell()
    }

    /// Returns the edition with a key; nil if no file has it.
    func edition(_ key: EditionKey) -> TableEdition? { places[key].map { editions[$0] } }

    /// Reads a file, in whatever form it is.
    private mutating func read(_ number: Int) throws(Fault) {
        var file = files[number]
        let content = try FileContent(of: &file)
        var own = reader(
            of: number, hasMark: content.form == .text && content.hasMark,
            isTyped: content.form == .json)
        switch content.form {
        case .text:
            let rows = try TextRows(of: file, options)
            own.cells.separate(by: rows.delimiter)
            try rows.forEach { row, line throws(Fault) in
                try own.add(row, isExact: true) { file.place(line) }
            }
        case .json:
            let rows = JSONRows(file: file)
            try own.begin(try rows.names(), of: file)
            let empty = try rows.forEach { fields, line throws(Fault) in
                try own.add(fields) { file.place(line) }
            }
            if empty > 0 { remarks.append(.answersWithoutRows(file.name, empty)) }
        case .page:
            let page = try HTMLRows(try file.bytes(0..<file.size), name: file.name)
            if page.encoding == .cp949 { remarks.append(.readAsKorean(file.name)) }
            try page.forEachRow { row throws(Fault) in
                try own.add(row.cells, isExact: !row.isLoose) { row.place }
            }
        case .workbook: return try readSheets(of: number)
        }
        if content.isKorean {
            guard own.forms.contains(where: \.hasKoreanHeader) else { throw .notUTF8(file.name) }
            remarks.append(.readAsKorean(file.name))
        }
        try add(own)
    }

    private func reader(
        of number: Int, hasMark: Bool = false, isTyped: Bool = false
    ) -> TableReader {
        TableReader(
            of: number, named: files[number].name, options,
            by: TableCells(options.all, hasMark: hasMark, isTyped: isTyped), sources: sources)
    }

    /// Reads the sheets of a workbook, each on its own: those that are shown and have a header, or
    /// those that the user named.
    private mutating func readSheets(of number: Int) throws(Fault) {
        let file = files[number]
        var book = try WorkbookRows(try file.bytes(0..<file.size), name: file.name)
        for name in options.sheets where !book.sheets.contains(where: { $0.name == name }) {
            throw .noSheet(name, file.name, book.sheets.map(\.name))
        }
        let before = editions.count
        var fault: Fault?
        for sheet in book.sheets {
            let isNamed = options.sheets.contains(sheet.name)
            guard isNamed || options.sheets.isEmpty else { continue }
            guard isNamed || !sheet.isHidden else {
                remarks.append(.sheetLeftOut(sheet.name, file.name))
                continue
            }
            var own = reader(of: number)
            own.cells.readWorkbook()
            do throws(Fault) {
                try book.forEachRow(of: sheet) { row throws(Fault) in
                    try own.add(row.cells) { row.place }
                }
                try add(own)
            } catch {
                // A sheet without a header is no table: notes, or the 정보 of a workbook of ours.
                guard error.kind == .usage, !isNamed, own.forms.isEmpty else {
                    throw error
                }
                fault = fault ?? error
                remarks.append(.sheetLeftOut(sheet.name, file.name))
            }
        }
        if before == editions.count, let fault { throw fault }
    }

    /// Adds the editions of a file.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if one of them is in another file, too.
    private mutating func add(_ reader: TableReader) throws(Fault) {
        var reader = reader
        try reader.end()
        sources = reader.sources
        remarks += reader.remarks
        let known = forms.count
        forms += reader.forms
        for var edition in reader.editions {
            if let asked = edition.asked, asked > today {
                throw Fault.askedLater(asked).about(edition.place)
            }
            edition.form += known
            guard let place = places[edition.key] else {
                places[edition.key] = editions.count
                editions.append(edition)
                continue
            }
            try add(edition, besides: place)
        }
    }

    /// Returns the number of titles whose rows differ in two downloads of a table: in the film, or in a
    /// figure that both tables have.
    private func filmsDiffering(_ one: TableEdition, _ other: TableEdition) -> Int {
        let tables = [one, other].map { table in
            (rows: table.rows, places: Self.compared.map { forms[table.form].index(of: $0) })
        }
        let shared = Self.compared.indices.filter { column in
            tables.allSatisfy { rows, places in
                rows.contains { $0.value(at: places[column]) != .missing }
            }
        }
        let films = tables.map { rows, places in
            rows.reduce(into: [[Value]: Int]()) { counts, row in
                let film: [Value] = shared.map { column in
                    let value = row.value(at: places[column])
                    // CP949 and spreadsheets do not keep all spaces of a page.
                    return value.text.map { Value.text($0.withoutBlanks) } ?? value
                }
                counts[film, default: 0] += 1
            }
        }
        let differing = films.flatMap(\.keys).filter { films[0][$0] != films[1][$0] }
        return Set(differing.map(\.first)).count
    }

    /// The title, and the other columns that downloads are compared by.
    private static let compared = [
        "title", "open_date", "film_nation", "sales_amount", "sales_total", "audience_count",
        "audience_total", "screen_count", "show_count",
    ]

    /// Adds another download of the council's table at `place`.
    private mutating func add(_ other: TableEdition, besides place: Int) throws(Fault) {
        let tables = downloads[place] ?? [editions[place]]
        func twice(_ first: TableEdition) -> Fault {
            .editionTwice(other.name, first.place).about(other.place)
        }
        guard tables[0].isOfSite, tables[0].asked != nil, other.isOfSite, other.asked != nil
        else { throw twice(tables[0]) }
        guard let same = tables.firstIndex(where: { $0.asked == other.asked }) else {
            downloads[place] = tables + [other]
            return
        }
        guard filmsDiffering(tables[same], other) == 0 else { throw twice(tables[same]) }
        // One of them may lack what shows that it has all films.
        downloads[place] = tables
        if tables[same].lacks != nil { downloads[place]?[same] = other }
    }

    /// Takes the latest of several downloads of a table; where films are added up, and where it is no
    /// chart, the latest one that is whole.
    private mutating func choose(_ tables: [TableEdition], at place: Int) {
        let tables = tables.sorted { $0.askedOn < $1.askedOn }
        guard let last = tables.last else { return }
        let whole = tables.last { $0.lacks == nil } ?? last
        let isChart = last.period != nil
        let chosen = isChart ? last : whole
        editions[place] = chosen
        if isChart, whole.askedOn < last.askedOn { olderWholes.append(whole) }
        for table in tables where table.askedOn != chosen.askedOn {
            let count = filmsDiffering(table, chosen)
            let isWhole = table.askedOn == whole.askedOn
            remarks.append(
                isWhole
                    ? .laterIsNotWhole(chosen, count)
                    : table.askedOn > chosen.askedOn
                        ? .laterLeftOut(table, count) : .laterHolds(chosen, count))
        }
    }

    /// Notes what the user should know about columns and tables, each remark once.
    private mutating func tell() {
        let headers = Set(forms.flatMap(\.headers).map(\.asRenamed))
        for old in options.renamed.keys.sorted() where !headers.contains(old) {
            remarks.append(.notRenamed(old))
        }
        let columns = forms.flatMap(\.columns)
        let unknown = columns.filter { $0.isUnknown && !$0.column.name.isEmpty }.map(\.column.name)
        if !unknown.isEmpty { remarks.append(.unknownColumns(unknown.eachOnce)) }
        if forms.contains(where: { $0.isOfSite && $0.columns.contains(where: \.isGrowth) }) {
            remarks.append(.growthNotRead)
        }
        let charts = editions.first { $0.isOfSite && $0.lacks != nil && $0.period != nil }
        if let charts, let reason = charts.lacks {
            remarks.append(.readAsCharts(files[charts.file].name, reason))
        }
        var told: Set<Fault> = []
        remarks = remarks.filter { told.insert($0).inserted }
    }
}

extension Fault {
    fileprivate static func noSheet(
        _ name: String, _ file: Message, _ known: [String]
    ) -> Fault {
        Fault(
            .usage, "table-no-sheet", "\(file) has no sheet '\(name)'",
            hint: Message(
                "table-sheets", "it has \(Message.list(known.map { Message("'\($0)'") }))"))
    }

    fileprivate static func sheetLeftOut(_ name: String, _ file: Message) -> Fault {
        Fault(
            .malformed, "table-sheet-left-out",
            "\(file): the sheet '\(name)' is hidden or has no table with rank, title and period, and is left out"
        )
    }

    fileprivate static func answersWithoutRows(_ file: Message, _ count: Int) -> Fault {
        Fault(
            .malformed, "table-answers-without-rows",
            "\(file): left out because there are no rows in it: \(count, "answer")"
        )
    }

    fileprivate static func laterHolds(_ table: TableEdition, _ films: Int) -> Fault {
        Fault(
            .malformed, "table-later-holds",
            "two tables of \(table.name): that of \(table.askedOn) holds, and \(films, "film differs", "films differ")"
        )
    }

    fileprivate static func laterIsNotWhole(_ table: TableEdition, _ films: Int) -> Fault {
        Fault(
            .malformed, "table-later-is-not-whole",
            "two tables of \(table.name): as a chart that of \(table.askedOn) holds, in sums the other, which has all films; \(films, "film differs", "films differ")"
        )
    }

    fileprivate static func laterLeftOut(_ table: TableEdition, _ films: Int) -> Fault {
        let reason = table.lacks ?? SiteLines.lackOfSum
        return Fault(
            .malformed, "table-later-left-out",
            "two tables of \(table.name): that of \(table.askedOn) is left out: \(reason); \(films, "film differs", "films differ")"
        )
    }

    fileprivate static func unknownColumns(_ names: [String]) -> Fault {
        let renaming = "file.rename=\(names.first ?? "")=NAME".quotedForShell
        return Fault(
            .malformed, "table-unknown-columns",
            "columns that are not known stay as text: \(Message.list(names.map { Message("'\($0.excerpt)'") })); -O \(renaming) gives one its name"
        )
    }

    fileprivate static func notRenamed(_ old: String) -> Fault {
        Fault(
            .malformed, "table-not-renamed",
            "no table has the column '\(old.excerpt)' that -O file.rename= names")
    }

    fileprivate static func askedLater(_ day: Day) -> Fault {
        Fault(
            .malformed, "table-asked-later",
            "the table was downloaded on \(day) (조회일), a day that has not come yet")
    }

    fileprivate static let growthNotRead = Fault(
        .malformed, "table-growth",
        "the columns of growth (증감, 증감율) are not read, because they depend on the days that were searched for"
    )

    fileprivate static func readAsCharts(_ file: Message, _ reason: Message) -> Fault {
        Fault(
            .malformed, "table-as-charts",
            "\(file) is read as charts, and not as tables of all films: \(reason)")
    }
}
