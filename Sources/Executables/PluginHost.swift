internal import Blocking
package import BoxOffice
package import Engine
internal import Glibc
internal import Synchronization

/// The limits of one run of a plugin.
package struct PluginLimits: Hashable, Sendable {
    /// The longest wait for a plugin that neither reads nor writes.
    package var silence = Duration.seconds(30)
    /// The longest total wait for a plugin; time spent on other work is not counted.
    package var whole = Duration.seconds(3600)
    /// The time a plugin has to exit after it was asked to, before it is killed.
    package var grace = Duration.milliseconds(500)
    /// The maximum number of bytes in a line of JSON other than the manifest.
    package var line = 1 << 20
    /// The maximum number of bytes in a manifest.
    package var manifest = 48 << 10
    /// The maximum number of bytes of rows in a source's answer to one request for a chart.
    package var answer = 16 << 20
    /// The maximum number of posters that a poster source may return for one film.
    package var posters = 100
    /// The maximum number of bytes that a plugin may write in total.
    package var output = 4 << 30
    /// The maximum number of lines logged from a plugin's standard error; the rest is dropped.
    package var logLines = 100
    /// True if the fault of a plugin that fails has the last of these lines.
    package var quotesLog = true
    /// The number of rows that are read from a source at a time.
    package var rows = 500
    /// The number of bytes after which a page of rows ends early.
    package var chunk = 256 << 10

    /// Creates the usual limits.
    package init() {}
}

/// The host of plugins that are executables: it starts them, exchanges messages with them, and ends
/// them.
package final class PluginHost: Sendable {
    /// The limits of one run of a plugin.
    package let limits: PluginLimits
    let secrets: PluginSecrets
    let environment: PluginEnvironment
    let log: @Sendable (_ plugin: String, _ line: String) -> Void
    private let processes = Mutex<[PluginProcess]>([])
    private let isCancelled = Mutex(false)

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - environment: the environment that plugins are started with.
    ///   - log: receives the lines of plugins' standard error; it must handle control characters.
    ///   - secrets: keeps the values of secret variables that plugins get out of messages.
    package init(
        limits: PluginLimits = PluginLimits(), environment: PluginEnvironment,
        log: @escaping @Sendable (_ plugin: String, _ line: String) -> Void,
        secrets: PluginSecrets = PluginSecrets()
    ) {
        self.limits = limits
        self.environment = environment
        self.log = log
        self.secrets = secrets
        // Writing to a plugin that has exited must not end this program.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Asks the plugin for its manifest.
    ///
    /// It is asked every time, because a manifest can depend on more than the executable.
    ///
    /// - Throws: a ``Fault`` if the plugin does not answer or the manifest is not valid.
    package func manifest(of file: PluginFile) async throws(Fault) -> PluginManifest {
        try await supervise { () async throws(Fault) in
            try await BlockingExecutor().run { () throws(Fault) in try self.ask(file) }
        }
    }

    /// Asks the plugins for their manifests, four plugins at a time.
    package func manifests(of files: [PluginFile]) async -> [Result<PluginManifest, Fault>] {
        let executors = (0..<4).map { _ in BlockingExecutor() }
        let tasks = files.enumerated().map { number, file in
            Task(executorPreference: executors[number % executors.count]) {
                Result { () throws(Fault) in try self.ask(file) }
            }
        }
        var manifests: [Result<PluginManifest, Fault>] = []
        for task in tasks { manifests.append(await task.value) }
        return manifests
    }

    /// Returns the quotas of the plugins that declare one, and the faults of those that cannot be
    /// asked.
    package func quotas(of files: [PluginFile]) async -> [Result<Quota, Fault>] {
        zip(files, await manifests(of: files)).compactMap { file, answer in
            switch answer {
            case .success(let manifest):
                PluginEndpoint(file: file, manifest: manifest, host: self).quota.map(Result.success)
            case .failure(let fault): .failure(fault)
            }
        }
    }

    /// Asks the plugin for its manifest; blocks.
    private func ask(_ file: PluginFile) throws(Fault) -> PluginManifest {
        try PluginManifest(try greet(file), of: file.kind, named: file.name)
    }

    /// Starts the plugin, returns its answer to the greeting, and ends it; blocks.
    func greet(_ file: PluginFile) throws(Fault) -> [UInt8] {
        let session = try start(file, variables: [])
        defer { session.abandon() }
        return try session.greet()
    }

    /// Runs `body` and ends every plugin afterwards, even if the run is cancelled.
    package func supervise<Value>(
        _ body: () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let outcome = await withTaskCancellationHandler { () async -> Result<Value, Fault> in
            do throws(Fault) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
            for process in processes.withLock({ $0 }) { process.cancel() }
        }
        _ = await BlockingExecutor().run { self.allLeftovers() }
        return try outcome.get()
    }

    /// Ends all running plugins.
    func endAll() {
        for process in processes.withLock({ $0 }) { process.end() }
    }

    /// Ends all plugins and returns what those that exited by themselves left running; blocks until
    /// all have ended.
    func allLeftovers() -> [PluginProcess.Leftovers] {
        endAll()
        let processes = processes.withLock { $0 }
        for process in processes { _ = process.waitForEnd(atMost: process.patience) }
        return processes.compactMap(\.leftovers)
    }

    /// Starts the plugin with those of the variables it asks for that it may have.
    func start(_ file: PluginFile, variables: [String]) throws(Fault) -> PluginSession {
        let given = environment.variables(for: file.name, asking: variables)
        for (name, value) in given where environment.isSecret(name, value) {
            secrets.hide(value)
            // A key of several lines would be logged line by line.
            let lines = value.split(whereSeparator: \.isNewline)
            for line in lines where line.utf8.count >= 8 { secrets.hide(String(line)) }
        }
        let session = try PluginSession(with: file, given, on: self)
        processes.withLock { processes in
            // Nothing else waits for failed processes before the end of the run.
            processes.removeAll { $0.isOver && $0.leftovers == nil }
            processes.append(session.process)
        }
        if isCancelled.withLock({ $0 }) { session.process.cancel() }
        return session
    }
}
