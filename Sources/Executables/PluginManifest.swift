package import BoxOffice
internal import Wire

/// What an executable says of itself, read and found right.
package struct PluginManifest: Hashable, Sendable {
    /// The rows that a source gives.
    package enum Rows: Hashable, Sendable {
        /// Rows of these charts, of days from the first on, up to the last where there is one.
        case charts([Chart], from: Day, to: Day?)
        /// A dataset of its own.
        case own(String)
    }

    /// Name, summary and options.
    package let manifest: Manifest
    /// What a source of figures gives; nil for any other plugin.
    package let rows: Rows?
    /// A source's columns, in the order they are written if the user chooses none.
    package let columns: [Column]
    /// What a source says of its charts.
    package let policy: ChartPolicy
    /// The address of a film's page at a source, with `{code}` for the film's code; nil if films have
    /// none.
    package let filmPage: String?
    /// Whether a source may ask a network; one that does not may be used offline.
    package let asksNetwork: Bool
    /// The names of the columns that a format writes if the user chooses none; empty for the usual
    /// ones.
    package let wanted: [String]
    /// How the documents of a format behave.
    package let traits: FormatTraits
    /// Whether a format is told where the rows of each edition begin.
    package let wantsEditions: Bool
    /// The variables of the user's environment that it asks for.
    package let variables: [String]

    /// The version of the protocol that this host speaks.
    package static let version = 1
}

extension PluginManifest {
    /// Reads `line`, with which the plugin of that kind and name answered the greeting.
    ///
    /// Unknown fields are ignored, so that later versions may add some.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that lists everything that is wrong.
    init(_ line: [UInt8], of kind: PluginFile.Kind, named name: String) throws(Fault) {
        do throws(Malformed) {
            let manifest = ManifestObject(fields: try Self.fields(in: line))
            let version = manifest["protocol"]
            guard version.value == .number("\(Self.version)") else {
                let said: Message =
                    version.value == nil ? "does not say which" : "\(version.inWords)"
                throw Malformed(
                    "it does not speak version \(Self.version) of the protocol but \(said)")
            }
            self = try PluginManifest(manifest, of: kind, named: name)
        } catch {
            throw Fault(
                .malformed, "plugin-manifest",
                "the plugin '\(name)': \(error.reason)")
        }
    }

    /// The object in which everything stands.
    private static func fields(in line: [UInt8]) throws(Malformed) -> JSONValue {
        let answer: JSONValue
        do throws(Malformed) {
            answer = try JSONValue(objectIn: line)
        } catch {
            throw Malformed("\(error.reason): \(Quote.of(line))")
        }
        guard let fields = answer["manifest"], case .object = fields else {
            throw Malformed(
                "it answers the greeting with something else than a manifest: \(Quote.of(line))")
        }
        return fields
    }

    /// Reads the fields of `manifest`.
    private init(
        _ manifest: ManifestObject, of kind: PluginFile.Kind, named name: String
    ) throws(Malformed) {
        var reader = ManifestReader()
        let own = reader.line(manifest["name"])
        if let own, own != name {
            let field = manifest["name"]
            reader.note("\(field.name): \(field.inWords) is not the name of the file, '\(name)'")
        }
        let summary = reader.line(manifest["summary"]) ?? ""
        self.manifest = Manifest(name: name, summary: summary, options: reader.options(manifest))
        variables = reader.lines(manifest["variables"])
        let isSource = kind == .source
        let isFormat = kind == .format
        rows = isSource ? reader.rows(manifest) : nil
        columns = isSource ? reader.columns(manifest) : []
        policy = isSource ? reader.policy(manifest) : ChartPolicy()
        filmPage = isSource ? reader.filmPage(manifest["film_page"]) : nil
        asksNetwork = reader.boolean(manifest["asks_network"]) ?? true
        wanted = isFormat ? reader.lines(manifest["columns"]) : []
        traits = isFormat ? reader.traits(manifest) : .unknown
        wantsEditions = isFormat && reader.boolean(manifest["editions"]) == true
        try reader.finish()
    }
}
