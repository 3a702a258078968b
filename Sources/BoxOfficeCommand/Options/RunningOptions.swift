internal import ArgumentParser

/// The options that every command has.
struct RunningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration. (default: config.json, .yaml or .yml in $XDG_CONFIG_HOME/bo-export)",
            valueName: "file"))
    var config: String?

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what is asked and what comes back; -vv, all of HTTP.")
    var verbose: Int

    @Option(
        help: ArgumentHelp("How messages are written. (default: text)", valueName: "text|json"))
    var logFormat: LogFormat?

    @Option(
        help: ArgumentHelp(
            "A line about long work: on a terminal, always or never. (default: auto)",
            valueName: "auto|always|never"))
    var progress: ProgressMode?

    func validate() throws {
        guard !quiet || verbose == 0 else {
            throw ValidationError("--quiet and --verbose cannot be used together")
        }
    }
}

/// How messages are written.
enum LogFormat: String, Choice, Sendable {
    case text, json
}

/// Whether a line tells how far long work has come.
enum ProgressMode: String, Choice, Sendable {
    case auto, always, never
}
