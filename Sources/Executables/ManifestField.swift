internal import BoxOffice
internal import Wire

/// A place in a manifest: what stands there, and what messages call it.
///
/// What is wrong is noted and read as if nothing stood there, so that the author of a plugin sees
/// all faults at once.
struct ManifestField {
    /// Everything that is wrong with one manifest, each as a sentence that names the field.
    final class Faults {
        fileprivate(set) var all: [String] = []
    }

    /// What stands there; nil if nothing does.
    let value: JSONValue?
    /// Such as `option 'width': field 'default'`; empty for the manifest itself.
    private(set) var name = ""
    /// Where faults are noted.
    let faults: Faults

    /// The field `name` of the object; a null counts as none.
    subscript(name: String) -> ManifestField {
        let value = value?[name]
        let place = (self.name.isEmpty ? "" : "\(self.name): ") + "field '\(name)'"
        return ManifestField(value: value == .null ? nil : value, name: place, faults: faults)
    }

    // MARK: - Faults

    /// Notes what is wrong with the field.
    func note(_ fault: String) { faults.all.append("\(name)\(fault)") }

    /// Notes what is wrong with the value.
    func refuse(_ fault: String) { note(": \(inWords) \(fault)") }

    /// The value in messages.
    var inWords: String { (value ?? .null).inWords { Quote.of($0) } }

    /// The field, which must be there.
    var required: ManifestField {
        if value == nil { note(" is not there") }
        return self
    }

    /// What `make` makes of the value; nil if there is none, or if it makes nothing of it, which is
    /// noted as `fault`.
    func read<Value>(_ fault: String, _ make: (JSONValue) -> Value?) -> Value? {
        guard let value else { return nil }
        let made = make(value)
        if made == nil { refuse(fault) }
        return made
    }

    // MARK: - Values

    /// The line of text.
    var line: String? {
        read("is not a line of text") { value in
            guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 500,
                text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { return nil }
            return text
        }
    }

    /// The line of text for which `isRight` is true; any other is noted as `fault`.
    func line(_ fault: String, where isRight: (String) -> Bool) -> String? {
        line.flatMap { line in read(fault) { _ in isRight(line) ? line : nil } }
    }

    /// The word of an enumeration.
    func word<Word: CaseIterable & RawRepresentable<String>>(of words: Word.Type) -> Word? {
        let known = words.allCases.map(\.rawValue)
        return line("is none of \(known.joined(separator: ", "))", where: known.contains)
            .flatMap { Word(rawValue: $0) }
    }

    /// The whole number, which must be in `range`.
    func integer(in range: ClosedRange<Int> = .min ... .max) -> Int? {
        let number = read("is no whole number") {
            if case .number(let digits) = $0 { Int(digits) } else { nil }
        }
        guard let number, !range.contains(number) else { return number }
        refuse("is not in \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The number of seconds from 0 to `most`, which may have decimals.
    func duration(upTo most: Double) -> Duration? {
        read("is no number of seconds from 0 to \(Int(most))") {
            guard case .number(let digits) = $0, let seconds = Double(digits),
                (0...most).contains(seconds)
            else { return nil }
            return .seconds(seconds)
        }
    }

    /// The true or false.
    var boolean: Bool? {
        read("is neither true nor false") {
            if case .boolean(let boolean) = $0 { boolean } else { nil }
        }
    }

    /// The day.
    var day: Day? { text("is no day such as 2022-06-01") { Day($0) } }

    /// What `make` makes of the text; nil if there is none, or if it makes nothing of it, which is
    /// noted as `fault`.
    func text<Value>(_ fault: String, _ make: (String) -> Value?) -> Value? {
        read(fault) { if case .text(let text) = $0 { make(text) } else { nil } }
    }

    // MARK: - Lists

    /// The items of the list.
    var items: [ManifestField] {
        let items = read("is no list") {
            if case .list(let items) = $0 { items } else { nil }
        }
        return (items ?? []).enumerated().map { index, item in
            ManifestField(value: item, name: "\(name): item \(index + 1)", faults: faults)
        }
    }

    /// The lines of text in the list.
    var lines: [String] { items.compactMap(\.line) }

    /// The objects in the list, each with its name, which no other object may have.
    ///
    /// - Parameters:
    ///   - what: what messages call an object.
    ///   - characters: what names are made of, for messages.
    ///   - isName: whether a text may be a name.
    func objects(
        called what: String, namedOf characters: String, where isName: (String) -> Bool
    ) -> [(object: ManifestField, name: String)] {
        var names: Set<String> = []
        return items.enumerated().compactMap { index, item in
            var object = item
            object.name = "\(what) \(index + 1)"
            guard case .object = item.value else {
                object.refuse("is no object")
                return nil
            }
            let field = object["name"].required
            let name = field.line("is no name of \(characters)", where: isName)
            guard let name else { return (object, "") }
            object.name = "\(what) '\(name)'"
            if !names.insert(name).inserted { object.note(" is there twice") }
            return (object, name)
        }
    }
}
