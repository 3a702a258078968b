import Wire

/// Configurations in YAML.
enum Settings {
    /// Reads a configuration; JSON is YAML, too.
    static func read(_ bytes: [UInt8]) {
        guard let settings = try? JSONValue(objectIn: bytes, .yaml) else { return }
        promise((try? JSONValue(objectIn: bytes, .yaml)) == settings, "YAML is read the same twice")
        guard let json = try? JSONValue(objectIn: bytes) else { return }
        promise(json.isLike(settings), "JSON is YAML of the same fields")
    }
}

extension JSONValue {
    /// Whether both are of one kind and have fields of the same names.
    fileprivate func isLike(_ other: JSONValue) -> Bool {
        guard case .object(let own) = self, case .object(let others) = other else { return false }
        return own.map(\.name) == others.map(\.name)
    }
}
