internal import BoxOffice
internal import Wire

/// The reader of cells, according to the options of CSV.
struct TableCells: Sendable {
    private let null: String
    /// True if a missing value is quoted like a text.
    private var isNullQuoted: Bool
    private var listSeparator: String
    private let thousands: String
    /// True if a `'` before a formula was put there for spreadsheets.
    private let isGuarded: Bool
    /// True if the cells are those of JSON, where the type of a value is certain.
    private let isTyped: Bool

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - hasMark: true if the file begins with a byte order mark.
    ///   - isTyped: true if the file is JSON.
    init(_ options: PluginOptions, hasMark: Bool, isTyped: Bool = false) {
        null = options[Tables.null]
        isNullQuoted =
            null.trimming { $0 == " " || $0 == "\t" } != null
            || null.utf8.contains { "\"\r\n".utf8.contains($0) }
            || null.unicodeScalars.first == "\u{FEFF}"
        listSeparator = options[Tables.list, default: options[Tables.listSeparator]]
        thousands = options[Tables.thousands]
        isGuarded = hasMark
        self.isTyped = isTyped
    }

    /// Prepares to read cells between `delimiter`, because of which a missing value may be quoted.
    mutating func separate(by delimiter: UInt8) {
        isNullQuoted = isNullQuoted || null.utf8.contains(delimiter)
    }

    /// Prepares to read the cells of a workbook, in which lists are written for people.
    mutating func readWorkbook() { if listSeparator == "|" { listSeparator = ", " } }

    /// Returns the value of `cell` in a column of the file.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if the column does not take it.
    func value(of cell: GridCell, in column: FileColumn) throws(Fault) -> Value {
        let known = column.column
        let value: Value? =
            switch cell {
            case .missing: .missing
            case .text(let text, let isQuoted)
            where text == null && (!isQuoted || null.isEmpty || isNullQuoted):
                .missing
            case .text(let text, _): try self.value(of: cleaned(text), column)
            case .number(let digits) where known.kind == .text:
                // A workbook has no other type for a film called 1987.
                isTyped && !column.isUnknown ? nil : .text(digits.wholeDigits ?? digits)
            case .number(let digits) where known.kind == .date: Day(written: digits).map(Value.date)
            // LibreOffice saves the true and false of our workbooks as numbers.
            case .number(let digits) where known.kind == .boolean && !isTyped:
                ["0": .boolean(false), "1": .boolean(true)][digits]
            case .number(let digits): number(digits, known) ?? amount(digits, known)
            case .percent where known.kind == .text: .text(cell.shown)
            case .percent(let digits): digits.asNumber.flatMap { share($0 * 100, known) }
            case .day(let day) where known.kind == .date: .date(day)
            case .day(let day) where known.kind == .text: text("\(day)", known)
            case .boolean(let boolean) where known.kind == .boolean: .boolean(boolean)
            case .boolean(let boolean) where known.kind == .text:
                isTyped && !column.isUnknown ? nil : .text("\(boolean)")
            case .list(let items) where known.kind == .list: .list(items.map { $0.cleaned ?? "" })
            case .list(let items) where column.isUnknown:
                .text(items.joined(separator: listSeparator))
            case .markup(let source) where known.name == "title": .text(source)
            // A spreadsheet takes a title such as =1+1의 기분 for a formula, which it cannot read.
            case .error(let error, let formula)
            where known.name == "title" && !formula.isEmpty && !formula.refersToCells
                && ["#VALUE!", "#NAME?"].contains(error):
                .text("=\(formula)")
            case .boolean, .day, .list, .markup, .error: nil
            }
        guard let value else { throw .notOfItsType(cell.shown, known) }
        return value
    }

    /// Returns the value of a text; nil if the column does not take it.
    private func value(of text: String, _ column: FileColumn) throws(Fault) -> Value? {
        let known = column.column
        switch known.kind {
        case .text: return self.text(text, known)
        case .marker:
            // Rows have Korean markers, whatever language they are written in.
            return .text(RankChange.englishMarkers.first { $0.value == text }?.key ?? text)
        case .list:
            // An empty cell is an empty list if a missing value is written otherwise.
            if text.isEmpty { return null.isEmpty ? .missing : .list([]) }
            let separator = column.hasCommas ? "," : listSeparator
            guard let first = separator.utf8.first, text.utf8.contains(first) else {
                return .list([text])
            }
            let items = text.parts(between: separator).map { String($0).trimmingBlanks }
            // The lists of the site are typed by hand, and some have a comma too many.
            return .list(column.hasCommas ? items.filter { !$0.isEmpty } : items)
        default: break
        }
        // An empty cell is not a number, whatever the text for missing values is.
        if text.isEmpty { return .missing }
        return switch known.kind {
        case .date: Day(written: text).map(Value.date)
        case .boolean: Self.truths[text.lowercased()].map(Value.boolean)
        // A spreadsheet shows 139,565,890,466 as 1.39566E+11.
        default: known.kind.isGrouped && text.isRounded ? nil : number(text, known)
        }
    }

