internal import BoxOffice

extension OutputOptions {
    /// The option values of the format; those of the sources are set there.
    ///
    /// `KEY=VALUE` sets the option of the first plugin that has it, in the order format, source,
    /// sources of posters. `NAME.KEY=VALUE` sets that of the plugins with the name.
    ///
    /// - Parameters:
    ///   - manifest: the manifest of the format.
    ///   - implied: what the ending of the output stands for; what the user sets wins.
    ///   - source: the source, which gets its options.
    ///   - posters: the sources of posters, which get theirs.
    /// - Throws: a ``Fault`` of kind `usage` for an option that none of them has, or a wrong value.
    func options(
        for manifest: Manifest, implied: [String] = [], besides source: inout any Source,
        _ posters: inout [any PosterSource]
    ) throws(Fault) -> PluginOptions {
        let manifests = [manifest, source.manifest] + posters.map(\.manifest)
        var given = [[String]](repeating: [], count: manifests.count)
        for assignment in options {
            let name = assignment.prefix { $0 != "=" }
            let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                let named = manifests.indices.filter { manifests[$0].name == parts[0] }
                let key = String(parts[1])
                guard let first = named.first else {
                    throw .unknown(
                        "plugin in this run", String(parts[0]), known: manifests.map(\.name))
                }
                let having = named.filter { manifests[$0].has(key) }
                for index in having.isEmpty ? [first] : having {
                    given[index].append(String(assignment.dropFirst(parts[0].count + 1)))
                }
            } else {
                let index = manifests.firstIndex { $0.has(String(name)) }
                given[index ?? 0].append(assignment)
            }
        }
        source = try source.with(try PluginOptions(given[1], for: manifests[1]))
        for index in posters.indices {
            let options = try PluginOptions(given[index + 2], for: manifests[index + 2])
            posters[index] = try posters[index].with(options)
        }
        var own = self
        let names = given[0].map { $0.prefix { $0 != "=" } }
        own.options =
            given[0]
            + implied.filter { assignment in !names.contains(assignment.prefix { $0 != "=" }) }
        return try own.options(for: manifest)
    }
}

extension Manifest {
    /// Whether there is an option of that name.
    fileprivate func has(_ name: String) -> Bool { options.contains { $0.name == name } }
}
