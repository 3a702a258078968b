/// The options of a plugin with their current values.
///
/// A plugin reads them by the ``TypedOption`` it declared: `options[Self.frame]`.
public struct PluginOptions: Sendable {
    private var given: [String: [String]]
    /// The manifest of the plugin.
    package let manifest: Manifest

    /// Reads `assignments` of the form `KEY=VALUE`; other options keep the defaults of `manifest`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an assignment without `=`, an option the plugin
    ///   does not have, one given twice, and a value it does not take.
    public init(_ assignments: [String] = [], for manifest: Manifest) throws(Fault) {
        var given: [String: [String]] = [:]
        for assignment in assignments {
            // A mark that joins the sign would make it another character.
            guard let equals = assignment.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                throw .notAnAssignment(assignment)
            }
            let name = String(assignment[..<equals])
            let value = String(assignment[assignment.utf8.index(after: equals)...])
            guard let option = manifest.options.first(where: { $0.name == name }) else {
                let known = manifest.options.map(\.name)
                throw .unknown(
                    Message("option-of", "option of \(manifest.name)"), name, known: known)
            }
            guard option.takes(value) else { throw .notTaken(value, by: option) }
            guard given[name] == nil || option.isRepeatable else { throw .optionTwice(name) }
            given[name, default: []].append(value)
        }
        self.given = given
        self.manifest = manifest
    }

    /// Returns the value of `option`.
    public subscript<Value>(option: TypedOption<Value>) -> Value {
        self[option, default: option.defaultValue]
    }

    /// Returns the value of `option`, whose default depends on another option.
    ///
    ///     let isForExcel = options[Self.profile] == .excel
    ///     let hasMark = options[Self.bom, default: isForExcel]
    public subscript<Value>(
        option: TypedOption<Value>, default other: @autoclosure () -> Value
    ) -> Value {
        given[option.declaration.name]?.last.flatMap(option.value) ?? other()
    }

    /// Returns true if the user gave the option `name`.
    package func isGiven(_ name: String) -> Bool { given[name] != nil }

    /// Returns the options with another value of the option `name`, which must take it.
    package func setting(_ name: String, to value: String) -> PluginOptions {
        var options = self
        options.given[name] = [value]
        return options
    }

    /// Returns the value of the option `name` as text; empty if the manifest does not declare it.
    package subscript(name: String) -> String {
        given[name]?.last ?? manifest.options.first { $0.name == name }?.defaultValue ?? ""
    }

    /// Returns all values that were given for an option that may be given several times, in their
    /// order.
    package func all(_ option: TypedOption<String>) -> [String] {
        given[option.declaration.name] ?? []
    }
}

extension Fault {
    fileprivate static func notAnAssignment(_ text: String) -> Fault {
        Fault(.usage, "not-an-assignment", "-O takes KEY=VALUE, not '\(text)'")
    }

    fileprivate static func notTaken(_ value: String, by option: PluginOption) -> Fault {
        Fault(
            .usage, "option-value",
            "-O \(option.name)= takes \(option.domainWording), not '\(value)'"
        ).correcting(value, to: option.choices?.nearest(to: value))
    }

    fileprivate static func optionTwice(_ name: String) -> Fault {
        Fault(.usage, "option-twice", "-O \(name)= is given twice")
    }
}
