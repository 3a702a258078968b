internal import ArgumentParser
internal import BoxOffice
internal import Glibc

/// The program: argv to exit status.
@main
enum Main {
    /// Does the work in a task; the main thread does nothing but wait for signals.
    static func main() {
        Process.prepare()
        let signals = SignalWatch()
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task.detached { exit(await run(arguments, signals)) }
        signals.wait()
    }

    private static func run(_ arguments: [String], _ signals: SignalWatch) async -> Int32 {
        let console = Console(environment: .ofProcess)
        do {
            // Such arguments arrive changed, so that a file would be written under another name.
            guard !arguments.contains(where: { $0.contains("\u{FFFD}") }) else {
                throw Fault(.usage, "an argument is not UTF-8")
            }
            var command = try BOExport.parseAsRoot(arguments)
            guard let command = command as? any RunnableCommand else {
                try command.run()
                return ExitStatus.success
            }
            let running = Task { try await command.run(console: console) }
            signals.onSignal { running.cancel() }
            let outcome = await running.result
            // A document that was committed before the signal could stop it is there, and done.
            if case .failure = outcome, let signal = signals.received {
                return ExitStatus.endedBy(signal: signal)
            }
            return try outcome.get()
        } catch let fault as Fault {
            if fault.kind != .readerGone { console.report(fault) }
            return ExitStatus.of(fault.kind)
        } catch {
            return console.reportParsing(error)
        }
    }
}

/// A command that does its work under the eyes of a console.
protocol RunnableCommand: ParsableCommand, Sendable {
    /// Does what the command is for, and gives the exit status.
    func run(console: Console) async throws(Fault) -> Int32
}
