internal import BoxOffice
internal import Executables

extension Registry {
    /// The sources of posters that are asked, in their order.
    ///
    /// - Parameter names: those that the user chose; nil for the built-in ones that have a key, or
    ///   for all if none has one.
    /// - Throws: a ``Fault`` of kind `usage` for a name that no source of posters has.
    func posterSources(
        named names: [String]?, _ console: Console
    ) async throws(Fault) -> [any PosterSource] {
        guard let names else {
            let ready = posters.filter { source in
                guard let key = source.service?.key else { return true }
                return console.environment.location(of: key) != nil
            }
            return ready.isEmpty ? posters : ready
        }
        var chosen: [any PosterSource] = []
        for name in names { chosen.append(try await posterSource(named: name)) }
        return chosen
    }

    /// The source of posters called `name`.
    func posterSource(named name: String) async throws(Fault) -> any PosterSource {
        let source = posters.first { $0.posterName == name || $0.manifest.name == name }
        if let source { return source }
        if let source = try await executables?.posterSource(named: name) { return source }
        throw .unknown(
            Message("source of posters", ko: "포스터 소스"), name,
            known: posters.map(\.posterName) + (executables?.names(of: .posters) ?? []),
            otherWords: Words(posterWords).known,
            hint: executables?.refusal(ofPluginNamed: name))
    }
}
