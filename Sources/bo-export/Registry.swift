internal import BoxOffice
internal import CSV
internal import KOBIS
internal import Sample

/// The plugins that a command can use.
struct Registry: Sendable {
    /// The sources, the default one first.
    let sources: [any Source]
    /// The exporters, the default one first.
    let exporters: [any (Exporter & ~Copyable).Type]

    /// The plugins of the folder `Plugins`, all of them.
    static func builtIn() throws(Fault) -> Registry {
        Registry(
            sources: [KOBIS(.json), KOBIS(.xml), try Sample(of: KOBIS(.json))],
            exporters: [CSV.self])
    }

    /// The source called `name`.
    func source(named name: String) throws(Fault) -> any Source {
        guard let source = sources.first(where: { $0.manifest.name == name }) else {
            throw .unknown("source", name, known: sources.map(\.manifest.name))
        }
        return source
    }

    /// The exporter called `name`.
    func exporter(named name: String) throws(Fault) -> any (Exporter & ~Copyable).Type {
        for exporter in exporters where exporter.manifest.name == name { return exporter }
        throw .unknown("format", name, known: exporters.map { $0.manifest.name })
    }
}
