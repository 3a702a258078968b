internal import BoxOffice

/// The style of CSV cells: delimiter, quotes and missing values.
struct CellStyle: Sendable {
    let delimiter: UInt8
    private let quotesAll: Bool
    /// True if numbers, days and booleans are quoted: because all cells are, or because of the
    /// delimiter.
    private let quotesPlain: Bool
    /// True if these are all written as they are, without quotes and separators.
    private let isBare: Bool
    let null: String
    private let listSeparator: String
    let thousands: String
    private let guardsFormulas: Bool
    /// The maximum number of bytes of a cell without a text or a list.
    private let usualRoom: Int

    /// Reads the options.
    init(_ options: PluginOptions) throws(Fault) {
        guardsFormulas = CSV.isForExcel(options)
        thousands = options[CSV.thousands]
        guard thousands.isEmpty || Self.mayGroup(thousands) else { throw .notASeparator(thousands) }
        delimiter = try Self.delimiter(named: options[CSV.delimiter])
        quotesAll = options[CSV.quote] == .all
        // The characters of numbers, days and booleans.
        quotesPlain = quotesAll || "0123456789-.abcdefghijklmnopqrstuvwxyz".utf8.contains(delimiter)
        null = options[CSV.null]
        isBare = !quotesPlain && null.isEmpty && thousands.isEmpty
        listSeparator = options[CSV.listSeparator]
        // A number has at most 20 digits, a sign, six separators and quotes.
        usualRoom = max(24 + 12 * thousands.utf8.count, 2 * null.utf8.count + 3)
    }

    /// Returns the maximum number of bytes that ``write(_:of:isAlone:into:)`` takes for `value`:
    /// with quotes around it, each quote in it doubled, and a `'` before it.
    func room(for value: Value) -> Int {
        switch value {
        case .text(let text): 2 * text.utf8.count + 3
        case .list(let items):
            items.reduce(3) { $0 + 2 * ($1.utf8.count + listSeparator.utf8.count) }
        default: usualRoom
        }
    }

    /// Writes `value`; `isAlone` is true if its line has no other cell.
    @inline(__always)  // Otherwise every value would be copied for the call.
    func write(
        _ value: Value, of kind: Column.Kind, isAlone: Bool, into output: inout OutputSpan<UInt8>
    ) {
        switch value {
        case .missing:
            // Quoted only if necessary: values that look like it are always quoted.
            let isQuoted = null.isEmpty ? isAlone || quotesAll : needsQuotes(null)
            write(null, isQuoted: isQuoted, into: &output)
        case .text(let text):
            writeText(text, of: kind, isAlone: isAlone, into: &output)
        case .list(let items):
            writeText(
                items.joined(separator: listSeparator), of: kind, isAlone: isAlone, into: &output)
        // These cases avoid the copy of the value that the calls below would make for most cells.
        case .integer(let integer) where isBare: output.append(asText: integer)
        case .decimal(let decimal) where isBare: output.append(asText: decimal)
        case .date(let day) where isBare: output.append(asText: day)
        case .integer where !thousands.isEmpty && kind.isGrouped,
            .decimal where !thousands.isEmpty && kind.isGrouped:
            write(
                value.readable(as: kind, grouping: thousands), isAlone: isAlone, into: &output)
        case .integer, .decimal, .date, .boolean:
            // A day is quoted in JSON; the other values are the same in JSON as here.
            let isQuoted =
                quotesPlain || !null.isEmpty && [null, "\"\(null)\""].contains(value.json)
            if isQuoted { output.append(UInt8(ascii: "\"")) }
            output.append(plain: value)
            if isQuoted { output.append(UInt8(ascii: "\"")) }
        }
    }

    private func writeText(
        _ text: String, of kind: Column.Kind, isAlone: Bool, into output: inout OutputSpan<UInt8>
    ) {
        // A plugin may write any marker; our own, such as `-`, are not formulas.
        let isRun =
            guardsFormulas && text.needsFormulaGuard
            && !(kind == .marker && RankChange.isMarker(text))
        write(isRun ? "'" + text : text, isAlone: isAlone, into: &output)
    }

    /// Writes `text`, quoted if a reader could misread it, for instance as a missing value.
    private func write(_ text: String, isAlone: Bool, into output: inout OutputSpan<UInt8>) {
        let isNull = text.isEmpty ? isAlone : !null.isEmpty && text == null
        write(text, isQuoted: quotesAll || needsQuotes(text) || isNull, into: &output)
    }

    private func write(_ text: String, isQuoted: Bool, into output: inout OutputSpan<UInt8>) {
        guard isQuoted else { return output.append(utf8: text) }
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Returns true if a reader would split, join or trim `text` without quotes.
    private func needsQuotes(_ text: String) -> Bool {
        let bytes = text.utf8.span
        guard bytes.count > 0 else { return false }
        if isBlank(bytes[0]) || isBlank(bytes[bytes.count - 1]) { return true }
        // At the beginning of a file it would be a byte order mark.
        if bytes[0] == 0xEF, text.unicodeScalars.first == "\u{FEFF}" { return true }
        return bytes.indices.contains { index in
            let byte = bytes[index]
            return byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Returns true if groups of digits with `text` between them still read as one number.
    private static func mayGroup(_ text: String) -> Bool {
        text.count == 1
            && !text.contains { $0.isNumber || $0.isLetter || $0.isNewline || "-+".contains($0) }
            && !text.utf8.contains(UInt8(ascii: "\""))
    }

    private static func delimiter(named name: String) throws(Fault) -> UInt8 {
        if name == "tab" || name == "\\t" { return UInt8(ascii: "\t") }
        let bytes = Array(name.utf8)
        guard bytes.count == 1, let byte = bytes.first,
            byte == UInt8(ascii: "\t") || (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\"")
        else { throw .notADelimiter(name) }
        return byte
    }
}

extension Fault {
    static let pointTwice = Fault(
        .usage, "thousands-point",
        "-O thousands=. does not go with amounts that have decimals: the point is before these")

    fileprivate static func notASeparator(_ text: String) -> Fault {
        Fault(
            .usage, "thousands-separator",
            "-O thousands= takes one sign between digits, such as a comma, not '\(text)'")
    }

    fileprivate static func notADelimiter(_ text: String) -> Fault {
        Fault(
            .usage, "delimiter",
            "-O delimiter= takes one ASCII character other than the quote, not '\(text)'")
    }
}
