internal import ArgumentParser
internal import BoxOffice

/// A command with its options and its console: what arguments, environment and configuration file
/// come to.
struct Invocation {
    /// The command; one that is not runnable is the parser's own and shows help.
    let command: any ParsableCommand
    /// The console, which knows the keys and quotas that the file sets.
    let console: Console

    /// Parses `given` together with what `settings` have, if those could be read.
    ///
    /// What is wrong with the arguments is reported before what is wrong with the settings.
    ///
    /// - Throws: an error of the parser where the arguments are wrong or ask for help, or a
    ///   ``Fault`` of kind `configuration`.
    init(
        _ given: GivenArguments, _ settings: Result<Settings, Fault>, _ console: Console
    ) throws {
        let configured = Result { () throws(Fault) in
            let settings = try settings.get()
            try settings.checkNames(console.environment.services)
            return (
                environment: try console.environment.with(settings),
                arguments: try ConfiguredArguments(given, settings)
            )
        }
        let words = (try? configured.get().arguments.words) ?? []
        var refusal: (any Error)?
        do {
            command = try BOExport.command(of: given, with: words)
        } catch {
            guard !words.isEmpty else { throw error }
            command = try BOExport.command(of: given)
            refusal = error
        }
        try given.refuseRepeated()
        guard let runnable = command as? any RunnableCommand else {
            self.console = console
            return
        }
        console.configure(runnable.running)
        guard type(of: runnable).isConfigured else {
            self.console = console
            return
        }
        let (environment, arguments) = try configured.get()
        if let refusal { throw arguments.fault(for: refusal) }
        self.console = Console(
            environment: environment, added: console.added, signal: console.signal)
        self.console.configure(runnable.running)
    }
}
