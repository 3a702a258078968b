public import BoxOffice
internal import Curl
internal import Glibc

/// The program `bo-export`, from argv to exit status.
///
/// To build a program with more sources or formats, call ``main(sources:formats:posters:details:)``:
///
///     import BoxOfficeCommand
///
///     @main enum MyExport {
///         static func main() { BoxOfficeProgram.main(formats: [MyFormat()]) }
///     }
///
/// It has the whole command line of `bo-export`, and `--source` and `--format` also take the names
/// of your plugins.
public enum BoxOfficeProgram {
    /// Runs the program with the arguments of the process and ends the process.
    ///
    /// The work is done in a task; the main thread, which must call this, only waits for signals.
    ///
    /// - Parameters:
    ///   - sources: sources in addition to the built-in ones. One with the name of another is left
    ///     out, with a warning.
    ///   - formats: formats in addition to the built-in ones, under the same rule.
    ///   - posters: poster sources in addition to the built-in ones, under the same rule; they are
    ///     asked after those.
    ///   - details: sources of details, under the same rule; `--details-from` names the ones to ask.
    public static func main(
        sources: [any Source] = [], formats: [any Format] = [],
        posters: [any PosterSource] = [], details: [any DetailsSource] = []
    ) -> Never {
        CurrentProcess.prepare()
        let signals = SignalWatch()
        let added = AddedPlugins(
            sources: sources, posters: posters, details: details, formats: formats)
        // The environment is read only here, before there is a second thread.
        let environment = Environment.current(Registry.services(added))
        let (texts, fault) = CurrentProcess.arguments()
        let arguments = Arguments(texts)
        do throws(Fault) {
            try CurrentProcess.requireProc()
            try ProcessLimits.start.require()
        } catch {
            let console = Console(environment: environment, added: added)
            let given = Values(arguments)
            Language.choose(Language(given, nil, environment))
            console.report(error)
            let settings = try? Settings(at: given.text(\.config), environment: environment)
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

    /// Runs the `arguments`; `fault` is the error found in their texts, if any.
    private static func run(
        _ arguments: Arguments, _ fault: Fault?, _ added: AddedPlugins,
        _ environment: Environment, _ signals: SignalWatch
    ) async -> Int32 {
        let given = Values(arguments)
        // Everything else takes milliseconds, and so does libcurl. (Opening it before the first
        // task runs would be too early: threads for tasks cannot be created while the loader opens
        // a library.) Where limits are low, memory and descriptors are checked later, and nothing
        // else may use any until then.
        if given.mayAskService(environment), ProcessLimits.areWide { openLibraryEarly() }
        let settings = Result { () throws(Fault) in
            try Settings(at: given.text(\.config), environment: environment)
        }
        let own: LogFormat? = given.has(\.logFormat) ? given.word(\.logFormat) : nil
        let set = try? settings.get().value(
            of: Setting(OptionTable[\.logFormat]), for: given.command.name)
        var console = Console(
            environment: environment, added: added,
            format: own ?? set?.texts.last.flatMap(LogFormat.init) ?? .text
        ) { signals.received }
        console.hide(arguments.possibleKeys)
        // Before any message is rendered.
        Language.choose(Language(given, try? settings.get(), environment))
        // Once the run has begun, it writes its own report.
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
            for message in console.environment.unknownSettings {
                console.advise("unknown-variable", message)
            }
            hasBegun = true
            let running = Task { [console] in
                try await values.command.run(values, console)
            }
            signals.onSignal { running.cancel() }
            let outcome = await running.result
            // A document that was committed before the signal could stop it is complete.
            if case .failure = outcome, let signal = signals.received {
                fflush(nil)
                SignalWatch.end(by: signal)
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

    /// Returns the text of help, version, completion or its scripts; nil if a command is to run.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    private static func answer(to arguments: Arguments) throws(Fault) -> String? {
        if let answer = try Completion.answer(to: arguments.all) {
            return answer
        }
        switch arguments.request {
        case .run: return nil
        case .version: return "\(version)\n"
        case .help:
            if let fault = arguments.fault { throw fault }
            if let term = arguments.term { return term.page(in: .current) }
            return arguments.isAboutProgram
                ? ProgramHelp.text(in: .current)
                : CommandHelp.text(of: arguments.command, in: .current)
        }
    }
}
