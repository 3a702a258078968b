internal import Blocking
package import BoxOffice
package import Engine
internal import Glibc
internal import Synchronization

/// What one run of a plugin may take.
package struct PluginLimits: Hashable, Sendable {
    /// How long the host waits for a plugin that neither reads nor writes.
    package var silence = Duration.seconds(30)
    /// How long the host waits for a plugin in all; time spent on others is not counted.
    package var whole = Duration.seconds(3600)
    /// How long a plugin that is asked to end may take before it is ended.
    package var grace = Duration.milliseconds(500)
    /// How long the last line on standard error waits for the plugin's end, whose reason it may be.
    package var hold = Duration.seconds(1)
    /// How many bytes a line of JSON may have, the manifest's aside.
    package var line = 1 << 20
    /// How many bytes a manifest may have.
    package var manifest = 48 << 10
    /// How many bytes of rows a source may give to one request for a chart.
    package var answer = 16 << 20
    /// How many posters a source of posters may give for one film.
    package var posters = 100
    /// How many bytes a plugin may write in all.
    package var output = 4 << 30
    /// How many lines a plugin may say on standard error; what follows is dropped.
    package var logLines = 100
    /// How many rows of a source are read together.
    package var rows = 500
    /// After how many bytes rows are read though they are fewer.
    package var chunk = 256 << 10

    /// The usual limits.
    package init() {}
}

/// The host of plugins that are executables: it starts them, talks with them, and ends them.
package final class PluginHost: Sendable {
    /// What one run of a plugin may take.
    package let limits: PluginLimits
    let secrets: PluginSecrets
    let environment: PluginEnvironment
    let log: @Sendable (_ plugin: String, _ line: String) -> Void
    private let processes = Mutex<[PluginProcess]>([])
    private let isCancelled = Mutex(false)

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - environment: what plugins are started with.
    ///   - log: takes what plugins say on standard error, line by line; it must see to control
    ///     characters.
    ///   - secrets: keeps the values of variables that plugins get out of messages.
    package init(
        limits: PluginLimits = PluginLimits(), environment: PluginEnvironment,
        log: @escaping @Sendable (_ plugin: String, _ line: String) -> Void,
        secrets: PluginSecrets = PluginSecrets()
    ) {
        self.limits = limits
        self.environment = environment
        self.log = log
        self.secrets = secrets
        // A plugin that has ended must not end the program that writes to it.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// What the plugin says of itself now.
    ///
    /// It is asked every time: a manifest can depend on more than the executable.
    ///
    /// - Throws: a ``Fault`` if it cannot be had or is none.
    package func manifest(of file: PluginFile) async throws(Fault) -> PluginManifest {
        try await supervise { () async throws(Fault) in
            try await BlockingExecutor().run { () throws(Fault) in try self.ask(file) }
        }
    }

    /// What the plugins say of themselves, or why that cannot be had; four are asked at a time.
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

    /// The quotas of those of the plugins that say that they have one, and the faults of those that
    /// cannot be asked.
    package func quotas(of files: [PluginFile]) async -> [Result<Quota, Fault>] {
        zip(files, await manifests(of: files)).compactMap { file, answer in
            switch answer {
            case .success(let manifest):
                PluginEndpoint(file: file, manifest: manifest, host: self).quota.map(Result.success)
            case .failure(let fault): .failure(fault)
            }
        }
    }

    /// Asks the plugin what it says of itself; blocks.
    private func ask(_ file: PluginFile) throws(Fault) -> PluginManifest {
        try PluginManifest(try greet(file), of: file.kind, named: file.name)
    }

    /// Starts the plugin, gives the line with which it answers the greeting, and ends it; blocks.
    func greet(_ file: PluginFile) throws(Fault) -> [UInt8] {
        let session = try start(file, variables: [])
        defer { session.abandon() }
        return try session.greet()
    }

    /// Does `body`, and ends every plugin afterwards, even if the run is cancelled.
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

    /// Blocks until `moment`, or until the run is cancelled, which is thrown.
    func wait(until moment: ContinuousClock.Instant) throws(Fault) {
        while case let left = ContinuousClock.now.duration(to: moment), left > .zero {
            if isCancelled.withLock({ $0 }) { throw .cancelledPlugin }
            usleep(UInt32(min(left, .milliseconds(50)) / .microseconds(1)))
        }
    }

    /// Ends all plugins that are running.
    func endAll() {
        for process in processes.withLock({ $0 }) { process.end() }
    }

    /// What plugins have left running when they ended by themselves; blocks until all have ended.
    func allLeftovers() -> [PluginProcess.Leftovers] {
        endAll()
        let processes = processes.withLock { $0 }
        for process in processes { _ = process.waitForEnd(atMost: process.patience) }
        return processes.compactMap(\.leftovers)
    }

    /// Starts the plugin with the variables that it asks for, as far as it may have them.
    func start(_ file: PluginFile, variables: [String]) throws(Fault) -> PluginSession {
        let given = environment.variables(for: file.name, asking: variables)
        for (name, value) in given where environment.isSecret(name, value) {
            secrets.hide(value)
            // A key of many lines is said line by line.
            let lines = value.split(whereSeparator: \.isNewline)
            for line in lines where line.utf8.count >= 8 { secrets.hide(String(line)) }
        }
        let session = try PluginSession(with: file, given, on: self)
        processes.withLock { processes in
            // Those that failed are waited for by nobody else before the run is over.
            processes.removeAll { $0.isOver && $0.leftovers == nil }
            processes.append(session.process)
        }
        if isCancelled.withLock({ $0 }) { session.process.cancel() }
        return session
    }

    /// Starts the plugin and greets it.
    ///
    /// - Throws: a ``Fault`` if it is not the plugin that `manifest` describes.
    func open(_ file: PluginFile, as manifest: PluginManifest) throws(Fault) -> PluginSession {
        let session = try start(file, variables: manifest.variables)
        session.hint = environment.hint(for: file.name, asking: manifest.variables)
        let line = try session.greet()
        guard try PluginManifest(line, of: file.kind, named: file.name) == manifest else {
            throw session.fault(
                .malformed, "plugin-manifest-changed",
                "its manifest is another one than before, in the same run")
        }
        return session
    }
}