    /// The words for true and false: ours, those of spreadsheets, and those of the Open API for films
    /// that are new to a chart.
    private static let truths = [
        "true": true, "false": false, "참": true, "거짓": false, "new": true, "old": false,
    ]

    /// Returns `text` without white space around it, control characters, and the `'` that keeps a
    /// spreadsheet from running it.
    func cleaned(_ text: String) -> String {
        let text = text.trimmingBlanks
        guard isGuarded, text.utf8.first == UInt8(ascii: "'") else { return text.cleaned ?? "" }
        let rest = String(text.unicodeScalars.dropFirst())
        return (rest.needsFormulaGuard ? rest : text).cleaned ?? ""
    }

    /// Returns the number that people write as `text`; nil if it is none.
    private func number(_ text: String, _ column: Column) -> Value? {
        let kind = column.kind
        if let plain = ungrouped(text, kind, by: thousands) { return kind.number(plain) }
        if let value = kind.number(text) { return value }
        if let plain = ungrouped(text, kind, by: ",") { return kind.number(plain) }
        if kind.isGrouped { return text.wholeDigits.flatMap(kind.number) }
        let digits = text.last == "%" ? String(text.dropLast()).trimmingBlanks : text
        return digits.asNumber.flatMap { share($0, column) }
    }

    /// Returns a share as the council's tables have it, and whether it is certain that it is a
    /// percentage or a fraction; nil if it is no number.
    func share(of cell: GridCell) -> TableReader.Share? {
        switch cell {
        case .percent(let digits): return digits.asNumber.map { ($0, true) }
        case .number(let digits): return digits.asNumber.map { ($0, nil) }
        case .text(let text, _):
            let text = cleaned(text)
            if let number = text.asNumber { return (number, nil) }
            guard text.last == "%" else { return nil }
            return String(text.dropLast()).trimmingBlanks.asNumber.map { ($0, false) }
        default: return nil
        }
    }

    /// Returns an amount of which a program wrote all digits of its binary number: 79321537.65 for
    /// 79321537.650000006; nil if it has more decimals than currencies have.
    private func amount(_ digits: String, _ column: Column) -> Value? {
        guard column.kind == .amount else { return nil }
        return digits.asNumber.flatMap { column.kind.number("\($0)") }
    }

    /// Returns a percentage or another number with few decimals, of which a program wrote more: 29.1
    /// for 29.099999999999998; nil if it has more.
    private func share(_ number: Double, _ column: Column) -> Value? {
        guard let places = column.kind.places, places > 0 else { return nil }
        let units = number * Double(Int.powerOfTen(places))
        guard abs(units) < 1e15, abs(units - units.rounded()) < 1e-6 else { return nil }
        return .decimal(Decimal(Int(units.rounded()), places: places))
    }

    /// Returns the digits of `text` without `separator` between groups of three digits, and without
    /// a fraction of zeros; nil if there are no groups, or they are not where they belong.
    private func ungrouped(
        _ text: String, _ kind: Column.Kind, by separator: String
    ) -> String? {
        guard kind.isGrouped, let first = separator.utf8.first, text.utf8.contains(first)
        else { return nil }
        let plain =
            separator.utf8.count == 1
            ? String(decoding: text.utf8.filter { $0 != first }, as: UTF8.self)
            : text.replacing(separator, with: "")
        let whole = kind == .integer && !plain.isDigits ? plain.wholeDigits ?? plain : plain
        guard let written = kind.number(whole)?.readable(as: kind, grouping: separator).utf8,
            text.utf8.starts(with: written)
        else { return nil }
        // What follows is the rest of a fraction, in which nothing is grouped.
        return text.utf8.dropFirst(written.count).contains(first) ? nil : whole
    }

    /// Returns the code of a film, of which a program made a number: 20135304 for `20135304.0` and
    /// `20,135,304`; nil for `2.01E+07`, which has lost digits.
    private func code(_ text: String) -> String? {
        if text.utf8.contains(UInt8(ascii: "+")), text.asNumber != nil { return nil }
        if text.hasSuffix(".0") { return text.wholeDigits ?? text }
        return ungrouped(text, .integer, by: ",") ?? text
    }

    /// Returns the text of a cell in a column of texts, some of which take only certain texts.
    private func text(_ text: String, _ column: Column) -> Value? {
        guard !text.isEmpty else { return .text(text) }
        let known: String? =
            switch column.name {
            case "nation":
                (ChartFilter.Nation(rawValue: text) ?? ChartFilter.Nation.koreanNames[text])?
                    .rawValue
            case "kind":
                (ChartFilter.Kind(rawValue: text) ?? ChartFilter.Kind.koreanNames[text])?.rawValue
            // Databases and Singer use it for the whole country.
            case "region" where text == Bookmarks.Series.all: nil
            case "country": Country(text)?.code
            case "currency": Currency(text)?.code
            case "fetched_at": Instant(text)?.description
            case "chart": Chart(rawValue: text)?.rawValue
            case "movie_code": code(text)
            case "title": text.isErrorOfSpreadsheet ? nil : text
            default: text
            }
        return known.map(Value.text)
    }
}

