internal import BoxOffice
internal import Wire

/// A cell of a CSV line.
struct TableCell: Hashable {
    let text: String
    let isQuoted: Bool
}

/// The reader of cells, according to the options of CSV.
struct TableCells: Sendable {
    let null: String
    /// True if a missing value is quoted like a text.
    var isNullQuoted: Bool
    private let listSeparator: String
    private let thousands: String
    /// True if a `'` before a formula was put there for spreadsheets.
    private let isGuarded: Bool

    /// Reads the options.
    ///
    /// - Parameter hasMark: true if the file begins with a byte order mark.
    init(_ options: PluginOptions, hasMark: Bool) {
        null = options[Tables.null]
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        isNullQuoted =
            null.first.map(blank) ?? false || null.last.map(blank) ?? false
            || null.utf8.contains { "\"\r\n".utf8.contains($0) }
            || null.unicodeScalars.first == "\u{FEFF}"
        listSeparator = options[Tables.list, default: options[Tables.listSeparator]]
        thousands = options[Tables.thousands]
        isGuarded = hasMark
    }

    /// Returns `text` without the `'` that keeps a spreadsheet from running it.
    func unguarded(_ text: String) -> String {
        guard isGuarded, text.utf8.first == UInt8(ascii: "'") else { return text }
        let rest = String(text.unicodeScalars.dropFirst())
        return rest.needsFormulaGuard ? rest : text
    }

    /// Returns the value of a CSV cell in `column`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the column does not take it.
    func value(of cell: TableCell, in column: Column) throws(Fault) -> Value {
        let text = cell.text
        if text == null, !cell.isQuoted || null.isEmpty || isNullQuoted { return .missing }
        switch column.kind {
        case .text: return try .text(cleaned(text), in: column)
        case .marker: return .marker(cleaned(text))
        case .list where listSeparator.isEmpty: return .list([cleaned(text)])
        case .list:
            let items = cleaned(text).split(
                separator: listSeparator, omittingEmptySubsequences: false)
            return .list(items.map { String($0) })
        default: break
        }
        // An empty cell is not a number, whatever the text for missing values is.
        if text.isEmpty { return .missing }
        let value: Value? =
            switch column.kind {
            case .date: Day(text).map(Value.date)
            case .boolean: Bool(text.lowercased()).map(Value.boolean)  // Excel writes TRUE.
            default: column.kind.number(ungrouped(text, column.kind) ?? text)
            }
        guard let value else { throw .notOfItsType(text, column) }
        return value
    }

    /// Returns the value of a JSON Lines field in `column`.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the column does not take it.
    func value(of json: JSONValue, in column: Column) throws(Fault) -> Value {
        let value: Value?
        switch (json, column.kind) {
        case (.null, _): return .missing
        case (.text(let text), .text): return try .text(text.cleaned ?? "", in: column)
        case (.number(let text), .text): return .text(text)
        case (.boolean(let boolean), .text): return .text("\(boolean)")
        case (.text(let text), .marker): return .marker(text.cleaned ?? "")
        case (.text(let text), .date): value = Day(text).map(Value.date)
        case (.boolean(let boolean), .boolean): return .boolean(boolean)
        case (.number(let digits), let kind): value = kind.number(digits)
        case (.list(let items), .list), (.list(let items), .text):
            let texts = items.compactMap { item in
                if case .text(let text) = item { text.cleaned ?? "" } else { nil }
            }
            let list = column.kind == .list
            value =
                texts.count != items.count
                ? nil : list ? .list(texts) : .text(texts.joined(separator: listSeparator))
        default: value = nil
        }
        guard let value else { throw .notOfItsType(json.excerpt, column) }
        return value
    }

    private func cleaned(_ text: String) -> String { unguarded(text).cleaned ?? "" }

    /// Returns the digits of `text` without the separators between groups of three; nil if they are
    /// not where they belong.
    private func ungrouped(_ text: String, _ kind: Column.Kind) -> String? {
        guard !thousands.isEmpty, kind.isGrouped, text.contains(thousands) else { return nil }
        let plain = text.replacing(thousands, with: "")
        return kind.number(plain)?.readable(as: kind, grouping: thousands) == text ? plain : nil
    }
}

