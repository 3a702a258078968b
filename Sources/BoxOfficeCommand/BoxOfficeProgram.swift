internal import ArgumentParser
public import BoxOffice
internal import Curl
internal import Glibc

/// The program `bo-export`: argv to exit status.
///
/// A program of your own that has more sources or formats is one call:
///
///     import BoxOfficeCommand
///
///     @main enum MyExport {
///         static func main() { BoxOfficeProgram.main(formats: [MyFormat.self]) }
///     }
///
/// It has the whole command line of `bo-export`, and `--source` and `--format` take the names of
/// your plugins, too.
public enum BoxOfficeProgram {
    /// Runs the program with the arguments of the process and ends the process.
    ///
    /// The work is done in a task; the main thread, from which this must be called, does nothing but
    /// wait for signals.
    ///
    /// - Parameters:
    ///   - sources: sources beside the built-in ones. One with the name of another is left out, with
    ///     a warning.
    ///   - formats: formats beside the built-in ones, under the same rule.
    ///   - posters: sources of posters beside the built-in ones, under the same rule; they are asked
    ///     behind those.
    public static func main(
        sources: [any Source] = [], formats: [any Format] = [],
        posters: [any PosterSource] = []
    ) -> Never {
        CurrentProcess.prepare()
        let signals = SignalWatch()
        let added = AddedPlugins(sources: sources, posters: posters, formats: formats)
        let (arguments, fault) = CurrentProcess.arguments()
        do throws(Fault) {
            try CurrentProcess.requireProc()
            try ProcessLimits.start.require()
        } catch {
            let environment = Environment.ofProcess(Registry.services(added))
            let console = Console(environment: environment, added: added)
            Language.choose(Language(GivenOptions(arguments), nil, environment))
            console.report(error)
            RunReport.tell(error, of: arguments, console: console)
            _exit(ExitStatus.of(error.kind))
        }
        let given = GivenArguments(arguments)
        Task.detached {
            let status = await run(given, fault, added, signals)
            // All work is done, and the exit handlers of libraries are not needed.
            fflush(nil)
            _exit(status)
        }
        signals.wait()
    }

    /// Carries out what is `given`; `fault` is what is wrong with the arguments as texts.
    private static func run(
        _ given: GivenArguments, _ fault: Fault?, _ added: AddedPlugins, _ signals: SignalWatch
    ) async -> Int32 {
        // Everything else takes milliseconds, and so does libcurl. (Before the first task runs it would be
        // too early: the threads that tasks need cannot be made while the loader opens a library.) Where
        // limits are low, the descriptors and threads that can be had are counted later, and nothing else may
        // take any meanwhile.
        if given.mayAskService, ProcessLimits.areWide { openLibraryEarly() }
        let environment = Environment.ofProcess(Registry.services(added))
        let arguments = given.all
        let options = GivenOptions(arguments)
        let settings = Settings.read(options, environment)
        var console = Console(environment: environment, added: added) { signals.received }
        // Before anything is worded.
        Language.choose(Language(options, try? settings.get(), environment))
        console.configure(logFormat: given.value(of: RunningOptions.logFormat.setting))
        // Once it has begun, the run writes its own report.
        var hasBegun = false
        do {
            if let fault { throw fault }
            try console.environment.checkText()
            let invocation = try Invocation(given, settings, console)
            guard let command = invocation.command as? any RunnableCommand else {
                var command = invocation.command
                try command.run()
                return ExitStatus.success
            }
            console = invocation.console
            if !command.running.quiet {
                for message in console.environment.unknownSettings {
                    console.warn("unknown-variable", message)
                }
            }
            hasBegun = true
            let running = Task { [command, console] in
                try await command.run(console: console)
            }
            signals.onSignal { running.cancel() }
            let outcome = await running.result
            // A document that was committed before the signal could stop it is there, and done.
            if case .failure = outcome, let signal = signals.received {
                return ExitStatus.endedBy(signal: signal)
            }
            return try outcome.get()
        } catch let fault as Fault {
            let fault = fault.hinting(for: given)
            if fault.kind != .readerGone { console.report(fault) }
            if !hasBegun { RunReport.tell(fault, of: arguments, console: console) }
            return ExitStatus.of(fault.kind)
        } catch {
            let refusal =
                Fault.notUnderstood(error, given.command._commandName)
                ?? given.unknownCommand.map { Fault.noCommand($0) }
            guard let refusal else { return console.showHelp(error) }
            let fault = (Misuse(given)?.fault ?? refusal).hinting(for: given)
            console.report(fault)
            RunReport.tell(fault, of: arguments, console: console)
            return ExitStatus.usage
        }
    }
}
