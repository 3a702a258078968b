internal import BoxOffice
internal import Storage

extension Environment {
    /// The folder that keeps good answers for other runs; nil if there is no cache folder.
    ///
    /// If the environment puts services on other hosts or ports, the folder is named after those:
    /// the answer of a test's server must never pass for a true one.
    var archiveFolder: String? {
        guard let cache = folder(.cache) else { return nil }
        let variables = services.map(\.baseURLVariable).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        let hosts = variables.compactMap { name in
            self[name].map { $0.server.percentEncoded }
        }
        guard !hosts.isEmpty else { return "\(cache)/archive" }
        let name = hosts.joined(separator: ",").prefix(200)
        // A name of dots alone would be the folder itself or one above it.
        return "\(cache)/archive-of/\(name.allSatisfy { $0 == "." } ? "-" : name)"
    }

    /// The archive of good answers; nil if there is no cache folder.
    var archive: AnswerFolder? { archiveFolder.map(AnswerFolder.init(at:)) }
}
