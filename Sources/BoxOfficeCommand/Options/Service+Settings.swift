internal import BoxOffice

extension Service {
    /// The settings of the configuration file for the key, the key's file and the address.
    var settings: [Setting] {
        (keyVariables + [baseURLVariable]).map { Setting(variable: $0) }
    }

    /// The setting of the calls a day; nil without a key, because calls are counted by key.
    var quota: Setting? {
        key == nil ? nil : Setting("\(name)-quota", .value, callsPerDay.map { "\($0)" } ?? "")
    }

    /// The variables that hold the key or name its file.
    var keyVariables: [String] {
        guard let key else { return [] }
        return [key.variable, key.fileVariable]
    }
}

extension Service.Key {
    /// The variable that names the file of the key.
    var fileVariable: String { "\(variable)_FILE" }
}

extension Setting {
    /// The settings that are not options of a command.
    static func global(_ services: [Service]) -> [Setting] {
        services.compactMap(\.quota) + [pluginVariables]
    }

    /// All settings of environment and configuration file, except keys and addresses of services.
    static func all(_ services: [Service]) -> [Setting] { options + global(services) }
}