extension Span<UInt8> {
    /// Returns the cells of a CSV line (RFC 4180): inside quotes, two quotes stand for one.
    ///
    /// White space around a cell without quotes is not part of it: people type it, and writers
    /// quote cells that have any.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if a quote is misplaced.
    func cells(between delimiter: UInt8) throws(Fault) -> [TableCell] {
        var cells: [TableCell] = []
        let quote = UInt8(ascii: "\"")
        var index = 0
        while true {
            let isQuoted = index < count && self[index] == quote
            if isQuoted {
                index += 1
                var text: [UInt8] = []
                var start = index
                while index < count {
                    defer { index += 1 }
                    guard self[index] == quote else { continue }
                    for place in start..<index { text.append(self[place]) }
                    start = index + 1
                    guard start < count, self[start] == quote else { break }
                    index += 1
                }
                cells.append(TableCell(text: String(utf8: text.span), isQuoted: true))
            } else {
                var (start, end) = (index, index)
                while end < count, self[end] != delimiter {
                    if self[end] == quote { throw .quoteInside(cells.count + 1) }
                    end += 1
                }
                index = end
                while start < end, self[start].isBlank { start += 1 }
                while start < end, self[end - 1].isBlank { end -= 1 }
                cells.append(
                    TableCell(text: String(utf8: extracting(start..<end)), isQuoted: false))
            }
            guard index < count else { return cells }
            guard self[index] == delimiter else { throw .textAfterQuote(cells.count) }
            index += 1
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension JSONValue {
    /// The value as messages show it.
    fileprivate var excerpt: String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): "\(boolean)"
        case .number(let text), .text(let text): text
        case .list: "[…]"
        case .object: "{…}"
        }
    }
}

extension Value {
    /// Returns the text of a cell in a column of texts, some of which take only certain texts.
    fileprivate static func text(_ text: String, in column: Column) throws(Fault) -> Value {
        let known: String? =
            switch column.name {
            case "nation" where !text.isEmpty:
                (ChartFilter.Nation(rawValue: text) ?? ChartFilter.Nation.koreanNames[text])?
                    .rawValue
            case "kind" where !text.isEmpty:
                (ChartFilter.Kind(rawValue: text) ?? ChartFilter.Kind.koreanNames[text])?.rawValue
            // Databases and Singer use it for the whole country.
            case "region" where text == Bookmarks.Series.all: nil
            case "country" where !text.isEmpty: Country(text)?.code
            case "currency" where !text.isEmpty: Currency(text)?.code
            case "fetched_at" where !text.isEmpty: Instant(text)?.description
            case "chart" where !text.isEmpty: Chart(rawValue: text)?.rawValue
            default: text
            }
        guard let known else { throw .notOfItsType(text, column) }
        return .text(known)
    }

    /// Returns the marker of a rank's change in the language of rows, whatever language it was
    /// written in.
    fileprivate static func marker(_ text: String) -> Value {
        .text(RankChange.englishMarkers.first { $0.value == text }?.key ?? text)
    }
}

extension Column.Kind {
    /// Reads a number; an amount keeps the decimal places that it is written with.
    fileprivate func number(_ digits: String) -> Value? {
        guard self == .amount else { return number(digits, places: 0) }
        let decimals = digits.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.count
        let places = decimals < digits.utf8.count ? decimals : 0
        // No currency has more.
        return places <= 4 ? number(digits, places: places) : nil
    }

    /// The values that such a column takes, for messages.
    fileprivate var domain: Message {
        switch self {
        case .text, .marker, .list: Message("table-takes-text", "what this column takes")
        case .integer, .year: Message("table-takes-integer", "a whole number")
        case .amount: Message("table-takes-amount", "an amount")
        case .percent, .decimal: Message("table-takes-decimal", "a number with one decimal at most")
        case .share, .ratio, .fraction:
            Message("table-takes-decimals", "a number with two decimals at most")
        case .boolean: Message("table-takes-boolean", "true or false")
        case .date: Message("table-takes-date", "a day such as 2022-06-01")
        }
    }
}

extension Fault {
    fileprivate static func notOfItsType(_ text: String, _ column: Column) -> Fault {
        Fault(
            .malformed, "table-cell",
            "'\(text.excerpt)' in the column \(column.name) is not \(column.kind.domain)")
    }

    fileprivate static func quoteInside(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-quote-inside",
            "cell \(cell) has a quote inside: quotes are around a whole cell, and two in it stand for one"
        )
    }

    fileprivate static func textAfterQuote(_ cell: Int) -> Fault {
        Fault(
            .malformed, "table-text-after-quote",
            "after the quotes of cell \(cell) comes neither a delimiter nor the end of the line")
    }
}
