import Wire

/// The configurations in YAML.
enum Settings {
    /// Reads a configuration; JSON is also YAML.
    static func read(_ bytes: [UInt8]) {
        guard let settings = try? JSONValue(objectIn: bytes, .yaml) else { return }
        promise((try? JSONValue(objectIn: bytes, .yaml)) == settings, "YAML is read the same twice")
        guard let json = try? JSONValue(objectIn: bytes) else { return }
        promise(json.isLike(settings), "JSON is YAML of the same fields")
    }
}

extension JSONValue {
    /// Returns true if both are objects with fields of the same names.
    fileprivate func isLike(_ other: JSONValue) -> Bool {
        guard case .object(let own) = self, case .object(let others) = other else { return false }
        return own.map(\.name) == others.map(\.name)
    }
}
