internal import ArgumentParser
internal import BoxOffice

/// A command that reports through a console.
protocol RunnableCommand: ParsableCommand, Sendable {
    /// The options that every command has.
    var running: RunningOptions { get }

    /// The options that may be set in the environment and in a configuration file.
    static var settings: [Setting] { get }

    /// Whether the settings of environment and configuration file apply to the command.
    static var isConfigured: Bool { get }

    /// The command that its own `arguments` make; one of the parser's if they ask for help.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand

    /// What parses its own arguments.
    static var parser: any ParsableArguments.Type { get }

    /// Does the work of the command and returns the exit status.
    func run(console: Console) async throws(Fault) -> Int32
}

extension RunnableCommand {
    /// The language alone, unless a command has more.
    static var settings: [Setting] { [RunningOptions.lang.setting] }

    /// They do, unless a command reads them itself.
    static var isConfigured: Bool { true }

    static var parser: any ParsableArguments.Type { Self.self }

    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        try parseAsRoot(arguments)
    }
}
