internal import ArgumentParser
internal import BoxOffice
internal import Curl
internal import Storage

/// `bo-export doctor`: checks that everything a run needs is set up.
struct Doctor: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "bo-export",
        abstract: .help("doctor", "What is set up, where it comes from, and whether it works."),
        discussion: .help(
            "doctor.discussion",
            """
            Shows every setting in force and where it comes from, the keys (never their text), the \
            folders, the archive and the calls made today, and proves with a made-up key that keys \
            are blotted out of what the program says. With --online it asks KOBIS once. \
            The status is that of the first thing that would stop a run.

            EXAMPLES
              bo-export doctor
              bo-export doctor --online
            """))

    static let online = OptionDeclaration(
        flag: "online", help: "Ask KOBIS for one chart, which costs one call.")
    @Flag(online) var online: Bool

    @OptionGroup(title: "Running") var running: RunningOptions

    /// They do not: the doctor must find what is wrong with them, not fail because of it.
    static let isConfigured = false

    func run(console: Console) async throws(Fault) -> Int32 {
        var findings = Findings(console: console)
        let today = CurrentProcess.now().dayInSeoul
        try findings.tell("program", "bo-export \(version), \(curlVersion)")
        try findings.tell("today", "\(today) in Seoul")
        let registry = try Registry.all(console)
        if let source = registry.sources.first {
            do throws(Fault) {
                _ = try PeriodSelection().periods(
                    of: .daily, today: today, holdings: source.holdings)
            } catch {
                try findings.tell(error)
            }
        }
        let environment = try await settings(&findings, console)
        let needed = registry.sources.first?.service
        for service in registry.services {
            try await check(
                service, isNeeded: service == needed, environment, &findings, console)
        }
        for folder in Environment.Folder.allCases {
            let path = environment.folder(folder)
            let state = path.map { SmallFile.isThere($0) ? "" : " (not there yet)" } ?? ""
            try findings.tell("\(folder.rawValue)", (path ?? "none: HOME is not set") + state)
        }
        if let archive = environment.archive {
            let total = try archive.status(on: today).total
            try findings.tell(
                "archive",
                "\(total.answers) answers, \(total.good) of use today, "
                    + "\(total.damaged) damaged")
        }
        try proveRedaction(&findings, environment)
        if online { try await ask(needed, environment, &findings) }
        return findings.status
    }

    /// Shows every setting and where it comes from.
    private func settings(
        _ findings: inout Findings, _ console: Console
    ) async throws(Fault) -> Environment {
        let settings: Settings
        do throws(Fault) {
            settings = try Settings(at: running.config, environment: console.environment)
        } catch {
            try findings.tell(error)
            return console.environment
        }
        try findings.tell("config", settings.path ?? "no file")
        for setting in Setting.all(console.environment.services) {
            do throws(Fault) {
                let (values, origin) =
                    try settings.value(of: setting, for: "")
                    .map { ($0.0.joined(separator: ", "), "\($0.1)") } ?? (
                        setting.standard, "default"
                    )
                try findings.tell("  \(setting.name)", "\(values)  (\(origin))")
            } catch {
                try findings.tell(error)
            }
        }
        try await check(settings, &findings, console)
        if let path = settings.path, SmallFile.isReadableByOthers(path) {
            for key in console.environment.services.compactMap(\.key) {
                let setting = Setting(variable: key.variable)
                guard try settings.text(of: setting) != nil else { continue }
                console.warn(
                    "key-file-readable",
                    "'\(path)' holds a key and can be read by others; chmod 600 keeps them out")
                break
            }
        }
        return try console.environment.with(settings)
    }

    /// Checks whether the commands take what is set for them.
    private func check(
        _ settings: Settings, _ findings: inout Findings, _ console: Console
    ) async throws(Fault) {
        var told: Set<String> = []
        // One command of each kind, and those that have a section of their own.
        for type in BOExport.configuration.subcommands {
            let name = type._commandName
            guard name == "daily" || name == "movies" || settings.sections.contains(name),
                let type = type as? any RunnableCommand.Type
            else { continue }
            do throws(Fault) {
                // Some commands need a code.
                let words = type is any CodeCommand.Type || name == "codes" ? [name, "0"] : [name]
                let given = GivenArguments(words)
                let configured = try ConfiguredArguments(given, settings)
                let command: any ParsableCommand
                do {
                    command = try BOExport.command(of: given, with: configured.words)
                } catch {
                    throw configured.fault(for: error)
                }
                guard let daily = command as? Daily else { continue }
                let registry = try Registry.withExecutables(
                    in: daily.options.origin.pluginDir,
                    asked: [daily.options.origin.source, daily.options.output.usualFormat]
                        .compactMap(\.self),
                    isQuiet: true,
                    console: Console(
                        environment: console.environment.with(settings), added: console.added))
                let source = try await registry.source(named: daily.options.origin.source)
                if let top = daily.options.films.top { try source.policy.check(top: top) }
                let format = try await registry.format(
                    named: registry.formatChoice(for: daily.options.output).name)
                _ = try daily.options.output.options(for: format.manifest)
            } catch {
                if told.insert(error.message).inserted { try findings.tell(error) }
            }
        }
    }

    /// Checks whether `service` can be asked.
    private func check(
        _ service: Service, isNeeded: Bool, _ environment: Environment,
        _ findings: inout Findings, _ console: Console
    ) async throws(Fault) {
        do throws(Fault) {
            try findings.tell(service.name, try environment.address(of: service))
            guard let key = service.key else { return }
            guard let secret = try environment.secret(of: key),
                let location = environment.location(of: key)
            else {
                let fault = Fault(
                    .configuration, "no-key", "there is no key: \(key.variable) is not set")
                if isNeeded { try findings.tell(fault) } else { try findings.tell("  key", "none") }
                return
            }
            console.hide(secret)
            try findings.tell("  key", "\(secret.text.utf8.count) characters  (\(location))")
            if let folder = environment.folder(.state),
                let quota = try Quota(of: service, under: secret, environment)
            {
                let ledger = QuotaLedger(at: "\(folder)/quota", now: CurrentProcess.now)
                let use = try await ledger.use(of: quota)
                try findings.tell("  calls", "\(use.calls) of \(quota.limit) made today")
            }
        } catch {
            try findings.tell(error)
        }
    }

    /// Writes a made-up key in all forms, and checks that none of them can be seen.
    private func proveRedaction(
        _ findings: inout Findings, _ environment: Environment
    ) throws(Fault) {
        let canary = "c4n4ry+\(CurrentProcess.now().secondsSince1970)/=&"
        let console = Console(environment: environment)
        console.hide(Secret(canary))
        let said = console.redacted(
            "\(canary) \(canary.percentEncoded) \(canary.percentEncoded.lowercased())")
        guard said == "*** *** ***" else {
            return try findings.tell(
                Fault(.bug, "key-visible", "a key was not blotted out of a message"))
        }
        try findings.tell("keys", "a made-up key was blotted out, in every form it travels in")
    }

    /// Asks the service of the default source for one chart.
    private func ask(
        _ service: Service?, _ environment: Environment, _ findings: inout Findings
    ) async throws(Fault) {
        guard let origin = try? SourceOptions.parse(["--refresh"]),
            let output = try? OutputOptions.parse(["--output", "/dev/null"])
        else { throw Fault(.bug, "doctor-options", "the doctor's own options are not understood") }
        let console = Console(environment: environment)
        do throws(Fault) {
            let run = ExportRun(origin, output, running)
            _ = try await run.run(console: console) { source, today throws(Fault) in
                let day = Period(of: .daily, containing: today.advanced(by: -2))
                return .chart(ChartQuery(periods: Periods(from: day, to: day)))
            }
            try findings.tell(service?.title ?? "source", "answers")
        } catch {
            try findings.tell(error)
        }
    }
}

/// What the doctor found, printed line by line.
private struct Findings {
    let console: Console
    /// The status of the first fault.
    private(set) var status = ExitStatus.success

    init(console: Console) {
        self.console = console
    }

    func tell(_ name: String, _ text: String) throws(Fault) {
        try console.print("\(name.padded(to: 16)) \(text)\n")
    }

    mutating func tell(_ fault: Fault) throws(Fault) {
        console.report(fault)
        if status == ExitStatus.success { status = ExitStatus.of(fault.kind) }
    }
}
