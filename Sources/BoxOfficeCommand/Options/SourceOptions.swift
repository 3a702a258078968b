internal import ArgumentParser
internal import BoxOffice

/// The options that say where answers come from.
struct SourceOptions: ParsableArguments {
    static let source = OptionDeclaration(
        "source", default: Registry.defaultSource.manifest.name, valueName: "name",
        help: "The source: kobis-json, kobis-xml, or sample (a recorded week; no key, no network).")
    @Option(source) var source: String

    static let jobs = OptionDeclaration(
        "jobs", default: 4, valueName: "n", help: "Requests sent at the same time, 1 to 64.")
    @Option(jobs) var jobs: Int

    static let timeout = OptionDeclaration(
        "timeout", default: 30, valueName: "seconds", help: "Seconds that one request may take.")
    @Option(timeout) var timeout: Int

    static let retries = OptionDeclaration(
        "retries", default: 3, valueName: "n",
        help:
            "How often to retry a request after a temporary failure, 0 to 20; at most 2 for a plugin."
    )
    @Option(retries) var retries: Int

    static let maxCalls = OptionDeclaration<Int?>(
        "max-calls", valueName: "n",
        help:
            "Send at most n requests to services and plugins, then end with status 75.")
    @Option(maxCalls) var maxCalls: Int?

    static let offline = OptionDeclaration(
        flag: "offline",
        help:
            "Use only what is in the archive and send no request; not with a plugin as the source.")
    @Flag(offline) var offline: Bool

    static let refresh = OptionDeclaration(
        flag: "refresh", help: "Request everything again, even what is in the archive.")
    @Flag(refresh) var refresh: Bool

    static let record = OptionDeclaration<String?>(
        "record", valueName: "folder", help: "Also save every good answer in this folder.")
    @Option(record) var record: String?

    static let replay = OptionDeclaration<String?>(
        "replay", valueName: "folder",
        help: "Read answers from this folder instead of the network.")
    @Option(replay) var replay: String?

    static let crossCheck = OptionDeclaration(
        flag: "cross-check", help: "Ask the JSON and the XML endpoint, and fail if they differ.")
    @Flag(crossCheck) var crossCheck: Bool

    static let keepGoing = OptionDeclaration(
        flag: "keep-going",
        help: "Write what is available and report what is missing, with exit status 2.")
    @Flag(keepGoing) var keepGoing: Bool

    static let pluginDir = OptionDeclaration<[String]>(
        "plugin-dir", valueName: "folder",
        help:
            "Also look for executable plugins in this folder; repeatable (see 'bo-export plugins')."
    )
    @Option(pluginDir) var pluginDir: [String]

    /// The settings of these options, in the order in which `doctor` shows them.
    static let settings = [
        source.setting, jobs.setting, timeout.setting, retries.setting, maxCalls.setting,
        offline.setting, refresh.setting, record.setting, replay.setting, crossCheck.setting,
        keepGoing.setting, pluginDir.setting,
    ]

    func validate() throws {
        guard (1...64).contains(jobs) else {
            throw InvalidOption("jobs-range", "--jobs takes a number from 1 to 64, not \(jobs)")
        }
        guard (1...3600).contains(timeout) else {
            throw InvalidOption(
                "timeout-range", "--timeout takes seconds from 1 to 3600, not \(timeout)")
        }
        guard (0...20).contains(retries) else {
            throw InvalidOption(
                "retries-range", "--retries takes a number from 0 to 20, not \(retries)")
        }
        guard (maxCalls ?? 1) >= 1 else {
            throw InvalidOption(
                "max-calls-range", "--max-calls takes a number from 1 up, not \(maxCalls ?? 0)")
        }
        guard [offline, refresh, replay != nil].count(where: { $0 }) <= 1 else {
            throw InvalidOption(
                "archive-modes", "--offline, --refresh and --replay cannot be used together")
        }
        guard record != "", replay != "" else {
            throw InvalidOption("recording-folders", "--record and --replay take a folder")
        }
        guard record == nil || replay == nil else {
            throw InvalidOption(
                "record-and-replay", "--record and --replay cannot be used together")
        }
    }
}
