internal import BoxOffice
internal import Wire

/// The reader of the rows of one file, or of one sheet of a workbook: it finds the headers of the
/// tables in it, and the edition of every row.
///
/// Rows are passed to it once, in their order. It holds the values of all of them, because what is
/// wrong in a file is told before its first row is written, and a sum comes after its rows.
struct TableReader: Sendable {
    /// A place in messages, described only if it is needed.
    typealias Place = () -> Message
    /// A share as a table of the council has it, and whether it is a fraction or a percentage; nil if
    /// that is not known yet.
    typealias Share = (value: Double, isFraction: Bool?)

    let file: Int
    let name: Message
    let options: TableOptions
    /// What the files say of each source.
    var sources: SourceFacts
    /// The forms of the tables, in their order.
    private(set) var forms: [TableForm] = []
    var editions: [TableEdition] = []
    /// What the user should know about the file.
    private(set) var remarks: [Fault] = []
    /// What the lines before the current table say.
    private var lines = SiteLines()
    /// The shares whose unit is decided at the end.
    var shares: [WrittenShare] = []
    var cells: TableCells
    private var places: [EditionKey: Int] = [:]
    private var state = State.beforeHeader
    /// The number of lines that were skipped before the current header, and before all.
    private var (skipped, allSkipped) = (0, 0)
    /// The header that may go on in the next line.
    private var header: [String] = []
    private var headerPlace: Message = ""
    /// The line that is most like a header and was none, and the names of known columns in it.
    private var nearest: (texts: [String], known: Set<String>) = ([], [])
    /// The place of a fault that is not in the current row; nil if it is.
    private var faultPlace: Message?
    /// The header that was looked up last: pages of many days have the same one for each.
    private var lastHeader: (texts: [String], isOfSite: Bool, columns: [FileColumn])?
    /// The edition of the last row, with that row and the edition's films.
    private var current: (edition: Int, row: [Value])?
    /// The films of each edition of the current table.
    private var films: [Int: FilmsOfEdition] = [:]

    private enum State {
        case beforeHeader
        /// A header was read, of which the next line may be the second half.
        case header
        case rows
        /// The sum was read, after which the table has ended.
        case ended
    }

    /// Prepares to read the file with the number `file`.
    init(
        of file: Int, named name: Message, _ options: TableOptions, by cells: TableCells,
        sources: SourceFacts
    ) {
        (self.file, self.name, self.options) = (file, name, options)
        (self.cells, self.sources) = (cells, sources)
    }

    // MARK: - Rows of cells

    /// Reads a row of cells: a line before a header, a header, a row of a table or its sum.
    ///
    /// - Parameters:
    ///   - row: the cells.
    ///   - isExact: true if a row of another width than its header is broken.
    ///   - place: its place in messages.
    mutating func add(
        _ row: [GridCell], isExact: Bool = false, at place: Place
    ) throws(Fault) {
        do throws(Fault) {
            guard let first = row.firstIndex(where: { !$0.isBlank }) else { return }
            let isAlone = row[(first + 1)...].allSatisfy(\.isBlank)
            let mayBeFilm = state == .rows || state == .header && !isAlone
            if !mayBeFilm { try FigureUnit.check(row: row) }
            if isAlone, case .text(let line, _) = row[first], try takeLine(line) { return }
            if state == .header, try !goesOn(row) { try begin() }
            switch state {
            case .beforeHeader, .ended: try takeHeader(row, place)
            case .header: try begin()
            case .rows: try takeRow(row, isExact, isSum: isSum(row, first), place)
            }
        } catch {
            throw error.kind == .malformed ? error.about(faultPlace ?? place()) : error
        }
    }

    /// Takes a line of a single text; returns false if it is a row.
    private mutating func takeLine(_ line: String) throws(Fault) -> Bool {
        if try lines.take(line) {
            try beginAtEnd()
            (state, skipped) = (.beforeHeader, 0)
            return true
        }
        guard state == .beforeHeader else { return state == .ended }
        try skip()
        return true
    }

    private mutating func skip() throws(Fault) {
        skipped += 1
        allSkipped += 1
        guard skipped <= Self.maxLinesBefore else { throw noHeader }
    }

