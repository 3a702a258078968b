internal import ArgumentParser

/// The options that say where answers come from.
struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The source: kobis-json, kobis-xml, or sample (a recorded week; no key, no network).",
            valueName: "name"))
    var source = "kobis-json"

    @Option(help: ArgumentHelp("Requests under way at once, 1 to 64.", valueName: "n"))
    var jobs = 4

    @Option(help: ArgumentHelp("Seconds that one request may take.", valueName: "seconds"))
    var timeout = 30

    @Option(
        help: ArgumentHelp(
            "How often a request is sent again that failed in a way that may pass, 0 to 20; one to a "
                + "plugin at most twice.",
            valueName: "n"))
    var retries = 3

    @Option(
        help: ArgumentHelp(
            "Send at most so many requests, to services and plugins, then end with status 75.",
            valueName: "n"))
    var maxCalls: Int?

    @Flag(
        help: "Take everything from the archive, and ask nobody; not with a plugin as the source.")
    var offline = false

    @Flag(help: "Ask for everything anew, whatever the archive has.")
    var refresh = false

    @Option(
        help: ArgumentHelp("Keep every good answer in that folder as well.", valueName: "folder"))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Take answers from that folder instead of the network.", valueName: "folder"))
    var replay: String?

    @Flag(help: "Ask the JSON and the XML endpoint, and fail where they differ.")
    var crossCheck = false

    @Flag(help: "Write what can be had; what is missing is reported, with exit status 2.")
    var keepGoing = false

    @Option(help: .pluginFolder) var pluginDir: [String] = []

    func validate() throws {
        guard (1...64).contains(jobs) else {
            throw ValidationError("--jobs takes a number from 1 to 64, not \(jobs)")
        }
        guard (1...3600).contains(timeout) else {
            throw ValidationError("--timeout takes seconds from 1 to 3600, not \(timeout)")
        }
        guard (0...20).contains(retries) else {
            throw ValidationError("--retries takes a number from 0 to 20, not \(retries)")
        }
        guard (maxCalls ?? 1) >= 1 else {
            throw ValidationError("--max-calls takes a number from 1 up, not \(maxCalls ?? 0)")
        }
        guard [offline, refresh, replay != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--offline, --refresh and --replay cannot be used together")
        }
        guard record != "", replay != "" else {
            throw ValidationError("--record and --replay take a folder")
        }
        guard record == nil || replay == nil else {
            throw ValidationError("--record and --replay cannot be used together")
        }
    }
}
