internal import ArgumentParser
internal import BoxOffice

/// The options that every command has.
struct RunningOptions: ParsableArguments {
    static let config = OptionDeclaration<String?>(
        "config", valueName: "file",
        help:
            "The configuration. (default: config.json, .yaml or .yml in $XDG_CONFIG_HOME/bo-export)"
    )
    @Option(config) var config: String?

    static let quiet = OptionDeclaration(
        flag: "quiet", short: "q", help: "Print nothing but errors.")
    @Flag(quiet) var quiet: Bool

    static let verbose = OptionDeclaration(
        counted: "verbose", short: "v",
        help: "Print requests and answers; -vv prints all of HTTP.")
    @Flag(verbose) var verbose: Int

    static let logFormat = OptionDeclaration<LogFormat?>(
        "log-format", usual: "text", valueName: "text|json", help: "How messages are written.")
    @Option(logFormat) var logFormat: LogFormat?

    static let progress = OptionDeclaration<ProgressMode?>(
        "progress", usual: "auto", valueName: "auto|always|never",
        help: "A progress line during long work: on a terminal only (auto), always or never.")
    @Option(progress) var progress: ProgressMode?

    static let lang = OptionDeclaration<Language?>(
        "lang", valueName: "ko|en",
        help: "The language of help and messages. (default: that of the locale)")
    @Option(lang) var lang: Language?

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [
        quiet.setting, logFormat.setting, progress.setting, lang.setting,
    ]

    func validate() throws {
        guard !quiet || verbose == 0 else {
            throw InvalidOption(
                "quiet-and-verbose", "--quiet and --verbose cannot be used together")
        }
    }
}

/// How messages are written.
enum LogFormat: String, Choice, Sendable {
    case text, json
}

/// When the progress line of long work is shown.
enum ProgressMode: String, Choice, Sendable {
    case auto, always, never
}
