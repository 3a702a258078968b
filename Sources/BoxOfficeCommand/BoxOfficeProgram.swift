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
    ///   - details: sources of details, under the same rule; `--details-from` names those that are asked.
    public static func main(
        sources: [any Source] = [], formats: [any Format] = [],
        posters: [any PosterSource] = [], details: [any DetailsSource] = []
    ) -> Never {
        CurrentProcess.prepare()
        let signals = SignalWatch()
        let added = AddedPlugins(
            sources: sources, posters: posters, details: details, formats: formats)
        // The environment is read here alone, before there is a second thread.
        let environment = Environment.ofProcess(Registry.services(added))
        let (texts, fault) = CurrentProcess.arguments()
        let arguments = Arguments(texts, of: .program)
        do throws(Fault) {
            try CurrentProcess.requireProc()
            try ProcessLimits.start.require()
        } catch {
            let console = Console(environment: environment, added: added)
            Language.choose(Language(Values(arguments), nil, environment))
            console.report(error)
            let settings = try? Settings(
                at: Values(arguments).config, environment: environment)
            RunReport.tell(error, of: arguments, settings, console: console)
            _exit(ExitStatus.of(error.kind))
        }
        Task.detached {
            let status = await run(arguments, fault, added, environment, signals)
            // All work is done, and the exit handlers of libraries are not needed.
            fflush(nil)
            _exit(status)
        }
        signals.wait()
    }

    /// Carries out what the `arguments` ask for; `fault` is what is wrong with them as texts.
    private static func run(
        _ arguments: Arguments, _ fault: Fault?, _ added: AddedPlugins,
        _ environment: Environment, _ signals: SignalWatch
    ) async -> Int32 {
        let given = Values(arguments)
        // Everything else takes milliseconds, and so does libcurl. (Before the first task runs it would be
        // too early: the threads that tasks need cannot be made while the loader opens a library.) Where
        // limits are low, memory and descriptors are tried later, and nothing else may take any meanwhile.
        if given.mayAskService(environment), ProcessLimits.areWide { openLibraryEarly() }
        let settings = Result { () throws(Fault) in
            try Settings(at: given.config, environment: environment)
        }
        var console = Console(
            environment: environment, added: added, format: given.word(\.logFormat) ?? .text
        ) { signals.received }
        console.hide(arguments.possibleKeys)
        // Before anything is worded.
        Language.choose(Language(given, try? settings.get(), environment))
        // Once it has begun, the run writes its own report.
        var hasBegun = false
        do {
            if let fault { throw fault }
            try console.environment.checkText()
            if let answer = try answer(to: arguments) {
                try console.print(answer)
                return ExitStatus.success
            }
            if let fault = arguments.fault { throw fault }
            let values = try Values(arguments, settings, &console)
            for message in console.environment.unknownSettings where !values.quiet {
                console.warn("unknown-variable", message)
            }
            hasBegun = true
            let running = Task { [console] in
                try await values.command.run(values, console)
            }
            signals.onSignal { running.cancel() }
            let outcome = await running.result
            // A document that was committed before the signal could stop it is there, and done.
            if case .failure = outcome, let signal = signals.received {
                return ExitStatus.endedBy(signal: signal)
            }
            return try outcome.get()
        } catch {
            let fault =
                (error as? Fault) ?? Fault(.bug, "unknown-error", "\(error)", ko: "{1}")
            let hinted = arguments.hinting(fault)
            if fault.kind != .readerGone { console.report(hinted) }
            if !hasBegun {
                RunReport.tell(hinted, of: arguments, try? settings.get(), console: console)
            }
            return ExitStatus.of(fault.kind)
        }
    }

    /// What is printed for help, version, completion and its scripts; nil if a command is to run.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    private static func answer(to arguments: Arguments) throws(Fault) -> String? {
        if let answer = try Completion.answer(to: arguments.all, of: arguments.grammar) {
            return answer
        }
        switch arguments.request {
        case .run: return nil
        case .version: return "\(version)\n"
        case .help:
            if let fault = arguments.fault { throw fault }
            return arguments.isAboutProgram
                ? ProgramHelp.text(arguments.grammar, in: .current)
                : CommandHelp.text(of: arguments.command, arguments.grammar, in: .current)
        }
    }
}
