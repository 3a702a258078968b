internal import ArgumentParser
public import BoxOffice
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
    ///   - formats: exporters beside the built-in ones, under the same rule.
    public static func main(
        sources: [any Source] = [], formats: [any (Exporter & ~Copyable).Type] = []
    ) -> Never {
        Process.prepare()
        let signals = SignalWatch()
        let added = AddedPlugins(sources: sources, formats: formats)
        do throws(Fault) {
            try Process.requireProc()
            try ProcessLimits.start.require()
        } catch {
            let console = Console(environment: .ofProcess, added: added)
            console.report(error)
            RunReport.tell(error, of: Process.arguments().texts, console: console)
            _exit(ExitStatus.of(error.kind))
        }
        ThreadWatch.guarding {
            Task.detached {
                let status = await run(added, signals)
                // Whatever was to be finished is; what libraries would do at the end can be spared.
                fflush(nil)
                _exit(status)
            }
        }
        signals.wait()
    }

    private static func run(_ added: AddedPlugins, _ signals: SignalWatch) async -> Int32 {
        var console = Console(environment: .ofProcess, added: added) { signals.received }
        let (arguments, fault) = Process.arguments()
        // From then on the run itself sees to its report.
        var hasBegun = false
        do {
            if let fault { throw fault }
            try console.environment.checkText()
            let settings = usualSettings(arguments, console)
            let command: any RunnableCommand
            if case .success(let settings) = settings,
                let (configured, itsConsole) = configuredAtOnce(arguments, console, settings)
            {
                (command, console) = (configured, itsConsole)
            } else {
                var given = try BOExport.command(of: arguments)
                guard let runnable = given as? any RunnableCommand else {
                    try given.run()
                    return ExitStatus.success
                }
                console.heed(runnable.running)
                (command, console) = try configured(
                    runnable, arguments, console, settings)
            }
            if !command.running.quiet {
                for message in console.environment.unknownSettings { console.warn(message) }
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
            if fault.kind != .readerGone { console.report(fault) }
            if !hasBegun { RunReport.tell(fault, of: arguments, console: console) }
            return ExitStatus.of(fault.kind)
        } catch {
            let status = console.reportParsing(error)
            if status != ExitStatus.success {
                RunReport.tell(.notUnderstood(error), of: arguments, console: console)
            }
            return status
        }
    }
}

extension BoxOfficeProgram {
    /// What is set where settings usually are; nil where the arguments name another place.
    ///
    /// What is wrong with it is not thrown yet, for what is wrong with the arguments is said first.
    private static func usualSettings(
        _ arguments: [String], _ console: Console
    ) -> Result<Settings, Fault>? {
        guard !Setting("config").isGiven(in: arguments) else { return nil }
        return Result { () throws(Fault) in
            try Settings(at: nil, environment: console.environment)
        }
    }

    /// The same as ``configured(_:_:_:_:)`` where nothing is wrong and something is set, with the
    /// arguments looked at but once; nil in all other cases.
    private static func configuredAtOnce(
        _ arguments: [String], _ console: Console, _ settings: Settings
    ) -> (any RunnableCommand, Console)? {
        guard !settings.areEmpty,
            let type = BOExport.commandAndOwn(arguments).type as? any RunnableCommand.Type,
            let configured = try? ConfiguredArguments(arguments, for: type, settings),
            let command = configured.parsed as? any RunnableCommand,
            let environment = try? console.environment.with(settings)
        else { return nil }
        let console = Console(
            environment: environment, added: console.added, signal: console.signal)
        console.heed(command.running)
        return (command, console)
    }

    /// The command and its console with what is set: `settings`, or where those are nil what is in
    /// the place that the arguments name.
    private static func configured(
        _ command: any RunnableCommand, _ arguments: [String], _ console: Console,
        _ settings: Result<Settings, Fault>?
    ) throws(Fault) -> (any RunnableCommand, Console) {
        // A doctor must see what is wrong, and not stumble over it.
        if command is Doctor { return (command, console) }
        let settings =
            if let settings { try settings.get() } else {
                try Settings(at: command.running.config, environment: console.environment)
            }
        let console = Console(
            environment: try console.environment.with(settings), added: console.added,
            signal: console.signal)
        let configured = try ConfiguredArguments(arguments, for: type(of: command), settings)
        let command = try configured.command() as? any RunnableCommand ?? command
        console.heed(command.running)
        return (command, console)
    }
}

/// A command that does its work under the eyes of a console.
protocol RunnableCommand: ParsableCommand, Sendable {
    /// The options that every command has.
    var running: RunningOptions { get }

    /// The options that may be set in the environment and in a configuration file.
    static var settings: [Setting] { get }

    /// The command that `arguments`, which are its own, stand for, or one of the parser's that shows
    /// help.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand

    /// Does what the command is for, and gives the exit status.
    func run(console: Console) async throws(Fault) -> Int32
}

extension RunnableCommand {
    /// None, where a command does not say.
    static var settings: [Setting] { [] }

    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        try parseAsRoot(arguments)
    }
}
