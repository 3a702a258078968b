internal import ArgumentParser
internal import BoxOffice
internal import BoxOfficeConformance
internal import Executables

/// `bo-export plugins`: lists every source and format, and checks executables.
struct Plugins: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", _superCommandName: "bo-export",
        abstract: .help(
            "plugins", "Every source and format, with the options that -O takes."),
        usage: """
            bo-export plugins [NAME] [OPTIONS]
            bo-export plugins check PATH [OPTIONS]
            """,
        discussion: .help(
            "plugins.discussion",
            """
            Executables called bo-export-source-NAME, bo-export-format-NAME or \
            bo-export-posters-NAME are plugins if they are in a folder of --plugin-dir, of \
            BO_EXPORT_PLUGIN_PATH (with colons between folders), or in \
            ~/.local/share/bo-export/plugins.

            EXAMPLES
              bo-export plugins
              bo-export plugins csv
              bo-export plugins --plugin-dir plugins --json
              bo-export plugins check plugins/bo-export-format-mediawiki
            """),
        subcommands: [PluginList.self, PluginChecks.self], defaultSubcommand: PluginList.self)
}

/// `bo-export plugins [NAME]`.
struct PluginList: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: .help("plugins.list", "All plugins, or one with its columns. (default)"),
        usage: "bo-export plugins [NAME] [OPTIONS]")

    @Argument(
        help: ArgumentHelp("plugins.name", "Only the plugins of that name.", valueName: "name"))
    var name: String?

    static let json = OptionDeclaration(flag: "json", help: "Write JSON, for programs.")
    @Flag(json) var json: Bool

    @Option(SourceOptions.pluginDir) var pluginDir: [String]

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let registry = try Registry.withExecutables(
            in: pluginDir, asked: name.map { [$0] } ?? [], isList: true, isQuiet: true,
            console: console)
        for refusal in registry.executables?.folders.refusals ?? []
        where name == nil || refusal.name == name {
            console.warn("plugin-refused", refusal.reason)
        }
        var entries = registry.builtInEntries
        for file in registry.executables?.folders.files ?? [] where name == nil || file.name == name
        {
            do throws(Fault) {
                if let host = registry.executables?.host {
                    let manifest =
                        try await name == nil
                        ? host.manifest(of: file) : host.currentManifest(of: file)
                    entries.append(PluginEntry(of: manifest, file))
                }
            } catch {
                guard name == nil, error.kind != .cancelled else { throw error }
                console.warn(
                    error.code,
                    Message("of-plugin-file", "\(error.wording) ('\(file.path)')"))
            }
        }
        if let name {
            let known =
                entries.map(\.manifest.name)
                + (registry.executables?.folders.files.map(\.name) ?? [])
            entries = entries.filter { $0.manifest.name == name }
            guard !entries.isEmpty else { throw .unknown("plugin", name, known: known) }
        }
        try console.print(
            json
                ? PluginEntry.json(entries)
                : entries.map { $0.text(withColumns: name != nil, console) }.joined())
        return ExitStatus.success
    }
}

/// `bo-export plugins check`.
struct PluginChecks: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: .help(
            "plugins.check",
            "Run an executable plugin as an export does, and report what it does wrong."),
        usage: "bo-export plugins check PATH [OPTIONS]",
        discussion: .help(
            "plugins.check.discussion",
            """
            The check tries the ends of every option's range, other texts, rows after the end and \
            empty documents, and looks for processes that are left running. All of it may take \
            --total seconds; what was not checked by then counts as wrong. The status is 0 if \
            nothing is wrong, else 65.

            EXAMPLES
              bo-export plugins check ./bo-export-format-mediawiki
            """))

    @Argument(
        help: ArgumentHelp("plugins.path", "The executable.", valueName: "path"),
        completion: .file())
    var path: String

    @OptionGroup(title: "Running") var running: RunningOptions

    static let timeout = OptionDeclaration(
        "timeout", key: "check.timeout", default: 10, valueName: "seconds",
        help: "Seconds that the executable may be idle, neither reading nor writing.")
    @Option(timeout) var timeout: Int

    static let total = OptionDeclaration(
        "total", default: 300, valueName: "seconds", help: "Seconds that the whole check may take.")
    @Option(total) var total: Int

    func validate() throws {
        guard (1...3600).contains(timeout) else {
            throw InvalidOption(
                "timeout-range", "--timeout takes seconds from 1 to 3600, not \(timeout)")
        }
        guard (1...86_400).contains(total) else {
            throw InvalidOption(
                "total-range", "--total takes seconds from 1 to 86400, not \(total)")
        }
    }

    func run(console: Console) async throws(Fault) -> Int32 {
        let file: PluginFile
        do throws(PluginRefusal) {
            file = try PluginFile(at: path)
        } catch {
            throw Fault(.malformed, "plugin-refused", error.reason)
        }
        if let concern = file.concern, !running.quiet {
            console.warn("plugin-group-writable", concern)
        }
        let host = try PluginHost.of(console, seconds: timeout)
        let today = CurrentProcess.now().dayInSeoul
        let findings = try await host.supervise { () async throws(Fault) in
            try await PluginCheck(
                of: file, host: host, today: today, atMost: .seconds(total)
            ).findings()
        }
        var text = ""
        for finding in findings {
            let line =
                finding.problem.map { Message("finding-wrong", "wrong  \(finding.what): \($0)") }
                ?? Message("finding-ok", "ok     \(finding.what)")
            text += console.text(of: line) + "\n"
        }
        try console.print(text)
        let wrong = findings.filter { $0.problem != nil }.count
        guard wrong > 0 else { return ExitStatus.success }
        throw Fault(
            .malformed, "plugin-check-failed",
            "'\(path)' does \(wrong) of \(findings.count) things wrong",
            hint: findings.lazy.compactMap(\.hint).first
                ?? "PluginProtocol.md describes the protocol")
    }
}

extension String {
    /// The text with spaces behind it up to `width` cells of a terminal; Hangul takes two each.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth()(self)))
    }
}
