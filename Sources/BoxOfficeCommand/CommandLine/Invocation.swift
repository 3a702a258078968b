internal import BoxOffice

/// A command with all values and its console: what arguments, environment and configuration file come
/// to.
struct Invocation {
    /// The values of its options.
    let values: Values
    /// The console, which knows the keys and quotas that the file sets.
    let console: Console

    /// Puts what `settings` have under `arguments`, which are right.
    ///
    /// - Throws: a ``Fault`` of kind `configuration`.
    init(
        _ arguments: Arguments, _ settings: Result<Settings, Fault>, _ console: Console
    ) throws(Fault) {
        let given = Values(arguments)
        guard given.command.isConfigured else {
            values = given
            self.console = console.speaking(as: given)
            return
        }
        let settings = try settings.get()
        try settings.checkNames(arguments.grammar, console.environment.services)
        let environment = try console.environment.with(settings)
        values = try given.with(settings)
        self.console = console.speaking(as: values, environment)
    }
}

extension Console {
    /// The console that speaks as `values` say, in another environment or its own.
    func speaking(as values: Values, _ environment: Environment? = nil) -> Console {
        Console(
            environment: environment ?? self.environment, added: added,
            quiet: values.running.quiet, verbose: values.running.verbose,
            format: values.word(\.logFormat) ?? .text, signal: signal)
    }
}

extension Language {
    /// The language that options, settings or the locale ask for.
    ///
    /// A wrong value counts as none here. It is refused later, in the language found here.
    init(_ values: Values, _ settings: Settings?, _ environment: Environment) {
        let setting = Setting(OptionTable.shared.lang)
        let set = try? settings?.value(of: setting, for: values.command.name)?.0.first
        self =
            values.word(\.lang) ?? set.flatMap { Language(rawValue: $0) }
            ?? Language(locale: environment.locale)
    }
}

extension Environment {
    /// The name of the locale of messages, as POSIX finds it; empty if none is set.
    var locale: String { self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? "" }
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
        let table = OptionTable.shared
        let isLocal = [table.offline, table.replay, table.dryRun].contains { option in
            origin(of: option) != .standard || environment[option.variable] != nil
        }
        let source =
            has(\.source) ? text(\.source) : environment[table.source.variable]
        return !isLocal && Registry.policy(ofServiceSource: source ?? table.source.standard) != nil
    }
}
