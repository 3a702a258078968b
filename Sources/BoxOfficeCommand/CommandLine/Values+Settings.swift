internal import BoxOffice

extension Values {
    /// Puts what `settings` have under `arguments`, which are right; `console` gets the keys and quotas
    /// that the file sets, and speaks as the options say.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    init(
        _ arguments: Arguments, _ settings: Result<Settings, Fault>, _ console: inout Console
    ) throws(Fault) {
        self.init(arguments)
        if command.isConfigured {
            let settings = try settings.get()
            try settings.checkNames(arguments.grammar, console.environment.services)
            console.environment = try console.environment.with(settings)
            self = try with(settings)
        }
        console.speak(as: self)
    }
}

extension Console {
    /// Speaks from now on as `values` say.
    mutating func speak(as values: Values) {
        configure(
            quiet: values.quiet, verbose: values.verbose,
            format: values.word(\.logFormat) ?? .text)
    }
}

extension Language {
    /// The language that options, settings or the locale ask for.
    ///
    /// A wrong value counts as none here. It is refused later, in the language found here.
    init(_ values: Values, _ settings: Settings?, _ environment: Environment) {
        let lang = Setting(OptionTable[\.lang])
        let set = try? settings?.value(of: lang, for: values.command.name)?.texts.first
        // The name of the locale of messages, as POSIX finds it.
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"]
        self =
            values.word(\.lang) ?? set.flatMap { Language(rawValue: $0) }
            ?? Language(locale: locale ?? "")
    }
}

extension Values {
    /// Whether the command may ask a built-in service, as far as arguments and `environment` show
    /// before anything else is read.
    ///
    /// The configuration file may say otherwise, the archive may have everything, and what is wrong
    /// with arguments or settings may end the run before a request is sent. Opening libcurl for such a
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
