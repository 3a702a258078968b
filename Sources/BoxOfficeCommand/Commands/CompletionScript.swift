internal import ArgumentParser
internal import BoxOffice

/// `bo-export --generate-completion-script SHELL`: what a shell reads to complete the command line.
///
/// The parser writes the script, too, but makes it three times and knows no options at the top.
struct CompletionScript: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bo-export", _superCommandName: "bo-export")

    @Option(name: .customLong("generate-completion-script")) var shell: String

    @OptionGroup var running: RunningOptions

    /// They do not: a script is the same whatever is set.
    static let isConfigured = false

    /// Whether `arguments` ask for the script of a shell that they name.
    static func isAsked(by arguments: [String]) -> Bool {
        guard let first = arguments.first, first.hasPrefix("--generate-completion-script") else {
            return false
        }
        return arguments.count > 1 || first.contains("=")
    }

    func run(console: Console) async throws(Fault) -> Int32 {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw .unknown("shell", shell, known: ["bash", "zsh", "fish"])
        }
        try console.print(CompletionRoot.completionScript(for: shell) + "\n")
        return ExitStatus.success
    }
}
