internal import ArgumentParser
internal import BoxOffice

/// A command whose options may be set in the environment and in a configuration file.
protocol ConfigurableCommand: RunnableCommand {
    /// The settings that are options of the command.
    static var settings: [Setting] { get }
}

/// The arguments of a command with what is set for it put before those that were given, which come
/// later and so win.
///
/// What is set passes the same checks as what is given: it becomes arguments, and is parsed.
struct ConfiguredArguments {
    private let arguments: [String]
    private let name: String
    private var added: [(arguments: [String], setting: Setting, origin: Settings.Origin)] = []

    init(
        _ arguments: [String], for command: any ConfigurableCommand, _ settings: Settings
    ) throws(Fault) {
        self.arguments = arguments
        let type = Swift.type(of: command)
        name = type._commandName
        for setting in type.settings where !setting.isGiven(in: arguments) {
            // Periods are chosen in one way; who chooses one wants no other.
            if PeriodOptions.settings.contains(setting),
                PeriodOptions.settings.contains(where: { $0.isGiven(in: arguments) })
            {
                continue
            }
            guard let (values, origin) = try settings.value(of: setting, for: name) else {
                continue
            }
            let words =
                switch setting.kind {
                case .flag: values == ["true"] ? ["--\(setting.name)"] : []
                case .value, .list: values.map { "--\(setting.name)=\($0)" }
                }
            added.append((words, setting, origin))
        }
    }

    /// The command with everything that is set.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names what is set wrongly.
    func command() throws(Fault) -> (any ParsableCommand)? {
        guard !added.isEmpty else { return nil }
        do {
            return try BOExport.parseAsRoot(arguments(with: added.flatMap(\.arguments)))
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
                "what is set does not go with these options: "
                    + BOExport.message(for: error))
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
        Fault(.configuration, "\(setting.name), which \(origin) sets, is refused: \(message)")
    }
}