    /// Takes a header, or skips a line before it.
    private mutating func takeHeader(_ row: [GridCell], _ place: Place) throws(Fault) {
        let texts = row.map { cells.cleaned($0.written) }
        let found = try columns(of: texts).names
        if found.isSuperset(of: ["rank", "title"]) {
            (header, headerPlace, state, nearest) = (texts, place(), .header, ([], []))
        } else if state == .ended {
            throw .rowAfterSum
        } else if lines.heading != nil, texts.looksLikeFilm {
            // The line before may be a header with other words.
            throw nearest.known.isEmpty ? .rowWithoutHeader : noHeader
        } else {
            // Of rows without known names, that with the most words is the likeliest header.
            func words(_ row: [String]) -> Int { row.count { !$0.isEmpty && $0.asNumber == nil } }
            let best = (nearest.known.count, words(nearest.texts))
            if best < (found.count, words(texts)) { nearest = (texts, found) }
            try skip()
        }
    }

    /// Returns the columns of a header; those without a text have no name.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if a header has a unit that is not counted in.
    mutating func columns(of header: [String]) throws(Fault) -> [FileColumn] {
        let isOfSite = lines.areOfSite
        if let lastHeader, lastHeader.texts == header, lastHeader.isOfSite == isOfSite {
            return lastHeader.columns
        }
        let columns = try FileColumn.columns(
            of: header, renamed: options.renamed, isOfSite: isOfSite)
        lastHeader = (header, isOfSite, columns)
        return columns
    }

    /// Returns true if `row` is the second line of the header, which is completed with it.
    private mutating func goesOn(_ row: [GridCell]) throws(Fault) -> Bool {
        let texts = row.map(\.written)
        let columns = try? columns(of: header)
        let isSecond = zip(columns ?? [], texts).allSatisfy { column, text in
            text.isEmpty || !["rank", "title"].contains(column.column.name)
        }
        guard isSecond, texts.allSatisfy({ $0.isEmpty || $0.asNumber == nil }) else { return false }
        for text in texts {
            try FigureUnit.check(line: text)
            try FigureUnit.check(text)
        }
        header = header.enumerated().map { index, head in
            let more = index < texts.count ? texts[index] : ""
            return FigureUnit.isOwn(more) ? head : head + more
        }
        return true
    }

    /// Begins a table with the header.
    private mutating func begin() throws(Fault) {
        faultPlace = headerPlace
        var form = TableForm(isOfSite: lines.areOfSite)
        for (text, column) in zip(header, try columns(of: header)) { try form.add(column, text) }
        try begin(form, at: headerPlace)
        lines.beginTable()
        (state, faultPlace) = (.rows, nil)
    }

    /// Begins a table that has nothing but its header.
    private mutating func beginAtEnd() throws(Fault) {
        if state == .header { try begin() }
    }

    /// Begins a table with the columns of `form`, whose header is at `place`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a column that every chart table needs is not there.
    mutating func begin(_ form: TableForm, at place: Message) throws(Fault) {
        var form = form
        if let derived = form.derived { throw .derived(derived, name) }
        let days = try lines.days ?? options.days
        // JSON without rows has no columns.
        if !form.columns.isEmpty, let missing = form.lacking(hasPeriod: days != nil) {
            throw fault(lacking: missing, among: form.headers)
        }
        form.place = place
        form.findOften()
        forms.append(form)
        // No edition has rows of two tables.
        (current, films) = (nil, [:])
    }

