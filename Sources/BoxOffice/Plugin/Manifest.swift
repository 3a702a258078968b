/// What a plugin says about itself.
public struct Manifest: Hashable, Sendable {
    /// The name that users choose it by: lower-case letters, digits and hyphens.
    public let name: String
    /// One line for a list of plugins.
    public let summary: String
    /// The options that `-O KEY=VALUE` takes.
    public let options: [PluginOption]

    /// Makes a manifest.
    public init(name: String, summary: String, options: [PluginOption] = []) {
        self.name = name
        self.summary = summary
        self.options = options
    }
}
