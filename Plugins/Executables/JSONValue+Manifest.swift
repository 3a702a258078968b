internal import BoxOffice
internal import Wire

extension JSONValue {
    /// A text, a number or a boolean as `-O` would have it; nil for anything else.
    var text: String? {
        switch self {
        case .text(let text), .number(let text): text
        case .boolean(let boolean): "\(boolean)"
        case .null, .list, .object: nil
        }
    }

    /// The items of the list `name`; none where it is not there.
    func list(_ name: String) throws(Malformed) -> [JSONValue] {
        switch self[name] {
        case nil, .null: return []
        case .list(let items): return items
        default: throw Malformed("'\(name)' in its manifest is no list")
        }
    }

    /// The one line of text that the field `name` has or, where this is a text, that it is.
    func word(_ name: String) throws(Malformed) -> String {
        let value = if case .text = self { self } else { self[name] }
        guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 500,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw Malformed("'\(name)' in its manifest is not a line of text") }
        return text
    }

    /// The whole number that the field `name` has.
    func integer(_ name: String) throws(Malformed) -> Int {
        guard case .number(let digits) = self[name], let number = Int(digits) else {
            throw Malformed("'\(name)' in its manifest is no whole number")
        }
        return number
    }

    /// The day that the field `name` has; nil where it is not there.
    func day(_ name: String) throws(Malformed) -> Day? {
        switch self[name] {
        case nil, .null: return nil
        case .text(let text):
            guard let day = Day(text) else { throw Malformed("'\(text)' is no day") }
            return day
        default: throw Malformed("'\(name)' in its manifest is no day")
        }
    }
}

extension Array {
    /// The same, where no two elements are called alike.
    func unlessTwice(_ name: (Element) -> String, _ what: String) throws(Malformed) -> [Element] {
        var names: Set<String> = []
        for element in self where !names.insert(name(element)).inserted {
            throw Malformed("its manifest has the \(what) '\(name(element))' twice")
        }
        return self
    }
}
