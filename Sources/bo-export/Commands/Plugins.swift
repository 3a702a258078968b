internal import ArgumentParser
internal import BoxOffice

/// `bo-export plugins`: every source and exporter.
struct Plugins: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "Every source and exporter, with the options that -O takes and their defaults.")

    @OptionGroup(title: "Running") var running: RunningOptions

    func run(console: Console) async throws(Fault) -> Int32 {
        let registry = try Registry.builtIn()
        var text = ""
        for source in registry.sources { text += describe(source.manifest, kind: "source") }
        text += describe(registry.posters.manifest, kind: "poster")
        for exporter in registry.exporters { text += describe(exporter.manifest, kind: "format") }
        try console.print(text)
        return ExitStatus.success
    }

    private func describe(_ manifest: Manifest, kind: String) -> String {
        let name = manifest.name.padded(to: 12)
        var text = "\(kind)  \(name) \(manifest.summary) (built in)\n"
        for option in manifest.options {
            let assignment = "-O \(option.name)=\(option.defaultValue)"
            text += "        \(assignment)\n            \(option.help)\n"
            if option.kind != .text { text += "            takes \(option.domain)\n" }
        }
        return text
    }
}

extension String {
    /// The text with spaces behind it up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
