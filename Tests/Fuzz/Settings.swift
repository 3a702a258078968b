import Wire

/// Configurations in YAML.
enum Settings {
    /// Reads a configuration; what is read is read as the same again.
    static func read(_ bytes: [UInt8]) {
        guard let settings = try? JSONValue(objectIn: bytes, .yaml) else { return }
        promise((try? JSONValue(objectIn: bytes, .yaml)) == settings, "YAML is read the same twice")
        promise(
            (try? JSONValue(objectIn: bytes + Array("\n# end\n".utf8), .yaml)) == settings,
            "a comment behind YAML changes nothing")
    }
}
