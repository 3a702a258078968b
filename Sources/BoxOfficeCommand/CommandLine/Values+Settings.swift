internal import BoxOffice

extension Values {
    /// Combines the valid `arguments` with `settings`, and configures `console` with the keys and
    /// quotas of the file and with --quiet, --verbose and --log-format.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    init(
        _ arguments: Arguments, _ settings: Result<Settings, Fault>, _ console: inout Console
    ) throws(Fault) {
        self.init(arguments)
        if command.isConfigured {
            let settings = try settings.get()
            try settings.checkNames(console.environment.services)
            console.environment = try console.environment.with(settings)
            self = try with(settings)
        }
        console.speak(as: self)
    }
}

extension Console {
    /// Applies --quiet, --verbose and --log-format.
    mutating func speak(as values: Values) {
        configure(
            quiet: values.flag(\.quiet), verbose: values.verbose,
            format: values.word(\.logFormat) ?? .text)
    }
}

extension Language {
    /// Finds the language that options, settings or the locale ask for.
    ///
    /// A wrong value is ignored here. It is refused later, in the language found here.
    init(_ values: Values, _ settings: Settings?, _ environment: Environment) {
        let lang = Setting(OptionTable[\.lang])
        let set = try? settings?.value(of: lang, for: values.command.name)?.texts.first
        // The locale of messages, found as POSIX does.
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"]
        self =
            values.word(\.lang) ?? set.flatMap { Language(rawValue: $0) }
            ?? Language(locale: locale ?? "")
    }
}

extension Values {
    /// Returns true if the command may ask a built-in service, as far as arguments and
    /// `environment` show before anything else is read.
    ///
    /// The configuration file may change that, the archive may have everything, and a mistake in
    /// arguments or settings may end the run before a request is sent. Opening libcurl for such a
    /// run takes five milliseconds on another processor and 5 MB.
    func mayAskService(_ environment: Environment) -> Bool {
        guard command.has(.origin), arguments.request == .run, arguments.problem == nil else {
            return false
        }
        let isLocal = [\.offline, \.replay, \.dryRun].contains { (option: OptionTable.Path) in
            has(option) || environment[OptionTable[option].variable] != nil
        }
        let set = has(\.source) ? nil : environment[OptionTable[\.source].variable]
        return !isLocal
            && (set?.items ?? sources).contains {
                Registry.policy(ofServiceSource: $0) != nil
            }
    }
}
