internal import ArgumentParser
internal import BoxOffice

extension GivenArguments {
    /// Whether the command may ask a built-in service, as far as arguments and settings show before
    /// the parser reads them.
    ///
    /// The archive may have everything, and what is wrong with arguments or settings may end the run
    /// before a request is sent.
    func mayAskService(_ settings: Result<Settings, Fault>) -> Bool {
        guard let type = command as? any RunnableCommand.Type,
            type.settings.contains(SourceOptions.source.setting), !asksParser,
            let settings = try? settings.get()
        else { return false }
        func value(of setting: Setting) throws(Fault) -> String? {
            if let given = self.value(of: setting) { return given }
            return try settings.value(of: setting, for: type._commandName)?.0.first
        }
        func isSet(_ setting: Setting) -> Bool {
            has(setting) || (try? value(of: setting)) != nil
        }
        let local = [
            SourceOptions.offline.setting, SourceOptions.replay.setting,
            OutputOptions.dryRun.setting,
        ]
        guard !local.contains(where: isSet),
            let source = try? value(of: SourceOptions.source.setting)
                ?? SourceOptions.source.setting.standard
        else { return false }
        return Registry.policy(ofServiceSource: source) != nil
    }

    /// Whether the parser itself answers: with help, the version or what shells complete.
    private var asksParser: Bool {
        own.first == "help"
            || own.contains { word in
                let options = ["--help", "--version", "--generate-", "--experimental-"]
                // `-h` may be one of several letters, as in `-qh`.
                return options.contains { word.hasPrefix($0) }
                    || (word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("h"))
            }
    }
}
