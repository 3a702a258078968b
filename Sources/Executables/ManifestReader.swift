internal import BoxOffice
internal import Wire

/// Reads the fields of a manifest, and collects everything that is wrong with them.
struct ManifestReader {
    /// What is wrong, each as a sentence that names the field.
    private var faults: [String] = []

    /// Notes that something is wrong.
    mutating func note(_ fault: String) { faults.append(fault) }

    /// Makes sure that nothing is wrong.
    ///
    /// - Throws: ``Malformed`` that lists all of it, or the first twenty of more.
    func finish() throws(Malformed) {
        guard !faults.isEmpty else { return }
        let more = faults.count > 20 ? ["and \(faults.count - 20) more"] : []
        throw Malformed("its manifest: \((faults.prefix(20) + more).joined(separator: "; "))")
    }

    /// The one line of text that must stand there; nil if it does not.
    mutating func line(_ field: ManifestField) -> String? {
        guard let value = field.value else {
            note("\(field.name) is not there")
            return nil
        }
        guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 500,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            note("\(field.name): \(field.inWords) is not a line of text")
            return nil
        }
        return text
    }

    /// The whole number that must stand there; nil if it does not.
    mutating func integer(_ field: ManifestField) -> Int? {
        guard let value = field.value else {
            note("\(field.name) is not there")
            return nil
        }
        guard case .number(let digits) = value, let number = Int(digits) else {
            note("\(field.name): \(field.inWords) is no whole number")
            return nil
        }
        return number
    }

    /// The whole number in `range` that may stand there; nil if it does not.
    mutating func integer(_ field: ManifestField, in range: ClosedRange<Int>) -> Int? {
        guard field.value != nil, let number = integer(field) else { return nil }
        guard range.contains(number) else {
            note("\(field.name): \(number) is not in \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// The true or false that may stand there; nil if it does not.
    mutating func boolean(_ field: ManifestField) -> Bool? {
        guard let value = field.value else { return nil }
        guard case .boolean(let boolean) = value else {
            note("\(field.name): \(field.inWords) is neither true nor false")
            return nil
        }
        return boolean
    }

    /// The day that may stand there; nil if it does not.
    mutating func day(_ field: ManifestField) -> Day? {
        guard let value = field.value else { return nil }
        guard case .text(let text) = value, let day = Day(text) else {
            note("\(field.name): \(field.inWords) is no day such as 2022-06-01")
            return nil
        }
        return day
    }

    /// The items of the list that may stand there.
    mutating func items(_ field: ManifestField) -> [ManifestField] {
        switch field.value {
        case nil: return []
        case .list(let items):
            return items.enumerated().map { index, item in
                ManifestField(value: item, name: "\(field.name): item \(index + 1)")
            }
        default:
            note("\(field.name): \(field.inWords) is no list")
            return []
        }
    }

    /// The lines of text that are the items of the list that may stand there.
    mutating func lines(_ field: ManifestField) -> [String] {
        var lines: [String] = []
        for item in items(field) {
            if let line = line(item) { lines.append(line) }
        }
        return lines
    }

    /// The objects in the list that may stand there, each with its name, which `isName` must accept
    /// and no other object may have.
    ///
    /// - Parameters:
    ///   - what: what messages call an item.
    ///   - characters: what a name is made of, for messages.
    mutating func objects(
        _ field: ManifestField, _ what: String, namedOf characters: String,
        where isName: (String) -> Bool
    ) -> [(object: ManifestObject, name: String)] {
        var objects: [(object: ManifestObject, name: String)] = []
        var names: Set<String> = []
        for (index, item) in items(field).enumerated() {
            var object = ManifestObject(fields: item.value ?? .null, name: "\(what) \(index + 1)")
            guard case .object = object.fields else {
                note("\(object.name): \(item.inWords) is no object")
                continue
            }
            let name = line(object["name"])
            if let name, !isName(name) {
                note(
                    "\(object["name"].name): \(object["name"].inWords) is no name of \(characters)")
            } else if let name {
                object.name = "\(what) '\(name)'"
                if !names.insert(name).inserted { note("\(object.name) is there twice") }
            }
            objects.append((object, name ?? ""))
        }
        return objects
    }
}
