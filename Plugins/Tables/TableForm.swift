internal import BoxOffice
internal import Wire

/// The form of a file's rows: CSV with its delimiter and the columns of its header, or JSON Lines.
struct TableForm: Sendable {
    private enum Syntax: Hashable {
        case csv(delimiter: UInt8)
        case lines
    }

    /// The columns in the order of the file; for JSON Lines, those of the rows read so far.
    private(set) var columns: [Column] = []
    /// The offset at which the rows begin, and the number of their first line.
    private(set) var start = 0
    private(set) var line = 1
    private let syntax: Syntax
    private var cells: TableCells
    /// The index of each column by its name, and by the name that the file has for it.
    private var indices: [String: Int] = [:]
    private var fields: [String: Int] = [:]

    /// Detects the form of `file`, and reads its header.
    ///
    /// - Throws: a ``Fault`` of kind `usage` if a column is missing that every table needs, and of
    ///   kind `malformed` if the file is empty, or two columns are the same.
    init(of file: TableFile, _ options: PluginOptions) throws(Fault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let beginning = try file.bytes(0..<min(file.size, 4096))
        let hasMark = beginning.starts(with: mark)
        start = hasMark ? mark.count : 0
        cells = TableCells(options, hasMark: hasMark)
        let first = beginning.dropFirst(start).first { !" \t\r\n".utf8.contains($0) }
        guard first != nil || file.size > beginning.count else { throw .empty(file.name) }
        guard first != UInt8(ascii: "{") else {
            syntax = .lines
            return
        }
        var header: [UInt8] = []
        var (end, number) = (start, line)
        try file.forEachRecord(in: start..<file.size, hasQuotes: true) { record, range, line in
            header = record.indices.map { record[$0] }
            (end, number) = (range.upperBound, line)
            return false
        }
        guard !header.isEmpty else { throw .empty(file.name) }
        let chosen = try Tables.delimiter(options)
        var best: (delimiter: UInt8, columns: [String], lacking: [String])?
        // The usual delimiters come first, then all other characters, because any may be used.
        let others = Array(",\t;|".utf8) + (0x20..<0x7F)
        for delimiter in chosen.map({ [$0] }) ?? others
        where delimiter != UInt8(ascii: "\"") {
            guard let texts = try? header.span.cells(between: delimiter) else { continue }
            let names = texts.map { [cells] in cells.unguarded($0.text) }
            let lacking = names.map(Column.init(header:)).lacking
            if best == nil || lacking.count < best?.lacking.count ?? 0 {
                best = (delimiter, names, lacking)
            }
            if lacking.isEmpty { break }
        }
        do throws(Fault) {
            guard let best else { throw .brokenHeader }
            if let missing = best.lacking.first { throw .lacks(missing, file.name) }
            if best.columns.contains(where: Column.isOfRuns) { throw .runs(file.name) }
            syntax = .csv(delimiter: best.delimiter)
            cells.isNullQuoted = cells.isNullQuoted || cells.null.utf8.contains(best.delimiter)
            for name in best.columns { try add(name) }
        } catch {
            throw error.kind == .malformed ? error.about(file.place(number)) : error
        }
        line = number + header.count { $0 == UInt8(ascii: "\n") } + 1
        start = end
    }

    /// True if a line end between quotes belongs to the record.
    var hasQuotes: Bool { syntax != .lines }

    /// Returns the index of the column `name`; nil if there is none.
    func index(of name: String) -> Int? { indices[name] }

    /// Reads the values of a record, in the order of ``columns``; a row of JSON Lines may add new
    /// columns.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that names the cell that does not fit its column.
    mutating func values(of record: Span<UInt8>) throws(Fault) -> [Value] {
        switch syntax {
        case .csv(let delimiter):
            let texts = try record.cells(between: delimiter)
            guard texts.count == columns.count else {
                throw .cellCount(texts.count, expected: columns.count)
            }
            var values: [Value] = []
            values.reserveCapacity(texts.count)
            for index in texts.indices {
                values.append(try cells.value(of: texts[index], in: columns[index]))
            }
            return values
        case .lines:
            let bytes = record.indices.map { record[$0] }
            guard case .object(let members)? = try? JSONValue(objectIn: bytes) else {
                throw .notAnObject
            }
            var values = Array(repeating: Value.missing, count: columns.count)
            var seen: Set<Int> = []
            for member in members {
                if fields[member.name] == nil {
                    try add(member.name)
                    values.append(.missing)
                }
                guard let index = fields[member.name], seen.insert(index).inserted else {
                    throw .columnTwice(member.name)
                }
                values[index] = try cells.value(of: member.value, in: columns[index])
            }
            return values
        }
    }

    /// Adds the column with `header`.
    private mutating func add(_ header: String) throws(Fault) {
        let column = Column(header: header)
        guard !column.name.isEmpty else { throw .columnWithoutName(columns.count + 1) }
        guard indices.updateValue(columns.count, forKey: column.name) == nil else {
            throw .columnTwice(column.name)
        }
        fields[header] = columns.count
        columns.append(column)
    }
}

extension Column {
    /// Creates the column with `header` as its English name or Korean header, or an unknown one of
    /// texts.
    fileprivate init(header: String) {
        let known = Self.known.columns
        self =
            Self.known.index(of: header).map { known[$0] }
            ?? Column(header, header, .text)
    }

    /// Returns true if the header marks runs of films, which also have rows for days on no chart.
    static func isOfRuns(_ header: String) -> Bool {
        ["on_chart", "순위권"].contains(header)
    }

    /// The columns that rows of charts may have.
    private static let known = Dataset(
        name: "chart",
        columns: ChartEntry.table.dataset.columns + ChartEntry.ofHost + Movie.detailColumns
            + Poster.table.dataset.columns)
}

extension [Column] {
    /// The columns that every chart table needs and this one lacks.
    var lacking: [String] {
        let names = Set(map(\.name))
        let period = names.isSuperset(of: ["from", "to"]) ? [] : ["date"]
        return (["rank", "title"] + period).filter { !names.contains($0) }
    }
}

extension Fault {
    static func lacks(_ column: String, _ file: Message) -> Fault {
        Fault(
            .usage, "table-lacks-column", "\(file) has no column '\(column)'",
            hint:
                "a table needs rank (순위), title (영화명) and date (날짜), or from and to (시작일, 종료일), in its first line; 'bo-export columns' lists all names"
        )
    }

    static func runs(_ file: Message) -> Fault {
        Fault(
            .usage, "table-of-runs", "\(file) has the runs of films and not charts",
            hint: "export the charts, and 'bo-export trend' makes runs of them")
    }

    fileprivate static let notAnObject = Fault(
        .malformed, "table-json", "the line is not one JSON object with each field once")

    fileprivate static let brokenHeader = Fault(
        .malformed, "table-header", "the first line is broken: its quotes do not match")

    fileprivate static func empty(_ file: Message) -> Fault {
        Fault(.malformed, "table-empty", "\(file) is empty")
    }

    fileprivate static func cellCount(_ count: Int, expected: Int) -> Fault {
        Fault(
            .malformed, "table-cell-count",
            "the row has \(count, "cell"), and the first line \(expected)")
    }

    fileprivate static func columnTwice(_ name: String) -> Fault {
        Fault(.malformed, "table-column-twice", "the column '\(name)' is there twice")
    }

    fileprivate static func columnWithoutName(_ number: Int) -> Fault {
        Fault(.malformed, "table-column-without-name", "column \(number) has no name")
    }
}
