internal import BoxOffice

extension Environment {
    /// What is to be said of variables that look like settings and are none.
    ///
    /// They stop no run: they may be meant for another version of the program.
    var unknownSettings: [Message] {
        let prefix = "BO_EXPORT_"
        let names = settings.keys
        guard !names.isEmpty else { return [] }
        let known =
            Setting.all.map(\.variable) + ["config", "plugin-path"].map { Setting($0).variable }
        let services = Setting.services.map { $0.variable(prefix: "") }
        return names.filter { !known.contains($0) }.sorted().compactMap { name in
            let own = String(name.dropFirst(prefix.count))
            let meant = services.contains(own) ? own : known.nearestFirst(to: name).first
            return meant.map { "\(name) is no setting, and nothing comes of it; there is \($0)" }
        }
    }
}