    /// Returns true if the row is the sum of those before it.
    private func isSum(_ row: [GridCell], _ first: Int) -> Bool {
        let often = forms.last?.often
        func cell(_ index: Int?) -> GridCell? { index.flatMap { $0 < row.count ? row[$0] : nil } }
        // A sum has no code of a film, whatever else stands there.
        if cell(often?.code)?.written.utf8.contains(where: { (0x30...0x39).contains($0) }) == true {
            return false
        }
        let hasRank = cell(often?.rank)?.written.asNumber != nil
        func hasFigures() -> Bool {
            ["audience_count", "sales_amount"].contains { name in
                cell(forms.last?.index(of: name))?.isBlank == false
            }
        }
        return [first, often?.rank, often?.title].contains { index in
            guard case .text(let text, _)? = cell(index), text.utf8.count < 32,
                !hasRank || text.utf8.contains(Self.lastByteOfSums)
            else { return false }
            let word = text.withoutBlanks
            if Self.sums.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
                // A film may have such a title, and then has a rank and no sums.
                return index != often?.title || !hasRank || hasFigures()
            }
            return !hasRank && Self.otherSums.contains(word.lowercased()) && hasFigures()
        }
    }

    /// What the council calls a sum, and the last byte of each of these words.
    private static let (sums, lastByteOfSums) = (["합계", "총계", "계"], UInt8(0x84))
    /// What people call a sum besides; a row without figures is a film of that title.
    private static let otherSums: Set = [
        "총합계", "소계", "누계", "total", "grandtotal", "subtotal", "sum",
    ]

    private mutating func takeRow(
        _ row: [GridCell], _ isExact: Bool, isSum: Bool, _ place: Place
    ) throws(Fault) {
        guard let form = forms.last else { return }
        let width = form.columns.count
        guard row.count == width || !isExact && row.dropFirst(width).allSatisfy(\.isBlank) else {
            throw .cellCount(row.count, expected: width)
        }
        if isSum { return try takeSum(row, form) }
        var values: [Value] = []
        values.reserveCapacity(width)
        var share: Share?
        for (index, column) in form.columns.enumerated() {
            let cell = index < row.count ? row[index] : .missing
            if column.column.name.isEmpty, column.role != .unread {
                // The numbers of rows that data frames write first have no name.
                guard cell.isBlank || index == 0 && Int(cell.written) != nil else {
                    throw .columnWithoutName(index + 1)
                }
                values.append(.missing)
            } else {
                values.append(try value(of: cell, at: index, of: form, &share))
            }
            if index == form.often.title, let remark = cell.remark(asTitleIn: name) {
                remarks.append(remark)
            }
        }
        try add(values, share, place)
    }

    // MARK: - Values

    /// Returns the value of a cell in the column `index`; a share of the council's tables goes to
    /// `share`, because its unit is decided later.
    func value(
        of cell: GridCell, at index: Int, of form: TableForm, _ share: inout Share?
    ) throws(Fault) -> Value {
        let column = form.columns[index]
        if column.role == .unread { return .missing }
        guard form.isOfSite, index == form.often.share, !cell.isBlank else {
            return try cells.value(of: cell, in: column)
        }
        share = cells.share(of: cell)
        guard share != nil else { throw .notOfItsType(cell.written, column.column) }
        return .missing
    }

    /// Adds the values of a row of the last form to its edition.
    ///
    /// - Parameters:
    ///   - values: the values in the order of the columns.
    ///   - share: the share of a table of the council, whose unit is decided later.
    ///   - place: its place in messages.
    mutating func add(
        _ values: [Value], _ share: Share?, _ place: Place
    ) throws(Fault) {
        guard let form = forms.last else { return }
        var values = values
        try form.check(&values)
        if !form.isOfSite { values.removeMissingEnd() }
        let edition = try edition(of: values, form, place)
        if !form.isOfSite, editions[edition].rows.count >= ChartPolicy.maxRows {
            throw .tooManyRows(editions[edition].name)
        }
        if let title = films[edition, default: FilmsOfEdition()].insert(values, form) {
            let twice = Fault.filmTwice(title, editions[edition].name)
            guard form.isOfSite else { throw twice }
            if form.twin == nil { forms[forms.count - 1].twin = twice.about(place()) }
        }
        try sources.note(&values, form.often, of: editions[edition].key.source, place)
        if let share, let column = form.often.share {
            shares.append(
                WrittenShare(
                    edition: edition, row: editions[edition].rows.count, column: column,
                    value: share.value, isFraction: share.isFraction))
        }
        if form.isOfSite { editions[edition].places.append(place()) }
        // In place: `editions[edition].rows` is not shared.
        editions[edition].rows.append(values)
    }

    /// Returns the index of the edition of a row, which is that of the last one in most cases.
    private mutating func edition(
        of values: [Value], _ form: TableForm, _ place: Place
    ) throws(Fault) -> Int {
        if let current,
            form.editionColumns.allSatisfy({ current.row.value(at: $0) == values.value(at: $0) })
        {
            return current.edition
        }
        let row = try RowEdition(values, form, lines, options)
        try sources.note(row, place)
        let key = EditionKey(row.days, row.filter, of: row.source)
        let index = places[key] ?? editions.count
        if index == editions.count {
            places[key] = index
            editions.append(
                TableEdition(
                    key: key, filter: row.filter, file: file, form: forms.count - 1,
                    place: place(), isOfSite: form.isOfSite,
                    asked: form.isOfSite ? lines.asked : nil,
                    lacks: form.isOfSite ? lines.lack(on: row.days) : SiteLines.lackOfSite))
        } else if editions[index].form != forms.count - 1 {
            throw .editionTwice(editions[index].name, editions[index].place)
        }
        if let current, current.edition != index { films[current.edition]?.interrupt() }
        current = (index, values)
        return index
    }

    /// Takes the sum of the rows of the table, and checks it.
    private mutating func takeSum(_ row: [GridCell], _ form: TableForm) throws(Fault) {
        let own = editions.indices.filter { editions[$0].form == forms.count - 1 }
        let summed = try form.checkSum(row, of: own.flatMap { editions[$0].rows }, cells)
        // A sum without them proves nothing.
        let needed = ["sales_amount", "audience_count"].filter { form.index(of: $0) != nil }
        let hasSum = summed.isSuperset(of: needed)
        forms[forms.count - 1].hasSum = hasSum
        for index in own where !hasSum {
            editions[index].lacks = editions[index].lacks ?? SiteLines.lackOfFigureInSum
        }
        lines.endTable()
        state = .ended
    }

    // MARK: - End

    /// Ends the file: decides the unit of shares, and which tables have all films.
    mutating func end() throws(Fault) {
        try beginAtEnd()
        guard !forms.isEmpty else { throw noHeader }
        if allSkipped > 0 { remarks.append(.linesSkipped(allSkipped, name)) }
        let ofSite = forms.filter(\.isOfSite)
        if ofSite.contains(where: \.hasSum), let other = ofSite.first(where: { !$0.hasSum }) {
            throw Fault.withoutSum.about(other.place)
        }
        let own = editions.indices.filter { editions[$0].isOfSite }
        for index in own where !forms[editions[index].form].hasSum {
            if let twin = forms[editions[index].form].twin { throw twin }
            editions[index].lacks = editions[index].lacks ?? SiteLines.lackOfSum
        }
        try decideShares()
        for index in own where forms[editions[index].form].hasSum {
            let form = forms[editions[index].form]
            try editions[index].checkOfSite(form)
            if !editions[index].hasFigures(form) {
                editions[index].lacks = SiteLines.lackOfFigures
            }
        }
        for index in own { editions[index].places = [] }
    }

    /// The fault of a file without a header, naming what the best one lacks.
    private var noHeader: Fault {
        let missing = ["rank", "title"].first { !nearest.known.contains($0) }
        return fault(lacking: missing ?? "rank", among: nearest.texts)
    }

    /// Returns the fault of a table without the column `missing`, naming that of its `headers` which
    /// is unknown and nearest to it; one for a period must be near, because a table may say its
    /// period elsewhere.
    private func fault(lacking missing: String, among headers: [String]) -> Fault {
        if headers.contains(where: ["is_consistent", "모순없음"].contains) {
            return .derived(Message("table-market", "the market"), name)
        }
        let unknown = headers.filter { header in
            !header.isEmpty && ((try? FileColumn(header: header).isUnknown) ?? false)
        }
        let names = FileColumn.known.columns.filter { $0.name == missing }
            .flatMap { [$0.name, $0.koreanHeader] }
        let candidates =
            ["rank", "title"].contains(missing)
            ? unknown
            : unknown.filter { names.nearest(to: $0, otherWords: Self.otherPeriods) != nil }
        let near = candidates.min { one, other in
            names.map(one.editDistance).min() ?? 0 < names.map(other.editDistance).min() ?? 0
        }
        return .lacks(missing, name, near: near)
    }

    /// What people call the day of a chart besides.
    private static let otherPeriods = [
        "일자": "날짜", "일시": "날짜", "기준일": "날짜", "상영일": "날짜", "day": "date", "datetime": "date",
    ]

    /// The most lines before a header.
    private static let maxLinesBefore = 20
}

