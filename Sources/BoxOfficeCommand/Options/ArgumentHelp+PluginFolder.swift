internal import ArgumentParser

extension ArgumentHelp {
    /// What `--plugin-dir` is for; it is an option of all commands that plugins are of use to.
    static let pluginFolder = ArgumentHelp(
        "Look for plugins that are executables there too; repeatable (see 'bo-export plugins').",
        valueName: "folder")
}
