public import BoxOffice
internal import Wire

/// What an executable says of itself, read and found right.
public struct PluginManifest: Hashable, Sendable {
    /// The rows that a source gives.
    public enum Rows: Hashable, Sendable {
        /// Rows of these charts, of days from the first on, up to the last where there is one.
        case charts([Chart], from: Day, to: Day?)
        /// A dataset of its own.
        case own(String)
    }

    /// Name, summary and options.
    public let manifest: Manifest
    /// What a source gives; nil for a format.
    public let rows: Rows?
    /// A source's columns, in the order they are written where the user chooses none.
    public let columns: [Column]
    /// The names of the columns that a format writes where the user chooses none; empty for the
    /// usual ones.
    public let wanted: [String]
    /// The variables of the user's environment that it asks for.
    public let variables: [String]

    /// The version of the protocol that this host speaks.
    public static let version = 1
}

extension PluginManifest {
    /// Reads `line`, with which the plugin of that kind and name answered the greeting.
    ///
    /// Fields that are not known are passed over, so that later versions may add some.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` that says everything that is wrong.
    init(_ line: [UInt8], of kind: PluginFile.Kind, named name: String) throws(Fault) {
        do throws(Malformed) {
            let manifest = ManifestObject(fields: try Self.fields(in: line))
            let version = manifest["protocol"]
            guard version.value == .number("\(Self.version)") else {
                throw Malformed(
                    "it does not speak version \(Self.version) of the protocol but "
                        + (version.value == nil ? "does not say which" : version.inWords))
            }
            self = try PluginManifest(manifest, of: kind, named: name)
        } catch {
            throw Fault(.malformed, "plugin-manifest", "the plugin '\(name)': \(error.reason)")
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
        switch kind {
        case .format:
            rows = nil
            columns = []
            wanted = reader.lines(manifest["columns"])
        case .source:
            rows = reader.rows(manifest)
            columns = reader.columns(manifest)
            wanted = []
        }
        try reader.finish()
    }
}
