internal import ArgumentParser
internal import BoxOffice

/// What is set for a command, as arguments that stand before those that were given, which come later
/// and so win.
///
/// What is set passes the same checks as what is given, because it is parsed with it.
struct ConfiguredArguments {
    private let given: GivenArguments
    private var added: [(words: [String], setting: Setting, origin: Settings.Origin)] = []

    /// Finds what `settings` has for the command of `given`.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where what is set is empty or no value.
    init(_ given: GivenArguments, _ settings: Settings) throws(Fault) {
        self.given = given
        guard !settings.areEmpty, let type = given.command as? any RunnableCommand.Type else {
            return
        }
        for setting in type.settings where try isWanted(setting, settings) {
            guard let (values, origin) = try settings.value(of: setting, for: type._commandName)
            else { continue }
            // After `--name=` with nothing behind it the parser takes the next argument.
            guard !values.contains("") else {
                throw .refused(
                    setting, origin,
                    values.count > 1
                        ? Message("value-is-empty", "a value is empty")
                        : Message("setting-is-empty", "it is empty"))
            }
            let name =
                setting == OutputOptions.format.setting
                ? OutputOptions.usualFormat.setting.name : setting.name
            let words =
                switch setting.kind {
                case .flag: values == ["true"] ? ["--\(name)"] : []
                case .value, .list: values.map { "--\(name)=\($0)" }
                }
            added.append((words, setting, origin))
        }
    }

    /// The arguments that stand for what is set.
    var words: [String] {
        let ofFormat = [
            OutputOptions.profile.setting, OutputOptions.option.setting,
            OutputOptions.update.setting,
        ]
        let names = added.map(\.setting).filter(ofFormat.contains).map(\.name)
        guard !names.isEmpty else { return added.flatMap(\.words) }
        let name = OutputOptions.fromSettings.setting.name
        return added.flatMap(\.words) + ["--\(name)=\(names.joined(separator: ","))"]
    }

    /// Whether `setting` applies beside the arguments: it does not if they have that option or a
    /// rival of it, or another format than the one that it is about.
    private func isWanted(_ setting: Setting, _ settings: Settings) throws(Fault) -> Bool {
        let rivals = Setting.rivals.first { $0.contains { $0.name == setting.name } } ?? []
        guard !given.has(setting), !rivals.contains(where: given.has) else { return false }
        switch setting.name {
        case OutputOptions.columns.setting.name: return !given.has(RunOptions.pivot.setting)
        case OutputOptions.option.setting.name: return try isUsualFormat(settings)
        case OutputOptions.profile.setting.name:
            // Only the default format has profiles.
            guard try format(settings) != Registry.defaultFormat.manifest.name else { return true }
            return try isUsualFormat(settings)
        case OutputOptions.update.setting.name: return try isUpdatable(settings)
        default: return true
        }
    }

    /// Whether the output has the format that is set, or CSV if none is: options that are set are for
    /// that format.
    private func isUsualFormat(_ settings: Settings) throws(Fault) -> Bool {
        let usual =
            try text(of: OutputOptions.format.setting, settings)
            ?? Registry.defaultFormat.manifest.name
        return try format(settings) == usual
    }

    /// Whether `--update` is possible: for charts that go to a file which can be read back.
    private func isUpdatable(_ settings: Settings) throws(Fault) -> Bool {
        guard
            given.command is any ChartCommand.Type
                || (given.command is Trend.Type && !given.has(RunOptions.pivot.setting))
        else { return false }
        let output = OutputOptions.output.setting
        let path = try text(of: output, settings)
        guard given.has(output) || path != nil else { return false }
        return try ["csv", "jsonl"].contains(format(settings))
    }

    /// The format of the output, as far as it is known without the plugins of others.
    private func format(_ settings: Settings) throws(Fault) -> String {
        let format = OutputOptions.format.setting
        if given.has(format) { return given.value(of: format) ?? "" }
        let output = OutputOptions.output.setting
        let path = try text(of: output, settings)
        return FormatChoice.likely(
            set: try text(of: format, settings),
            path: given.value(of: output) ?? path ?? output.standard,
            options: given.values(of: OutputOptions.option.setting),
            hasProfile: given.has(OutputOptions.profile.setting)
        ).name
    }

    private func text(of setting: Setting, _ settings: Settings) throws(Fault) -> String? {
        try settings.value(of: setting, for: given.command._commandName)?.0.first
    }

    /// What is set wrongly, given that the parser refuses it with `error` and takes the arguments
    /// alone.
    func fault(for error: any Error) -> Fault {
        for (words, setting, origin) in added {
            do {
                _ = try BOExport.command(
                    of: GivenArguments([given.command._commandName]), with: words)
            } catch {
                return .refused(setting, origin, Self.message(of: error))
            }
        }
        return Fault(
            .configuration, "settings-do-not-fit",
            "what is set does not go with these options: \(Self.message(of: error))")
    }

    private static func message(of error: any Error) -> Message {
        ParserRefusal(error, of: BOExport.self)?.message ?? ""
    }
}

extension Fault {
    fileprivate static func refused(
        _ setting: Setting, _ origin: Settings.Origin, _ message: Message
    ) -> Fault {
        Fault(
            .configuration, "setting-refused",
            "\(setting.name), which \(origin) sets, is refused: \(message)")
    }
}
