internal import Blocking
package import BoxOffice
internal import Glibc
internal import Synchronization

/// The host of plugins that are executables: it starts them, talks with them, and ends them.
package final class PluginHost: Sendable {
    /// What one run of a plugin may take.
    package let limits: PluginLimits
    let environment: PluginEnvironment
    private let cache: ManifestCache
    private let log: @Sendable (_ plugin: String, _ line: String) -> Void
    let secrets: PluginSecrets
    private let executor = BlockingExecutor()
    private let processes = Mutex<[PluginProcess]>([])
    /// What plugins that are not among the processes any more have left running.
    private let leftovers = Mutex<[PluginProcess.Leftovers]>([])
    private let isCancelled = Mutex(false)

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - environment: what plugins are started with.
    ///   - cacheFolder: where manifests are kept, or nil.
    ///   - log: takes what plugins say on standard error, line by line; it must see to control
    ///     characters.
    ///   - secrets: keeps the values of variables that plugins get out of messages.
    package init(
        limits: PluginLimits = PluginLimits(), environment: PluginEnvironment,
        cacheFolder: String?, log: @escaping @Sendable (_ plugin: String, _ line: String) -> Void,
        secrets: PluginSecrets = PluginSecrets()
    ) {
        self.limits = limits
        self.environment = environment
        self.log = log
        self.secrets = secrets
        cache = ManifestCache(folder: cacheFolder)
        // A plugin that has ended must not end the program that writes to it.
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// What the plugin says of itself, kept from before or asked for now: good enough for a list.
    ///
    /// - Throws: a ``Fault`` if it cannot be had or is none.
    package func manifest(of file: PluginFile) async throws(Fault) -> PluginManifest {
        try await executor.run { () throws(Fault) in
            if let line = self.cache.line(of: file),
                let kept = try? PluginManifest(line, of: file.kind, named: file.name)
            {
                return kept
            }
            return try self.ask(file)
        }
    }

    /// What the plugin says of itself now, by which it is used.
    ///
    /// A kept manifest is not enough there: it can depend on more than the executable, and options
    /// and columns are chosen by it before anything is written.
    ///
    /// - Throws: a ``Fault`` if it cannot be had or is none.
    package func currentManifest(of file: PluginFile) async throws(Fault) -> PluginManifest {
        try await executor.run { () throws(Fault) in try self.ask(file) }
    }

    /// Asks the plugin what it says of itself, and keeps that; blocks.
    private func ask(_ file: PluginFile) throws(Fault) -> PluginManifest {
        cache.drop(file)
        let session = try start(file, variables: [])
        defer { session.abandon() }
        let line = try session.greet()
        let manifest = try PluginManifest(line, of: file.kind, named: file.name)
        cache.keep(line, of: file)
        return manifest
    }

    /// Does `body`, and ends every plugin afterwards, even if the run is cancelled.
    package func supervise<Result>(
        _ body: () async throws(Fault) -> Result
    ) async throws(Fault) -> Result {
        let outcome = await withTaskCancellationHandler {
            await withOutcome(of: body)
        } onCancel: {
            isCancelled.withLock { $0 = true }
            for process in processes.withLock({ $0 }) { process.cancel() }
        }
        for process in processes.withLock({ $0 }) {
            process.end()
            await process.reaped()
        }
        return try outcome.get()
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
        return leftovers.withLock { $0 } + processes.compactMap(\.leftovers)
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
        let session = try PluginSession(
            with: file, given, in: environment.temporaryFolder, limits: limits, secrets: secrets
        ) { [log] line in
            log(file.name, line)
        }
        processes.withLock { processes in
            let ended = processes.filter { $0.ending != nil }
            leftovers.withLock { $0 += ended.compactMap(\.leftovers) }
            processes.removeAll { process in ended.contains { $0 === process } }
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
            cache.drop(file)
            throw session.fault(
                .malformed, "plugin-manifest-changed",
                "its manifest is another one than before, in the same run")
        }
        return session
    }
}

/// What came of `body`.
private func withOutcome<Value>(
    of body: () async throws(Fault) -> Value
) async -> Result<Value, Fault> {
    do throws(Fault) {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}
