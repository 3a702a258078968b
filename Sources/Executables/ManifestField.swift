internal import BoxOffice
internal import Wire

/// A field of a manifest: its value and its name in messages.
///
/// A wrong value is noted and then treated as missing, so that the author of a plugin sees all
/// faults at once.
struct ManifestField {
    /// The faults of one manifest, each as a sentence that names the field.
    final class Faults {
        fileprivate(set) var all: [String] = []
    }

    /// The value; nil if the field is missing.
    let value: JSONValue?
    /// The name in messages, such as `option 'width': field 'default'`; empty for the manifest
    /// itself.
    private(set) var name = ""
    /// The list that faults are added to.
    let faults: Faults

    /// Returns the field `name` of the object; a null counts as missing.
    subscript(name: String) -> ManifestField {
        let value = value?[name]
        let place = (self.name.isEmpty ? "" : "\(self.name): ") + "field '\(name)'"
        return ManifestField(value: value == .null ? nil : value, name: place, faults: faults)
    }

    // MARK: - Faults

    /// Notes a fault of the field.
    func note(_ fault: String) { faults.all.append("\(name)\(fault)") }

    /// Notes a fault of the value, which the message quotes.
    func refuse(_ fault: String) { note(": \(inWords) \(fault)") }

    /// The value as messages show it.
    var inWords: String { (value ?? .null).inWords { Quote.of($0) } }

    /// The field, with a fault noted if it is missing.
    var required: ManifestField {
        if value == nil { note(" is not there") }
        return self
    }

    /// Converts the value with `make`; nil if the value is missing or cannot be converted.
    ///
    /// A failed conversion is noted as `fault`.
    func read<Value>(_ fault: String, _ make: (JSONValue) -> Value?) -> Value? {
        guard let value else { return nil }
        let made = make(value)
        if made == nil { refuse(fault) }
        return made
    }

    // MARK: - Values

    /// The value as a line of text of 500 bytes at most.
    var line: String? {
        read("is not a line of text") { value in
            guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 500,
                text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { return nil }
            return text
        }
    }

    /// Returns the value as a line of text for which `isRight` is true; any other is noted as
    /// `fault`.
    func line(_ fault: String, where isRight: (String) -> Bool) -> String? {
        line.flatMap { line in read(fault) { _ in isRight(line) ? line : nil } }
    }

    /// Returns the value as a case of an enumeration.
    func word<Word: CaseIterable & RawRepresentable<String>>(of words: Word.Type) -> Word? {
        let known = words.allCases.map(\.rawValue)
        return line("is not one of \(known.joined(separator: ", "))", where: known.contains)
            .flatMap { Word(rawValue: $0) }
    }

    /// Returns the value as a whole number, which must be in `range`.
    func integer(in range: ClosedRange<Int> = .min ... .max) -> Int? {
        let number = read("is not a whole number") {
            if case .number(let digits) = $0 { Int(digits) } else { nil }
        }
        guard let number, !range.contains(number) else { return number }
        refuse("is not in \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// Returns the value as a number of seconds from 0 to `most`, which may have decimals.
    func duration(upTo most: Double) -> Duration? {
        read("is not a number of seconds from 0 to \(Int(most))") {
            guard case .number(let digits) = $0, let seconds = Double(digits),
                (0...most).contains(seconds)
            else { return nil }
            return .seconds(seconds)
        }
    }

    /// The value as a boolean.
    var boolean: Bool? {
        read("is neither true nor false") {
            if case .boolean(let boolean) = $0 { boolean } else { nil }
        }
    }

    /// The value as a day.
    var day: Day? { text("is not a day such as 2022-06-01") { Day($0) } }

    /// Converts the text with `make`; nil if there is no text or it cannot be converted.
    ///
    /// A failed conversion is noted as `fault`.
    func text<Value>(_ fault: String, _ make: (String) -> Value?) -> Value? {
        read(fault) { if case .text(let text) = $0 { make(text) } else { nil } }
    }

    // MARK: - Lists

    /// The items of the value, which must be a list.
    var items: [ManifestField] {
        let items = read("is not a list") {
            if case .list(let items) = $0 { items } else { nil }
        }
        return (items ?? []).enumerated().map { index, item in
            ManifestField(value: item, name: "\(name): item \(index + 1)", faults: faults)
        }
    }

    /// The lines of text in the value, which must be a list.
    var lines: [String] { items.compactMap(\.line) }

    /// Returns the objects in the list, each with its name, which must be unique.
    ///
    /// - Parameters:
    ///   - what: the word for an object in messages.
    ///   - characters: the characters allowed in names, for messages.
    ///   - isName: true if a text may be a name.
    func objects(
        called what: String, namedOf characters: String, where isName: (String) -> Bool
    ) -> [(object: ManifestField, name: String)] {
        var names: Set<String> = []
        return items.enumerated().compactMap { index, item in
            var object = item
            object.name = "\(what) \(index + 1)"
            guard case .object = item.value else {
                object.refuse("is not an object")
                return nil
            }
            let field = object["name"].required
            let name = field.line("is not a name of \(characters)", where: isName)
            guard let name else { return (object, "") }
            object.name = "\(what) '\(name)'"
            if !names.insert(name).inserted { object.note(" is there twice") }
            return (object, name)
        }
    }
}
