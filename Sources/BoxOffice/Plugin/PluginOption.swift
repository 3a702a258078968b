/// An option that a plugin takes as `-O KEY=VALUE`.
public struct PluginOption: Hashable, Sendable {
    /// What the value of an option may be.
    public enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// `true` or `false`.
        case boolean
        /// A whole number in that range.
        case integer(ClosedRange<Int>)
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

    /// The words that the value may be, or nil where they are not listed.
    public var choices: [String]? {
        switch kind {
        case .text, .integer: nil
        case .boolean: ["true", "false"]
        case .choice(let words): words
        }
    }

    /// What the value may be, in words: `true or false`, `1 to 20`, `any text`.
    public var domain: String {
        switch kind {
        case .text: "any text"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .boolean, .choice:
            (choices ?? []).count < 2
                ? choices?.first ?? ""
                : (choices ?? []).dropLast().joined(separator: ", ") + " or "
                    + (choices?.last ?? "")
        }
    }

    /// Whether the option takes `value`.
    package func takes(_ value: String) -> Bool {
        switch kind {
        case .text: true
        case .integer(let range): Int(value).map(range.contains) ?? false
        case .boolean, .choice: choices?.contains(value) ?? false
        }
    }
}

/// The options of a plugin with the values in force.
public struct PluginOptions: Hashable, Sendable {
    private let given: [String: String]
    private let defaults: [String: String]

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
            guard option.takes(value) else { throw .notTaken(value, by: option) }
            guard given.updateValue(value, forKey: name) == nil else { throw .optionTwice(name) }
        }
        self.given = given
        defaults = Dictionary(
            manifest.options.map { ($0.name, $0.defaultValue) }, uniquingKeysWith: { $1 })
    }

    /// The value in force of the option `name`; empty where the manifest declares none.
    public subscript(name: String) -> String { given[name] ?? defaults[name] ?? "" }

    /// The value in force of the option `name`, where another option moves its default.
    public subscript(name: String, default other: String) -> String { given[name] ?? other }
}

extension Fault {
    fileprivate static func notAnAssignment(_ text: String) -> Fault {
        Fault(.usage, "not-an-assignment", "an option is KEY=VALUE, not '\(text)'")
    }

    fileprivate static func notTaken(_ value: String, by option: PluginOption) -> Fault {
        Fault(
            .usage, "option-value",
            "the option \(option.name) takes \(option.domain), not '\(value)'")
    }

    fileprivate static func optionTwice(_ name: String) -> Fault {
        Fault(.usage, "option-twice", "the option \(name) is given twice")
    }
}
