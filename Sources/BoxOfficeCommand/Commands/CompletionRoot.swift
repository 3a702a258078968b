internal import ArgumentParser

/// The command line as shells complete it.
///
/// The parser's scripts offer at the top what the root command itself has. The options of the default
/// command are therefore options of the root here, and there is no default command.
struct CompletionRoot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bo-export", version: version,
        subcommands: BOExport.configuration.subcommands)

    @OptionGroup var options: ChartOptions

    /// Whether `arguments` are a call from a script, which asks for the values of an option.
    static func isAsked(by arguments: [String]) -> Bool { arguments.first == "---completion" }
}
