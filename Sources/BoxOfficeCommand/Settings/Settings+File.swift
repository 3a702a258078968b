internal import BoxOffice
internal import Wire

extension Settings {
    /// A value of a configuration file; its key is its name, or the name of a section and its name.
    typealias Entry = (key: [String], value: JSONValue)

    /// Reads `text`, the configuration file at `path`.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if it is no JSON object or YAML mapping.
    static func entries(in text: String, at path: String) throws(Fault) -> [Entry] {
        let content: JSONValue
        do throws(Malformed) {
            content = try JSONValue(
                objectIn: Array(text.utf8), path.hasSuffix(".json") ? .json : .yaml)
        } catch {
            throw .malformedConfiguration(path, error)
        }
        guard case .object(let members) = content else { return [] }
        return members.flatMap { member -> [Entry] in
            guard case .object(let section) = member.value else {
                return [([member.name], member.value)]
            }
            return section.map { ([member.name, $0.name], $0.value) }
        }
    }

    /// Makes sure that all names in the file are known.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the nearest setting.
    func checkNames(_ services: [Service]) throws(Fault) {
        guard let path else { return }
        let commands = BOExport.commandNames
        let ofCommands = Setting.options.map(\.name)
        let ofAll =
            ofCommands + (Setting.global(services) + services.flatMap(\.settings)).map(\.name)
        for key in keys {
            if let section = key.first, key.count == 2, !commands.contains(section) {
                throw .unknownSetting(section, known: commands, at: path)
            }
            let known = key.count == 2 ? ofCommands : ofAll
            guard let name = key.last, known.contains(name) else {
                throw .unknownSetting(key.last ?? "", known: known, at: path)
            }
        }
    }
}

extension Fault {
    fileprivate static func malformedConfiguration(_ path: String, _ why: Malformed) -> Fault {
        Fault(
            .configuration, "malformed-configuration",
            "'\(path)' is no configuration: \(why.reason)",
            hint: "it is a JSON object or a YAML mapping of options: {\"jobs\": 8}")
    }

    fileprivate static func unknownSetting(
        _ name: String, known: [String], at path: String
    ) -> Fault {
        let unknown = Fault.unknown("setting", name, known: known)
        var fault = Fault(.configuration, "unknown-setting", unknown.wording).about("'\(path)'")
        fault.corrections = unknown.corrections
        return fault
    }
}
