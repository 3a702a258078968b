internal import BoxOffice
internal import Executables

extension OutputOptions {
    /// The options of the format with the values in force; those that only the source has are put
    /// in force there.
    func options(
        for manifest: Manifest, besides source: inout any Source
    ) throws(Fault) -> PluginOptions {
        guard var external = source as? ExecutableSource else { return try options(for: manifest) }
        var own = self
        var others: [String] = []
        own.options = []
        for assignment in options {
            let name = String(assignment.prefix { $0 != "=" })
            let isOfSource =
                !manifest.options.contains { $0.name == name }
                && external.manifest.options.contains { $0.name == name }
            if isOfSource { others.append(assignment) } else { own.options.append(assignment) }
        }
        external.options = try PluginOptions(others, for: external.manifest)
        source = external
        return try own.options(for: manifest)
    }
}
