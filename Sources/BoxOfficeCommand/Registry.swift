internal import BoxOffice
internal import CSV
internal import Executables
internal import JSONLines
internal import KOBIS
internal import KakaoImages
internal import Markdown
internal import Sample

/// The plugins that a program brings along beside the built-in ones.
struct AddedPlugins: Sendable {
    var sources: [any Source] = []
    var formats: [any (Exporter & ~Copyable).Type] = []
}

/// The plugins that a command can use.
struct Registry: Sendable {
    /// The sources, the default one first.
    private(set) var sources: [any Source]
    /// The source of posters.
    let posters: any Source
    /// The exporters, the default one first.
    private(set) var exporters: [any (Exporter & ~Copyable).Type]
    /// The plugins of others, where they were looked for.
    var executables: ExecutablePlugins?

    /// The plugins of the folder `Plugins`, all of them.
    static func builtIn() throws(Fault) -> Registry {
        Registry(
            sources: [KOBIS(.json), KOBIS(.xml), try Sample(of: KOBIS(.json))],
            posters: KakaoImages(),
            exporters: [CSV.self, JSONLines.self, Markdown.self])
    }

    /// The built-in plugins and those of `console`'s program.
    static func all(_ console: Console) throws(Fault) -> Registry {
        var registry = try builtIn()
        for source in console.added.sources {
            let name = source.manifest.name
            guard
                !(registry.sources + [registry.posters]).contains(where: {
                    $0.manifest.name == name
                })
            else {
                console.warn(
                    "source-name-taken",
                    "there is a source '\(name)' already; another one is left out")
                continue
            }
            registry.sources.append(source)
        }
        for format in console.added.formats {
            let name = format.manifest.name
            var isTaken = false
            for exporter in registry.exporters where exporter.manifest.name == name {
                isTaken = true
            }
            if isTaken {
                console.warn(
                    "format-name-taken",
                    "there is a format '\(name)' already; another one is left out")
            } else {
                registry.exporters.append(format)
            }
        }
        return registry
    }

    /// The source called `name`.
    func source(named name: String) async throws(Fault) -> any Source {
        if let source = sources.first(where: { $0.manifest.name == name }) { return source }
        if let source = try await executables?.source(named: name) { return source }
        throw .unknown(
            "source", name,
            known: sources.map(\.manifest.name) + (executables?.names(of: .source) ?? []),
            hint: executables?.refusal(ofPluginNamed: name).map { "\($0)" })
    }

    /// The source that is to answer as the one called `name` does, from another endpoint.
    func counterpart(of name: String) throws(Fault) -> any Source {
        let pair = [KOBIS(.json), KOBIS(.xml)]
        guard pair.contains(where: { $0.manifest.name == name }),
            let other = pair.first(where: { $0.manifest.name != name })
        else { throw .noCounterpart(name) }
        return other
    }

    /// The format called `name`.
    func format(named name: String) async throws(Fault) -> ChosenFormat {
        for exporter in exporters where exporter.manifest.name == name { return .builtIn(exporter) }
        if let format = try await executables?.format(named: name) { return .executable(format) }
        throw .unknown(
            "format", name,
            known: exporters.map { $0.manifest.name } + (executables?.names(of: .format) ?? []),
            hint: executables?.refusal(ofPluginNamed: name).map { "\($0)" })
    }
}

extension Fault {
    fileprivate static func noCounterpart(_ name: String) -> Fault {
        Fault(
            .usage, "no-counterpart",
            "--cross-check compares kobis-json with kobis-xml; '\(name)' has no other side")
    }
}
