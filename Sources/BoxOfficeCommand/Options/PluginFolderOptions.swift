internal import ArgumentParser

/// The options that say where plugins of others are.
struct PluginFolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look for plugins that are executables there too; repeatable (see 'bo-export plugins').",
            valueName: "folder"))
    var pluginDir: [String] = []

    func validate() throws {
        guard !pluginDir.contains("") else { throw ValidationError("--plugin-dir takes a folder") }
    }
}
