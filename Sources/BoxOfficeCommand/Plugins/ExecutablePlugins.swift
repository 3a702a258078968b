internal import BoxOffice
internal import Executables

/// The executable plugins that a command can use.
struct ExecutablePlugins: Sendable {
    /// The host that starts them.
    let host: PluginHost
    /// The plugins that were found.
    let folders: PluginFolders
    /// The console that warns the user about a plugin.
    let console: Console

    /// Returns the name of the first format whose files have one of `endings`, or nil if there is
    /// none, and the endings of the formats asked so far.
    ///
    /// A plugin that does not answer does not prevent the others from being asked.
    func format(
        ofEndings endings: [String]
    ) async throws(Fault) -> (name: String?, known: [String]) {
        let files = folders.files.filter { $0.kind == .format }
        var known: [String] = []
        if !files.isEmpty { try ProcessLimits.plugin.require() }
        for file in files {
            do throws(Fault) {
                let format = try await ExecutableFormat(file, host: host)
                known += format.traits.fileEndings
                if !Set(known).isDisjoint(with: endings) { return (file.name, known) }
            } catch {
                if error.kind == .cancelled { throw error }
                console.advise(error)
            }
        }
        return (nil, known)
    }
}

extension Registry {
    /// Creates a registry of the built-in plugins and the executable ones.
    ///
    /// - Parameters:
    ///   - folders: the folders of `--plugin-dir`.
    ///   - asked: the names that the user chose: a refused file with one of these names is reported. If
    ///     one of them is an executable, the plugins named in `plugin-variables` must exist.
    ///   - isList: true if all plugins are wanted.
    ///   - seconds: the number of seconds that a plugin may neither read nor write.
    /// - Throws: a ``Fault`` of kind `usage` for a chosen folder that does not exist, and of kind
    ///   `configuration` for `plugin-variables` that are not valid.
    static func withExecutables(
        in folders: [String], asked: [String], isList: Bool = false, seconds: Int = 30,
        console: Console
    ) throws(Fault) -> Registry {
        var registry = try all(console)
        let host = try PluginHost.of(console, seconds: seconds)
        let folders = try PluginFolders(
            chosen: folders, path: console.environment["BO_EXPORT_PLUGIN_PATH"],
            dataFolder: console.environment.folder(.data),
            isBuiltIn: { registry.names(of: $0).contains($1) })
        registry.executables = ExecutablePlugins(host: host, folders: folders, console: console)
        let names = folders.files.map(\.name)
        // A run that uses no plugin may well run without the folder that they are in.
        if isList || names.contains(where: asked.contains) {
            let known = names + folders.refusals.compactMap(\.name)
            for entry in try console.environment.allowedVariables where !known.contains(entry.name)
            {
                let unknown = Fault.unknown(Message("plugin", ko: "플러그인"), entry.name, known: known)
                throw .wrong(entry.text, unknown.wording)
            }
        }
        let known = Set(registry.providerNames + registry.formatNames + names)
        for refusal in folders.refusals {
            // If there is no other plugin of that name, the error gives the reason.
            let isOfInterest =
                refusal.name.map { asked.contains($0) && known.contains($0) }
                ?? !known.isSuperset(of: asked)
            if isOfInterest { console.advise("plugin-refused", refusal.reason) }
        }
        return registry
    }

    /// Returns the executable plugins of that kind, or all of them.
    func files(of kind: PluginFile.Kind? = nil) -> [PluginFile] {
        (executables?.folders.files ?? []).filter { kind == nil || $0.kind == kind }
    }

    /// Runs `body`, and makes sure that no plugin is left running afterwards.
    func supervise<Result>(
        _ body: () async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        guard let host = executables?.host else { return try await body() }
        return try await host.supervise(body)
    }
}

extension PluginHost {
    /// Returns the host of this program's plugins, whose logs go to `console`, but not to an assistant:
    /// they may say anything.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` for `plugin-variables` that are not valid.
    static func of(_ console: Console, seconds: Int) throws(Fault) -> PluginHost {
        let environment = console.environment
        let allowed = try environment.allowedVariables
            .reduce(into: [:]) { $0[$1.name, default: []].append($1.variable) }
        var limits = PluginLimits()
        limits.silence = .seconds(seconds)
        limits.quotesLog = console.inquiry == nil
        // Those of services that this run does not ask, too, as far as they are in variables.
        for key in environment.services.compactMap(\.key) {
            if let text = environment[key.variable] { console.hide(Secret(text), of: key) }
        }
        var log = console
        log.inquiry = nil
        return PluginHost(
            limits: limits,
            environment: PluginEnvironment(
                environment.all, allowed: allowed, keys: environment.keyVariables),
            log: { [log] in log.note("plugin-log", "\($0): \($1)", ko: "{1}: {2}") },
            secrets: PluginSecrets(
                hide: { console.hide([$0]) }, redacted: { console.redacted($0) },
                blotKeys: { console.blotKeys(in: &$0) }))
    }
}

extension Environment {
    /// The user's variables that plugins may read: the setting `plugin-variables`, whose entries have
    /// the form `NAME:VARIABLE` and are separated by commas.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` for an entry of another form.
    fileprivate var allowedVariables: [(text: String, name: String, variable: String)] {
        get throws(Fault) {
            let entries = (self["BO_EXPORT_PLUGIN_VARIABLES"] ?? "").items.filter { !$0.isEmpty }
            return try entries.map { entry throws(Fault) in
                let parts = entry.split(
                    separator: ":", maxSplits: 1, omittingEmptySubsequences: false
                ).map { $0.trimming(\.isWhitespace) }
                let (name, variable) = (parts[0], parts.last ?? "")
                guard parts.count == 2, name.isPluginName,
                    variable == "*" || variable.isVariableName
                else {
                    throw .wrong(
                        entry,
                        Message(
                            "it is not the name of a plugin and of a variable",
                            ko: "플러그인 이름과 변수 이름이 아닙니다"))
                }
                return (entry, name, variable)
            }
        }
    }
}

extension String {
    /// True if the text can be the name of a variable in a shell.
    fileprivate var isVariableName: Bool {
        first?.isNumber == false
            && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}

extension Fault {
    fileprivate static func wrong(_ entry: String, _ reason: Message) -> Fault {
        Fault(
            .configuration, "wrong",
            "plugin-variables has '\(entry)': \(reason)",
            ko: "plugin-variables의 '{1}'{이/가} 잘못되었습니다: {2}",
            hint:
                "an entry is NAME:VARIABLE, a plugin and a variable it may read, or NAME:* for all except keys",
            hintKo: "항목을 NAME:VARIABLE(플러그인과 넘겨줄 변수) 또는 NAME:*(키를 뺀 모두)로 쓰세요"
        )
    }
}
