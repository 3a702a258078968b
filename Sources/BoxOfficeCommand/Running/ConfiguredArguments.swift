internal import ArgumentParser
internal import BoxOffice

/// The arguments of a command with what is set for it put before those that were given, which come
/// later and so win.
///
/// What is set passes the same checks as what is given: it becomes arguments, and is parsed.
struct ConfiguredArguments {
    private let arguments: [String]
    private let name: String
    private var added: [(arguments: [String], setting: Setting, origin: Settings.Origin)] = []

    init(
        _ arguments: [String], for type: any RunnableCommand.Type, _ settings: Settings
    ) throws(Fault) {
        self.arguments = arguments
        name = type._commandName
        guard !settings.areEmpty else { return }
        for setting in type.settings where !setting.isGiven(in: arguments) {
            // Who chooses one of several ways wants none of the others.
            let rivals = Setting.rivals.first { $0.contains { $0.name == setting.name } } ?? []
            if rivals.contains(where: { $0.isGiven(in: arguments) }) { continue }
            guard try isOfUse(setting, for: type, settings) else { continue }
            guard let (values, origin) = try settings.value(of: setting, for: name) else {
                continue
            }
            // After `--name=` with nothing behind it the parser takes the next argument.
            guard !values.contains("") else {
                throw .notTaken(setting, origin, "\(values.count > 1 ? "a value" : "it") is empty")
            }
            let words =
                switch setting.kind {
                case .flag: values == ["true"] ? ["--\(setting.name)"] : []
                case .value, .list: values.map { "--\(setting.name)=\($0)" }
                }
            added.append((words, setting, origin))
        }
    }

    /// Whether `setting` means something beside the arguments: options of a format are for that
    /// format, and `--update` is for charts that go to a file which can be read back.
    private func isOfUse(
        _ setting: Setting, for type: any RunnableCommand.Type, _ settings: Settings
    ) throws(Fault) -> Bool {
        func set(_ setting: Setting) throws(Fault) -> String? {
            try settings.value(of: setting, for: name)?.0.first
        }
        let format = Setting("format")
        let usual = try set(format) ?? "csv"
        let isOtherFormat =
            format.isGiven(in: arguments) && !format.isGiven(in: arguments, as: usual)
        switch setting.name {
        case "option", "profile": return !isOtherFormat
        case "update":
            let output = Setting("output", short: "o")
            let path = try set(output)
            let isFile = output.isGiven(in: arguments) || path != nil
            let isReadable = ["csv", "jsonl"].contains { format.isGiven(in: arguments, as: $0) }
            return type is any ChartCommand.Type && isFile
                && (!format.isGiven(in: arguments) || isReadable)
        default: return true
        }
    }

    /// The command with everything that is set, where something is and all of it is right.
    var parsed: (any ParsableCommand)? {
        added.isEmpty ? nil : try? BOExport.command(of: arguments(with: added.flatMap(\.arguments)))
    }

    /// The command with everything that is set.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names what is set wrongly.
    func command() throws(Fault) -> (any ParsableCommand)? {
        guard !added.isEmpty else { return nil }
        do {
            return try BOExport.command(of: arguments(with: added.flatMap(\.arguments)))
        } catch {
            for (words, setting, origin) in added {
                do {
                    _ = try BOExport.parseAsRoot([name] + words)
                } catch {
                    throw .notTaken(setting, origin, BOExport.message(for: error))
                }
            }
            throw Fault(
                .configuration,
                "settings-do-not-fit",
                "what is set does not go with these options: "
                    + "\(BOExport.message(for: error))")
        }
    }

    private func arguments(with words: [String]) -> [String] {
        guard arguments.first == name else { return [name] + words + arguments }
        return [name] + words + arguments.dropFirst()
    }
}

extension Fault {
    fileprivate static func notTaken(
        _ setting: Setting, _ origin: Settings.Origin, _ message: String
    ) -> Fault {
        Fault(
            .configuration, "setting-refused",
            "\(setting.name), which \(origin) sets, is refused: \(message)")
    }
}
