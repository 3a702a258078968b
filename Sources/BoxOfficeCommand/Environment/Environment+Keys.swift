internal import BoxOffice

extension Environment {
    /// Whether the program uses the variable `name`.
    func isUsed(_ name: String) -> Bool {
        ["HOME", "CREDENTIALS_DIRECTORY"].contains(name) || name.hasPrefix("BO_EXPORT_")
            || Folder.allCases.contains { $0.variable == name }
            || isKey(name) || isKeyFile(name) || isAddress(name)
    }

    // The names of services' variables have these endings by custom. They are kept as a second net,
    // for services that this program does not know.

    /// Whether the variable `name` holds a key.
    private func isKey(_ name: String) -> Bool {
        name.hasSuffix("_API_KEY") || services.contains { $0.key?.variable == name }
    }

    /// Whether the variable `name` holds the path of a key's file.
    private func isKeyFile(_ name: String) -> Bool {
        name.hasSuffix("_API_KEY_FILE") || services.contains { $0.key?.fileVariable == name }
    }

    /// Whether the variable `name` holds the address of a service.
    private func isAddress(_ name: String) -> Bool {
        name.hasSuffix("_BASE_URL") || services.contains { $0.baseURLVariable == name }
    }

    /// The variables that hold the keys of the services, and those that name the keys' files.
    var keyVariables: Set<String> { Set(services.flatMap(\.keyVariables)) }

    /// The files that keys and settings are read from.
    var inputFiles: [String] {
        all.filter { isKeyFile($0.key) || $0.key == OptionTable.shared.config.variable }
            .map(\.value) + services.compactMap(\.key).flatMap(paths)
    }

    /// The texts that must appear in no message: the values of variables that hold keys, and of
    /// those that should name a key's file but have no slash and so may be the key itself.
    var keys: [String] {
        all.filter { isKey($0) || (isKeyFile($0) && !$1.contains("/")) }
            .values.filter { $0.utf8.count >= 4 } + addressSecrets
    }

    /// The names and passwords in the addresses of proxies and services.
    private var addressSecrets: [String] {
        all.filter { name, _ in isAddress(name) || name.lowercased().hasSuffix("_proxy") }
            .values.flatMap { address -> [String] in
                guard let at = address.lastIndex(of: "@") else { return [] }
                let user = address[..<at].behindScheme
                guard !user.isEmpty else { return [] }
                let password = user.split(separator: ":", maxSplits: 1).dropFirst().first
                return [String(user)] + (password.map { [String($0)] } ?? [])
            }
    }
}

extension Service {
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
