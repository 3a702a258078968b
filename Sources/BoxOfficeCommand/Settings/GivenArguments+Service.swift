internal import ArgumentParser
internal import BoxOffice

extension GivenArguments {
    /// Whether the command may ask a built-in service, as far as arguments and variables show before
    /// anything else is read.
    ///
    /// The configuration file may say otherwise, the archive may have everything, and what is wrong
    /// with arguments or settings may end the run before a request is sent. Opening libcurl for such a
    /// run takes five milliseconds on another processor and 5 MB.
    var mayAskService: Bool {
        guard let type = command as? any RunnableCommand.Type,
            type.settings.contains(SourceOptions.source.setting), !asksParser
        else { return false }
        let local = [
            SourceOptions.offline.setting, SourceOptions.replay.setting,
            OutputOptions.dryRun.setting,
        ]
        guard !local.contains(where: { has($0) || CurrentProcess.variable($0.variable) != nil })
        else { return false }
        let setting = SourceOptions.source.setting
        let source =
            value(of: setting) ?? CurrentProcess.variable(setting.variable) ?? setting.standard
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
