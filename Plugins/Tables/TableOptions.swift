internal import BoxOffice

/// What the options say about files.
struct TableOptions: Sendable {
    /// The source and the currency of rows that name none.
    let source: String?
    let currency: Currency?
    /// The days of rows that do not say theirs.
    let days: ClosedRange<Day>?
    /// The names of columns, by the headers that stand for them in files.
    let renamed: [String: String]
    /// The sheets of a workbook that are read; empty for all that are shown.
    let sheets: [String]
    /// The character that separates cells; nil to detect it.
    let delimiter: UInt8?
    /// The options themselves, for the reader of cells.
    let all: PluginOptions

    /// Checks the values of the options.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for a value that the option does not take.
    init(_ options: PluginOptions) throws(Fault) {
        all = options
        let (source, code) = (options[Tables.source], options[Tables.currency])
        self.source = source.isEmpty ? nil : source
        currency = Currency(code)
        guard code.isEmpty || currency != nil else { throw .notACurrency(code) }
        let date = options[Tables.date]
        days = ClosedRange<Day>(written: date.withoutBlanks)
        guard date.isEmpty || days != nil else { throw .notAPeriod(date) }
        var renamed: [String: String] = [:]
        for text in options.all(Tables.rename) {
            // No column of ours has the sign in its name.
            guard let sign = text.lastIndex(of: "=") else { throw .notARenaming(text) }
            let names = [text[..<sign], text[sign...].dropFirst()].map { String($0).trimmingBlanks }
            guard !names.contains("") else { throw .notARenaming(text) }
            renamed[names[0].asRenamed] = names[1]
        }
        self.renamed = renamed
        sheets = options.all(Tables.sheet)
        delimiter = try Self.delimiter(options[Tables.delimiter])
    }

    private static func delimiter(_ text: String) throws(Fault) -> UInt8? {
        if text.isEmpty { return nil }
        if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
        guard text.utf8.count == 1, let byte = text.utf8.first,
            byte == UInt8(ascii: "\t") || (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\"")
        else {
            throw Fault(
                .usage, "table-delimiter",
                "-O file.delimiter= takes one ASCII character other than the quote, not '\(text)'")
        }
        return byte
    }
}

extension Fault {
    fileprivate static func notACurrency(_ text: String) -> Fault {
        Fault(
            .usage, "table-currency",
            "-O file.currency= takes a currency of ISO 4217, such as KRW, not '\(text)'")
    }

    fileprivate static func notAPeriod(_ text: String) -> Fault {
        Fault(
            .usage, "table-date",
            "-O file.date= takes a day, a month, a year or A..B, not '\(text)'")
    }

    fileprivate static func notARenaming(_ text: String) -> Fault {
        Fault(
            .usage, "table-renaming",
            "-O file.rename= takes OLD=NEW, such as rename=관객=audience_count, not '\(text)'")
    }
}
