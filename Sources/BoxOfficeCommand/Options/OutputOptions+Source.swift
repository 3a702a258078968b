internal import BoxOffice

extension OutputOptions {
    /// The options of the format with the values in force; those that only the source has are put
    /// in force there.
    func options(
        for manifest: Manifest, besides source: inout any Source
    ) throws(Fault) -> PluginOptions {
        var own = self
        var others: [String] = []
        own.options = []
        for assignment in options {
            let name = String(assignment.prefix { $0 != "=" })
            let isOfSource =
                !manifest.options.contains { $0.name == name }
                && source.manifest.options.contains { $0.name == name }
            if isOfSource { others.append(assignment) } else { own.options.append(assignment) }
        }
        source = try source.with(try PluginOptions(others, for: source.manifest))
        return try own.options(for: manifest)
    }
}
