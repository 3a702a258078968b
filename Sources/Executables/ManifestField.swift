internal import Wire

/// What stands at one place of a manifest, and what that place is called in messages.
struct ManifestField {
    /// What stands there; nil if nothing does.
    let value: JSONValue?
    /// Such as `option 'width': field 'default'`.
    let name: String

    /// The value in messages.
    var inWords: String { (value ?? .null).inWords { Quote.of($0) } }
}

/// An object of a manifest, and what its fields are called in messages.
struct ManifestObject {
    /// The object.
    let fields: JSONValue
    /// Such as `option 'width'`; empty for the manifest itself.
    var name = ""

    /// The field `name`; a null counts as none.
    subscript(name: String) -> ManifestField {
        let prefix = self.name.isEmpty ? "" : "\(self.name): "
        let value = fields[name]
        return ManifestField(
            value: value == .null ? nil : value, name: "\(prefix)field '\(name)'")
    }
}
