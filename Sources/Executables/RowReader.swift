internal import BoxOffice
internal import Wire

/// A row that an external source gave, a value for each of its columns.
struct ExternalRow: Sendable {
    let values: [Value]
}

/// Reads rows strictly: a value that is not exactly as the manifest says is a fault that names it.
struct RowReader: Sendable {
    let columns: [Column]
    /// What shows a text of the plugin's in a message.
    let quote: @Sendable ([UInt8]) -> String
    /// What is read, for messages.
    var item = AnswerItem.row

    /// The values of the row `fields`.
    func row(_ fields: JSONValue) throws(Malformed) -> ExternalRow {
        guard case .object(let members) = fields else {
            throw Malformed("the \(item) is no object")
        }
        var values = [Value?](repeating: nil, count: columns.count)
        var guess = 0
        for member in members {
            // Fields mostly come in the columns' order.
            let place =
                guess < columns.count && columns[guess].name == member.name
                ? guess : columns.firstIndex { $0.name == member.name }
            guard let place else {
                let name = quote(Array(member.name.utf8))
                throw Malformed(
                    item == .row
                        ? "the manifest has no column \(name)" : "a poster has no field \(name)")
            }
            guard let value = Value(member.value, of: columns[place].kind) else {
                let words = member.value.inWords { "the text \(quote($0))" }
                throw Malformed(
                    "'\(member.name)' is \(words), but takes \(columns[place].kind.domain)")
            }
            values[place] = value
            guess = place + 1
        }
        if let missing = values.firstIndex(where: { $0 == nil }) {
            throw Malformed(
                "'\(columns[missing].name)' is not there; write null where nothing is known")
        }
        return ExternalRow(values: values.compactMap { $0 })
    }
}

extension Value {
    /// What `json` is in a column of that kind; nil if it cannot stand there.
    init?(_ json: JSONValue, of kind: Column.Kind) {
        switch (json, kind) {
        case (.null, _): self = .missing
        // What steers a terminal is no part of any text, from whatever source.
        case (.text(let text), .text), (.text(let text), .marker): self = .text(text.cleaned ?? "")
        case (.text(let text), .date):
            guard text.utf8.count == 10, let day = Day(text) else { return nil }
            self = .date(day)
        case (.number(let digits), .integer), (.number(let digits), .won),
            (.number(let digits), .year):
            guard let number = Int(digits) else { return nil }
            self = .integer(number)
        case (.number(let digits), .percent):
            guard let tenths = digits.scaled(by: 1) else { return nil }
            self = .percent(Percent(tenths: tenths))
        case (.number(let digits), .decimal):
            guard let tenths = digits.scaled(by: 1) else { return nil }
            self = .decimal(OneDecimal(tenths: tenths))
        case (.number(let digits), .fraction):
            guard let hundredths = digits.scaled(by: 2), (0...100).contains(hundredths) else {
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
    /// The number that the digits stand for, times ten to the power of `places`, where it has no
    /// more decimals than that.
    fileprivate func scaled(by places: Int) -> Int? {
        let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.utf8.count <= places,
            decimals.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let zeros = String(repeating: "0", count: places - decimals.utf8.count)
        return Int(parts[0] + decimals + zeros)
    }
}

extension Column.Kind {
    /// What may stand in such a column, for messages.
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
