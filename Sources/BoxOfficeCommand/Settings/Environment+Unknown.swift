internal import BoxOffice

extension Environment {
    /// Warnings about variables that look like settings but are none.
    ///
    /// They stop no run: another version of the program may have them.
    var unknownSettings: [Message] {
        let names = settings.keys
        guard !names.isEmpty else { return [] }
        let others = [RunningOptions.config.setting, Setting("plugin-path")]
        let known = (Setting.all(services) + others).map(\.variable)
        let ofServices = services.flatMap(\.settings).map(\.variable)
        return names.filter { !known.contains($0) }.sorted().compactMap { name in
            let own = String(name.dropFirst("BO_EXPORT_".count))
            let meant = ofServices.contains(own) ? own : known.nearestFirst(to: name).first
            return meant.map {
                Message(
                    "unknown-variable",
                    "\(name) is no setting, and nothing comes of it; there is \($0)")
            }
        }
    }
}
