internal import BoxOffice

/// A plugin that answers questions: what is asked, and under which name.
package struct PluginEndpoint: Sendable {
    /// The executable.
    let file: PluginFile
    /// Its manifest.
    let manifest: PluginManifest
    /// What starts it.
    let host: PluginHost

    /// Its name.
    var name: String { file.name }

    /// What its answers are lists of.
    var item: AnswerItem { file.kind == .posters ? .poster : .row }

    /// The service that requests to it name; calls are counted under it.
    package var serviceName: String {
        file.kind == .posters ? "plugin-posters-\(name)" : "plugin-\(name)"
    }

    /// The request that asks `question`, one line of the protocol without its end.
    func request(_ question: String, about subject: Subject) -> Request {
        var parameters = [(name: "ask", value: question)]
        if case .page(let number, _) = subject {
            parameters.append(("page", "\(number)"))
        }
        return Request(
            service: serviceName, path: "\(item)s", parameters: parameters, subject: subject)
    }

    /// Starts the plugin and greets it.
    func open() throws(Fault) -> PluginSession { try host.open(file, as: manifest) }
}
