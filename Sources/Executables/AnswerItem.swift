internal import BoxOffice
internal import Wire

/// The kind of item that a plugin's answer lists; the raw value is the field that holds an item.
enum AnswerItem: String, Hashable, Sendable {
    /// The rows of a source of figures.
    case row
    /// The posters that a source of posters found.
    case poster
    /// The details of a film; there is one set at most.
    case details

    /// The name of an item in messages.
    var wording: Message {
        let name = self == .details ? "set of details" : rawValue
        return Message("item.\(rawValue)", "\(name)")
    }

    /// The usual beginning of an item's line, such as `{"row":`; checking for it saves parsing the
    /// line twice.
    var lineStart: [UInt8] { Array(#"{"\#(rawValue)":"#.utf8) }

    /// Reads each item in the lines of an answer with `read`, and tells whether the end of the
    /// answer is among them.
    ///
    /// - Parameter before: the number of items of this answer that were read before.
    /// - Throws: a ``Fault`` of kind `malformed` that names the item and what is wrong with it.
    func items<Item>(
        in lines: [UInt8], after before: Int, of plugin: PluginEndpoint,
        _ read: (JSONValue) throws(Malformed) -> Item
    ) throws(Fault) -> (items: [Item], hasEnd: Bool) {
        var items: [Item] = []
        var hasEnd = false
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            do throws(Malformed) {
                if let fields = try JSONValue(objectIn: Array(line))[rawValue] {
                    items.append(try read(fields))
                } else {
                    // Anything else was refused when it came.
                    hasEnd = true
                }
            } catch {
                let number = before + items.count + 1
                let quote = plugin.host.secrets.quote(line)
                let (name, code) = (plugin.name, "plugin-\(rawValue)")
                throw Fault(
                    .malformed, code,
                    Message(
                        "plugin-item",
                        "\(wording) \(number) of the plugin '\(name)': \(error.reason): \(quote)"))
            }
        }
        return (items, hasEnd)
    }
}

extension PluginEndpoint {
    /// Reads the values of `columns` from an item of an answer.
    ///
    /// - Throws: ``Malformed`` if a column is missing, a field is unknown, or a value does not have
    ///   the type of its column.
    func values(_ item: JSONValue, of columns: [Column]) throws(Malformed) -> [Value] {
        guard case .object(let members) = item else {
            throw Malformed("the \(self.item.wording) is not an object")
        }
        var values = [Value?](repeating: nil, count: columns.count)
        var guess = 0
        let currency = manifest.policy.territory.currency
        for member in members {
            // Fields are usually in the order of the columns.
            let index =
                guess < columns.count && columns[guess].name == member.name
                ? guess : columns.firstIndex { $0.name == member.name }
            guard let index else {
                let name = quote(Array(member.name.utf8))
                throw self.item == .poster
                    ? Malformed("a poster has no field \(name)")
                    : Malformed("the manifest has no column \(name)")
            }
            let kind = columns[index].kind
            guard let value = member.value.value(of: kind, in: currency) else {
                let words = member.value.inWords { "the text \(quote($0))" }
                throw Malformed(
                    "'\(member.name)' is \(words), but takes \(kind.domain(in: currency))")
            }
            values[index] = value
            guess = index + 1
        }
        if let missing = values.firstIndex(of: nil) {
            throw Malformed(
                "'\(columns[missing].name)' is missing; write null if the value is unknown")
        }
        return values.compactMap(\.self)
    }

    private func quote(_ text: [UInt8]) -> String { host.secrets.quote(text, atMost: 40) }
}

extension JSONValue {
    /// Returns the value for a column of that kind; nil if the column does not take it.
    fileprivate func value(of kind: Column.Kind, in currency: Currency) -> Value? {
        switch (self, kind) {
        case (.null, _): .missing
        // Control characters are removed, as from the texts of every source.
        case (.text(let text), .text), (.text(let text), .marker): .text(text.cleaned ?? "")
        case (.text(let text), .date): text.utf8.count == 10 ? Day(text).map(Value.date) : nil
        case (.number(let digits), _): kind.number(digits, places: currency.places)
        case (.boolean(let boolean), .boolean): .boolean(boolean)
        case (.list, .list): textItems.map { Value.list($0.map { $0.cleaned ?? "" }) }
        default: nil
        }
    }
}

extension Column.Kind {
    /// Returns the description of the values that such a column takes, for messages.
    fileprivate func domain(in currency: Currency) -> Message {
        switch self {
        case .text, .marker: "a text"
        case .integer, .year: "a whole number of 64 bits"
        case .amount where currency.places == 0: "a whole number of 64 bits"
        case .amount: "an amount of 64 bits with at most \(currency.places) decimals"
        case .percent, .decimal: "a number with at most one decimal"
        case .share, .ratio: "a number with at most two decimals"
        case .fraction: "a number from 0 to 1 with at most two decimals"
        case .boolean: "true or false"
        case .date: "a day such as 2022-06-01"
        case .list: "a list of texts"
        }
    }
}
