/// The declaration of an option that a plugin takes as `-O KEY=VALUE`: what a manifest lists.
///
/// A plugin declares a ``TypedOption`` and puts its ``TypedOption/declaration`` into the manifest.
public struct PluginOption: Hashable, Sendable {
    /// What the value of an option may be.
    package enum Kind: Hashable, Sendable {
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
    package let kind: Kind
    /// The value in force if none is given.
    public let defaultValue: String
    /// One line that says what the option does.
    public let help: String
    /// Whether the option may be given several times, for several values.
    package let isRepeatable: Bool

    /// Declares an option.
    package init(
        _ name: String, _ kind: Kind, default defaultValue: String, help: String,
        isRepeatable: Bool = false
    ) {
        self.isRepeatable = isRepeatable
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.help = help
    }

    /// The words that the value may be, or nil if they are not listed.
    public var choices: [String]? {
        switch kind {
        case .text, .integer: nil
        case .boolean: ["true", "false"]
        case .choice(let words): words
        }
    }

    /// What the value may be, in words: `true or false`, `1 to 20`, `any text`.
    public var domain: String { domainWording.description }

    /// What the option takes, in the language of the reader.
    package var domainWording: Message {
        switch kind {
        case .text: Message("any-text", "any text")
        case .integer(let range): .range(range)
        case .boolean, .choice: .alternatives((choices ?? []).map { Message($0) })
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
