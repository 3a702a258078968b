internal import BoxOffice

extension Dialogue {
    /// A fault that names the plugin.
    func fault(_ kind: Fault.Kind, _ message: Message) -> Fault {
        process.isCancelled
            ? .cancelledPlugin
            : Fault(kind, "plugin-failed", "the plugin '\(file.name)': \(message)", hint: hint)
    }

    /// The fault of a plugin that did not want all that it was given.
    var hasNotReadEverything: Fault {
        fault(.malformed, "it ended before it had read everything")
    }

    /// What is wrong with a plugin that came to such an end; nil where nothing is.
    ///
    /// A plugin may say with its status what a status of this program says: 64 that it does not
    /// take an option, 65, 69, 71, 75, 77 and 78 as ever.
    func fault(after ending: PluginProcess.Ending) -> Fault? {
        switch ending {
        case .exited(0): return nil
        case .notStarted(let reason):
            return fault(.configuration, "it cannot be started: \(reason)")
        case .notStartedForLack(let reason):
            return fault(.outOfResources, "it cannot be started: \(reason)")
        case .lost:
            return fault(.unavailable, "the process that it runs below was killed\(lastWords)")
        case .signalled(let signal):
            return fault(.unavailable, "it was ended by signal \(signal)\(lastWords)")
        case .exited(let status):
            return fault(Fault.Kind(ofStatus: status), "it ended with status \(status)\(lastWords)")
        }
    }
}
