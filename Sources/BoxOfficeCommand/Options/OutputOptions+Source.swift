internal import BoxOffice

extension OutputOptions {
    /// The option values of the format; those that only `source` has are set there.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an option that neither has, or a wrong value.
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
