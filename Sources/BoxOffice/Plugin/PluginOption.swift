/// An option that a plugin takes as `-O KEY=VALUE`.
public struct PluginOption: Hashable, Sendable {
    /// What the value of an option may be.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// `true` or `false`.
        case boolean
        /// One of these words.
        case choice([String])
    }

    /// The name before the `=`.
    public let name: String
    /// What the value may be.
    public let kind: Kind
    /// The value where none is given.
    public let defaultValue: String
    /// One line that says what the option does.
    public let help: String

    /// Declares an option.
    public init(_ name: String, _ kind: Kind, default defaultValue: String, help: String) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.help = help
    }

    /// The words that the value may be, or nil where it may be any text.
    public var choices: [String]? {
        switch kind {
        case .text: nil
        case .boolean: ["true", "false"]
        case .choice(let words): words
        }
    }
}

/// The options of a plugin with the values in force.
public struct PluginOptions: Hashable, Sendable {
    private let values: [String: String]

    /// Puts the defaults of `manifest` in force, and over them what was given as `KEY=VALUE`.
    ///
    /// - Throws: a ``Fault`` of kind `usage` for an assignment without `=`, an option the plugin
    ///   does not have, one given twice, and a value it does not take.
    public init(_ assignments: [String] = [], for manifest: Manifest) throws(Fault) {
        var given: [String: String] = [:]
        for assignment in assignments {
            guard let equals = assignment.firstIndex(of: "=") else {
                throw .notAnAssignment(assignment)
            }
            let name = String(assignment[..<equals])
            let value = String(assignment[assignment.index(after: equals)...])
            guard let option = manifest.options.first(where: { $0.name == name }) else {
                let known = manifest.options.map(\.name)
                throw .unknown("option of \(manifest.name)", name, known: known)
            }
            if let choices = option.choices, !choices.contains(value) {
                throw .notAChoice(value, option: name, choices: choices)
            }
            guard given.updateValue(value, forKey: name) == nil else { throw .optionTwice(name) }
        }
        let defaults = manifest.options.map { ($0.name, $0.defaultValue) }
        values = given.merging(defaults) { given, _ in given }
    }

    /// The value in force of the option `name`; empty where the manifest declares none.
    public subscript(name: String) -> String { values[name] ?? "" }
}

extension Fault {
    fileprivate static func notAnAssignment(_ text: String) -> Fault {
        Fault(.usage, "-O takes KEY=VALUE, not '\(text)'")
    }

    fileprivate static func notAChoice(
        _ value: String, option: String, choices: [String]
    ) -> Fault {
        Fault(.usage, "-O \(option)= takes \(choices.joined(separator: ", ")), not '\(value)'")
    }

    fileprivate static func optionTwice(_ name: String) -> Fault {
        Fault(.usage, "-O \(name)= is given twice")
    }
}
