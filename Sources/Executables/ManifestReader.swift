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

    /// Notes what is wrong with that which stands at a field.
    mutating func note(_ field: ManifestField, _ fault: String) {
        note("\(field.name): \(field.inWords) \(fault)")
    }

    /// What `make` makes of the value that may stand there; nil if none does, or if it makes nothing
    /// of it, which is noted as `fault`.
    mutating func value<Value>(
        _ field: ManifestField, _ fault: String, _ make: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = field.value else { return nil }
        let made = make(value)
        if made == nil { note(field, fault) }
        return made
    }

    /// The field, which must be there.
    mutating func required(_ field: ManifestField) -> ManifestField {
        if field.value == nil { note("\(field.name) is not there") }
        return field
    }

    /// What `make` makes of the line of text that may stand there; nil if none does, or if it makes
    /// nothing of it, which is noted as `fault`.
    mutating func word<Value>(
        _ field: ManifestField, _ fault: String, _ make: (String) -> Value?
    ) -> Value? {
        let text = value(field, "is not a line of text") { value in
            guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 500,
                text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { return String?.none }
            return text
        }
        guard let text else { return nil }
        let made = make(text)
        if made == nil { note(field, fault) }
        return made
    }

    /// The one line of text that must stand there; nil if it does not.
    mutating func line(_ field: ManifestField) -> String? { word(required(field), "") { $0 } }

    /// The whole number that may stand there; nil if it does not.
    mutating func integer(_ field: ManifestField) -> Int? {
        value(field, "is no whole number") { value in
            if case .number(let digits) = value { Int(digits) } else { nil }
        }
    }

    /// The whole number in `range` that may stand there; nil if it does not.
    mutating func integer(_ field: ManifestField, in range: ClosedRange<Int>) -> Int? {
        guard let number = integer(field) else { return nil }
        guard range.contains(number) else {
            note("\(field.name): \(number) is not in \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// The true or false that may stand there; nil if it does not.
    mutating func boolean(_ field: ManifestField) -> Bool? {
        value(field, "is neither true nor false") { value in
            if case .boolean(let boolean) = value { boolean } else { nil }
        }
    }

    /// The day that may stand there; nil if it does not.
    mutating func day(_ field: ManifestField) -> Day? {
        value(field, "is no day such as 2022-06-01") { value in
            if case .text(let text) = value { Day(text) } else { nil }
        }
    }

    /// The items of the list that may stand there.
    mutating func items(_ field: ManifestField) -> [ManifestField] {
        let items = value(field, "is no list") { value in
            if case .list(let items) = value { items } else { nil }
        }
        return (items ?? []).enumerated().map { index, item in
            ManifestField(value: item, name: "\(field.name): item \(index + 1)")
        }
    }

    /// The lines of text that are the items of the list that may stand there.
    mutating func lines(_ field: ManifestField) -> [String] {
        items(field).compactMap { line($0) }
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
                note(object["name"], "is no name of \(characters)")
            } else if let name {
                object.name = "\(what) '\(name)'"
                if !names.insert(name).inserted { note("\(object.name) is there twice") }
            }
            objects.append((object, name ?? ""))
        }
        return objects
    }
}

// MARK: - Options

extension ManifestReader {
    /// The options of a manifest.
    mutating func options(_ manifest: ManifestObject) -> [PluginOption] {
        let objects = objects(
            manifest["options"], "option", namedOf: "a to z, 0 to 9 and -", where: \.isPluginName)
        var options: [PluginOption] = []
        for (object, name) in objects {
            let kind = kind(of: object)
            let value = value(object["default"], of: kind)
            let help = line(object["help"])
            if let kind, let value, let help {
                options.append(PluginOption(name, kind, default: value, help: help))
            }
        }
        return options
    }

    /// What the option takes; nil if that is not said rightly.
    private mutating func kind(of option: ManifestObject) -> PluginOption.Kind? {
        let type = option["type"]
        switch type.value == nil ? "text" : line(type) {
        case nil: return nil
        case "text": return .text
        case "boolean": return .boolean
        case "integer":
            let least = integer(required(option["minimum"]))
            let most = integer(required(option["maximum"]))
            guard let least, let most else { return nil }
            guard least <= most else {
                note("\(option["maximum"].name): \(most) is less than 'minimum', \(least)")
                return nil
            }
            return .integer(least...most)
        case "choice":
            let words = lines(option["choices"])
            guard !words.isEmpty else {
                note("\(option["choices"].name) has no words")
                return nil
            }
            return .choice(words)
        default:
            note(type, "is none of text, boolean, integer, choice")
            return nil
        }
    }