extension Day {
    /// The weekdays from Monday on, as tables name them.
    private static let weekdays = [
        ("월", "monday"), ("화", "tuesday"), ("수", "wednesday"), ("목", "thursday"), ("금", "friday"),
        ("토", "saturday"), ("일", "sunday"),
    ]

    /// Reads a day in the forms that people type, with its weekday in brackets or midnight after it.
    init?(written text: String) {
        if let day = Day(text) {
            self = day
            return
        }
        var rest = text.withoutMidnight
        var weekday: Substring?
        if rest.last == ")", let open = rest.lastIndex(of: "(") {
            weekday = rest[open...].dropFirst().dropLast()
            rest = String(rest[..<open]).trimmingBlanks
        }
        guard let day = TypedDate(rest)?.day else { return nil }
        let (korean, english) = Self.weekdays[day.weekday - 1]
        let words = [korean, korean + "요일", String(english.prefix(3)), english]
        guard weekday.map({ words.contains($0.lowercased()) }) ?? true else { return nil }
        self = day
    }
}

extension String {
    /// The text without midnight at its end, as programs write it after a day: `T00:00:00Z`,
    /// ` 00:00:00.000`, ` 00:00:00+09:00`.
    fileprivate var withoutMidnight: String {
        guard let start = lastIndex(where: { $0 == "T" || $0 == " " }) else { return self }
        var time = self[index(after: start)...]
        for zone in ["Z", "+00:00", "+09:00", "+0000", "+0900"] where time.hasSuffix(zone) {
            time = time.dropLast(zone.count)
        }
        let isTime = time.hasPrefix("00:00") || time.hasPrefix("0:00")
        let isMidnight = isTime && time.allSatisfy { "0:.".contains($0) } && time.last == "0"
        return isMidnight ? String(self[..<start]) : self
    }

    /// The digits of a whole number that a program wrote with a fraction of zeros or an exponent:
    /// `234567` for `234567.0` and `2.34567E5`; nil for any other text.
    fileprivate var wholeDigits: String? {
        if let point = firstIndex(of: "."), self[point...].dropFirst().allSatisfy({ $0 == "0" }) {
            return Int(self[..<point]).map(String.init)
        }
        guard let number = asNumber else { return nil }
        // Beyond that, not every whole number has its own binary one.
        return abs(number) < 0x1p53 && number == number.rounded() ? "\(Int(number))" : nil
    }
}

extension String {
    /// True if it is a number with an exponent whose mantissa has not all digits.
    fileprivate var isRounded: Bool {
        guard let exponent = utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") })
        else { return false }
        let fraction = self[..<exponent].split(separator: ".").dropFirst().first?.count ?? 0
        return (Int(self[exponent...].dropFirst().drop { $0 == "+" }) ?? 0) > fraction
    }

    /// True if it has no characters but digits.
    fileprivate var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// True if it has a function or a cell, such as `SUM(` or `B2`, as formulas have and titles have
    /// not.
    fileprivate var refersToCells: Bool {
        let bytes = utf8.filter { $0 != UInt8(ascii: "$") }
        return zip(bytes, bytes.dropFirst()).contains { letter, next in
            (0x61...0x7A).contains(letter | 0x20)
                && (next == UInt8(ascii: "(") || (0x30...0x39).contains(next))
        }
    }

    /// True if a spreadsheet shows it in place of the result of a formula.
    fileprivate var isErrorOfSpreadsheet: Bool {
        let known = ["#N/A", "#NAME?", "#VALUE!", "#REF!", "#DIV/0!", "#NUM!", "#NULL!"]
        return known.contains(self) || hasPrefix("Err:") && Int(dropFirst(4)) != nil
    }

    /// The decimal number that the text is; nil for any other.
    var asNumber: Double? {
        let isNumber = utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
        }
        return isNumber ? Double(self) : nil
    }

    /// Returns the parts of a list, which stand between separators.
    fileprivate func parts(between separator: String) -> [Substring] {
        guard separator.utf8.count == 1, let separator = separator.utf8.first
        else { return split(separator: separator, omittingEmptySubsequences: false) }
        return utf8.split(separator: separator, omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}

extension Column.Kind {
    /// Reads a number; an amount keeps the decimal places that it is written with.
    fileprivate func number(_ digits: String) -> Value? {
        guard self == .amount else { return number(digits, places: 0) }
        let decimals = digits.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.count
        let places = decimals < digits.utf8.count ? decimals : 0
        // No currency has one or more than four.
        guard places != 1 || digits.last != "0" else {
            return number(String(digits.dropLast(2)), places: 0)
        }
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
    static func notOfItsType(_ text: String, _ column: Column) -> Fault {
        Fault(
            .malformed, "table-cell",
            "'\(text.excerpt)' in the column \(column.name) is not \(column.kind.domain)")
    }
}
