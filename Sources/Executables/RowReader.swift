internal import BoxOffice
internal import Wire

/// A row of an external source, with a value for each of its columns.
struct ExternalRow: Sendable {
    let values: [Value]
}

/// Reads rows strictly: a value of another type than the manifest declares is a fault.
struct RowReader: Sendable {
    let columns: [Column]
    /// Quotes a text of the plugin in a message.
    let quote: @Sendable ([UInt8]) -> String
    /// The kind of item that is read, for messages.
    var item = AnswerItem.row

    /// The values of the row `fields`.
    func row(_ fields: JSONValue) throws(Malformed) -> ExternalRow {
        guard case .object(let members) = fields else {
            throw Malformed("the \(item.wording) is no object")
        }
        var values = [Value?](repeating: nil, count: columns.count)
        var guess = 0
        for member in members {
            // Fields are usually in the order of the columns.
            let index =
                guess < columns.count && columns[guess].name == member.name
                ? guess : columns.firstIndex { $0.name == member.name }
            guard let index else {
                let name = quote(Array(member.name.utf8))
                throw item == .row
                    ? Malformed("the manifest has no column \(name)")
                    : Malformed("a poster has no field \(name)")
            }
            guard let value = Value(member.value, of: columns[index].kind) else {
                let words = member.value.inWords { "the text \(quote($0))" }
                throw Malformed(
                    "'\(member.name)' is \(words), but takes \(columns[index].kind.domain)")
            }
            values[index] = value
            guess = index + 1
        }
        if let missing = values.firstIndex(where: { $0 == nil }) {
            throw Malformed(
                "'\(columns[missing].name)' is not there; write null where nothing is known")
        }
        return ExternalRow(values: values.compactMap { $0 })
    }
}

extension Value {
    /// The value of `json` in a column of that kind; nil if the column does not take it.
    init?(_ json: JSONValue, of kind: Column.Kind) {
        switch (json, kind) {
        case (.null, _): self = .missing
        // Control characters are removed, as from the texts of every source.
        case (.text(let text), .text), (.text(let text), .marker): self = .text(text.cleaned ?? "")
        case (.text(let text), .date):
            guard text.utf8.count == 10, let day = Day(text) else { return nil }
            self = .date(day)
        case (.number(let digits), .integer), (.number(let digits), .won),
            (.number(let digits), .year):
            guard let number = Int(digits) else { return nil }
            self = .integer(number)
        case (.number(let digits), .percent):
            guard let tenths = digits.number(decimals: 1) else { return nil }
            self = .percent(OneDecimal(tenths: tenths))
        case (.number(let digits), .decimal):
            guard let tenths = digits.number(decimals: 1) else { return nil }
            self = .decimal(OneDecimal(tenths: tenths))
        case (.number(let digits), .fraction):
            guard let hundredths = digits.number(decimals: 2), (0...100).contains(hundredths) else {
                return nil
            }
            self = .fraction(Fraction(hundredths: hundredths))
        case (.boolean(let boolean), .boolean): self = .boolean(boolean)
        case (.list(let items), .list):
            var texts: [String] = []
            for item in items {
                guard case .text(let text) = item else { return nil }
                texts.append(text.cleaned ?? "")
            }
            self = .list(texts)
        default: return nil
        }
    }
}

extension String {
    /// The number in units of its last decimal; nil if it has more decimals.
    fileprivate func number(decimals: Int) -> Int? {
        guard case .number(let number) = Figure(utf8Span.span, decimals: decimals) else {
            return nil
        }
        return number
    }
}

extension Column.Kind {
    /// The values that such a column takes, for messages.
    fileprivate var domain: String {
        switch self {
        case .text, .marker: "a text"
        case .integer, .won, .year: "a whole number of 64 bits"
        case .percent, .decimal: "a number with at most one decimal"
        case .fraction: "a number from 0 to 1 with at most two decimals"
        case .boolean: "true or false"
        case .date: "a day such as 2022-06-01"
        case .list: "a list of texts"
        }
    }
}