extension [String] {
    /// True if the first of three or more texts is a number, such as a rank, and another is none.
    fileprivate var looksLikeFilm: Bool {
        let texts = filter { !$0.isEmpty }
        return texts.count > 2 && texts[0].asNumber != nil && texts.contains { $0.asNumber == nil }
    }
}

extension Fault {
    static func cellCount(_ count: Int, expected: Int) -> Fault {
        Fault(
            .malformed, "table-cell-count",
            "the row has \(count, "cell"), and the first line \(expected)")
    }

    fileprivate static func columnWithoutName(_ number: Int) -> Fault {
        Fault(.malformed, "table-column-without-name", "column \(number) has no name")
    }

    fileprivate static func tooManyRows(_ edition: Message) -> Fault {
        Fault(
            .malformed, "table-too-many-rows",
            "the chart of \(edition) has more than \(ChartPolicy.maxRows) rows")
    }

    fileprivate static let rowAfterSum = Fault(
        .malformed, "table-row-after-sum", "a row comes after the sum of its table")

    fileprivate static let rowWithoutHeader = Fault(
        .malformed, "table-row-without-header",
        "a row comes after the heading of its table, and no header between them",
        hint: "repeat the header below each heading")

    fileprivate static let withoutSum = Fault(
        .malformed, "table-without-sum",
        "the table has no sum (합계), and others of the file have one")

    fileprivate static func linesSkipped(_ count: Int, _ file: Message) -> Fault {
        Fault(
            .malformed, "table-lines-skipped", "\(file): lines skipped before a header: \(count)")
    }
}
