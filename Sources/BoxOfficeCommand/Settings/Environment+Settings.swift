internal import BoxOffice
internal import Storage

extension Environment {
    /// The environment with what `settings` have for services and for the whole program, where it
    /// does not set that itself.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where a setting has no value of its kind.
    func with(_ settings: Settings) throws(Fault) -> Environment {
        guard !settings.areEmpty else { return self }
        var environment = self
        for service in services {
            for setting in service.settings {
                guard let text = try settings.text(of: setting), self[setting.variable] == nil
                else { continue }
                if let key = service.key, service.keyVariables.contains(setting.variable),
                    try hasKey(key)
                {
                    continue
                }
                environment.set(setting.variable, to: text)
            }
        }
        for setting in Setting.global(services) {
            if let (values, _) = try settings.value(of: setting, for: "") {
                environment.set(setting.variable, to: values.joined(separator: ","))
            }
        }
        return environment
    }

    /// Whether `key` is set in some way, so that the file's has no effect.
    private func hasKey(_ key: Service.Key) throws(Fault) -> Bool {
        if self[key.variable] != nil || self[key.fileVariable] != nil { return true }
        return try path(of: key) != nil
    }
}
