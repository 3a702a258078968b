internal import BoxOffice
internal import Wire

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
        let word = type.value == nil ? "text" : line(type)
        switch word {
        case nil: return nil
        case "text": return .text
        case "boolean": return .boolean
        case "integer":
            let (least, most) = (integer(option["minimum"]), integer(option["maximum"]))
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
            note("\(type.name): \(type.inWords) is none of text, boolean, integer, choice")
            return nil
        }
    }

    /// The default of an option of that kind, as `-O` would have it.
    private mutating func value(
        _ field: ManifestField, of kind: PluginOption.Kind?
    ) -> String? {
        let text: String
        switch field.value {
        case nil:
            note("\(field.name) is not there")
            return nil
        case .text(let value), .number(let value): text = value
        case .boolean(let value): text = "\(value)"
        default:
            note("\(field.name): \(field.inWords) is no text, number or boolean")
            return nil
        }
        switch kind {
        case nil, .text: return text
        case .integer(let range):
            guard let number = Int(text) else {
                note("\(field.name): \(field.inWords) is no whole number")
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
                note("\(field.name): \(field.inWords) is none of \(words.joined(separator: ", "))")
                return nil
            }
        }
        return text
    }
}
