internal import ArgumentParser
internal import BoxOffice

extension GivenArguments {
    /// Whether the command will ask a built-in service, as far as arguments and settings show before
    /// the parser reads them.
    ///
    /// What is wrong with them may still end the run before a request is sent.
    func asksService(_ settings: Result<Settings, Fault>) -> Bool {
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
                ["-h", "--help", "--version", "--generate-", "--experimental-"].contains {
                    word.hasPrefix($0)
                }
            }
    }
}