    /// The default of an option of that kind, as `-O` would have it.
    private mutating func value(
        _ field: ManifestField, of kind: PluginOption.Kind?
    ) -> String? {
        let text = value(required(field), "is no text, number or boolean") { value in
            switch value {
            case .text(let text), .number(let text): text
            case .boolean(let boolean): "\(boolean)"
            default: nil
            }
        }
        guard let text else { return nil }
        switch kind {
        case nil, .text: return text
        case .integer(let range):
            guard let number = Int(text) else {
                note(field, "is no whole number")
                return nil
            }
            guard range.contains(number) else {
                note(
                    "\(field.name): \(number) is not in \(range.lowerBound) to \(range.upperBound)")
                return nil
            }
        case .boolean, .choice:
            let words = PluginOption("", kind ?? .boolean, default: "", help: "").choices ?? []
            guard words.contains(text) else {
                note(field, "is none of \(words.joined(separator: ", "))")
                return nil
            }
        }
        return text
    }
}

// MARK: - Sources

extension ManifestReader {
    /// What a source gives; nil if that is not said rightly.
    mutating func rows(_ manifest: ManifestObject) -> PluginManifest.Rows? {
        let field = manifest["dataset"]
        if let dataset = field.value == nil ? ChartEntry.table.dataset.name : line(field),
            dataset != ChartEntry.table.dataset.name
        {
            guard dataset.isPluginName, !Dataset.all.contains(where: { $0.name == dataset }) else {
                note("\(field.name): a dataset cannot be called \(field.inWords)")
                return nil
            }
            return .own(dataset)
        }
        let names = items(manifest["charts"])
        let known = Chart.allCases.map(\.rawValue).joined(separator: ", ")
        let charts = names.compactMap { item in
            word(required(item), "is none of \(known)") { Chart(rawValue: $0) }
        }
        if names.isEmpty { note("\(manifest["charts"].name) names no charts") }
        let (first, last) = (day(required(manifest["from"])), day(manifest["to"]))
        return first.map { .charts(charts, from: $0, to: last) }
    }

    /// The columns of a source; those that charts have too are the same here.
    mutating func columns(_ manifest: ManifestObject) -> [Column] {
        let dataset = manifest["dataset"].value
        let isOfChart = dataset == nil || dataset == .text(ChartEntry.table.dataset.name)
        let objects = objects(
            manifest["columns"], "column", namedOf: "a to z, 0 to 9 and _", where: \.isColumnName)
        if objects.isEmpty { note("\(manifest["columns"].name) has no columns") }
        var columns: [Column] = []
        for (object, name) in objects {
            let common =
                isOfChart ? ChartEntry.table.dataset.columns.first { $0.name == name } : nil
            let kind = kind(of: object, common)
            let korean = object["korean"].value == nil ? name : line(object["korean"])
            if let common {
                columns.append(common)
            } else if let kind, let korean {
                columns.append(Column(name, korean, kind))
            }
        }
        return columns
    }

    private mutating func kind(of column: ManifestObject, _ common: Column?) -> Column.Kind? {
        let type = column["type"]
        if type.value == nil, let common { return common.kind }
        let known = Column.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        let kind = word(required(type), "is none of \(known)") { Column.Kind(rawValue: $0) }
        if let common, let kind, kind != common.kind {
            note(type, "is not what charts have there, \(common.kind.rawValue)")
        }
        return kind
    }
}

// MARK: - Formats

extension ManifestReader {
    /// How the documents of a format behave.
    mutating func traits(_ manifest: ManifestObject) -> FormatTraits {
        let isBinary = boolean(manifest["binary"]) == true
        let usual = isBinary ? FormatTraits.unknown.mediaType : "text/plain"
        let mediaType = word(manifest["media_type"], "is no media type such as text/html") {
            $0.isMediaType ? $0 : nil
        }
        let endings = items(manifest["endings"]).compactMap { item in
            word(required(item), "is no file ending such as html") { $0.isFileEnding ? $0 : nil }
        }
        return FormatTraits(
            mediaType: mediaType ?? usual, fileEndings: endings, isBinary: isBinary,
            isStreaming: false)
    }

    /// What a source says of its charts.
    mutating func policy(_ manifest: ManifestObject) -> ChartPolicy {
        var policy = ChartPolicy()
        policy.rows = integer(manifest["rows"], in: 1...1000)
        policy.finalAfter = integer(manifest["final_after"], in: 0...36_500) ?? policy.finalAfter
        policy.mayBeEmpty = boolean(manifest["empty_charts"]) == true
        return policy
    }

    /// The address of a film's page, with `{code}` in it; nil if there is none.
    mutating func filmPage(_ field: ManifestField) -> String? {
        word(field, "is no address of the web with one {code} in it") { $0.isFilmPage ? $0 : nil }
    }
}

extension FormatTraits {
    /// The traits of a document of which nothing is known.
    static let unknown = FormatTraits(mediaType: "application/octet-stream", fileEndings: [])
}
